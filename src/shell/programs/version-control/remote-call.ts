import { isKnown, type Word, wordText } from '../../../core/word.ts'
import type { Sorted } from '../engine/arguments.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import { repositoryPlaces } from './foreign-repository.ts'
import { remoteAddresses } from './remote-addresses.ts'
import { mayHaveMovedRemote } from './remote-moved.ts'

/** The call, with the addresses that its remote leads to in each connection that names no host. */
export const withRemote = (sorted: Sorted, call: ProgramCall): ProgramCall => ({
  ...call,
  connect: (host, sends, more) => {
    const leadsTo = isUnnamed(host) ? addressesFor(sorted, call, sends) : undefined
    call.connect(host, sends, leadsTo === undefined ? more : { ...more, leadsTo })
  },
})

const isUnnamed = (host: Word): boolean => !isKnown(host) && wordText(host) === '…'

/** Undefined for commands that fetch from somewhere else than a remote, such as submodules. */
function addressesFor(sorted: Sorted, call: ProgramCall, sends: boolean): readonly string[] | null | undefined {
  const does = uses.get(sorted.path.join(' '))
  if (does === undefined) return sends ? null : undefined
  const { frame } = call
  const [path, ...others] = repositoryPlaces(sorted, call)
  const given = sorted.operands[0] ?? optionValue('--rep', sorted)
  if (path === undefined || others.length > 0 || frame.where.at !== 'local' || isForSeveral(sorted)) return null
  if (given !== null && !isKnown(given)) return null
  const directory = frame.world.facts.realPath(path)
  const found = directory === null ? null : remoteAddresses({ directory, does, named: given }, frame.world)
  const [git] = sorted.levels
  if (found === null || directory === null || git === undefined) return null
  const { effects } = frame.recorder
  const isMoved = mayHaveMovedRemote({ effects, from: found.from, directory, isNamed: given !== null, git })
  return isMoved ? null : found.addresses
}

const uses: ReadonlyMap<string, 'push' | 'fetch'> = new Map([
  ['push', 'push'],
  ['subtree push', 'push'],
  ['fetch', 'fetch'],
  ['pull', 'fetch'],
])

/** Options by which git contacts more than one remote. */
const isForSeveral = ({ path, options }: Sorted): boolean =>
  options.some(({ spelling }) =>
    path[0] === 'push' ? spelling.startsWith('--recu') : /^(--all|--multiple|-m)$/.test(spelling),
  )

const optionValue = (name: string, { options }: Sorted): Word | null =>
  options.findLast(({ spelling }) => spelling.startsWith(name))?.value ?? null
