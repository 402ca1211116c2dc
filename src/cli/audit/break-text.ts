import type { JournalContinued } from '../../audit/mark.ts'
import { visible } from '../../core/wording/visible.ts'
import { recordTime } from '../terminal/clock-time.ts'

/** A break after which a person continued, in one sentence. */
export const breakText = (broken: JournalContinued): string =>
  visible(
    `continued after a break at record ${broken.intact + 1}, on ${recordTime(broken.at)} UTC by ${broken.by}: ` +
      `${broken.fault}; ${lossText(broken)}; ${keptText(broken)}`,
  )

/** The records that are known to be missing. */
export const lossText = ({ intact, written }: Pick<JournalContinued, 'intact' | 'written'>): string => {
  if (written === null) return 'it is not known how many records are missing'
  if (written <= intact) return 'no record is known to be missing'
  const first = intact + 1
  return first === written
    ? `record ${first} is missing or not proven`
    : `records ${first} to ${written} are missing or not proven`
}

const keptText = ({ kept }: JournalContinued): string =>
  kept === null ? 'nothing was left of the old journal' : `the old journal is in ${kept}`
