import type { ParsedScript } from 'unbash'
import type { Effect, Run } from '../../core/effect.ts'
import { isKnown, wordText } from '../../core/word.ts'
import type { Frame } from '../frame/frame.ts'
import { isCalledAs, type Spellings } from './listing.ts'

/**
 * The one short line that a substitution prints from a project file: `cat VERSION`, `jq -r .version package.json`. Null if
 * the file may have changed by then: the call changed something, or something runs in parallel.
 */
export function printedText({ commands }: ParsedScript, effects: readonly Effect[], frame: Frame): string | null {
  const [statement, ...others] = commands
  const [run, read, ...further] = effects
  if (others.length > 0 || statement?.command.type !== 'Command' || statement.command.redirects.length > 0) return null
  if (run?.kind !== 'run' || run.code !== 'known' || run.env.length > 0 || run.where.at !== 'local') return null
  if (read?.kind !== 'read' || read.zone !== 'workspace' || read.sensitive !== null || !isKnown(read.path)) return null
  const isSettled = !frame.detached && !frame.isBeside && frame.loops <= maxLoops && !frame.recorder.hasChanged()
  if (further.length > 0 || !isSettled) return null
  const text = isCalledAs(run, readers) ? frame.world.facts.text(read.path) : null
  const printed = text === null ? null : printedOf(run, text)
  return printed !== null && /^[ -~]{1,200}$/.test(printed) ? printed : null
}

/** Deeper loops are not checked for changes before they are read. */
const maxLoops = 2

const readers: Spellings = new Map([
  ['cat', /^[^-\t][^\t]*$/],
  ['head', /^(-1|-n\t?1)\t[^-\t][^\t]*$/],
  ['jq', /^(-r|--raw-output)\t(\.\w+)+\t[^-\t][^\t]*$/],
])

function printedOf({ program, args }: Run, text: string): string | null {
  switch (wordText(program)) {
    case 'cat':
      return text.replace(/\n+$/, '')
    case 'head':
      return text.split('\n')[0] ?? ''
    default:
      return valueAt(wordText(args[1] ?? ''), text)
  }
}

function valueAt(path: string, text: string): string | null {
  let value: unknown = parsed(text)
  for (const key of path.split('.').slice(1))
    value = typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(key) : undefined
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
