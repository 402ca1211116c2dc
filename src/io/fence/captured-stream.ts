import { spawnSync } from 'node:child_process'
import { closeSync, constants, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { ownPaths } from '../paths.ts'
import { findSystemProgram } from './find-programs.ts'

/** A stream that a command writes to, passed on as it is, of which the end is kept. */
export interface CapturedStream {
  /** The descriptor for the command. */
  readonly fd: number
  /** Call it when the command has started: only the command holds the stream open then. */
  started(): void
  /** The last bytes, when everything has arrived. */
  tail(): Promise<string>
}

export interface CaptureOptions {
  readonly to: NodeJS.WritableStream
  readonly keptBytes: number
  /** Called for each piece before it is passed on. Returns how much of it may be passed on. */
  readonly took: (bytes: number) => number
}

/**
 * Opens a real pipe. Node's own ones are sockets, and programs cannot open `/dev/stderr` if it is a socket. Null if there is
 * no way to make a pipe here.
 */
export function captureStream({ to, keptBytes, took }: CaptureOptions): CapturedStream | null {
  const ends = openPipe()
  if (ends === null) return null
  const source = new Socket({ fd: ends.read, readable: true, writable: false })
  let kept = Buffer.alloc(0)
  source.on('data', (chunk: Buffer) => {
    const passed = chunk.subarray(0, took(chunk.length))
    kept = Buffer.concat([kept, passed]).subarray(-keptBytes)
    if (!to.write(passed)) {
      source.pause()
      to.once('drain', () => source.resume())
    }
  })
  // The reader of the output has ended: the command gets SIGPIPE, as it would without us.
  to.on('error', () => source.destroy())
  const closed = new Promise<void>(resolve => {
    source.once('close', () => resolve())
    source.on('error', () => resolve())
  })
  return {
    fd: ends.write,
    started: () => closeSync(ends.write),
    tail: async () => {
      await closed
      return kept.toString('utf8')
    },
  }
}

/** A private directory for the name of the pipe: in Sallyport's own state, since `TMPDIR` may name a directory that is missing. */
function makeDirectory(): string | null {
  try {
    const { state } = ownPaths()
    mkdirSync(state, { recursive: true, mode: 0o700 })
    return mkdtempSync(`${state}/pipe-`)
  } catch {
    return null
  }
}

function openPipe(): { readonly read: number; readonly write: number } | null {
  const mkfifo = findSystemProgram('mkfifo')
  if (mkfifo === null) return null
  const directory = makeDirectory()
  if (directory === null) return null
  try {
    const path = `${directory}/pipe`
    if (spawnSync(mkfifo, ['-m', '600', path], { stdio: 'ignore' }).status !== 0) return null
    const read = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    return { read, write: openSync(path, constants.O_WRONLY) }
  } catch {
    return null
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
