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
  const left = await store.accept(marks)
  if (!left.ok) return failed(left.faults[0].message)
  const accepted = marks.filter(mark => !left.value.includes(mark))
  const more =
    left.value.length === 0
      ? ''
      : `${counted(left.value.length, 'path')} still marked: a contained call may still write there, or has since\n`
  return options.flag('json')
    ? printJson({ accepted, left: left.value })
    : print(`${counted(accepted.length, 'path')} accepted\n${more}`)
}

const most = 40

const listing = (paths: readonly string[]): string =>
  `Contained calls wrote:\n${paths
    .slice(0, most)
    .map(path => `  ${path}\n`)
    .join('')}${paths.length > most ? `  and ${paths.length - most} more\n` : ''}`
