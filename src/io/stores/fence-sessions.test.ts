import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { limits } from '../../core/limits.ts'
import { type FenceSessions, openFenceSessions } from './fence-sessions.ts'
import { sessionFiles } from './session-files.ts'

let ground: string
let sessions: FenceSessions
beforeEach(() => {
  ground = mkdtempSync(join(tmpdir(), 'sallyport-fence-sessions-'))
  sessions = openFenceSessions({ fenceLost: join(ground, 'lost'), fenceTold: join(ground, 'told') })
})
afterEach(() => rmSync(ground, { recursive: true, force: true }))

const lost = (session: string) => ({ session, client: 'codex', at: 7, why: 'another hook replaced it' })

test('a session keeps its fence until it is lost', () => {
  expect(sessions.lost('a')).toBeNull()
  sessions.lose(lost('a'))
  expect(sessions.lost('a')).toEqual(lost('a'))
  expect(sessions.lost('b')).toBeNull()
  expect([sessions.recent(8), sessions.recent(7 + 24 * 3_600_000)]).toEqual([[lost('a')], []])
})

test('a damaged record still counts', () => {
  sessions.lose(lost('a'))
  const [file = ''] = readdirSync(join(ground, 'lost'))
  writeFileSync(join(ground, 'lost', file), '{"version":1,"sess')
  expect(sessions.lost('a')).toMatchObject({ session: 'a', why: 'its record cannot be read' })
})

test('each reader is told once', () => {
  expect(['a', 'a', 'a\nexplorer:1', 'b', 'a\nexplorer:1'].map(sessions.tellsFirst)).toEqual([
    true,
    false,
    true,
    true,
    false,
  ])
})

test('only the oldest records are dropped when there are too many', () => {
  const files = sessionFiles(join(ground, 'lost'))
  for (let i = 0; i < 4; i++) {
    files.write(`s${i}`, '{}')
    const [newest = ''] = readdirSync(join(ground, 'lost')).filter(name => !seen.has(name))
    seen.add(newest)
    utimesSync(join(ground, 'lost', newest), i, i)
  }
  files.keepLast(3)
  expect([0, 1, 2, 3].map(i => files.read(`s${i}`).state)).toEqual(['none', 'none', 'read', 'read'])
  expect(limits.fenceSessions).toBeGreaterThan(100)
})

const seen = new Set<string>()
