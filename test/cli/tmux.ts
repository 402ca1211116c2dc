import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const tmux = '/usr/bin/tmux'
export const hasTmux = existsSync(tmux)

/** A terminal with a shell in it, where a person types. */
export interface Tmux {
  /** Types keys, as `tmux send-keys` names them. */
  type(...keys: readonly string[]): void
  /** The screen, without empty lines. */
  screen(): string
  /** Waits until the screen has this text. Keys are typed again and again meanwhile: a question drops those that come too soon. */
  until(text: RegExp, ...keys: readonly string[]): Promise<string>
  close(): void
}

export interface TmuxPlace {
  readonly home: string
  readonly project: string
  readonly env?: Readonly<Record<string, string>>
}

/** Each terminal has a server of its own: one that was just told to end would take the new terminal with it. */
let opened = 0

export function openTmux({ home, project, env = {} }: TmuxPlace): Tmux {
  const socket = join(home, `tmux-${++opened}.sock`)
  const at = (...args: readonly string[]): string =>
    spawnSync(tmux, ['-f', '/dev/null', '-S', socket, ...args], {
      cwd: project,
      env: { PATH: process.env['PATH'] ?? '', HOME: home, TERM: 'xterm', SHELL: '/bin/sh', ...env },
      encoding: 'utf8',
    }).stdout
  at('new-session', '-d', '-x', '120', '-y', '60', 'sh')
  const type = (...keys: readonly string[]) => void at('send-keys', ...keys)
  const screen = () => at('capture-pane', '-p', '-J').replaceAll(/^\s*\n/gm, '')
  return {
    type,
    screen,
    until: async (text, ...keys) => {
      for (let turn = 1; !text.test(screen()); turn += 1) {
        if (turn > 450) throw new Error(`the terminal never showed ${text}:\n${screen()}`)
        if (keys.length > 0 && turn % 5 === 0) type(...keys)
        await new Promise(resolve => setTimeout(resolve, 200))
      }
      return screen()
    },
    close: () => void at('kill-server'),
  }
}
