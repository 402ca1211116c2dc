import type { Fault } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'

/** A line of a stream, or the reason why it cannot be used. */
export type Line = { readonly text: string } | { readonly fault: Fault }

const lineFeed = 0x0a

/**
 * The lines of a byte stream. Only a line feed ends a line: JSON may contain other line breaks. A line that is too long
 * or not valid UTF-8 is a fault; reading continues with the next line.
 */
export async function* readLines(input: AsyncIterable<Buffer | string>): AsyncGenerator<Line> {
  let held: Buffer[] = []
  let size = 0
  const take = (): Line => {
    const line = size > limits.lineBytes ? tooLong : decode(Buffer.concat(held))
    held = []
    size = 0
    return line
  }
  for await (const chunk of input) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    let start = 0
    for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
      hold(bytes.subarray(start, end))
      yield take()
      start = end + 1
    }
    hold(bytes.subarray(start))
  }
  if (size > 0) yield take()

  /** Bytes beyond the limit are counted and dropped. */
  function hold(part: Buffer): void {
    size += part.length
    if (size <= limits.lineBytes) held.push(part)
    else held = []
  }
}

const tooLong: Line = {
  fault: { code: 'input_too_large', message: `the line is longer than ${limits.lineBytes} bytes` },
}

function decode(bytes: Buffer): Line {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    return { fault: { code: 'validation', message: 'the line is not valid UTF-8' } }
  }
}
