import { typeKeys } from './typed-line.ts'

/** The terminal of the person: their keys, and the screen. */
export interface Terminal {
  readonly input: NodeJS.ReadStream
  readonly output: NodeJS.WriteStream
}

export const ownTerminal = (): Terminal => ({ input: process.stdin, output: process.stdout })

/** Keys that arrive sooner after a question appears were meant for something else. */
const graceMs = 400

/**
 * Reads one line from a terminal. Keys that were typed before the question, or right after it appeared, are dropped. Null: the
 * person left, or the question is over. `redraw` shows the question again after the width changed.
 */
export function readLine(
  { input, output }: Terminal,
  prompt: string,
  signal: AbortSignal,
  redraw: () => void = () => {},
): Promise<string | null> {
  return new Promise(resolve => {
    if (signal.aborted) return resolve(null)
    const wasRaw = input.isRaw === true
    let text = ''
    let isReady = false
    const timer = setTimeout(() => {
      isReady = true
    }, graceMs)
    const resized = () => {
      redraw()
      output.write(`${prompt}${text}`)
    }
    function end(line: string | null): void {
      output.off('resize', resized)
      clearTimeout(timer)
      input.off('data', take)
      input.off('end', leave)
      signal.removeEventListener('abort', leave)
      if (input.isTTY) input.setRawMode(wasRaw)
      input.pause()
      output.write('\n')
      resolve(line)
    }
    const leave = () => end(null)
    function take(chunk: Buffer | string): void {
      const keys = chunk.toString()
      // Ctrl-C ends the question at any time.
      const typed = typeKeys(text, isReady ? keys : keys.replaceAll(/[^\u0003]/g, ''))
      if (typed.kind === 'left') return end(null)
      output.write(typed.echo)
      if (typed.kind === 'entered') return end(typed.text)
      text = typed.text
    }
    output.write(prompt)
    output.on('resize', resized)
    if (input.isTTY) input.setRawMode(true)
    input.on('data', take)
    input.once('end', leave)
    signal.addEventListener('abort', leave, { once: true })
    input.resume()
  })
}
