import { type ChangeKind, changeKind, type TreeChange, type TrialDiff } from './change.ts'
import { protectedReason } from './protected-change.ts'

/** What a trial did, in one sentence: `deletes 246 files, changes 3, creates 2`. Directories count only if nothing else changed. */
export const diffSummary = ({ changes }: Pick<TrialDiff, 'changes'>): string => inWords(changes, verbs)

/** What taking these changes back does: `brings back 246 files, restores 3, removes 2`. */
export const undoSummary = ({ changes }: Pick<TrialDiff, 'changes'>): string => inWords(changes, undoVerbs)

type Verbs = Readonly<Record<ChangeKind, string>>
const verbs: Verbs = { deleted: 'deletes', changed: 'changes', created: 'creates' }
const undoVerbs: Verbs = { deleted: 'brings back', changed: 'restores', created: 'removes' }

function inWords(changes: readonly TreeChange[], words: Verbs): string {
  const counts = countsOf(changes.filter(change => (change.now ?? change.was)?.kind !== 'directory'))
  const noun = counts.length > 0 ? 'file' : 'directory'
  const shown = counts.length > 0 ? counts : countsOf(changes)
  if (shown.length === 0) return 'changes nothing'
  return shown
    .map(([kind, count], at) => `${words[kind]} ${count}${at > 0 ? '' : ` ${count === 1 ? noun : plurals[noun]}`}`)
    .join(', ')
}

const plurals = { file: 'files', directory: 'directories' } as const

function countsOf(changes: readonly TreeChange[]): readonly (readonly [ChangeKind, number])[] {
  const kinds = changes.map(changeKind)
  return (['deleted', 'changed', 'created'] as const).flatMap(kind => {
    const count = kinds.filter(one => one === kind).length
    return count === 0 ? [] : [[kind, count] as const]
  })
}

/** One line for each change, those that need a look first; what lies in a deleted directory is counted on its line. */
export function diffRows(changes: readonly TreeChange[], roots: readonly string[]): readonly DiffRow[] {
  const below = filesBelow(changes)
  const rows = changes.flatMap((change): readonly DiffRow[] => {
    if (change.within === true) return []
    const marked = protectedReason(change, roots)
    return [
      {
        sign: signs[changeKind(change)],
        path: change.path,
        says: sayingOf(change, below.get(change.path) ?? 0),
        marked,
      },
    ]
  })
  return [...rows.filter(({ marked }) => marked !== null), ...rows.filter(({ marked }) => marked === null)]
}

export interface DiffRow {
  readonly sign: '-' | '~' | '+'
  readonly path: string
  /** Size, mode, number of files. */
  readonly says: string
  /** Why a person should look at it. */
  readonly marked: string | null
}

const signs: Readonly<Record<ChangeKind, DiffRow['sign']>> = { deleted: '-', changed: '~', created: '+' }

/** How many files each deleted directory has. */
function filesBelow(changes: readonly TreeChange[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  let top: string | null = null
  for (const { path, was, within } of changes) {
    if (within !== true) top = path
    else if (top !== null && was?.kind !== 'directory') counts.set(top, (counts.get(top) ?? 0) + 1)
  }
  return counts
}

function sayingOf({ was, now, content }: TreeChange, below: number): string {
  if (now === null) return was?.kind === 'directory' ? `directory, ${below} file${below === 1 ? '' : 's'}` : sizeOf(was)
  if (now.kind === 'link') return `link to ${now.target}`
  const mode = was !== null && was.mode !== now.mode ? `mode ${octal(was.mode)} to ${octal(now.mode)}` : ''
  if (now.kind === 'directory') return mode === '' ? 'directory' : mode
  if (!content) return mode === '' ? 'time' : mode
  return [was?.kind === 'file' ? `${sizeOf(was)} to ${sizeOf(now)}` : sizeOf(now), mode].filter(Boolean).join(', ')
}

const sizeOf = (state: TreeChange['was']): string =>
  state?.kind === 'file' ? roundSize(state.size) : (state?.kind ?? '')

/** A size for people: three digits and a unit. */
export function roundSize(bytes: number): string {
  const unit = units.findLast(([, factor]) => bytes >= factor)
  if (unit === undefined) return `${bytes} B`
  const [name, factor] = unit
  const amount = bytes / factor
  return `${amount < 10 ? amount.toFixed(1).replace('.0', '') : Math.round(amount)} ${name}`
}

const units: readonly (readonly [string, number])[] = [
  ['KiB', 2 ** 10],
  ['MiB', 2 ** 20],
  ['GiB', 2 ** 30],
]

const octal = (mode: number): string => mode.toString(8).padStart(3, '0')
