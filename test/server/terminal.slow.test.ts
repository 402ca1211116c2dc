import { expect, test } from 'vitest'
import { openCli } from '../cli/cli.ts'
import { decisionOf, openGround, startServer } from './open-server.ts'

const push = 'git push origin main'

test.each<readonly [what: string, options: readonly string[], decision: string, outcome: string]>([
  ['an approval', [], 'allow', 'approved'],
  ['a refusal', ['--deny'], 'deny', 'denied'],
])('%s at a terminal answers the call that waits in the inbox', async (_, options, decision, outcome) => {
  const ground = openGround()
  const cli = await openCli(ground)
  const server = await startServer(ground)
  try {
    const answer = ground.hook(push)
    const { approval_id } = await server.next('approval_required')
    const [waiting] = JSON.parse((await cli.run({ args: ['approve', '--json'] })).out)
    await cli.atTerminal('y\n', 'approve', waiting.id, ...options)
    expect(decisionOf(await answer)[0]).toBe(decision)
    expect(await server.next('approval_over')).toMatchObject({ approval_id, outcome })
    expect(await server.respond(approval_id, { approved: true })).toMatchObject({ status: 404 })
  } finally {
    await server.kill()
    ground.remove()
  }
})
