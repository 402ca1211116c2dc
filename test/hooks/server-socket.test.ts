import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { waitSeconds } from '../../src/adapters/install/hook-command.ts'
import { ownPaths } from '../../src/io/paths.ts'
import { hookBuild } from '../../src/server/hooks/hook-build.ts'

const hooks = resolve(import.meta.dirname, '../../src/adapters/hooks')
const launcher = createRequire(import.meta.url)(`${hooks}/launch.cjs`)

test.each([[{ HOME: '/home/dev' }], [{ HOME: '/home/dev', XDG_STATE_HOME: '/var/state' }]])(
  'the launcher looks for the socket where the server opens it: %j',
  env => {
    expect(launcher.socketPath(env)).toBe(ownPaths(env).socket)
  },
)

test('without a home there is no socket to look for', () => {
  expect(launcher.socketPath({})).toBeNull()
})

test('hook and server identify the same code in the same way', () => {
  const dist = resolve(import.meta.dirname, '../../dist')
  expect(hookBuild('/nonexistent')).toBeNull()
  const built = hookBuild(dist)
  if (built !== null) expect(launcher.buildOf(dist)).toBe(built)
})

test('a plugin waits longer than its hook, and a hook longer than its question', () => {
  const plugin = readFileSync(resolve(hooks, '../plugins/ask-hook.ts'), 'utf8')
  const [, deadline = '0'] = /deadlineMs = ([\d_]+)/.exec(plugin) ?? []
  expect(Number(deadline.replaceAll('_', ''))).toBeGreaterThan((waitSeconds + 30) * 1_000)
})
