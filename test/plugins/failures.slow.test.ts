import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { hookCommand } from '../../src/adapters/install/hook-command.ts'
import { brokenBundles } from '../hooks/broken-bundles.ts'
import { loadPlugin, type Outcome } from './load-plugin.ts'

const dist = resolve(import.meta.dirname, '..', '..', 'dist')
const scratch = mkdtempSync(join(tmpdir(), 'sallyport-plugin-failures-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** Breaks a fresh copy of the installation and a fresh home. */
type Breaks = (place: Place) => void
interface Place {
  readonly dist: string
  readonly home: string
}

const bundle =
  (source: string): Breaks =>
  place => {
    writeFileSync(join(place.dist, 'hook/bundle.cjs'), source)
    rmSync(join(place.dist, `hook/bundle.${process.version}-${process.arch}.cache`), { force: true })
  }
const homeFile =
  (path: string, text: string): Breaks =>
  ({ home }) => {
    mkdirSync(join(home, path, '..'), { recursive: true })
    writeFileSync(join(home, path), text)
  }

const failures: readonly (readonly [what: string, breaks: Breaks])[] = [
  ['Node is gone', ({ dist }) => rmSync(join(dist, 'node'))],
  ['Node is not executable', ({ dist }) => chmodSync(join(dist, 'node'), 0o644)],
  ['Node is another program', ({ dist }) => writeFileSync(join(dist, 'node'), '#!/bin/sh\necho hello\n')],
  ['the launcher is gone', ({ dist }) => rmSync(join(dist, 'hook.cjs'))],
  ['the bundle is gone', ({ dist }) => rmSync(join(dist, 'hook/bundle.cjs'))],
  ...brokenBundles.map(([what, source]) => [what, bundle(source)] as const),
  ['the answer is empty', bundle('exports.openHook = () => async () => ({ exit: 0, stdout: "" })')],
  [
    "the answer has another client's format",
    bundle('exports.openHook = () => async () => ({ exit: 0, stdout: `{"permissionDecision":"allow"}` })'),
  ],
  ["the user's policy is damaged", homeFile('.config/sallyport/policy.yaml', 'version: 1\nrules: [')],
  ['the trust store is damaged', homeFile('.local/state/sallyport/trust.json', '{')],
  ['the presets are gone', ({ dist }) => rmSync(join(dist, '..', 'presets'), { recursive: true })],
]

describe.each(['opencode', 'pi'])('every failure behind the plugin of %s blocks the call', client => {
  test.concurrent.each(failures)('%s', async (what, breaks) => {
    expect(await through(client, what, breaks)).toEqual({ blocked: expect.stringMatching(/\S/) })
  })

  test('an installation that works does not block', async () => {
    expect(await through(client, 'nothing is broken', () => {})).toEqual({ runs: call })
  })
})

/** Harmless, so that only the failure can block it. */
const call = { command: 'git status' }

async function through(client: string, what: string, breaks: Breaks): Promise<Outcome> {
  const ground = join(scratch, client, what.replaceAll(/\W+/g, '-'))
  const place = { dist: join(ground, 'dist'), home: join(ground, 'home') }
  for (const part of ['hook.cjs', 'hook', 'compiled'])
    cpSync(join(dist, part), join(place.dist, part), { recursive: true })
  cpSync(resolve(dist, '..', 'presets'), join(ground, 'presets'), { recursive: true })
  mkdirSync(place.home, { recursive: true })
  hurry(join(place.dist, 'hook.cjs'))
  const node = lean(place.dist)
  breaks(place)
  const command = hookCommand(client, { node, launcher: join(place.dist, 'hook.cjs'), snapshot: null })
  const inHome = `export HOME='${place.home}'; ${command.replace('ulimit -t 25', 'ulimit -t 2')}`
  const plugin = await loadPlugin(client, { folder: ground, command: inHome })
  return plugin.call(call, { cwd: place.home })
}

/** Shortens the launcher's deadline, so that the test is fast. */
function hurry(launcher: string): void {
  const source = readFileSync(launcher, 'utf8')
  const hurried = source.replace('const deadlineMs = 20_000', 'const deadlineMs = 3_000')
  if (hurried === source) throw new Error('the deadline was not found in the launcher')
  writeFileSync(launcher, hurried)
}

/** Node with little memory, so that it runs out quickly. */
function lean(directory: string): string {
  const path = join(directory, 'node')
  writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' --max-old-space-size=64 "$@"\n`)
  chmodSync(path, 0o755)
  return path
}
