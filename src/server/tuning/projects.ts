import { dirname } from 'node:path'
import { collectWorkspaces } from '../../audit/history/workspaces.ts'
import { scanJournal, scanOnce } from '../../io/journal/scan-journal.ts'
import { ownPaths } from '../../io/paths.ts'
import { findPlace } from '../../io/place.ts'
import { readTrust } from '../../io/stores/trust-store.ts'
import type { TuningContext } from './context.ts'

/** The projects that a person may choose: of the server's own directory, of calls in the journal, and trusted ones. */
export async function knownProjects({ cwd }: Pick<TuningContext, 'cwd'>): Promise<readonly string[]> {
  const { journal, trust } = ownPaths()
  const [own] = findPlace({ cwd }).workspace
  const used = await onceFor(journal)('workspaces', async () => {
    const workspaces = collectWorkspaces(mostProjects)
    await scanJournal(journal, '', workspaces.add)
    return workspaces.total()
  })
  const pins = readTrust(trust)
  const trusted = pins.ok ? [...pins.value.keys()].map(file => dirname(file)) : []
  return [...new Set([...(own === undefined ? [] : [own]), ...used, ...trusted])].slice(0, mostProjects)
}

const mostProjects = 50
const known = new Map<string, ReturnType<typeof scanOnce>>()

/** One memory of scans for each journal. */
export function onceFor(journal: string): ReturnType<typeof scanOnce> {
  const once = known.get(journal) ?? scanOnce(journal)
  known.set(journal, once)
  return once
}
