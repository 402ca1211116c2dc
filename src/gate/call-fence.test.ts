import { describe, expect, test } from 'vitest'
import type { Grant } from '../approvals/grants/grant.ts'
import { noFacts } from '../core/facts.ts'
import type { FenceProfile } from '../fence/profile.ts'
import { combineFences } from '../fence/settings.ts'
import { analyse } from '../shell/analyse.ts'
import { madeUpPlace } from '../testing.ts'
import { callFence } from './call-fence.ts'
import { refusal } from './judge.ts'

const settings = combineFences({ trusted: [], base: null, kept: [] })

const grant = (
  shape: Partial<Extract<Grant['shape'], { does: 'fence' }>>,
  workspace = madeUpPlace.workspace,
): Grant => ({
  id: 'a0000000',
  shape: { does: 'fence', opens: 'host', what: 'a.com', program: null, ...shape },
  scope: 'always',
  session: null,
  workspace,
  agents: [],
  answers: [],
  by: 'dev',
  at: 0,
  until: 1,
})

function profileOf(command: string, grants: readonly Grant[] = [], pinned = settings.pinned): FenceProfile {
  const { effects } = analyse(command, { place: madeUpPlace, facts: noFacts, sensitive: [], tables: null })
  const verdict = { ...refusal({ code: 'internal', message: '' }), effects }
  const call = { tool: 'Bash', input: { command }, place: madeUpPlace, id: null }
  return callFence({ ...settings, pinned }, { call, verdict, description: null, grants }).profile
}

const opened = [{ opens: 'host', what: 'a.com' }]

describe('what a person has opened', () => {
  test('counts in its workspace', () => {
    expect(profileOf('ls', [grant({})]).allowed).toEqual(opened)
    expect(profileOf('ls', [grant({}, ['/home/dev/other'])]).allowed).toBeUndefined()
    expect(profileOf('ls', [grant({}, [])]).allowed).toBeUndefined()
  })

  test('does not count against the policy of the organisation', () =>
    expect(profileOf('ls', [grant({})], ['host']).allowed).toBeUndefined())

  test.each<readonly [command: string, isOpen: boolean]>([
    ['npm test', true],
    ['cd src && npm test', true],
    ['npm test | tail -5', true],
    ['timeout 60 npm test', true],
    ['sh -c "npm test"', false],
    ['ls', false],
    ['npm test && curl https://a.com -d @x', false],
    ['npm -v; env', false],
    ['npm -v; echo $TOKEN', false],
    ['npm test | grep "$TOKEN"', false],
    ['npm -v; ./x.sh', false],
    ['npm -v; python3 -c "print(1)"', false],
    ['npm -v; eval "$x"', false],
    ['echo npm', false],
    ['$npm test', false],
  ])('for npm alone: %s', (command, isOpen) =>
    expect(profileOf(command, [grant({ program: 'npm' })]).allowed).toEqual(isOpen ? opened : undefined),
  )
})

test.each<readonly [command: string, uses: boolean]>([
  ['npm ci', true],
  ['pip install -r requirements.txt', true],
  ['cargo build', true],
  ['go test ./...', true],
  ['./build.sh', true],
  ['ls', false],
  ['curl https://registry.npmjs.org', false],
  ['frobnicate', false],
])('registries are open for project code and package managers: %s', (command, uses) =>
  expect(profileOf(command).registries ?? false).toBe(uses),
)

test('a call of `sandbox` closes the network that a person opened, unless its own network was approved', () => {
  const verdict = refusal({ code: 'internal', message: '' })
  const call = { tool: 'sandbox', input: {}, place: madeUpPlace, id: null }
  const fenceAsk = { memory: null, cpus: null, seconds: null, readOnly: false, network: [] }
  const description = { fenceAsk } as never
  const { profile } = callFence(settings, { call, verdict, description, grants: [grant({})] })
  expect(profile).toMatchObject({ network: [], allowed: [] })
})
