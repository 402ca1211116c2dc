import { closeSync, readSync } from 'node:fs'
import { createRequire } from 'node:module'
import { ReadStream } from 'node:tty'
import { fail, ok, type Result } from '../../core/fault.ts'

/** A pseudo terminal: a program sits at its path, and we hold the other end. */
export interface Terminal {
  readonly path: string
  /** Output of the program, and its keyboard. */
  readonly stream: ReadStream
  resize(size: TerminalSize): void
  /** Closes the terminal and returns what was printed and not read yet. Call it when the program has ended. */
  close(): readonly Uint8Array[]
}

export interface TerminalSize {
  readonly columns: number
  readonly rows: number
}

export const usualSize: TerminalSize = { columns: 80, rows: 24 }

/** The part of node-pty that opens a terminal without starting a program, since the fence starts its own. */
interface NativeTerminals {
  open(columns: number, rows: number): { readonly master: number; readonly slave: number; readonly pty: string }
  resize(master: number, columns: number, rows: number): void
}

/** Opens a terminal. The package for it is optional and loaded here. */
export function openTerminal(size: TerminalSize, load: () => unknown = loadNative): Result<Terminal> {
  const native = nativeTerminals(load)
  if (native === null)
    return fail(
      'not_found',
      'a terminal needs the package `@lydell/node-pty`; run `npm install @lydell/node-pty`, or call without `tty`',
    )
  const { master, slave, pty: path } = native.open(size.columns, size.rows)
  const stream = new ReadStream(master)
  // Reading fails with EIO when the last program has left the terminal.
  stream.on('error', () => stream.destroy())
  let isClosed = false
  return ok({
    path,
    stream,
    resize: ({ columns, rows }) => {
      if (!isClosed) native.resize(master, columns, rows)
    },
    close: () => {
      if (isClosed) return []
      isClosed = true
      // INVARIANT: our copy of the program's end stays open until here. A stream takes the last close for the end of the output,
      // even if there is more to read.
      while (stream.read() !== null) {
        // The listeners get what the stream has read and not passed on yet.
      }
      const rest = readRest(master)
      stream.destroy()
      closeSync(slave)
      return rest
    },
  })
}

/** All that can be read now. Once no program is left, that is at most one buffer of the kernel. */
function readRest(file: number): readonly Uint8Array[] {
  const chunks: Uint8Array[] = []
  for (let turns = 0; turns < 1_000; turns += 1) {
    const chunk = Buffer.alloc(4_096)
    try {
      const size = readSync(file, chunk)
      if (size === 0) return chunks
      chunks.push(chunk.subarray(0, size))
    } catch {
      // EAGAIN: nothing is left. EIO: every program has gone, and nothing is left.
      return chunks
    }
  }
  return chunks
}

function loadNative(): unknown {
  const binary: { requireBinary(file: string): unknown } = createRequire(import.meta.url)(
    '@lydell/node-pty/requireBinary.js',
  )
  return binary.requireBinary('pty.node')
}

function nativeTerminals(load: () => unknown): NativeTerminals | null {
  try {
    const native = load()
    return isNative(native) ? native : null
  } catch {
    return null
  }
}

const isNative = (native: unknown): native is NativeTerminals =>
  typeof native === 'object' &&
  native !== null &&
  'open' in native &&
  typeof native.open === 'function' &&
  'resize' in native &&
  typeof native.resize === 'function'
