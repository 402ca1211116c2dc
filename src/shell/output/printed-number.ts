import type { ParsedScript } from 'unbash'
import type { Effect, Run } from '../../core/effect.ts'
import { isKnown, wordText } from '../../core/word.ts'
import { pipelinesOf, printingStage } from './printed.ts'

/** Whether a substitution prints only numbers: `wc -l < f`, `date +%s`, `grep -c x f | tr -d ' '`. */
export function printsNumber(script: ParsedScript, effects: readonly Effect[]): boolean {
  const [stages, ...others] = pipelinesOf(script, effects) ?? []
  if (stages === undefined || others.length > 0) return false
  const found = printingStage(stages, narrows)
  if (found === null || ![found.source, ...found.after].every(({ args }) => args.every(isKnown))) return false
  return isNumeric(found.source, found.after)
}

/** A filter that reads only its input and turns numbers only into numbers. */
function narrows({ program, args }: Run): boolean {
  const words = args.map(wordText)
  switch (wordText(program)) {
    case 'tr':
      return words[0] === '-d' && words.length === 2
    case 'head':
    case 'tail':
    case 'sort':
    case 'uniq':
    case 'xargs':
    case 'bc':
      return words.every(word => /^-[\dnru]*$/.test(word))
    case 'awk':
      return isFirstField(words)
    case 'cut':
      return isFirstCut(words)
    default:
      return false
  }
}

const isFirstField = (words: readonly string[]): boolean =>
  words.length === 1 && /^\{ *print \$1 *\}$/.test(words[0] ?? '')

const isFirstCut = (words: readonly string[]): boolean => /^-d ?. -f ?1$/.test(words.join(' '))

/** INVARIANT: an option may be repeated and the last one counts, so all of them must print numbers. */
function isNumeric({ program, args }: Run, after: readonly Run[]): boolean {
  const words = args.map(wordText)
  const options = words.filter(word => word.startsWith('-'))
  const operands = words.filter(word => !word.startsWith('-'))
  switch (wordText(program)) {
    case 'wc':
      // The file's name follows the number.
      return (
        options.every(word => /^-[lwcmL]+$/.test(word)) &&
        (operands.length === 0 || after.some(({ args: kept }) => isFirstField(kept.map(wordText))))
      )
    case 'date':
      return operands.every(word => /^\+(%[sYmdHMSNjuVy]|-)+$/.test(word)) && options.length === 0 && words.length === 1
    case 'grep':
    case 'egrep':
    case 'rg':
      return (
        operands.length <= 2 &&
        (options.some(word => /^-[a-zA-Z]*c[a-zA-Z]*$|^--count$/.test(word)) ||
          // For one file, the line number comes before the first colon of a match.
          (options.length > 0 &&
            options.every(word => /^-[niwFEo]*n[niwFEo]*$|^-[iwFE]+$|^-m\d+$/.test(word)) &&
            options.some(word => word.includes('n')) &&
            after.some(({ args: kept }) => /^-d ?: -f ?1$/.test(kept.map(wordText).join(' ')))))
      )
    case 'nproc':
    case 'pidof':
      return true
    case 'seq':
      return words.every(word => /^-?\d+$/.test(word))
    case 'id':
      return /^-[ug]$/.test(words.join(' '))
    case 'tput':
      return /^(cols|lines)$/.test(words.join(' '))
    case 'stat':
      return /^((-c|-f) ?|--format=|--printf=)%[sYXZaizBbugm] [^-]\S*$/.test(words.join(' '))
    case 'expr':
      return words.length === 3 && ['+', '-', '*', '/', '%'].includes(words[1] ?? '')
    case 'lsof':
      return (
        options.every(word => /^-t?i?(:\d+|tcp:\d+)?$|^-t$/i.test(word)) && options.some(word => word.includes('t'))
      )
    case 'git':
      return words[0] === 'rev-list' && words.includes('--count') && !words.some(word => /format|pretty/.test(word))
    case 'gh':
      return printsIdAlone(words)
    case 'shuf':
      return /^-i \d+-\d+ -n ?\d+$/.test(words.join(' '))
    case 'jq':
      return options.length === 0 && operands[0] !== undefined && /(^|\| *)length$/.test(operands[0])
    case 'curl':
      return printsStatusAlone(words)
    default:
      return false
  }
}

/** `gh pr view --json number -q .number`: GitHub's ids are numbers. */
function printsIdAlone(words: readonly string[]): boolean {
  const [, field = '', , path = ''] =
    /^(?:.*\t)?--json[=\t](\w+)\t(.*\t)?(?:-q|--jq)[=\t]([^\t]+)$/.exec(words.join('\t')) ?? []
  const isOnce = words.filter(word => /^(--json|-q|--jq|-t|--template)/.test(word)).length === 2
  return isOnce && /^(number|databaseId)$/.test(field) && new RegExp(`^\\.(\\[(\\d+)?\\]\\.?)?${field}$`).test(path)
}

/** `curl -s -o /dev/null -w '%{http_code}' URL`: the page itself is discarded. */
function printsStatusAlone(words: readonly string[]): boolean {
  const rest = words.filter((word, i) => {
    const value = words[i + 1] ?? ''
    const before = words[i - 1] ?? ''
    if (/^(-w|--write-out)$/.test(word)) return !/^%\{(http_code|response_code)\}$/.test(value)
    return !/^(-w|--write-out|-o|--output)$/.test(before) && !/^(-o|--output|-s|-S|-sS|--silent)$/.test(word)
  })
  const isHidden = words.filter((word, i) => /^(-o|--output)$/.test(word) && words[i + 1] === '/dev/null').length === 1
  return (
    isHidden &&
    words.some(word => /^(-w|--write-out)$/.test(word)) &&
    rest.length === 1 &&
    /^https?:\/\//.test(rest[0] ?? '')
  )
}
