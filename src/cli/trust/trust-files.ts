import { resolve } from 'node:path'
import { shortPath } from '../../core/path.ts'
import { visible } from '../../core/wording/visible.ts'
import { systemClock } from '../../io/clock.ts'
import { recordSetting } from '../../io/journal/record-setting.ts'
import { ownPaths } from '../../io/paths.ts'
import { findPlace } from '../../io/place.ts'
import { openContainStore } from '../../io/stores/contain-store.ts'
import { hasTerminal, isConfirmed } from '../terminal/confirm.ts'
import { counted } from '../terminal/counted.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import type { ParsedOptions } from '../terminal/options.ts'
import { failed, print, printJson } from '../terminal/outcome.ts'

/** Accepts the files that contained calls wrote in a project, so that its code runs as before. */
export async function trustFiles(options: ParsedOptions): Promise<number> {
  const place = findPlace({ cwd: resolve(options.operands[0] ?? '.') })
  const store = openContainStore(ownPaths(), systemClock)
  const marks = store.marksIn(place.workspace)
  const paths = marks.map(path => visible(shortPath(path, place)))
  if (marks.length === 0)
    return options.flag('json') ? printJson({ accepted: [] }) : print('no contained call has left files here\n')
  if (options.flag('yes') ? !options.flag('json') : hasTerminal()) print(listing(paths))
  const isWanted = await isConfirmed(options, {
    question: 'Accept these files?',
    action: 'accept files of contained calls',
    declined: 'not accepted; nothing has changed',
  })
  if (!isWanted) return exitCodes.deny
  const recorded = await recordSetting(
    'contained_files',
    `accepted ${counted(marks.length, 'path')} in ${place.workspace.join(', ')}`,
  )
  if (!recorded.ok) return failed(recorded.faults[0].message)
  const accepted = await store.accept(marks)
  if (!accepted.ok) return failed(accepted.faults[0].message)
  return options.flag('json') ? printJson({ accepted: marks }) : print(`${counted(marks.length, 'path')} accepted\n`)
}

const most = 40

const listing = (paths: readonly string[]): string =>
  `Contained calls wrote:\n${paths
    .slice(0, most)
    .map(path => `  ${path}\n`)
    .join('')}${paths.length > most ? `  and ${paths.length - most} more\n` : ''}`
