import { describe, expect, test } from 'vitest'
import { isWithin } from '../core/path.ts'
import { bubblewrapPlan } from './bubblewrap.ts'
import type { FencePlan, MountKind } from './fence.ts'
import type { Entry, FenceGround } from './ground.ts'
import { type FenceProfile, type ProfileName, profileNames, unlimited } from './profile.ts'

const file = (path: string, named = path): Entry => ({ path, named, kind: 'file' })
const folder = (path: string): Entry => ({ path, named: path, kind: 'directory' })

const ground: FenceGround = {
  place: { cwd: '/home/dev/project', workspace: ['/home/dev/project'], home: '/home/dev', own: [] },
  architecture: 'x64',
  isRoot: false,
  env: ['PATH', 'HOME', 'LANG', 'LC_ALL', 'API_KEY', 'GITHUB_TOKEN', 'DATABASE_URL', 'NODE_ENV', 'TMPDIR'],
  programs: ['/usr/bin', '/home/dev/.nvm/versions/node/v20/bin', '/home/dev/.local/bin'],
  entries: [
    folder('/home/dev/.ssh'),
    file('/home/dev/.ssh/id_rsa'),
    file('/home/dev/.netrc'),
    file('/home/dev/notes.txt'),
    file('/home/dev/project/.env'),
    file('/home/dev/project/.env.example'),
    file('/home/dev/project/packages/app/.env.local'),
    file('/home/dev/shared/settings', '/home/dev/project/.env.production'),
    file('/home/dev/project/CLAUDE.md'),
    folder('/home/dev/project/.vscode'),
    file('/home/dev/project/.vscode/tasks.json'),
    file('/home/dev/project/package-lock.json'),
    folder('/home/dev/project/.git/hooks'),
    file('/home/dev/project/.git/config'),
    file('/home/dev/project/src/a.ts'),
  ],
  repositories: ['/home/dev/project/.git'],
  gitObeys: [],
  scratch: [{ path: '/tmp/mine', kind: 'directory' }],
  sockets: ['/home/dev/app.sock'],
  hasAbstractSockets: false,
  hasLostSockets: false,
  state: '/home/dev/.local/state/sallyport',
  otherHomes: ['/root'],
  existing: new Set([
    '/usr',
    '/bin',
    '/lib',
    '/etc/passwd',
    '/etc/shadow',
    '/proc/sys',
    '/home/dev/.local/state/sallyport',
  ]),
  caches: '/home/dev/.cache/sallyport/fence/1',
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

const programs = { bwrap: '/usr/bin/bwrap', prlimit: '/usr/bin/prlimit', taskset: '/usr/bin/taskset' }

function planOf(wanted: FenceProfile = profile(), changed: Partial<FenceGround> = {}): FencePlan {
  const plan = bubblewrapPlan(wanted, { ...ground, ...changed }, programs)
  if (!plan.ok) throw new Error(plan.faults[0].message)
  return plan.value
}

/** How a plan shows a path: the last mount that covers it. */
const shown = (plan: FencePlan, path: string): MountKind =>
  plan.mounts.filter(mount => isWithin(path, mount.path)).at(-1)?.how ?? 'private'

describe('the balanced profile', () => {
  test.each<readonly [what: string, path: string, how: MountKind]>([
    ['shows the programs of the machine', '/usr/bin/git', 'read'],
    ['shows ordinary files of the home', '/home/dev/notes.txt', 'read'],
    ['lets the workspace be written', '/home/dev/project/src/a.ts', 'write'],
    ['lets a file with a harmless name be written', '/home/dev/project/.env.example', 'write'],
    ['lets builds write lock files', '/home/dev/project/package-lock.json', 'write'],
    ['hides keys', '/home/dev/.ssh/id_rsa', 'hide'],
    ['hides passwords of tools', '/home/dev/.netrc', 'hide'],
    ['hides the secrets of the project', '/home/dev/project/.env', 'hide'],
    ['hides secrets deeper in the project', '/home/dev/project/packages/app/.env.local', 'hide'],
    ['hides the file that a secret link leads to', '/home/dev/shared/settings', 'hide'],
    ['hides passwords of the machine', '/etc/shadow', 'hide'],
    ['hides the homes of other people', '/root/x', 'hide'],
    ['hides the journal', '/home/dev/.local/state/sallyport/journal', 'hide'],
    ['hides sockets of the machine', '/home/dev/app.sock', 'hide'],
    ['keeps git hooks from changes', '/home/dev/project/.git/hooks/pre-commit', 'read'],
    ['keeps the git configuration from changes', '/home/dev/project/.git/config', 'read'],
    ['lets git write the rest of its directory', '/home/dev/project/.git/index', 'write'],
    ['keeps editor settings from changes', '/home/dev/project/.vscode/tasks.json', 'read'],
    ['keeps instructions for agents from changes', '/home/dev/project/CLAUDE.md', 'read'],
    ['has its own temporary directory', '/tmp/x', 'private'],
    ['shares the temporary directory of the call', '/tmp/mine/x', 'write'],
    ['has no sockets of services', '/run/docker.sock', 'private'],
    ['lets caches be written', '/home/dev/.cache/sallyport/fence/1/npm', 'write'],
  ])('%s', (_what, path, how) => expect(shown(planOf(), path)).toBe(how))

  test('pins every directory above a protected file, so that none can be moved away', () => {
    const pinned = planOf()
      .mounts.filter(({ how }) => how === 'write')
      .map(({ path }) => path)
    expect(pinned).toEqual(
      expect.arrayContaining([
        '/home/dev/project/.git',
        '/home/dev/project/packages',
        '/home/dev/project/packages/app',
      ]),
    )
  })

  test('passes on what programs need, and no secret', () =>
    expect(planOf().env).toEqual(['HOME', 'LANG', 'LC_ALL', 'NODE_ENV', 'PATH']))

  test('passes on a secret that is named exactly, but not by a pattern', () => {
    expect(planOf(profile('balanced', { env: ['GITHUB_TOKEN'] })).env).toContain('GITHUB_TOKEN')
    expect(planOf(profile('balanced', { env: ['*'] })).env).not.toContain('GITHUB_TOKEN')
    expect(planOf(profile('balanced', { env: ['DATABASE_*'] })).env).toContain('DATABASE_URL')
  })

  test('has no network, and its kernel settings are read-only', () => {
    const { argv } = planOf()
    expect(argv).toContain('--unshare-net')
    expect(argv.join(' ')).toContain('--proc /proc --ro-bind /proc/sys /proc/sys')
  })
})

describe('the settings of a policy', () => {
  const withOut = { entries: [...ground.entries, folder('/home/dev/out'), file('/home/dev/out/.env')] }

  test('a path that may be written is writable, and a secret in it stays hidden', () => {
    const plan = planOf(profile('balanced', { write: ['~/out'] }), withOut)
    expect(shown(plan, '/home/dev/out/x')).toBe('write')
    expect(shown(plan, '/home/dev/out/.env')).toBe('hide')
    expect(plan.guarded).toContain('/home/dev/out')
  })

  test('a path that does not exist is left out', () =>
    expect(shown(planOf(profile('balanced', { write: ['~/out'] })), '/home/dev/out/x')).toBe('read'))

  test('a path that a person allowed says so', () => {
    const plan = planOf(profile('balanced', { allowed: [{ opens: 'path', what: '/home/dev/out' }] }), withOut)
    expect(plan.mounts).toContainEqual(
      expect.objectContaining({ path: '/home/dev/out', because: expect.stringContaining('fence allow') }),
    )
  })

  test.each(['.env', '~/.ssh', '~/.ssh/id_rsa', '~', '/', '.git/hooks', '.vscode/tasks.json', '~/link'])(
    '%s is never made writable',
    path => {
      const entries = [
        ...ground.entries,
        folder('/'),
        folder('/home/dev'),
        file('/home/dev/.ssh/id_rsa', '/home/dev/link'),
      ]
      const plan = bubblewrapPlan(profile('balanced', { write: [path] }), { ...ground, entries }, programs)
      expect(plan).toMatchObject({ ok: false, faults: [{ code: 'sandbox_denied' }] })
    },
  )

  test('a path that is hidden and writable is hidden', () =>
    expect(shown(planOf(profile('balanced', { write: ['~/out'], hide: ['~/out'] }), withOut), '/home/dev/out/x')).toBe(
      'hide',
    ))

  test('a command does not start in a directory that is hidden', () =>
    expect(
      bubblewrapPlan(
        profile('balanced', { hide: ['/home/dev/project'] }),
        { ...ground, entries: [folder('/home/dev/project')] },
        programs,
      ),
    ).toMatchObject({
      ok: false,
      faults: [{ message: expect.stringContaining('starts in a directory that the fence hides') }],
    }))

  test('each host has its reason', () => {
    const allowed = [{ opens: 'host', what: 'b.com' }] as const
    const registries = [{ host: 'registry.npmjs.org', because: 'npm' }]
    expect(planOf(profile('balanced', { allowed, registries: true }), { registries })).toMatchObject({
      network: ['b.com', 'registry.npmjs.org'],
      hosts: [
        { host: 'b.com', because: expect.stringContaining('fence allow') },
        { host: 'registry.npmjs.org', because: 'npm' },
      ],
    })
    expect(planOf(profile('balanced', { network: ['a.com'], registries: true }), { registries }).network).toEqual([
      'a.com',
    ])
    expect(planOf(profile('strict', { registries: true }), { registries }).network).toEqual([])
    expect(planOf(profile('balanced'), { registries }).network).toEqual([])
  })

  test('a path of its own is hidden', () =>
    expect(shown(planOf(profile('balanced', { hide: ['~/notes.txt'] })), '/home/dev/notes.txt')).toBe('hide'))

  test('a read-only fence writes nothing but its caches', () => {
    const plan = planOf(profile('balanced', { readOnly: true }))
    expect(shown(plan, '/home/dev/project/src/a.ts')).toBe('read')
    expect(plan.mounts.filter(({ how }) => how === 'write').map(({ path }) => path)).toEqual([ground.caches])
  })

  test('limits become words of the command', () => {
    const { argv } = planOf(
      profile('balanced', { limits: { ...unlimited, memory: 4096, cpus: 1.5, processes: 9, seconds: 5, fileSize: 7 } }),
    )
    expect(argv.slice(0, 3)).toEqual(['/usr/bin/taskset', '-c', '0-1'])
    expect(argv.slice(-4)).toEqual(['/usr/bin/prlimit', '--nproc=9', '--data=4096', '--fsize=7'])
  })

  test('too many mounts are refused, and nothing is left out', () => {
    const many = Array.from({ length: 300 }, (_, index) => file(`/home/dev/project/d${index}/.env`))
    const plan = bubblewrapPlan(profile(), { ...ground, entries: many }, programs)
    expect(plan).toMatchObject({ ok: false, faults: [{ code: 'sandbox_denied' }] })
  })
})

describe('unix sockets', () => {
  const refused = (plan: FencePlan, other: FencePlan) => plan.seccomp !== other.seccomp
  const allowed = planOf()
  test.each<readonly [what: string, plan: FencePlan, isRefused: boolean]>([
    ['are allowed if those of the host are hidden', planOf(), false],
    ['are refused by the strict profile', planOf(profile('strict')), true],
    [
      'are allowed with a network of its own, even if the host has nameless ones',
      planOf(profile(), { hasAbstractSockets: true }),
      false,
    ],
    [
      'are refused with the network of a host that has nameless ones',
      planOf(profile('minimal'), { hasAbstractSockets: true }),
      true,
    ],
  ])('%s', (_what, plan, isRefused) => expect(refused(plan, allowed)).toBe(isRefused))
})

/** Everything that a plan lets a command do to the host. */
const rank: Readonly<Record<MountKind, number>> = { hide: 0, private: 0, read: 1, write: 2 }
const paths = [
  ...ground.entries.map(({ path }) => path),
  ...[
    '/usr/bin/git',
    '/etc/passwd',
    '/etc/shadow',
    '/root/x',
    '/home/dev/other/b',
    '/tmp/x',
    '/tmp/mine/x',
    '/var/lib/x',
  ],
  ...['/home/dev/.local/state/sallyport/grants.json', '/home/dev/project/new', '/home/dev/.local/share/keyrings/a'],
  ...['/home/dev/.nvm/versions/node/v20/lib/x', '/home/dev/.local/bin/x', '/run/docker.sock'],
]

describe('R211: a stricter profile never permits what a laxer one forbids', () => {
  const choices: readonly Partial<FenceProfile>[] = [
    {},
    { readOnly: true },
    { write: ['~/out', 'src'] },
    { hide: ['src'] },
    { network: ['example.com'] },
    { limits: { ...unlimited, memory: 2 ** 30, cpus: 2, processes: 64, seconds: 60 } },
  ]
  const grounds: readonly Partial<FenceGround>[] = [
    {},
    { hasAbstractSockets: true },
    { scratch: [] },
    { programs: ['/home/dev/.local/bin', '/opt/tool/bin', '/home/dev/bin'] },
    { entries: [] },
  ]
  test.each(profileNames.slice(1).map((name, index) => [profileNames[index] as ProfileName, name] as const))(
    '%s and %s',
    (lax, strict) => {
      for (const choice of choices) {
        for (const changed of grounds) {
          const a = planOf(profile(lax, choice), changed)
          const b = planOf(profile(strict, choice), changed)
          for (const path of paths)
            expect([path, rank[shown(b, path)]]).toEqual([path, Math.min(rank[shown(b, path)], rank[shown(a, path)])])
          expect(
            a.network === 'full' || (b.network !== 'full' && b.network.every(host => a.network.includes(host))),
          ).toBe(true)
          for (const key of ['memory', 'cpus', 'processes', 'seconds'] as const)
            expect(b.limits[key] ?? Infinity).toBeLessThanOrEqual(a.limits[key] ?? Infinity)
          expect(b.env.filter(name => !a.env.includes(name))).toEqual([])
        }
      }
    },
  )
})
