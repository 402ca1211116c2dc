import type { ParsedScript } from 'unbash'
import type { Effect, Run } from '../core/effect.ts'
import { isKnown, wordText } from '../core/word.ts'

/** Whether a substitution prints nothing but numbers: `wc -l < f`, `date +%s`, `grep -c x f | tr -d ' '`. */
export function printsNumber({ commands }: ParsedScript, effects: readonly Effect[]): boolean {
  const [statement, ...others] = commands
  if (statement === undefined || others.length > 0 || statement.command.type === 'AndOr') return false
  const runs = effects.filter((effect): effect is Run => effect.kind === 'run')
  const last = runs.findLastIndex(run => !narrows(run))
  const source = runs[last]
  return source?.args.every(isKnown) === true && isNumeric(source, runs.slice(last + 1))
}

/** A filter that leaves of numbers only numbers. */
const narrows = ({ program, args }: Run): boolean => {
  const words = args.map(wordText)
  switch (wordText(program)) {
    case 'tr':
      return words[0] === '-d'
    case 'head':
    case 'tail':
    case 'sort':
    case 'uniq':
    case 'xargs':
    case 'echo':
    case 'bc':
      return words.every(word => /^-?\w*$/.test(word))
    case 'awk':
      return isFirstField(words)
    case 'cut':
      return words.some(word => word === '-f1' || word === '-f 1') || words.join(' ').includes('-f 1')
    default:
      return false
  }
}

const isFirstField = (words: readonly string[]): boolean =>
  words.length === 1 && /^\{ *print \$1 *\}$/.test(words[0] ?? '')

function isNumeric({ program, args }: Run, after: readonly Run[]): boolean {
  const words = args.map(wordText)
  const operands = words.filter(word => !word.startsWith('-'))
  switch (wordText(program)) {
    case 'wc':
      // Behind the number stands the file's name.
      return operands.length === 0 || after.some(({ args: kept }) => isFirstField(kept.map(wordText)))
    case 'date':
      return words.some(word => /^\+(%[sYmdHMSNjuVy]|-)+$/.test(word))
    case 'grep':
    case 'egrep':
    case 'rg':
      return words.some(word => /^-[a-zA-Z]*c[a-zA-Z]*$|^--count$/.test(word)) && operands.length <= 2
    case 'nproc':
    case 'seq':
    case 'pgrep':
    case 'pidof':
      return true
    case 'id':
      return words.length === 1 && /^-[ugG]$/.test(words[0] ?? '')
    case 'tput':
      return words[0] === 'cols' || words[0] === 'lines'
    case 'stat':
      return words.some(
        word => /^%[sYXZaizBbugm]$/.test(word) || /^(--format=|--printf=|-c|-f)%[sYXZaizBbugm]$/.test(word),
      )
    case 'expr':
      return words.some(word => ['+', '-', '*', '/', '%'].includes(word))
    case 'lsof':
      return words.some(word => /^-\w*t/.test(word))
    case 'git':
      return words[0] === 'rev-list' && words.includes('--count')
    case 'jq':
      return operands[0] !== undefined && /(^|\| *)length$/.test(operands[0])
    case 'curl':
      return words.some(
        (word, i) =>
          /^(-w|--write-out)$/.test(words[i - 1] ?? '') && /^%\{(http_code|response_code)\}(\\n)?$/.test(word),
      )
    default:
      return false
  }
}
