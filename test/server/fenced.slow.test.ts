import { chmodSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundledCli, startProcess } from '../cli/cli.ts'
import { whyNoBash } from '../oracle/sandbox.ts'
import { openGround, startServer } from './open-server.ts'

const missing = whyNoBash()

/** Prints what a program can do with the state directory and the server's socket. */
const look = `
const { readdirSync, readFileSync } = require('node:fs')
const [state] = process.argv.slice(1)
const attempt = what => { try { return what() } catch (error) { return error.code } }
console.log('names', attempt(() => readdirSync(state).length > 0 ? 'some' : 'none'))
console.log('key', attempt(() => readFileSync(state + '/run-key').length))
const socket = require('node:net').connect(state + '/server.sock')
socket.on('connect', () => { console.log('socket reached'); process.exit() })
socket.on('error', error => { console.log('socket', error.code); process.exit() })
`

test.skipIf(missing !== null)(
  `a fenced command reaches neither the state directory nor the server's socket${missing === null ? '' : `: skipped, ${missing}`}`,
  async () => {
    // Outside /tmp, since the fence has its own.
    const ground = openGround(process.getuid?.() === 0 ? '/srv' : homedir())
    chmodSync(ground.home, 0o755)
    const server = await startServer(ground)
    try {
      await ground.hook('git status')
      const state = join(ground.home, '.local/state/sallyport')
      const program = [process.execPath, '-e', look, state]
      const open = await startProcess(program, { stdin: '' }, ground)
      expect(open.out).toBe('names some\nkey 32\nsocket reached\n')
      for (const profile of ['minimal', 'balanced']) {
        const line = [process.execPath, await bundledCli(), 'run', '--yes', '--profile', profile, '--', ...program]
        const { out } = await startProcess(line, { stdin: '' }, ground)
        expect([profile, out]).toEqual([
          profile,
          expect.stringMatching(/^names (none|EACCES|ENOENT)\nkey (EACCES|ENOENT)\nsocket [A-Z]+\n$/),
        ])
      }
    } finally {
      await server.kill()
      ground.remove()
    }
  },
)
