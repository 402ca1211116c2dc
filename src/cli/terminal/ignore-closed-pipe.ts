import { exitCodes } from './exit-codes.ts'

/** When the reader closes the pipe, the command ends without an error and keeps its exit code. */
export function ignoreClosedPipe(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return
    process.stderr.write(`sallyport: cannot write the output: ${error.message}\n`)
    process.exit(exitCodes.deny)
  })
}
