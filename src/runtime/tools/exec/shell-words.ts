import { existsSync } from 'node:fs'

export interface ShellText {
  readonly text: string
  readonly login?: boolean | undefined
  /** The shell's name or path; bash by default. */
  readonly shell?: string | undefined
}

/** The words that run a text in a shell. INVARIANT: the text is one word, byte for byte as it was judged (R123). */
export const shellWords = ({ text, login = false, shell = defaultShell() }: ShellText): readonly string[] => [
  shell,
  login ? '-lc' : '-c',
  // Without it, a text that begins with a dash would be an option of the shell.
  '--',
  text,
]

/** The analysis reads bash. Where there is none, every other shell reads the same simple commands. */
const defaultShell = (): string =>
  ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash'].find(path => existsSync(path)) ?? '/bin/sh'
