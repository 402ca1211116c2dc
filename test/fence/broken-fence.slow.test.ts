import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ToolFailure } from '../../src/gate/tool-failure.ts'
import { bubblewrapFence } from '../../src/io/fence/bubblewrap-fence.ts'
import { findSystemProgram } from '../../src/io/fence/find-programs.ts'
import { runFenced } from '../../src/io/fence/run-fenced.ts'
import type { Policies } from '../../src/policy/policies.ts'
import { openGate, withPolicy, withPreset } from '../requirements/open-gate.ts'

const root = mkdtempSync(join(tmpdir(), 'sallyport-broken-fence-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const home = join(root, 'home')
const project = join(root, 'project')
for (const directory of [home, project]) mkdirSync(directory)

let count = 0

/** A directory of programs: the real ones of the system, and a `bwrap` of this test, or none. */
function programs(bwrap: string | null, real = ['prlimit', 'taskset', 'nsenter']): string {
  const directory = join(root, `programs-${++count}`)
  mkdirSync(directory)
  for (const name of real) symlinkSync(findSystemProgram(name) ?? '/nonexistent', join(directory, name))
  if (bwrap !== null) {
    writeFileSync(join(directory, 'bwrap'), `#!/bin/sh\n${bwrap}\n`)
    chmodSync(join(directory, 'bwrap'), 0o755)
  }
  return directory
}

const enforce = await withPolicy('fence: { mode: enforce }')
const hosts = await withPolicy('fence: { mode: enforce, network: { allow: [a.com] } }')

/** Runs `touch` through the gate with these programs, and looks whether it ran. */
async function touched(directory: string, policies: Policies, sandbox: 'inherit' | 'restricted' = 'inherit') {
  const marker = join(project, `marker-${++count}`)
  const env = { HOME: home, PATH: '/usr/bin:/bin' }
  const { gate } = openGate({
    policies,
    place: { cwd: project, workspace: [project], home },
    fence: bubblewrapFence(env, [project], [directory]),
  })
  const outcome = await gate.run(
    { tool: 'shell_exec', input: { argv: ['touch', marker], sandbox } },
    async ({ plan }) => {
      if (plan === null) throw new ToolFailure('sandbox_denied', 'there is no plan')
      const { end } = await runFenced({ plan, argv: ['touch', marker], env, stdio: ['ignore', 'ignore', 'ignore'] })
        .result
      if (end.kind === 'broken') throw new ToolFailure('sandbox_denied', end.message)
    },
  )
  return { ran: existsSync(marker), code: outcome.ok ? null : outcome.code, reason: outcome.ok ? '' : outcome.reason }
}

const fails = (message: string): string => `echo "bwrap: ${message}" >&2; exit 1`

describe('without a working fence the command does not run, and the reason says what to do', () => {
  test.each<readonly [what: string, bwrap: string | null, says: string]>([
    ['bubblewrap is missing', null, 'bubblewrap is not installed; install it'],
    ['bubblewrap is too old', fails('Unknown option --json-status-fd'), 'install bubblewrap 0.8 or newer'],
    ['user namespaces are off', fails('No permissions to create new namespace'), 'kernel.unprivileged_userns_clone=1'],
    ['AppArmor forbids them', fails('setting up uid map: Permission denied'), 'AppArmor'],
    ['there are too many namespaces', fails('max_user_namespaces exceeded'), 'user.max_user_namespaces'],
    [
      'a container hides /proc',
      fails("Can't mount proc on /newroot/proc: Operation not permitted"),
      'systempaths=unconfined',
    ],
    ['a container forbids mounts', fails('Failed to make / slave: Permission denied'), '--cap-add SYS_ADMIN'],
    ['it fails for another reason', fails('the moon is full'), 'the moon is full'],
    ['it ends without a word', 'exit 3', 'bubblewrap cannot make a sandbox here'],
  ])('%s', async (_what, bwrap, says) => {
    const { ran, code, reason } = await touched(programs(bwrap), enforce)
    expect({ ran, code }).toEqual({ ran: false, code: 'sandbox_denied' })
    expect(reason).toContain(says)
  })

  test('one that passes the probe and then does nothing', async () =>
    expect(await touched(programs('exit 0'), enforce)).toMatchObject({ ran: false, code: 'sandbox_denied' }))

  test('a call that requires the fence itself', async () =>
    expect(await touched(programs(null), await withPolicy('fence: { mode: off }'), 'restricted')).toMatchObject({
      ran: false,
      code: 'sandbox_denied',
    }))

  test.each(['dev', 'prod'])('the baseline %s', async preset =>
    expect(await touched(programs(null), await withPreset(preset), 'restricted')).toMatchObject({ ran: false }),
  )

  test('a program inside the workspace is not used', async () => {
    const planted = join(project, 'bin')
    mkdirSync(planted)
    writeFileSync(join(planted, 'bwrap'), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
    expect(await touched(planted, enforce)).toMatchObject({
      ran: false,
      reason: expect.stringContaining('not installed'),
    })
  })

  test('a key that cannot be enforced here', async () => {
    const real = findSystemProgram('bwrap')
    const directory = programs(null, ['prlimit', 'taskset'])
    symlinkSync(real ?? '/nonexistent', join(directory, 'bwrap'))
    expect(await touched(directory, hosts)).toMatchObject({
      ran: false,
      code: 'sandbox_denied',
      reason: expect.stringMatching(/cannot enforce `hosts` here; install util-linux, which has `nsenter`/),
    })
    expect(await touched(directory, enforce)).toEqual({ ran: true, code: null, reason: '' })
  })
})
