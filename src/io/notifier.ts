import { type ChildProcess, spawn } from 'node:child_process'
import { findSystemProgram, programDirectories } from './fence/find-programs.ts'

/** A notification on the desktop. */
export interface Notice {
  readonly title: string
  readonly text: string
  /** Opened when the person clicks it, where the system supports that. */
  readonly link: string
}

/** Shows notifications. Never throws: a desktop that shows none changes nothing else. */
export interface Notifier {
  notify(notice: Notice): void
  /** Ends the programs that still wait for a click. */
  close(): void
}

export interface NotifierOptions {
  readonly platform?: NodeJS.Platform
  readonly env?: NodeJS.ProcessEnv
  /** Where the programs of the system are. INVARIANT: never the PATH, since an agent may have put a program there. */
  readonly directories?: readonly string[]
}

/** The notifier of this desktop: `notify-send`, or `osascript` on macOS; null if there is none. */
export function openNotifier(options: NotifierOptions = {}): Notifier | null {
  const { platform = process.platform, env = process.env, directories = programDirectories } = options
  const find = (name: string) => findSystemProgram(name, [], directories)
  const open = new Set<ChildProcess>()
  const start = (program: string, args: readonly string[]): ChildProcess => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'], env, timeout: waitMs })
    open.add(child)
    child.on('error', () => open.delete(child))
    child.on('exit', () => open.delete(child))
    child.unref()
    return child
  }
  const close = () => {
    for (const child of open) child.kill()
  }

  if (platform === 'darwin') {
    const osascript = find('osascript')
    return osascript === null
      ? null
      : { close, notify: ({ title, text }) => void start(osascript, [...macScript, title, text]) }
  }
  const notifySend = find('notify-send')
  if (notifySend === null) return null
  const opener = find('xdg-open')
  return {
    close,
    notify: ({ title, text, link }) => {
      if (open.size >= mostOpen) return
      const words = ['--app-name=Sallyport', '--', title, withoutMarkup(text)]
      if (opener === null) return void start(notifySend, words)
      let said = ''
      const child = start(notifySend, ['--wait', '--action=default=Open', ...words])
      child.stdout?.on('data', (chunk: Buffer) => {
        said += chunk.toString()
      })
      child.on('exit', code => {
        if (said.trim() === 'default') start(opener, [link])
        // An older version does not know these options.
        else if (code !== 0 && code !== null) start(notifySend, words)
      })
    },
  }
}

/** How long a notification waits for a click, and how many may wait at once. */
const waitMs = 300_000
const mostOpen = 5

/** The texts are arguments and not part of the script, so that they cannot be code. */
const macScript = [
  ...['-e', 'on run argv'],
  ...['-e', 'display notification (item 2 of argv) with title (item 1 of argv)'],
  ...['-e', 'end run'],
]

/** `notify-send` shows its text with markup. */
const withoutMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
