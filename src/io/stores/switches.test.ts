import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fail, ok } from '../../core/fault.ts'
import { loosensMode, type RunMode, runModes } from '../../core/switches/run-mode.ts'
import { changeSwitches } from './change-switches.ts'
import { openModes } from './mode.ts'
import { openStops } from './stops.ts'
import { openSwitches } from './switches.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sallyport-switches-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const pathsOf = () => ({ stops: join(root, 'stops'), modes: join(root, 'modes') })
const at = 1_000

describe('stops', () => {
  test('a stop counts for its session only, for another process too, until it is resumed', () => {
    const { stops: path } = pathsOf()
    expect(openStops(path).read('a')).toBe(null)
    openStops(path).stop({ session: 'a', at, by: 'dev' })
    expect(openStops(path).read('a')).toEqual({ session: 'a', at, by: 'dev' })
    expect(openStops(path).read('b')).toBe(null)
    openStops(path).resume('a')
    expect(openStops(path).read('a')).toBe(null)
  })

  test('a stop of all sessions counts for sessions that start later', () => {
    const stops = openStops(pathsOf().stops)
    stops.stop({ session: null, at, by: 'dev' })
    expect(stops.read('new')).toEqual({ session: null, at, by: 'dev' })
    stops.stop({ session: 'a', at, by: 'dev' })
    expect(stops.list()).toHaveLength(2)
    stops.resume(null)
    expect([stops.read('a'), stops.read('new'), stops.list()]).toEqual([null, null, []])
  })

  test('two people who stop two sessions at once lose neither', () => {
    const [first, second] = [openStops(pathsOf().stops), openStops(pathsOf().stops)]
    first.stop({ session: 'a', at, by: 'one' })
    second.stop({ session: 'b', at, by: 'two' })
    expect([first.read('b')?.by, second.read('a')?.by]).toEqual(['two', 'one'])
  })

  const damaged: readonly (readonly [what: string, damage: (file: string) => void])[] = [
    ['is torn', file => writeFileSync(file, '{"version":1,"sess', { mode: 0o600 })],
    ['is empty', file => writeFileSync(file, '', { mode: 0o600 })],
    ['is of another version', file => writeFileSync(file, '{"version":2}', { mode: 0o600 })],
    ['belongs to everyone', file => chmodSync(file, 0o666)],
    [
      'is a directory',
      file => {
        rmSync(file)
        mkdirSync(file)
      },
    ],
    [
      'is a link that leads nowhere',
      file => {
        rmSync(file)
        symlinkSync('/nowhere/at/all', file)
      },
    ],
  ]
  test.each(damaged)('a file that %s still stops its session, and can be resumed', (_what, damage) => {
    const { stops: path } = pathsOf()
    const stops = openStops(path)
    stops.stop({ session: 'a', at, by: 'dev' })
    damage(join(path, readdirSync(path)[0] ?? ''))
    expect(stops.read('a')).not.toBe(null)
    expect(stops.resume('a').ok).toBe(true)
    expect(stops.read('a')).toBe(null)
  })

  test('a directory that is a file stops everything until all is resumed', () => {
    const { stops: path } = pathsOf()
    writeFileSync(path, '')
    const stops = openStops(path)
    expect(stops.read('a')).not.toBe(null)
    expect(stops.list()).not.toEqual([])
    expect(stops.resume(null).ok).toBe(true)
    expect(stops.read('a')).toBe(null)
  })

  test('a watch reports a stop once', async () => {
    const switches = openSwitches(pathsOf())
    const reported: unknown[] = []
    const seen = new Promise<void>(resolve => {
      switches.watch('a', stop => {
        reported.push(stop.by)
        resolve()
      })
    })
    const unwatch = switches.watch('a', () => reported.push('ended watch'))
    unwatch()
    openStops(pathsOf().stops).stop({ session: 'a', at, by: 'dev' })
    const alive = setInterval(() => {}, 1_000)
    await seen
    clearInterval(alive)
    expect(reported).toEqual(['dev'])
  })
})

describe('modes', () => {
  test("a session's own mode counts before that of all sessions", () => {
    const modes = openModes(pathsOf().modes)
    expect(modes.read('a').mode).toBe('default')
    modes.set({ session: null, mode: 'careful', at, by: 'dev' })
    modes.set({ session: 'a', mode: 'auto', at, by: 'dev' })
    modes.set({ session: 'b', mode: 'default', at, by: 'dev' })
    expect(['a', 'b', 'c'].map(session => modes.read(session).mode)).toEqual(['auto', 'default', 'careful'])
    modes.set({ session: null, mode: 'default', at, by: 'dev' })
    expect(modes.read('c').mode).toBe('default')
  })

  test.each([
    ['torn', '{"version":1,"mode":"au', 0o600],
    ['of an unknown mode', '{"version":1,"session":null,"mode":"free","at":1,"by":"x"}', 0o600],
    ['one that everyone can write', '{"version":1,"session":null,"mode":"auto","at":1,"by":"x"}', 0o666],
  ])('a file that is %s counts as careful', (_what, text, mode) => {
    const { modes: path } = pathsOf()
    mkdirSync(path)
    writeFileSync(join(path, 'all.json'), text)
    chmodSync(join(path, 'all.json'), mode)
    expect(openModes(path).read('a').mode).toBe('careful')
  })

  const loosening: Readonly<Record<RunMode, readonly RunMode[]>> = {
    default: ['edit', 'auto'],
    careful: ['default', 'edit', 'auto', 'automation'],
    edit: ['auto'],
    auto: [],
    automation: ['default', 'careful', 'edit', 'auto'],
  }
  test.each(Object.entries(loosening))('from %s, these modes let more run: %j', (from, expected) => {
    expect(runModes.filter(to => loosensMode(from as RunMode, to)).sort()).toEqual([...expected].sort())
  })
})

describe('a change by a person', () => {
  const recorded: string[] = []
  const change = (works: boolean) =>
    changeSwitches({
      paths: pathsOf(),
      now: () => at,
      by: 'dev',
      record: async (setting, value, session) => {
        if (!works) return fail('audit_unavailable', 'the disk is full')
        recorded.push(`${setting} ${value} ${session}`)
        return ok(null)
      },
    })

  test('is recorded with its session', async () => {
    recorded.length = 0
    const changes = change(true)
    await changes.stop('a')
    await changes.resume('a')
    await changes.stop(null)
    await changes.mode('auto', 'b')
    await changes.mode('careful', null)
    expect(recorded).toEqual([
      'stop a a',
      'resume a a',
      'stop all sessions null',
      'mode auto for b b',
      'mode careful null',
    ])
  })

  test('happens without its record only if it is stricter', async () => {
    const changes = change(false)
    const stopped = await changes.stop('a')
    expect(stopped).toMatchObject({ ok: true, value: { unrecorded: { code: 'audit_unavailable' } } })
    expect((await changes.resume('a')).ok).toBe(false)
    expect(openStops(pathsOf().stops).read('a')?.by).toBe('dev')
    expect((await changes.mode('auto', null)).ok).toBe(false)
    expect((await changes.mode('careful', null)).ok).toBe(true)
    expect((await changes.mode('default', null)).ok).toBe(false)
    expect(openModes(pathsOf().modes).read('a').mode).toBe('careful')
  })
})
