/** The output of `tr`, `cut` and `sed` for a text, if their arguments are simple enough to be sure; else null. */
export type Filter = (args: readonly string[], input: string | null) => string | null

/** `tr x h`, `tr a-z A-Z`, `tr -d -`. */
export const translate: Filter = (args, input) => {
  const isDeletion = args[0] === '-d'
  const sets = (isDeletion ? args.slice(1) : args).map(charactersOf)
  const [from, to] = sets
  if (input === null || from === null || from === undefined || to === null) return null
  if (isDeletion) return sets.length === 1 ? [...input].filter(one => !from.includes(one)).join('') : null
  const last = to?.at(-1)
  if (to === undefined || last === undefined || sets.length > 2) return null
  return [...input].map(one => to[from.lastIndexOf(one)] ?? (from.includes(one) ? last : one)).join('')
}

/** The characters of a `tr` set: letters, ranges, classes. */
function charactersOf(set: string): readonly string[] | null {
  const plain = set
    .replaceAll('[:lower:]', 'a-z')
    .replaceAll('[:upper:]', 'A-Z')
    .replaceAll('[:digit:]', '0-9')
    .replaceAll('\\n', '\n')
  if (plain === '' || /[\\[\]]|[^ -~\n]/.test(plain) || (plain.startsWith('-') && plain !== '-')) return null
  const characters = plain.replaceAll(/([\s\S])-([\s\S])/g, (_, from: string, to: string) => rangeOf(from, to))
  return characters.includes('\0') ? null : [...characters]
}

const rangeOf = (from: string, to: string): string => {
  const [first, last] = [from.charCodeAt(0), to.charCodeAt(0)]
  if (first > last) return '\0'
  return Array.from({ length: last - first + 1 }, (_, i) => String.fromCharCode(first + i)).join('')
}

/** `cut -c1-3`, `cut -d: -f2`: one column or one range. */
export const cutColumns: Filter = (args, input) => {
  const [, kind, first = '', dash, last = ''] = /^-([cf])(\d*)(-?)(\d*)$/.exec(joined(args, 'cf')) ?? []
  const delimiter = kind === 'f' ? (/^-d(.)$/.exec(joined(args, 'd'))?.[1] ?? null) : ''
  if (input === null || kind === undefined || delimiter === null || /[^ -~\n]/.test(input)) return null
  if (
    (first === '' && last === '') ||
    first === '0' ||
    args
      .join(' ')
      .replaceAll(/-[cfd] ?\S+/g, '')
      .trim() !== ''
  )
    return null
  const [from, to] = [Number(first || 1) - 1, dash === '' ? Number(first) : Number(last || Number.POSITIVE_INFINITY)]
  return input
    .split('\n')
    .map(line => {
      const parts = line.split(delimiter)
      return kind === 'f' && parts.length === 1 ? line : parts.slice(from, to).join(delimiter)
    })
    .join('\n')
}

/** An option and its value, written as one word or two. */
function joined(args: readonly string[], letters: string): string {
  const at = args.findIndex(arg => arg.startsWith('-') && letters.includes(arg.charAt(1)))
  const option = args[at] ?? ''
  return option.length === 2 ? `${option}${args[at + 1] ?? ''}` : option
}

/** `sed s/x/y/`, `sed -e s,x,y,g`: text for text. */
export const sedSubstitute: Filter = (args, input) => {
  const [script = '', ...others] = args[0] === '-e' ? args.slice(1) : args
  // Split at the delimiter: an expression that finds the delimiter again backtracks on long scripts.
  const [name, from = '', to = '', flag, ...more] = script.split(script.charAt(1), 5)
  const isPlain =
    /^s[/|,#:@]/.test(script) && name === 's' && /^[^\\[\]*.^$?+(){}|]+$/.test(from) && /^[^\\&\n]*$/.test(to)
  if (input === null || !isPlain || (flag !== '' && flag !== 'g') || more.length > 0 || others.length > 0) return null
  return input
    .split('\n')
    .map(line => (flag === 'g' ? line.replaceAll(from, () => to) : line.replace(from, () => to)))
    .join('\n')
}
