import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '../../core/limits.ts'
import type { FencePlan } from '../../fence/fence.ts'
import { unlimited } from '../../fence/profile.ts'
import type { Clock } from '../../gate/ports.ts'
import { systemClock } from '../clock.ts'
import { openJournal } from '../journal/journal-file.ts'
import { ownPaths } from '../paths.ts'
import { randomId } from '../random.ts'
import { bounded, openContainStore } from './contain-store.ts'

const base = mkdtempSync(join(tmpdir(), 'sallyport-contained-'))
let home = ''
let homes = 0
beforeEach(async () => {
  homes += 1
  home = join(base, `home-${homes}`)
  mkdirSync(join(home, 'project/sub'), { recursive: true })
  const { journal: dir, journalAnchor: anchor } = paths()
  const journal = await openJournal({ dir, anchor, clock: systemClock, newId: randomId })
  if (!journal.ok) throw new Error(journal.faults[0].message)
  await journal.value.close()
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

const paths = () => ownPaths({ HOME: home })
const store = (clock: Clock = systemClock) => openContainStore(paths(), clock)
const later = (ms: number): Clock => ({ ...systemClock, now: () => new Date(Date.now() + ms) })
const project = () => join(home, 'project')

const planFor = (...roots: readonly string[]): FencePlan => ({
  argv: ['bwrap', '--'],
  env: [],
  mounts: [
    { path: '/', how: 'read', because: 'programs' },
    ...roots.map(path => ({ path, how: 'write' as const, because: 'the workspace' })),
  ],
  seccomp: null,
  network: [],
  limits: unlimited,
  guarded: [],
})

/** Begins a run and waits, so that it can be killed. */
const killedProgram = `
  import { openContainStore } from './contain-store.ts'
  import { ownPaths } from '../paths.ts'
  import { systemClock } from '../clock.ts'
  const begun = await openContainStore(ownPaths(process.env), systemClock).begin(JSON.parse(process.argv[2]))
  console.log(begun.ok)
  setInterval(() => {}, 1000)`

async function begin(...roots: readonly string[]) {
  const begun = await store().begin(planFor(...roots))
  if (!begun.ok) throw new Error(begun.faults[0].message)
  return begun.value
}

describe('the marks of a run', () => {
  test('are everything that it may write, until it ends; then what it wrote', async () => {
    const run = await begin(project(), join(project(), 'sub'))
    expect(store().recall().marks).toEqual([project()])
    await run.end([join(project(), 'a')])
    expect(store().recall().marks).toEqual([join(project(), 'a')])
  })

  test('are what changed in the file system, if the run does not say', async () => {
    writeFileSync(join(project(), 'old'), 'x')
    utimesSync(join(project(), 'old'), new Date(), new Date())
    await new Promise(resolve => setTimeout(resolve, 200))
    const run = await begin(project())
    writeFileSync(join(project(), 'sub/new'), 'x')
    await run.end()
    expect(store().recall().marks).toEqual([join(project(), 'sub/new')])
  })

  test('stay if Sallyport is killed during the run, and a person can accept them later', async () => {
    const program = join(base, 'begin.mjs')
    await build({
      stdin: { contents: killedProgram, resolveDir: import.meta.dirname, loader: 'ts' },
      ...{ bundle: true, platform: 'node', format: 'esm', outfile: program, logLevel: 'error' },
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" },
    })
    const child = spawn(process.execPath, [program, JSON.stringify(planFor(project()))], {
      env: { ...process.env, HOME: home },
    })
    await new Promise((resolve, reject) => {
      child.stdout.once('data', resolve)
      child.once('exit', () => reject(new Error('it ended')))
    })
    expect((await store(later(3_600_000)).accept([project()])).ok).toBe(true)
    expect(store().recall().marks, 'a run that goes on is not accepted').toEqual([project()])
    child.kill('SIGKILL')
    await new Promise(resolve => child.once('exit', resolve))
    expect(store().recall().marks).toEqual([project()])
    expect(await store().accept([project()])).toMatchObject({ ok: true, value: [project()] })
    expect(await store(later(3_600_000)).accept([project()])).toEqual({ ok: true, value: [] })
    expect(store().recall().marks).toEqual([])
  })

  test('of a run that another process ends are found by its id', async () => {
    const { id } = await begin(project())
    await store()
      .resume(id)
      ?.end([join(project(), 'a')])
    expect(store().recall().marks).toEqual([join(project(), 'a')])
    expect(store().resume(id)).toBeNull()
  })
})

describe('accepting', () => {
  test('forgets exactly the marks that were shown', async () => {
    await (await begin(project())).end([join(project(), 'a'), join(project(), 'b')])
    const shown = store().marksIn([project()])
    await store().mark([join(project(), 'written-meanwhile'), '/srv/other/c'])
    expect(await store().accept(shown)).toMatchObject({ ok: true })
    expect(store().recall().marks).toEqual([join(project(), 'written-meanwhile'), '/srv/other/c'])
  })

  test('does not accept what a run writes that goes on', async () => {
    const run = await begin(project())
    expect(await store(later(3_600_000)).accept([project()])).toEqual({ ok: true, value: [project()] })
    expect(store().recall().marks).toEqual([project()])
    await run.end([])
    expect(store().recall().marks).toEqual([])
  })
})

describe('a file that cannot be trusted marks everything', () => {
  test.each<readonly [what: string, damage: (path: string) => void]>([
    ['no JSON', path => writeFileSync(path, '{"version":1', { mode: 0o600 })],
    ['empty', path => writeFileSync(path, '', { mode: 0o600 })],
    [
      'another version',
      path => writeFileSync(path, '{"version":2,"running":[],"marks":[],"failures":[]}', { mode: 0o600 }),
    ],
    [
      'an unknown key',
      path => writeFileSync(path, '{"version":1,"running":[],"marks":[],"failures":[],"x":1}', { mode: 0o600 }),
    ],
    ['too large', path => writeFileSync(path, ' '.repeat(limits.containedBytes + 1), { mode: 0o600 })],
    ['other users can change it', path => chmodSync(path, 0o666)],
    [
      'a directory',
      path => {
        rmSync(path)
        mkdirSync(path)
      },
    ],
  ])('%s', async (_what, damage) => {
    await (await begin(project())).end([join(project(), 'a')])
    damage(paths().contained)
    expect(store().recall()).toEqual({ marks: ['/'], failures: [] })
    expect(await store().begin(planFor(project()))).toMatchObject({ ok: false, faults: [{ code: 'config_error' }] })
    expect(await store().accept(['/'])).toMatchObject({ ok: false })
  })

  test('no file at all marks nothing', () => {
    expect(existsSync(paths().contained)).toBe(false)
    expect(store().recall()).toEqual({ marks: [], failures: [] })
  })
})

describe('several processes and many runs', () => {
  test('two stores lose nothing', async () => {
    const stores = [store(), store()]
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => stores[index % 2]?.mark([join(project(), `file-${index}`)])),
    )
    expect(store().recall().marks).toHaveLength(20)
  })

  test('the file stays below its limit, and no mark is lost', async () => {
    const deep = Array.from(
      { length: 3_000 },
      (_, index) => `/srv/p/${'d'.repeat(200)}/${index}/${'é'.repeat(100)}/${'f'.repeat(1_500)}`,
    )
    await store().mark(['/home/dev/other/file', ...deep])
    expect(statSync(paths().contained).size).toBeLessThan(limits.containedBytes)
    const { marks } = store().recall()
    expect(marks).toContain('/home/dev/other/file')
    expect(deep.every(path => marks.some(mark => path.startsWith(`${mark}/`) || path === mark))).toBe(true)
    expect(marks).not.toContain('/')
  })

  test('many failures with long names stay below the limit, the newest first to stay', async () => {
    const blocked = Array.from({ length: 4 }, () => ({
      opens: 'path' as const,
      what: `/${'x'.repeat(4_000)}`,
      text: 'y'.repeat(9_000),
    }))
    for (let index = 0; index < 12; index += 1)
      await store().failed({ workspace: project(), program: `p${index}`, verb: null, blocked })
    const { failures } = store().recall()
    expect(failures.at(-1)).toMatchObject({ program: 'p11' })
    expect(failures.every(one => one.blocked.every(({ opens, what }) => opens === null && what.length <= 1_000))).toBe(
      true,
    )
    expect(readFileSync(paths().contained, 'utf8').length).toBeLessThan(12 * 4 * 3_000)
  })

  test('a failure replaces an earlier one of the same program and verb', async () => {
    for (const what of ['a', 'b'])
      await store().failed({
        workspace: project(),
        program: 'frob',
        verb: 'sync',
        blocked: [{ opens: 'host', what, text: what }],
      })
    expect(store().recall().failures).toMatchObject([{ program: 'frob', blocked: [{ what: 'b' }] }])
  })

  test('runs that never ended are bounded, and what they could write stays marked', async () => {
    const running = Array.from({ length: limits.containedRuns + 5 }, (_, index) => ({
      id: `${index}`,
      roots: [`/srv/p${index}`],
    }))
    writeFileSync(paths().contained, JSON.stringify({ version: 1, running, marks: [], failures: [] }), { mode: 0o600 })
    await begin(project())
    const stored = JSON.parse(readFileSync(paths().contained, 'utf8')) as { running: unknown[]; marks: string[] }
    expect(stored.running).toHaveLength(limits.containedRuns)
    expect(stored.marks).toContain('/srv/p0')
  })
})

describe('bounded', () => {
  test.each<readonly [what: string, marks: readonly string[], kept: readonly string[]]>([
    ['each path once', ['/a/b', '/a/b'], ['/a/b']],
    ['nothing below another path', ['/a', '/a/b/c', '/ab'], ['/a', '/ab']],
    ['everything', ['/', '/a'], ['/']],
  ])('%s', (_what, marks, kept) => expect(bounded(marks)).toEqual(kept))

  test('the deepest paths become their directories first', () => {
    const many = Array.from({ length: limits.containedMarks + 1 }, (_, index) => `/srv/p/a/b/${index}`)
    expect(bounded(['/srv/q/file', ...many])).toEqual(['/srv/q/file', '/srv/p/a/b'])
  })
})
