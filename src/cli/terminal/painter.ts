import type { Decision } from '../../core/decision.ts'

export type Painter = Readonly<Record<Decision | 'dim' | 'bold', (text: string) => string>>

/** Colours for a terminal; plain text for anything else. */
export function painter(colour: boolean): Painter {
  const wrap = (code: string) => (colour ? (text: string) => `\u001b[${code}m${text}\u001b[0m` : (text: string) => text)
  return { allow: wrap('32'), ask: wrap('33'), deny: wrap('31'), dim: wrap('2'), bold: wrap('1') }
}

/** Whether a stream is a terminal that should get colours (https://no-color.org). */
export const wantsColour = (stream: { readonly isTTY?: boolean }): boolean =>
  stream.isTTY === true && (process.env['NO_COLOR'] ?? '') === '' && process.env['TERM'] !== 'dumb'

/** The painter for standard output. */
export const stdoutPainter = (): Painter => painter(wantsColour(process.stdout))
