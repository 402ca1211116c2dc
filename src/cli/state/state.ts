import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { limits } from '../../core/limits.ts'
import { visible } from '../../core/wording/visible.ts'
import { pruneCaches } from '../../io/fence/caches.ts'
import { removeTree } from '../../io/files/remove-tree.ts'
import { trialPaths } from '../../io/overlay/trials.ts'
import { makeRoom, undoPoints } from '../../io/overlay/undo-store.ts'
import { ownPaths } from '../../io/paths.ts'
import { findPlace } from '../../io/place.ts'
import { loadPolicies } from '../../io/policies/load-policies.ts'
import { roundSize } from '../../trial/diff-words.ts'
import { defaultCeiling, type UndoCeiling } from '../../trial/undo-ceiling.ts'
import { defineCommand } from '../define-command.ts'
import { isConfirmed } from '../terminal/confirm.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import { print, printJson } from '../terminal/outcome.ts'

export const stateCommand = defineCommand({
  help: `usage: sallyport state [--json]
       sallyport state --prune [--all] [--yes]

Shows what Sallyport keeps on this machine, and how much space it takes.

  --prune   remove undo points that are too old and caches above their limit
  --all     with --prune: remove all undo points, copies, caches and moved-away files
  --yes     do not ask; for your own scripts, never for an agent
  --json    print the sizes as JSON

The journal is only shown: removing a part of it would break its chain of hashes.

exit codes: 0 shown or removed, 2 not removed, 64 usage
`,
  options: {
    json: { type: 'boolean' },
    prune: { type: 'boolean' },
    all: { type: 'boolean' },
    yes: { type: 'boolean' },
  },
  operands: { most: 0, otherwise: '`state` takes no operands' },
  async run(options) {
    if (options.flag('prune')) {
      const isAll = options.flag('all')
      const isYes = await isConfirmed(options, {
        question: isAll
          ? 'Remove all undo points, caches and moved-away files?'
          : 'Remove what is too old or too large?',
        action: "prune Sallyport's state",
        declined: 'nothing was removed',
      })
      if (!isYes) return exitCodes.deny
      const policies = await loadPolicies({ place: findPlace({ cwd: process.cwd() }) })
      prune(isAll, policies.ok ? policies.value.undo : defaultCeiling)
    }
    const parts = stateParts()
    if (options.flag('json')) return printJson(parts)
    return print(parts.map(partLine).join(''))
  },
})

/** One part of Sallyport's state. */
export interface StatePart {
  readonly name: string
  readonly path: string
  readonly bytes: number
  readonly entries: number
  /** Whether `state --prune` may remove it. */
  readonly canPrune: boolean
}

/** The parts of the state that exist, with their sizes. */
export function stateParts(): readonly StatePart[] {
  const { journal, approvals, cache, state, compiled } = ownPaths()
  const { undo, trials, copies } = trialPaths()
  const all: readonly (readonly [string, string, boolean])[] = [
    ['undo points', undo, true],
    ['copies of files', copies, true],
    ['open trials', trials, false],
    ['fence caches', `${cache}/fence`, true],
    ['moved away', `${state}/fence/quarantine`, true],
    ['questions', approvals, false],
    ['compiled policies', compiled, true],
    ['journal', journal, false],
  ]
  return all.flatMap(([name, path, canPrune]) => (existsSync(path) ? [{ name, path, canPrune, ...sizeOf(path) }] : []))
}

const partLine = ({ name, path, bytes, entries, canPrune }: StatePart): string =>
  `${name.padEnd(18)} ${roundSize(bytes).padStart(9)}  ${`${entries}`.padStart(6)} entries  ${visible(path)}${canPrune ? '' : '  (kept)'}\n`

function prune(isAll: boolean, ceiling: UndoCeiling): void {
  const { cache } = ownPaths()
  const { undo, copies } = trialPaths()
  makeRoom(undo, 0, ceiling, Date.now())
  if (!isAll) return pruneCaches(`${cache}/fence`, limits.fenceCacheBytes)
  for (const { id } of undoPoints(undo)) removeTree(`${undo}/${id}`)
  removeTree(copies)
  pruneCaches(`${cache}/fence`, 0)
  for (const { path, name } of stateParts()) if (name === 'moved away') removeTree(path)
}

/** Bytes on the disk, and entries at the top. Links are not followed. */
function sizeOf(path: string): Pick<StatePart, 'bytes' | 'entries'> {
  let bytes = 0
  const open = [path]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const stats = lstatSync(next, { throwIfNoEntry: false })
    bytes += (stats?.blocks ?? 0) * 512
    if (stats?.isDirectory() === true) for (const name of namesOf(next)) open.push(`${next}/${name}`)
  }
  return { bytes, entries: namesOf(path).length }
}

function namesOf(path: string): readonly string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}
