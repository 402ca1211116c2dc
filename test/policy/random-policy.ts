import type { Effect, Touch } from '../../src/core/effect.ts'
import { local, zones } from '../../src/core/effect.ts'
import { risks } from '../../src/core/risk.ts'
import { tiers } from '../../src/core/tier.ts'
import { sensitivity } from '../../src/guard/sensitive.ts'
import { zoneOf } from '../../src/guard/zone.ts'
import type { PolicyDocument, Rule, When } from '../../src/policy/schema/document.ts'
import { madeUpPlace } from '../../src/testing.ts'

/** Random policies and calls over a small vocabulary, so that rules often match. */
export function makeRandom(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const chance = (p: number): boolean => next() < p
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T
  const some = <T>(list: readonly T[]): readonly T[] =>
    Array.from({ length: 1 + Math.floor(next() * 2) }, () => pick(list))

  const pathPatterns = [
    'src',
    'src/**',
    '*.log',
    '.env',
    '/etc/**',
    '/etc/hosts',
    '~/notes',
    '~/.ssh/**',
    './src/*',
    '/srv/data/*',
    '~',
  ]
  const paths = [
    '/home/dev/project/src/a.ts',
    '/home/dev/project/src',
    '/home/dev/project/x.log',
    '/home/dev/project/.env',
    '/etc/hosts',
    '/home/dev/notes/a',
    '/home/dev/.ssh/id_rsa',
    '/tmp/x',
    '/srv/data/f',
    '/home/other/x',
    '/home/dev/project',
  ]
  const runPatterns = [
    'git',
    'git push',
    'git push --force',
    'git push -f',
    'npm test',
    '/usr/bin/git',
    'frob',
    'frob x',
    '*',
  ]
  const runs = [
    ['git', 'push'],
    ['git', 'push', '-f'],
    ['git', 'push', 'origin', '--force'],
    ['/usr/bin/git', 'status'],
    ['npm', 'test'],
    ['frob', 'x'],
    ['frob', 'y'],
  ] as const

  function when(): When {
    const made: { -readonly [Key in keyof When]: When[Key] } = {}
    const target = pick([
      'run',
      'path',
      'connect',
      'change',
      'tool',
      'effect',
      'opaque',
      'sensitive',
      'none',
      'command',
      'regex',
    ] as const)
    if (target === 'command') made.command = some(['^git push', '^npm test$', 'frob', '^git status'])
    if (target === 'regex') made.path = some(['\\.env$', '^src/', '^/etc/', '^~/notes', 'ssh'])
    if (chance(0.1)) made.reach = some(['outside', 'sensitive'] as const)
    if (target === 'run') made.run = some(runPatterns)
    if (target === 'path') made[pick(['read', 'write', 'delete', 'touch'] as const)] = some(pathPatterns)
    if (target === 'connect') made.connect = some(['example.com', '*.example.com', '*'])
    if (target === 'change') made.change = some(['git/*', 'git/history', 'database/drop'])
    if (target === 'tool' || chance(0.15)) made.tool = some(['Bash', 'Write', 'mcp__*'])
    if (target === 'effect') made.effect = some(['read', 'write', 'delete', 'run', 'opaque', 'connect'] as const)
    if (target === 'opaque') made.opaque = true
    if (target === 'sensitive') made.sensitive = chance(0.7)
    if (target === 'none' || chance(0.1)) made.in = some(zones)
    if (chance(0.3)) made.tier = pick(tiers)
    if (chance(0.15)) made.risk = pick(risks)
    if (chance(0.05)) made.careful = chance(0.5)
    if (chance(0.05)) made.automation = chance(0.5)
    if (chance(0.05)) made.complex = chance(0.5)
    if (chance(0.1)) made.mode = pick(['auto', 'ask_for_dangerous', 'ask_for_writes', 'ask', 'deny', 'allow'] as const)
    return made
  }

  const rule = (position: number): Rule => ({
    id: `r${position}`,
    line: position,
    when: when(),
    then: pick(['allow', 'ask', 'deny'] as const),
    trial: false,
    contain: false,
    because: null,
    instead: null,
    apply: false,
    match: [],
    notMatch: [],
    remember: 'always',
  })

  const document = (): PolicyDocument => ({
    file: 'random.yaml',
    digest: String(next()),
    extends: null,
    mode: chance(0.3) ? pick(['auto', 'ask_for_dangerous', 'ask_for_writes', 'ask', 'deny', 'allow'] as const) : null,
    allow: null,
    enabled: !chance(0.03),
    workspace: null,
    sensitive: chance(0.2) ? some(['src', '~/notes', '/srv/data']) : [],
    boundary: chance(0.3)
      ? {
          read: pick(['allow', 'ask', 'deny']),
          write: pick(['allow', 'ask', 'deny']),
          foreign: pick(['allow', 'ask', 'deny']),
        }
      : null,
    rules: Array.from({ length: Math.floor(next() * 6) }, (_, i) => rule(i)),
    approvals: chance(0.05) ? { timeoutMs: null, onTimeout: 'deny', ask: 'never' } : null,
    careful: false,
    automation: false,
    programs: [],
    fence: null,
  })

  const origin = (by: number | null) => ({ span: null, chain: [], where: local, by })

  function touch(by: number | null): Touch {
    const path = pick(paths)
    const kind = pick(['read', 'write', 'delete'] as const)
    return {
      kind,
      path,
      how: 'test',
      recursive: chance(0.3),
      zone: zoneOf(path, madeUpPlace),
      sensitive: sensitivity(path, 'read'),
      tier: kind === 'delete' ? 'destructive' : kind,
      ...origin(by),
    }
  }

  function effects(): readonly Effect[] {
    const made: Effect[] = []
    for (let i = Math.floor(next() * 4); i > 0; i -= 1) {
      const lastRun = made.findLastIndex(effect => effect.kind === 'run')
      const by = lastRun >= 0 && chance(0.5) ? lastRun : null
      const kind = pick(['run', 'touch', 'touch', 'connect', 'change', 'opaque'] as const)
      if (kind === 'touch') made.push(touch(by))
      if (kind === 'connect')
        made.push({
          kind,
          host: pick(['example.com', 'a.example.com', 'other.org']),
          port: null,
          sends: chance(0.5),
          tier: pick(['read', 'write']),
          ...origin(by),
        })
      if (kind === 'change')
        made.push({
          kind,
          ...pick([
            { system: 'git', action: 'history' },
            { system: 'database', action: 'drop' },
          ]),
          target: null,
          tier: pick(['write', 'destructive']),
          ...origin(by),
        })
      if (kind === 'opaque') made.push({ kind, why: 'test', tier: 'execute', ...origin(by) })
      if (kind === 'run') {
        const [program, ...args] = pick(runs)
        made.push({
          kind,
          program: program ?? 'git',
          args,
          env: [],
          cwd: madeUpPlace.cwd,
          code: pick(['known', 'project', 'unknown']),
          tier: pick(['read', 'write', 'execute']),
          ...origin(null),
        })
      }
    }
    return made
  }

  return {
    chance,
    pick,
    document,
    rule,
    effects,
    tool: () => pick(['Bash', 'Write', 'mcp__x__y']),
    risk: () => pick(risks),
  }
}
