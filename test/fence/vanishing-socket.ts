import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'

/**
 * Opens a socket below a directory, lets `plan` run, and removes the socket that many milliseconds after `start` was called: at
 * some of these moments a sandbox is just about to cover it.
 */
export async function withVanishingSocket<P, T>(
  { directory, afterMs }: { readonly directory: string; readonly afterMs: number },
  { plan, start }: { readonly plan: () => Promise<P>; readonly start: (planned: P) => T | Promise<T> },
): Promise<T> {
  const base = mkdtempSync(`${directory}/socket-`)
  const server = createServer()
  await new Promise<void>(resolve => server.listen(`${base}/service.sock`, resolve))
  try {
    const planned = await plan()
    spawn('sh', ['-c', `sleep ${afterMs / 1_000}; rm -f "$0"`, `${base}/service.sock`], { stdio: 'ignore' })
    return await start(planned)
  } finally {
    server.close()
    rmSync(base, { recursive: true, force: true })
  }
}
