import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { homedir } from 'node:os'
import { expect, test } from 'vitest'
import { nowhere } from '../../src/core/call.ts'
import { unlimited } from '../../src/fence/profile.ts'
import { bubblewrapFence } from '../../src/io/fence/bubblewrap-fence.ts'
import { startFenced } from '../../src/io/fence/start-fenced.ts'
import { whyNoBash } from '../oracle/sandbox.ts'

test.skipIf(whyNoBash() !== null)(
  'a socket that is removed after the plan was made does not stop the command',
  async () => {
    // Outside /tmp, since the fence has its own.
    const base = mkdtempSync(process.getuid?.() === 0 ? '/srv/sallyport-socket-' : `${homedir()}/.sallyport-socket-`)
    const workspace = `${base}/project`
    mkdirSync(workspace)
    const server = createServer()
    await new Promise<void>(resolve => server.listen(`${base}/service.sock`, resolve))
    try {
      const env = { PATH: '/usr/bin:/bin', HOME: base }
      const fence = bubblewrapFence(env, [workspace])
      await fence.probe()
      const place = { ...nowhere, cwd: workspace, workspace: [workspace], home: base }
      const profile = {
        name: 'balanced',
        readOnly: false,
        network: null,
        write: [],
        hide: [],
        env: [],
        limits: unlimited,
      } as const
      const plan = fence.plan(profile, { tool: 'shell_exec', input: { argv: ['true'] }, place, id: null })
      if (!plan.ok) throw new Error(plan.faults[0].message)
      expect(plan.value.mounts).toContainEqual(expect.objectContaining({ path: `${base}/service.sock`, how: 'hide' }))
      await new Promise(resolve => server.close(resolve))
      const started = startFenced({
        plan: plan.value,
        argv: ['sh', '-c', 'exit 7'],
        env,
        stdio: ['ignore', 'ignore', 'ignore'],
      })
      expect(await started.end).toEqual({ kind: 'exited', code: 7 })
    } finally {
      server.close()
      rmSync(base, { recursive: true, force: true })
    }
  },
)
