import { spawn } from 'node:child_process'
import { print } from '../terminal/outcome.ts'

/** The keys of the server's terminal: Enter for a new link, `p` for the playground. */
export interface TerminalKeys {
  /** Whether the playground has the terminal now, so that Ctrl-C is meant for it. */
  isPlaying(): boolean
  close(): void
}

/**
 * Shows a link, and a new one at each Enter. INVARIANT: a link is shown on a terminal only. In a log file or a pipe, every program of
 * this user could read it and answer questions in the person's place.
 */
export function terminalKeys(newLink: () => string): TerminalKeys {
  let isPlaying = false
  const none: TerminalKeys = { isPlaying: () => false, close: () => {} }
  if (process.stdout.isTTY !== true) {
    print('Links to sign in are shown on a terminal only; start the server in one.\n')
    return none
  }
  const show = (): number =>
    print(
      `\n  ${newLink()}\n\nOpen this link to sign in; it works once, for ten minutes.\nEnter: a new link. p: playground. Ctrl-C: stop.\n`,
    )
  show()
  if (process.stdin.isTTY !== true) return none

  const { stdin } = process

  /** Reads single keys while `isOn`; a program in the foreground and the shell afterwards get the terminal as it was. */
  function listen(isOn: boolean): void {
    stdin.setRawMode(isOn)
    if (isOn) stdin.on('data', take).resume()
    else stdin.off('data', take).pause()
  }

  function take(typed: Buffer): void {
    const key = typed.toString()
    // The terminal sends no signals while single keys are read.
    if (key.includes('\u0003')) process.kill(process.pid, 'SIGINT')
    else if (key === '\r' || key === '\n') show()
    else if (key === 'p') play()
  }

  function play(): void {
    isPlaying = true
    listen(false)
    const playground = spawn(process.execPath, [process.argv[1] ?? '', 'playground'], { stdio: 'inherit' })
    const back = () => {
      if (!isPlaying) return
      isPlaying = false
      print('\nback at the server\n')
      show()
      listen(true)
    }
    playground.once('exit', back)
    playground.once('error', back)
  }

  listen(true)
  return { isPlaying: () => isPlaying, close: () => (isPlaying ? undefined : listen(false)) }
}
