import { describe, expect, test } from 'vitest'
import { isWithin } from '../../src/core/path.ts'
import { adapterFor } from '../../src/fence/adapter-for.ts'
import { bubblewrapPlan } from '../../src/fence/bubblewrap.ts'
import type { FencePlan, MountKind } from '../../src/fence/fence.ts'
import type { Entry, FenceGround } from '../../src/fence/ground.ts'
import { type FenceProfile, fenceKeys, type ProfileName, profileNames, unlimited } from '../../src/fence/profile.ts'
import { seatbeltKeys, seatbeltPlan, withProxyPort } from '../../src/fence/seatbelt.ts'
import { probeSeatbelt } from '../../src/io/fence/seatbelt-fence.ts'
import { readSeatbelt, type SeatbeltRules } from './seatbelt-rules.ts'

const file = (path: string, named = path): Entry => ({ path, named, kind: 'file' })
const folder = (path: string): Entry => ({ path, named: path, kind: 'directory' })
const workspace = '/Users/dev/project'

const ground: FenceGround = {
  place: { cwd: workspace, workspace: [workspace], home: '/Users/dev', own: [] },
  architecture: 'arm64',
  isRoot: false,
  env: ['PATH', 'HOME', 'LANG', 'GITHUB_TOKEN', 'TMPDIR'],
  programs: ['/usr/bin', '/opt/homebrew/bin', '/Users/dev/.nvm/versions/node/v20/bin'],
  entries: [
    folder('/Users/dev/.ssh'),
    file('/Users/dev/.ssh/id_rsa'),
    folder('/Users/dev/Library/Keychains'),
    file('/Users/dev/notes.txt'),
    file(`${workspace}/.env`),
    file(`${workspace}/packages/app/.env.local`),
    file(`${workspace}/a") (allow default) ("/.env`),
    file(`${workspace}/CLAUDE.md`),
    folder(`${workspace}/.git/hooks`),
    file(`${workspace}/.git/config`),
    file(`${workspace}/src/a.ts`),
  ],
  repositories: [`${workspace}/.git`],
  gitObeys: [],
  scratch: [{ path: '/private/tmp/mine', kind: 'directory' }],
  sockets: [],
  hasAbstractSockets: true,
  hasLostSockets: true,
  state: '/Users/dev/.local/state/sallyport',
  otherHomes: ['/Users/other'],
  existing: new Set(['/usr', '/bin', '/opt', '/etc/passwd', '/etc/sudoers', '/Users/dev/.local/state/sallyport']),
  caches: '/Users/dev/.cache/sallyport/fence/1',
  grouped: [],
}

const profile = (name: ProfileName = 'balanced', more: Partial<FenceProfile> = {}): FenceProfile => ({
  name,
  readOnly: false,
  network: null,
  write: [],
  hide: [],
  env: [],
  limits: unlimited,
  ...more,
})

function planOf(wanted: FenceProfile = profile(), changed: Partial<FenceGround> = {}): FencePlan {
  const plan = seatbeltPlan(wanted, { ...ground, ...changed })
  if (!plan.ok) throw new Error(plan.faults[0].message)
  return plan.value
}

const rulesOf = (wanted?: FenceProfile, changed?: Partial<FenceGround>): SeatbeltRules =>
  readSeatbelt(planOf(wanted, changed).argv)

type Reach = 'none' | 'read' | 'write'
const reach = (rules: SeatbeltRules, path: string): Reach =>
  rules.allowsFile('file-write-data', path) ? 'write' : rules.allowsFile('file-read-data', path) ? 'read' : 'none'

describe('R106: `auto` picks the fence of the operating system', () => {
  test.each([
    ['darwin', 'seatbelt'],
    ['linux', 'bubblewrap'],
  ])('on %s: %s', (platform, adapter) => expect(adapterFor(platform)).toEqual({ ok: true, value: adapter }))

  test.each([
    ['win32', 'WSL'],
    ['freebsd', 'use Linux or macOS'],
  ])('on %s there is none, and it says what to do', (platform, remedy) =>
    expect(adapterFor(platform)).toMatchObject({
      ok: false,
      faults: [{ code: 'sandbox_denied', message: expect.stringContaining(remedy) }],
    }),
  )
})

describe('the plan for macOS', () => {
  test.each(profileNames)('%s, as a whole', async name => {
    const { argv, ...plan } = planOf(profile(name))
    const [program, option, rules, ...words] = argv
    const pairs = words.join(' ').replaceAll(' -D ', '\n-D ').replace(' -- ', '\n--\n')
    const text = `${program} ${option}\n${rules}\n${pairs}\n\n${JSON.stringify(plan, null, 2)}\n`
    await expect(text).toMatchFileSnapshot(`seatbelt-${name}.golden`)
  })

  test.each<readonly [what: string, path: string, how: Reach]>([
    ['shows the programs of the machine', '/usr/bin/git', 'read'],
    ['shows ordinary files of the home', '/Users/dev/notes.txt', 'read'],
    ['lets the workspace be written', `${workspace}/src/a.ts`, 'write'],
    ['hides keys', '/Users/dev/.ssh/id_rsa', 'none'],
    ['hides the key chain', '/Users/dev/Library/Keychains/login.keychain-db', 'none'],
    ['hides the secrets of the project', `${workspace}/.env`, 'none'],
    ['hides secrets deeper in the project', `${workspace}/packages/app/.env.local`, 'none'],
    ['hides a secret in a directory whose name looks like a rule', `${workspace}/a") (allow default) ("/.env`, 'none'],
    ['hides the homes of other people', '/Users/other/x', 'none'],
    ['hides the journal', '/Users/dev/.local/state/sallyport/journal', 'none'],
    ['hides files of the system by their real path', '/private/etc/sudoers', 'none'],
    ['keeps git hooks from changes', `${workspace}/.git/hooks/pre-commit`, 'read'],
    ['keeps instructions for agents from changes', `${workspace}/CLAUDE.md`, 'read'],
    ['lets git write the rest of its directory', `${workspace}/.git/index`, 'write'],
    ['closes the temporary directory of all programs', '/private/tmp/x', 'none'],
    ['shares the temporary directory of the call', '/private/tmp/mine/x', 'write'],
    ['has a temporary directory among its caches', '/Users/dev/.cache/sallyport/fence/1/tmp/x', 'write'],
    ['closes the disks', '/dev/disk0', 'none'],
    ['lets programs write to /dev/null', '/dev/null', 'write'],
  ])('%s', (_what, path, how) => expect(reach(rulesOf(), path)).toBe(how))

  test.each([workspace, `${workspace}/.git`, `${workspace}/packages`, `${workspace}/packages/app`])(
    'a directory above a protected file cannot be moved: %s',
    path => expect(rulesOf().allowsFile('file-write-unlink', path)).toBe(false),
  )

  test('a file of the workspace can be deleted', () =>
    expect(rulesOf().allowsFile('file-write-unlink', `${workspace}/src/a.ts`)).toBe(true))

  test('no file becomes setuid', () =>
    expect(rulesOf().allowsFile('file-write-setugid', `${workspace}/src/a.ts`)).toBe(false))

  test('a hidden program cannot be started', () =>
    expect(rulesOf().allowsFile('process-exec', '/Users/dev/.ssh/x')).toBe(false))

  test('paths are parameters and never a part of the rules', () => {
    const [, , text = ''] = planOf().argv
    expect(text).not.toContain('/Users/dev')
    expect([...rulesOf().parameters.values()]).toContain(`${workspace}/a") (allow default) ("/.env`)
  })

  test('only the proxy can be reached, and nothing without one', () => {
    const { argv } = planOf(profile('balanced', { network: ['example.com'] }))
    expect(readSeatbelt(argv).allowsConnection('localhost:4000')).toBe(false)
    const rules = readSeatbelt(withProxyPort(argv, 4_000))
    expect(rules.allowsConnection('localhost:4000')).toBe(true)
    expect(rules.allowsConnection('localhost:4001')).toBe(false)
    expect(rules.allowsConnection('192.0.2.1:443')).toBe(false)
  })

  test('the profile `minimal` reaches every host', () =>
    expect(rulesOf(profile('minimal')).allowsConnection('192.0.2.1:443')).toBe(true))

  test('a read-only fence writes nothing but its caches', () => {
    const rules = rulesOf(profile('balanced', { readOnly: true }))
    expect(reach(rules, `${workspace}/src/a.ts`)).toBe('read')
    expect(reach(rules, `${ground.caches}/npm`)).toBe('write')
  })

  test('it has no keys for what macOS cannot limit, and its plans claim no such limit', () => {
    expect(fenceKeys.filter(key => !seatbeltKeys.includes(key))).toEqual([
      'memory',
      'cpus',
      'processes',
      'file_size',
      'output',
    ])
    expect(planOf(profile('strict')).limits).toEqual({ ...unlimited, seconds: 1_800 })
  })

  test.skipIf(process.platform === 'darwin')('its probe starts nothing on another system', async () =>
    expect(await probeSeatbelt()).toMatchObject({ ok: false, faults: [{ code: 'sandbox_denied' }] }),
  )
})

const paths = [
  ...ground.entries.map(({ path }) => path),
  ...['/usr/bin/git', '/private/etc/passwd', '/private/etc/sudoers', '/Users/dev/other/b', '/Users/other/x'],
  ...['/private/tmp/x', '/private/tmp/mine/x', '/private/var/tmp/x', '/private/var/lib/x', '/dev/disk0', '/Volumes/x'],
  ...['/Users/dev/.local/state/sallyport/grants.json', `${workspace}/new`, `${workspace}/.git/hooks/x`],
  ...['/opt/homebrew/bin/x', '/Users/dev/.nvm/versions/node/v20/lib/x', `${ground.caches}/npm`],
]
const rank: Readonly<Record<Reach, number>> = { none: 0, read: 1, write: 2 }
const choices: readonly Partial<FenceProfile>[] = [
  {},
  { readOnly: true },
  { write: ['~/out', 'src'] },
  { hide: ['src/a.ts'] },
  { network: ['example.com'] },
]
const grounds: readonly Partial<FenceGround>[] = [{}, { scratch: [] }, { entries: [] }, { programs: [] }]

describe('R211: on macOS too, a stricter profile never permits what a laxer one forbids', () => {
  test.each(profileNames.slice(1).map((name, index) => [profileNames[index] as ProfileName, name] as const))(
    '%s and %s',
    (lax, strict) => {
      for (const choice of choices) {
        for (const changed of grounds) {
          const a = rulesOf(profile(lax, choice), changed)
          const b = rulesOf(profile(strict, choice), changed)
          for (const path of paths)
            expect([path, rank[reach(b, path)]]).toEqual([path, Math.min(rank[reach(b, path)], rank[reach(a, path)])])
          for (const address of ['localhost:1', '192.0.2.1:443'])
            expect(!b.allowsConnection(address) || a.allowsConnection(address)).toBe(true)
        }
      }
    },
  )
})

describe('both adapters hold a command in the same way', () => {
  const programs = { bwrap: '/usr/bin/bwrap', prlimit: '/usr/bin/prlimit', taskset: '/usr/bin/taskset' }
  const seen: Readonly<Record<MountKind, Reach>> = { hide: 'none', private: 'none', read: 'read', write: 'write' }
  // Linux has no /private, and its own devices.
  const shared = paths.filter(path => !/^\/(?:private|dev)\//.test(path))
  test.each(profileNames)('%s', name => {
    for (const choice of choices) {
      const wanted = profile(name, choice)
      const linux = bubblewrapPlan(wanted, ground, programs)
      if (!linux.ok) throw new Error(linux.faults[0].message)
      const shown = (path: string) =>
        linux.value.mounts.filter(mount => isWithin(path, mount.path)).at(-1)?.how ?? 'private'
      expect(shared.map(path => [path, reach(rulesOf(wanted), path)])).toEqual(
        shared.map(path => [path, seen[shown(path)]]),
      )
    }
  })
})
