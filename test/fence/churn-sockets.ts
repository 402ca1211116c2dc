import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'

const churning = `
const { createServer } = require('node:net')
let made = 0
const open = () => {
  const server = createServer().listen(process.argv[1] + '/' + made++, () => setTimeout(() => server.close(open), 150 * Math.random()))
}
for (let at = 0; at < 20; at += 1) open()
setTimeout(() => console.log('ready'), 100)
`

/** Opens and closes sockets below a directory until `stop`, so that some disappear while a sandbox covers them. */
export async function churnSockets(directory: string): Promise<{ stop(): void }> {
  const sockets = mkdtempSync(`${directory}/sockets-`)
  const churn = spawn(process.execPath, ['-e', churning, sockets], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise(resolve => churn.stdout.once('data', resolve))
  return {
    stop: () => {
      churn.kill('SIGKILL')
      rmSync(sockets, { recursive: true, force: true })
    },
  }
}
