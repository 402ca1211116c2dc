import { closeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { ReadStream } from 'node:tty'
import { fail, ok, type Result } from '../../core/fault.ts'

/** A pseudo terminal: a program sits at its path, and we hold the other end. */
export interface Terminal {
  readonly path: string
  /** Output of the program, and its keyboard. */
  readonly stream: ReadStream
  resize(size: TerminalSize): void
  /** Call when the program has ended: what it printed can still be read, and then the stream ends. */
  release(): void
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
  // Reading fails with EIO when the last program has left the terminal. That is its normal end.
  stream.on('error', () => stream.destroy())
  let isReleased = false
  let isClosed = false
  stream.on('close', () => {
    isClosed = true
  })
  return ok({
    path,
    stream,
    resize: ({ columns, rows }) => {
      if (!isClosed) native.resize(master, columns, rows)
    },
    release: () => {
      if (isReleased) return
      isReleased = true
      closeSync(slave)
    },
  })
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
