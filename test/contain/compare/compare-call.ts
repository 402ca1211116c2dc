import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, resolve } from 'node:path'
import { removeTree } from '../../../src/io/files/remove-tree.ts'
import type { ComparedCall } from './call-file.ts'
import { type Compared, compareRuns, type Seen } from './difference.ts'
import { type Ground, type LabEnd, runInLab } from './lab.ts'
import { readTimes, readTree, type Times } from './tree.ts'

/** How a call ended inside and outside. */
export type CallResult = { readonly call: ComparedCall; readonly notes: readonly string[] } & (
  | ({ readonly kind: 'compared'; readonly exitCode: number } & Compared)
  /** The gate did not contain it, or the call cannot be tried at all. */
  | { readonly kind: 'left out' }
)

/** A directory for the copies. Nothing in it may be below a temporary directory, which the fence shows in another way. */
export function newBase(): string {
  const parent = process.env['SALLYPORT_COMPARE_BASE'] ?? `${process.env['XDG_CACHE_HOME'] ?? `${homedir()}/.cache`}`
  mkdirSync(parent, { recursive: true })
  return mkdtempSync(`${parent}/sallyport-compare-`)
}

export interface CompareSetting {
  readonly base: string
  /** The words that start Sallyport. */
  readonly sallyport: readonly string[]
  /** How long one run may take. */
  readonly seconds: number
}

/** Runs a call inside the fence and twice outside, each time in a copy of the same files, and compares how it ended. */
export async function compareCall(call: ComparedCall, setting: CompareSetting): Promise<CallResult> {
  const at = mkdtempSync(`${setting.base}/call-`)
  try {
    const first = makeGround(`${at}/first`)
    writeFiles(call, first)
    const sees = [resolve('.')]
    const run = (ground: Ground, argv: readonly string[]) =>
      runInLab({ call, ground, argv, seconds: setting.seconds, sees })
    if (call.prepare !== '') {
      const { exitCode, stderr } = await run(first, [...plain, 'bash', '-c', call.prepare])
      if (exitCode !== 0) return { call, kind: 'left out', notes: [`\`prepare\` failed: ${stderr}`] }
    }
    const grounds = ['inside', 'outside', 'again'].map(name => copyGround(first, `${at}/${name}`))
    const [inside = first, outside = first, again = first] = grounds
    const times = timesOf(first)
    const shell = ['bash', '-c', call.command]
    const seen = async (ground: Ground, argv: readonly string[]): Promise<[LabEnd, Seen]> => {
      const end = await run(ground, argv)
      const trees = treesOf(ground, times)
      if (call.later === undefined) return [end, { ...end, trees }]
      const { exitCode, stdout, stderr } = await run(ground, [...plain, 'bash', '-c', call.later])
      return [end, { ...end, trees, later: `${stdout}${stderr}exit code ${exitCode}` }]
    }
    const [end, within] = await seen(inside, [...setting.sallyport, 'run', '--', ...shell])
    const notes = notesIn(end.stderr)
    if (!wasContained(inside)) return { call, kind: 'left out', notes: ['it was not contained', ...notes] }
    const [plainEnd, without] = await seen(outside, [...plain, ...shell])
    const [, repeated] = await seen(again, [...plain, ...shell])
    if (end.isLate && plainEnd.isLate) return { call, kind: 'left out', notes: ['it did not end in time'] }
    const compared = compareRuns({ ...within, stderr: withoutNotes(end.stderr) }, [without, repeated])
    return { call, kind: 'compared', exitCode: plainEnd.exitCode, notes, ...compared }
  } finally {
    removeTree(at)
  }
}

/** Outside, a command runs as a normal user would run it: without the rights over this throw-away machine. */
const plain = ['setpriv', '--bounding-set=-all', '--inh-caps=-all', '--ambient-caps=-all', '--']

function makeGround(at: string): Ground {
  const ground = { workspace: `${at}/workspace`, home: `${at}/home`, tmp: `${at}/tmp` }
  for (const path of Object.values(ground)) mkdirSync(path, { recursive: true })
  chmodSync(ground.tmp, 0o1777)
  return ground
}

function copyGround(from: Ground, to: string): Ground {
  mkdirSync(to)
  const { status, stderr } = spawnSync('cp', ['-a', '--', ...Object.values(from), to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the files cannot be copied: ${stderr}`)
  return { workspace: `${to}/workspace`, home: `${to}/home`, tmp: `${to}/tmp` }
}

function writeFiles({ files, workspace, home }: ComparedCall, ground: Ground): void {
  for (const [name, text] of Object.entries(files)) {
    const path = name.startsWith('~/') ? `${home}${name.slice(1)}` : name
    const places: readonly (readonly [string, string])[] = [
      [workspace, ground.workspace],
      [home, ground.home],
      ['/tmp', ground.tmp],
    ]
    const [under, real] = places.find(([root]) => path.startsWith(`${root}/`)) ?? ['', ground.workspace]
    if (under === '' && path.startsWith('/'))
      throw new Error(`\`${name}\` is not below the workspace, the home or \`/tmp\``)
    const to = under === '' ? `${real}/${path}` : `${real}${path.slice(under.length)}`
    mkdirSync(dirname(to), { recursive: true })
    writeFileSync(to, text, { mode: text.startsWith('#!') || text.startsWith('\u007fELF') ? 0o755 : 0o644 })
  }
}

const roots = ['workspace', 'home', 'tmp'] as const

type GroundTimes = Readonly<Record<(typeof roots)[number], Times>>

const timesOf = (ground: Ground): GroundTimes => ({
  workspace: readTimes(ground.workspace),
  home: readTimes(ground.home),
  tmp: readTimes(ground.tmp),
})

const treesOf = (ground: Ground, times: GroundTimes): Seen['trees'] =>
  Object.fromEntries(roots.map(root => [root, readTree(ground[root], times[root], path => isNoResult(root, path))]))

/** Files that are no result of a call: caches, which are apart in the fence; Sallyport's own; and git's note of file times. */
const isNoResult = (root: (typeof roots)[number], path: string): boolean =>
  root === 'home'
    ? /^(?:\.cache|\.npm|\.local(?:\/state(?:\/sallyport)?)?|\.cargo\/registry|go)$/.test(path)
    : root === 'workspace' && /(?:^|\/)\.git\/index$/.test(path)

/** Whether the journal says that the fence answered. */
function wasContained({ home }: Ground): boolean {
  const journal = `${home}/.local/state/sallyport/journal`
  try {
    return readdirSync(journal).some(
      name => name.endsWith('.jsonl') && /"reason":"contained"/.test(readFileSync(`${journal}/${name}`, 'utf8')),
    )
  } catch {
    return false
  }
}

const note = /^sallyport: .*\n?/gm
const notesIn = (stderr: string): readonly string[] => (stderr.match(note) ?? []).map(line => line.trim())
const withoutNotes = (stderr: string): string => stderr.replaceAll(note, '')
