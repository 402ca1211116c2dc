import { describe, expect, test } from 'vitest'
import type { Json } from '../core/json.ts'
import { type FenceKey, keysOf } from './profile.ts'
import { combineFences, type FenceLayers, type FenceSettings } from './settings.ts'

const nobody: FenceLayers = { trusted: [], base: null, kept: [] }
const combined = (layers: Partial<FenceLayers>): FenceSettings => combineFences({ ...nobody, ...layers })

type Row = readonly [what: string, layers: Partial<FenceLayers>, mode: FenceSettings['mode']]

describe('the mode', () => {
  test.each<Row>([
    ['no policy sets anything', {}, 'auto'],
    ['a base that names a profile wants it enforced', { base: { profile: 'minimal' } }, 'enforce'],
    ['a file that only limits wants that enforced', { trusted: [{ limits: { seconds: 5 } }] }, 'enforce'],
    ['a file says it', { trusted: [{ mode: 'audit' }] }, 'audit'],
    ['a file replaces the base', { trusted: [{ mode: 'off' }], base: { mode: 'enforce' } }, 'off'],
    [
      'a file that does not say goes before the base, too',
      { trusted: [{ profile: 'strict' }], base: { mode: 'audit' } },
      'enforce',
    ],
    [
      'a file cannot turn off a fence that another file requires',
      { trusted: [{ profile: 'strict' }, { mode: 'off' }] },
      'enforce',
    ],
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
  [{ profile: 'strict' }, []],
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
    ['it keeps the fence up', { kept: [{ profile: 'strict' }] }, { mode: 'enforce', profile: { name: 'strict' } }],
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
