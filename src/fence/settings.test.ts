import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../core/json.ts'
import { isWithin } from '../core/path.ts'
import { hostRefusal } from './network-access.ts'
import { type FenceKey, keysOf, type NetworkAccess, profileNames } from './profile.ts'
import { namedPaths } from './protected-path.ts'
import { combineFences, type FenceLayers, type FenceSettings, fenceModes, mergeFences } from './settings.ts'
import { passedVariables } from './variables.ts'

const nobody: FenceLayers = { trusted: [], base: null, kept: [] }
const combined = (layers: Partial<FenceLayers>): FenceSettings => combineFences({ ...nobody, ...layers })

const limitsHostsPaths = {
  limits: { seconds: 5 },
  network: { allow: ['a.com'] },
  write: ['~/out'],
  hide: ['~/x'],
  env: ['A'],
}

type Row = readonly [what: string, layers: Partial<FenceLayers>, mode: FenceSettings['mode']]

describe('the mode', () => {
  test.each<Row>([
    ['no policy sets anything', {}, 'auto'],
    ['a base that names a profile leaves the mode alone', { base: { profile: 'minimal' } }, 'auto'],
    ['naming limits, hosts or paths is not naming a mode', { trusted: [limitsHostsPaths] }, 'auto'],
    ['a file says it', { trusted: [{ mode: 'audit' }] }, 'audit'],
    ['a file may say `auto`', { trusted: [{ mode: 'auto' }], base: { mode: 'enforce' } }, 'auto'],
    ['a file replaces the base', { trusted: [{ mode: 'off' }], base: { mode: 'enforce' } }, 'off'],
    [
      'a file that does not say leaves it to the base',
      { trusted: [{ profile: 'strict' }], base: { mode: 'audit' } },
      'audit',
    ],
    ['`auto` is stricter than `off`', { trusted: [{ mode: 'auto' }, { mode: 'off' }] }, 'auto'],
    ['`auto` is laxer than `enforce`', { trusted: [{ mode: 'auto' }, { mode: 'enforce' }] }, 'enforce'],
    ['an empty word is none', { trusted: [{}], base: { mode: 'audit' } }, 'audit'],
    ['of two files the stricter counts', { trusted: [{ mode: 'enforce' }, { mode: 'off' }] }, 'enforce'],
  ])('%s', (_what, layers, mode) => expect(combined(layers).mode).toBe(mode))
})

describe('C15: the profile', () => {
  test.each<readonly [what: string, layers: Partial<FenceLayers>, name: string]>([
    ['is balanced unless someone says otherwise', {}, 'balanced'],
    ['is what the base names', { base: { profile: 'minimal' } }, 'minimal'],
    [
      'of a file goes before that of the base',
      { trusted: [{ profile: 'minimal' }], base: { profile: 'strict' } },
      'minimal',
    ],
    ['of two files is the stricter', { trusted: [{ profile: 'strict' }, { profile: 'minimal' }] }, 'strict'],
    ['may have the name that the documents use', { trusted: [{ profile: 'prod' }] }, 'strict'],
    ['`dev` of the documents is minimal', { base: { profile: 'dev' } }, 'minimal'],
  ])('%s', (_what, layers, name) => expect(combined(layers).profile.name).toBe(name))
})

describe('the other keys', () => {
  test.each<readonly [what: string, layers: Partial<FenceLayers>, profile: object]>([
    [
      'no policy sets a key: the profile name decides',
      {},
      { readOnly: false, network: null, limits: { memory: null, seconds: null } },
    ],
    ['sizes are bytes', { base: { limits: { memory: '512m' } } }, { limits: { memory: 536_870_912 } }],
    [
      'files and output have sizes, too',
      { base: { limits: { file_size: '1k', output: '2k' } } },
      { limits: { fileSize: 1_024, output: 2_048 } },
    ],
    ['a number is bytes already', { base: { limits: { memory: 4096 } } }, { limits: { memory: 4096 } }],
    [
      'of two sizes the smaller counts',
      { trusted: [{ limits: { memory: '2g' } }, { limits: { memory: '900k' } }] },
      { limits: { memory: 921_600 } },
    ],
    [
      'a file does not lose the limits of the base that it does not name',
      { trusted: [{ limits: { cpus: 2 } }], base: { limits: { seconds: 9 } } },
      { limits: { cpus: 2, seconds: 9 } },
    ],
    [
      'one file that writes nothing is enough',
      { trusted: [{ read_only: true }, { read_only: false }] },
      { readOnly: true },
    ],
    [
      'hosts are those that both files list',
      { trusted: [{ network: { allow: ['*.a.com', 'b.com'] } }, { network: { allow: ['x.a.com', 'c.com'] } }] },
      { network: ['x.a.com'] },
    ],
    ['an empty list reaches nothing', { base: { network: { allow: [] } } }, { network: [] }],
    ['`none` reaches nothing', { base: { network: 'none' } }, { network: [] }],
    ['`full` reaches everything', { base: { network: 'full' } }, { network: 'full' }],
    [
      'a list is narrower than `full`',
      { trusted: [{ network: 'full' }, { network: { allow: ['a.com'] } }] },
      { network: ['a.com'] },
    ],
    [
      '`none` is narrower than a list',
      { trusted: [{ network: { allow: ['a.com'] } }, { network: 'none' }] },
      { network: [] },
    ],
    [
      'a file that keeps the network apart is not opened by another one',
      { trusted: [{ profile: 'balanced' }, { network: 'full' }] },
      { network: [] },
    ],
    [
      'but another file may list hosts for it',
      { trusted: [{ profile: 'balanced' }, { network: { allow: ['a.com'] } }] },
      { network: ['a.com'] },
    ],
    [
      'a file may open the network of its own profile',
      { trusted: [{ profile: 'strict', network: 'full' }] },
      { network: 'full' },
    ],
    [
      'a host without a port covers the same host with one',
      { trusted: [{ network: { allow: ['a.com'] } }, { network: { allow: ['a.com:8443', 'b.com:1'] } }] },
      { network: ['a.com:8443'] },
    ],
    [
      'paths to write are those that both files name',
      { trusted: [{ write: ['~/a', '/srv'] }, { write: ['~/b', '/srv/x'] }] },
      { write: ['/srv/x'] },
    ],
    [
      'a path of the workspace is not one of the home',
      { trusted: [{ write: ['a'] }, { write: ['~/a'] }] },
      { write: [] },
    ],
    ['one path may be written without a list', { trusted: [{ write: '~/a' }] }, { write: ['~/a'] }],
    [
      'a file replaces the paths of the base',
      { trusted: [{ write: ['~/a'] }], base: { write: ['~/b'] } },
      { write: ['~/a'] },
    ],
    [
      'variables are those that both files name',
      { trusted: [{ env: ['AWS_*', 'B'] }, { env: ['AWS_REGION', 'C'] }] },
      { env: ['AWS_REGION'] },
    ],
    [
      'hidden paths are those that any file names',
      {
        trusted: [{ hide: ['~/a'] }, { hide: 'b' }],
        base: { hide: ['~/c'] },
        kept: [{ hide: ['~/d'] }],
        untrusted: [{ hide: ['~/e'] }],
      },
      { hide: ['~/a', 'b', '~/c', '~/d', '~/e'] },
    ],
  ])('%s', (_what, layers, profile) => expect(combined(layers).profile).toMatchObject(profile))

  test.each<readonly [trusted: readonly Json[], base: Json, adapter: string]>([
    [[], null, 'auto'],
    [[], { adapter: 'seatbelt' }, 'seatbelt'],
    [[{ adapter: 'bubblewrap' }], { adapter: 'seatbelt' }, 'bubblewrap'],
    [[{ adapter: 'auto' }], { adapter: 'seatbelt' }, 'seatbelt'],
  ])('adapter of %j above %j: %s', (trusted, base, adapter) =>
    expect(combined({ trusted, base }).adapter).toBe(adapter),
  )
})

test.each<readonly [fence: Json, keys: readonly FenceKey[]]>([
  [{ profile: 'balanced' }, []],
  [{ profile: 'strict' }, ['memory', 'processes', 'seconds']],
  [
    { network: { allow: ['a.com'] }, write: ['~/a'], hide: ['b'], env: ['C'] },
    ['network', 'hosts', 'write', 'hide', 'env'],
  ],
  [{ read_only: false, network: { allow: [] } }, ['network']],
  [
    { read_only: true, limits: { memory: 1, cpus: 1, processes: 1, seconds: 1, file_size: 1, output: 1 } },
    ['read_only', 'memory', 'cpus', 'processes', 'seconds', 'file_size', 'output'],
  ],
])('the keys of %j that an adapter must enforce', (base, keys) =>
  expect(keysOf(combined({ base }).profile)).toEqual(keys),
)

describe('the settings of a file from before it changed can only tighten', () => {
  test.each<readonly [what: string, layers: Partial<FenceLayers>, wanted: object]>([
    [
      'it keeps the fence up',
      { kept: [{ mode: 'enforce', profile: 'strict' }] },
      { mode: 'enforce', profile: { name: 'strict' } },
    ],
    [
      'it opens no path and passes on nothing',
      { kept: [{ write: ['~/a'], env: ['A'] }] },
      { profile: { write: [], env: [] } },
    ],
    [
      'it takes a path back',
      { base: { write: ['~/a', '~/b'] }, kept: [{ write: ['~/a'] }] },
      { profile: { write: ['~/a'] } },
    ],
    [
      'it does not take it down',
      { kept: [{ mode: 'off', profile: 'minimal' }] },
      { mode: 'auto', profile: { name: 'balanced' } },
    ],
    ['nor leave it to the record', { base: { mode: 'enforce' }, kept: [{ mode: 'audit' }] }, { mode: 'enforce' }],
    [
      'it lengthens no time',
      { base: { limits: { seconds: 9 } }, kept: [{ limits: { seconds: 30 } }] },
      { profile: { limits: { seconds: 9 } } },
    ],
    [
      'it shortens one',
      { base: { limits: { seconds: 9 } }, kept: [{ limits: { seconds: 3 } }] },
      { profile: { limits: { seconds: 3 } } },
    ],
    [
      'it sets no limit that the profile has already',
      { kept: [{ limits: { seconds: 3 } }] },
      { profile: { limits: { seconds: null } } },
    ],
    [
      'it adds no host',
      { base: { network: { allow: ['a.com'] } }, kept: [{ network: { allow: ['a.com', 'b.com'] } }] },
      { profile: { network: ['a.com'] } },
    ],
    ['it opens no network', { kept: [{ network: { allow: ['b.com'] } }] }, { profile: { network: null } }],
  ])('%s', (_what, layers, wanted) => expect(combined(layers)).toMatchObject(wanted))
})

describe('an untrusted file', () => {
  test('hides paths and changes nothing else', () => {
    const file: Json = { ...limitsHostsPaths, mode: 'off', profile: 'minimal', read_only: true, rewrite: true }
    const before = combined({ base: { write: ['~/a'], env: ['A'] } })
    const after = combined({ base: { write: ['~/a'], env: ['A'] }, untrusted: [file] })
    expect(after).toEqual({ ...before, profile: { ...before.profile, hide: ['~/x'] } })
  })
})

describe('a file that extends another one', () => {
  test.each<readonly [what: string, child: Json, parent: Json, merged: Json]>([
    [
      'keeps the keys that it does not name',
      { limits: { seconds: 5 } },
      { mode: 'enforce', profile: 'strict' },
      { mode: 'enforce', profile: 'strict', limits: { seconds: 5 } },
    ],
    [
      'replaces the keys that it names',
      { mode: 'off' },
      { mode: 'enforce', write: ['~/a'] },
      { mode: 'off', write: ['~/a'] },
    ],
    [
      'keeps limits that it does not name',
      { limits: { cpus: 1 } },
      { limits: { seconds: 5 } },
      { limits: { seconds: 5, cpus: 1 } },
    ],
    ['shows nothing that the other one hides', { hide: ['~/b'] }, { hide: '~/a' }, { hide: ['~/a', '~/b'] }],
    ['has none', null, { mode: 'audit' }, { mode: 'audit' }],
    ['extends one without', { mode: 'audit' }, null, { mode: 'audit' }],
  ])('%s', (_what, child, parent, merged) => expect(mergeFences(child, parent)).toEqual(merged))
})

describe('of any files, none opens what another trusted one keeps closed', () => {
  const random = madeUpNumbers(7)
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T
  const some = <T>(list: readonly T[]): readonly T[] => list.filter(() => random(2) === 0)
  const hosts = ['a.com', '*.a.com', 'x.a.com', 'b.com:80', 'b.com', '*']
  const paths = ['~/a', '~/a/b', '/srv', '/srv/x', 'out', 'out/x', '.']
  const file = (): JsonObject => ({
    ...(random(2) === 0 ? {} : { mode: pick(fenceModes) }),
    ...(random(2) === 0 ? {} : { profile: pick(['minimal', 'balanced', 'strict', 'dev', 'prod']) }),
    ...(random(2) === 0 ? {} : { network: pick<Json>(['none', 'full', { allow: some(hosts) }]) }),
    ...(random(2) === 0 ? {} : { write: some(paths) }),
    ...(random(2) === 0 ? {} : { env: some(['A', 'AB', 'A*', 'B_*', 'B_C']) }),
    ...(random(2) === 0 ? {} : { hide: some(paths) }),
  })
  const files = (): readonly JsonObject[] => Array.from({ length: 1 + random(3) }, file)
  const wanted = ['a.com', 'x.a.com', 'y.a.com', 'b.com', 'c.com'].flatMap(host =>
    [80, 443].map(port => ({ host, port })),
  )
  const reached = (access: NetworkAccess | null): readonly string[] =>
    wanted
      .filter(one => access === 'full' || hostRefusal(one, access ?? []) === null)
      .map(({ host, port }) => `${host}:${port}`)
  const written = (list: readonly string[]): readonly string[] =>
    ['/h/a/x', '/h/a/b/x', '/srv/x/y', '/srv/z', '/w/out/x/y', '/w/out/z', '/w/z'].filter(path =>
      namedPaths(list, { home: '/h', workspace: ['/w'] }).some(root => isWithin(path, root)),
    )
  const passed = (list: readonly string[]): readonly string[] => passedVariables(['A', 'AB', 'AC', 'B_C', 'B_D'], list)

  test('over 5000 random stacks', () => {
    for (let round = 0; round < 5_000; round += 1) {
      const trusted = files()
      const all = combined({ trusted, base: file(), kept: random(2) === 0 ? [] : files(), untrusted: files() })
      for (const one of trusted) {
        const alone = combined({ trusted: [one] })
        const { network, write, env, hide } = all.profile
        if ('mode' in one) expect(fenceModes.indexOf(all.mode)).toBeGreaterThanOrEqual(fenceModes.indexOf(alone.mode))
        if ('profile' in one)
          expect(profileNames.indexOf(all.profile.name)).toBeGreaterThanOrEqual(
            profileNames.indexOf(alone.profile.name),
          )
        if ('network' in one)
          expect(reached(alone.profile.network)).toEqual(expect.arrayContaining([...reached(network)]))
        if ('write' in one) expect(written(alone.profile.write)).toEqual(expect.arrayContaining([...written(write)]))
        if ('env' in one) expect(passed(alone.profile.env)).toEqual(expect.arrayContaining([...passed(env)]))
        expect(hide).toEqual(expect.arrayContaining([...alone.profile.hide]))
      }
    }
  })
})

/** Repeatable numbers from 0 up to, but not including, `limit`. */
function madeUpNumbers(seed: number): (limit: number) => number {
  let state = seed
  return limit => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * limit)
  }
}
