import type { Touch } from '../../core/effect.ts'
import type { Verdict } from '../../core/verdict.ts'
import { isKnown } from '../../core/word.ts'
import type { AskedCall } from '../asked-call.ts'

/**
 * Whether everything that the call does is to read and to show what it read: a tool that reads files, or a command of
 * programs that only print. Such a call cannot copy, send, commit or load a secret.
 */
export function keepsToReading({ category, substitutes, verdict }: AskedCall): boolean {
  const { effects } = verdict
  if (category === 'file_read') return effects.every(({ kind }) => kind === 'read')
  // `export $(cat .env)` has no effects besides those of `cat`.
  if (category !== 'shell_exec' || substitutes) return false
  return effects.every((effect, index) => {
    if (effect.kind === 'read') return effect.where.at === 'local' && isByPrinter(effect, verdict)
    return effect.kind === 'run' && isPrinter(index, verdict)
  })
}

/** Whether a write fills a file with contents. A program that puts another file or a link in its place does not. */
export const writesContents = ({ by }: Touch, { effects }: Verdict): boolean =>
  by === null || isRunOf(effects[by], fillers)

/** A read by the shell itself, as in `source FILE`, is not by a printer. */
const isByPrinter = ({ by }: Touch, verdict: Verdict): boolean => by !== null && isPrinter(by, verdict)

const isPrinter = (index: number, { effects }: Verdict): boolean => isRunOf(effects[index], printers)

function isRunOf(effect: Verdict['effects'][number] | undefined, programs: ReadonlySet<string>): boolean {
  if (effect?.kind !== 'run' || effect.code !== 'known' || effect.where.at !== 'local') return false
  return isKnown(effect.program) && programs.has(effect.program) && effect.env.length === 0
}

const names = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/))

const printers = names(
  `cat bat batcat head tail less more nl tac wc grep egrep fgrep rg cut sort uniq tr fold column paste diff cmp comm sed awk jq
  strings od xxd hexdump md5sum sha1sum sha256sum cksum ls stat file test [ echo printf true cd pwd`,
)

const fillers = names('tee touch sed truncate')
