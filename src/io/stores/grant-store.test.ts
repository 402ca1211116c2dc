import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type Grant, grantsText } from '../../approvals/grants/grant.ts'
import { limits } from '../../core/limits.ts'
import { fakeClock } from '../../testing.ts'
import { openGrants } from './grant-store.ts'

const root = mkdtempSync(join(tmpdir(), 'sallyport-grants-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

function newPlace() {
  const state = mkdtempSync(join(root, 'state-'))
  return { grants: join(state, 'grants.json'), journal: join(state, 'journal') }
}

const start = fakeClock().now().getTime()
const grant = (id: string, more: Partial<Grant> = {}): Grant => ({
  id,
  shape: { does: 'connect', host: 'example.com', port: null, sends: false },
  scope: 'always',
  session: null,
  workspace: ['/w'],
  agents: [],
  answers: [],
  by: 'dev',
  at: start,
  until: start + limits.alwaysGrantMs,
  ...more,
})

describe('the store of grants', () => {
  test('is shared by all processes of a user, and only that user can read it', async () => {
    const place = newPlace()
    expect(await openGrants(place, fakeClock()).save(grant('a0000000'))).toMatchObject({ ok: true })
    expect(openGrants(place, fakeClock()).read()).toEqual([grant('a0000000')])
    expect(statSync(place.grants).mode & 0o777).toBe(0o600)
  })

  test('keeps every grant when several are saved at once', async () => {
    const place = newPlace()
    const ids = Array.from({ length: 8 }, (_, i) => `a000000${i}`)
    const clock = { now: () => new Date(start), after: (ms: number, then: () => void) => stopper(setTimeout(then, ms)) }
    const saved = await Promise.all(ids.map(id => openGrants(place, clock).save(grant(id))))
    expect(saved.filter(({ ok }) => !ok)).toEqual([])
    expect(
      openGrants(place, clock)
        .read()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(ids)
  })

  test('drops expired grants and ignores grants from the future', async () => {
    const place = newPlace()
    const clock = fakeClock()
    const store = openGrants(place, clock)
    await store.save(grant('a0000000', { until: start + 1_000 }))
    await store.save(grant('b0000000', { at: start + 500 }))
    expect(store.read().map(({ id }) => id)).toEqual(['a0000000'])
    clock.advance(1_000)
    await store.save(grant('c0000000'))
    expect(store.list()).toMatchObject({ ok: true, value: [{ id: 'c0000000' }, { id: 'b0000000' }] })
  })

  test('revokes a grant by id', async () => {
    const place = newPlace()
    const store = openGrants(place, fakeClock())
    await store.save(grant('a0000000'))
    await store.save(grant('b0000000'))
    expect(await store.revoke('a0000000')).toEqual({ ok: true, value: grant('a0000000') })
    expect(await store.revoke('a0000000')).toEqual({ ok: true, value: null })
    expect(store.read().map(({ id }) => id)).toEqual(['b0000000'])
  })

  test('keeps only the newest grants up to the limit', async () => {
    const place = newPlace()
    const many = Array.from({ length: limits.grants }, (_, i) => grant(`a${String(i).padStart(7, '0')}`))
    writeFileSync(place.grants, grantsText(many), { mode: 0o600 })
    const store = openGrants(place, fakeClock())
    await store.save(grant('b0000000'))
    expect(store.read()).toHaveLength(limits.grants)
    expect(store.read().at(-1)?.id).toBe('b0000000')
  })
})

describe('a grant file that Sallyport did not write is neither used nor overwritten', () => {
  const good = grantsText([grant('a0000000')])
  const rows: readonly (readonly [what: string, spoil: (path: string) => void])[] = [
    ['a truncated file', path => writeFileSync(path, good.slice(0, -9), { mode: 0o600 })],
    ['a file without grants', path => writeFileSync(path, '[]', { mode: 0o600 })],
    ['a later version', path => writeFileSync(path, good.replace('"version": 1', '"version": 2'), { mode: 0o600 })],
    ['an unknown shape', path => writeFileSync(path, good.replace('connect', 'everything'), { mode: 0o600 })],
    ['an unknown key', path => writeFileSync(path, good.replace('"by"', '"all": true, "by"'), { mode: 0o600 })],
    [
      'a file that other users can write',
      path => {
        writeFileSync(path, good)
        chmodSync(path, 0o620)
      },
    ],
    [
      'a link',
      path => {
        writeFileSync(`${path}.other`, good, { mode: 0o600 })
        symlinkSync(`${path}.other`, path)
      },
    ],
    ['a directory', path => mkdirSync(path)],
    ['a file that is too large', path => writeFileSync(path, good + ' '.repeat(limits.grantBytes), { mode: 0o600 })],
  ]
  test.each(rows)('%s', async (_what, spoil) => {
    const place = newPlace()
    spoil(place.grants)
    const store = openGrants(place, fakeClock())
    expect(store.read()).toEqual([])
    expect(store.list()).toMatchObject({ ok: false, faults: [{ code: 'config_error' }] })
    expect(await store.save(grant('b0000000'))).toMatchObject({ ok: false, faults: [{ code: 'config_error' }] })
  })

  test('nothing is saved if the journal, which holds the lock, cannot be trusted', async () => {
    const place = newPlace()
    mkdirSync(place.journal, { mode: 0o755 })
    chmodSync(place.journal, 0o755)
    expect(await openGrants(place, fakeClock()).save(grant('a0000000'))).toMatchObject({ ok: false })
    expect(() => readFileSync(place.grants)).toThrow('ENOENT')
  })
})

const stopper = (timer: ReturnType<typeof setTimeout>) => () => clearTimeout(timer)
