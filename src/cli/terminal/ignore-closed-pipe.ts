import { exitCodes } from './exit-codes.ts'

/** Output that nobody reads any more ends quietly: the command's exit code says what it has to say. */
export function ignoreClosedPipe(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return
    process.stderr.write(`sallyport: its output cannot be written: ${error.message}\n`)
    process.exit(exitCodes.deny)
  })
}
