/** Rules of the macOS sandbox, read and applied as macOS does it, as far as our plans use them. */
export interface SeatbeltRules {
  /** Whether an operation such as `file-read-data` is allowed at a path. */
  allowsFile(operation: string, path: string): boolean
  /** Whether a command may connect to an address such as `localhost:8080`. */
  allowsConnection(address: string): boolean
  readonly parameters: ReadonlyMap<string, string>
}

type Term = string | readonly Term[]

/** Reads the words of a plan: `sandbox-exec -p RULES -D NAME=VALUE … -- …`. */
export function readSeatbelt(argv: readonly string[]): SeatbeltRules {
  const words = argv.slice(1, argv.indexOf('--'))
  const valuesOf = (option: string) => words.flatMap((word, index) => (words[index - 1] === option ? [word] : []))
  const parameters = new Map(
    valuesOf('-D').map(word => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
  )
  const rules = parse(valuesOf('-p')[0] ?? '').flatMap(rule => unwrapped(rule, parameters))
  const meaningOf = (term: Term | undefined): string => {
    if (Array.isArray(term) && term[0] === 'param') return parameters.get(textOf(term[1])) ?? ''
    return textOf(term)
  }
  const matches = (filter: Term, path: string): boolean => {
    if (!Array.isArray(filter)) return false
    const [kind, value] = filter
    if (kind === 'literal') return path === meaningOf(value)
    if (kind === 'subpath') return isBelow(path, meaningOf(value))
    // Filters that need more than a path never match here.
    return false
  }
  const decide = (isAbout: (operation: string) => boolean, isMatch: (filters: readonly Term[]) => boolean): boolean =>
    rules.reduce((allowed, [effect, ...rest]) => {
      const operations = rest.filter(term => typeof term === 'string' && !term.startsWith('"')).map(textOf)
      const filters = rest.filter(Array.isArray)
      if (effect !== 'allow' && effect !== 'deny') return allowed
      if (!operations.some(isAbout) || (filters.length > 0 && !isMatch(filters))) return allowed
      return effect === 'allow'
    }, false)
  return {
    parameters,
    allowsFile: (operation, path) =>
      decide(
        one => one === 'default' || covers(one, operation),
        filters => filters.some(filter => matches(filter, path)),
      ),
    allowsConnection: address =>
      decide(
        one => one === 'default' || covers(one, 'network-outbound'),
        filters => filters.some(filter => isRemote(filter, address, meaningOf)),
      ),
  }
}

/** `(if (param "X") RULE)` is RULE if X has a value, and nothing otherwise. */
function unwrapped(rule: Term, parameters: ReadonlyMap<string, string>): readonly (readonly Term[])[] {
  if (!Array.isArray(rule)) return []
  if (rule[0] !== 'if') return [rule]
  const [, condition, then] = rule
  const name = Array.isArray(condition) ? textOf(condition[1]) : ''
  return parameters.has(name) && Array.isArray(then) ? [then] : []
}

const isRemote = (filter: Term, address: string, meaningOf: (term: Term | undefined) => string): boolean =>
  Array.isArray(filter) && filter[0] === 'remote' && (filter[2] === undefined || meaningOf(filter[2]) === address)

const covers = (rule: string, operation: string): boolean =>
  rule.endsWith('*') ? operation.startsWith(rule.slice(0, -1)) : rule === operation

const isBelow = (path: string, root: string): boolean =>
  path === root || path.startsWith(root === '/' ? '/' : `${root}/`)

const textOf = (term: Term | undefined): string => (typeof term === 'string' ? term.replaceAll(/^"|"$/g, '') : '')

function parse(text: string): readonly Term[] {
  const open: Term[][] = [[]]
  for (const [token] of text.matchAll(/#?"[^"]*"|[()]|[^\s()]+/g)) {
    if (token === '(') open.push([])
    else if (token === ')') {
      const done = open.pop() ?? []
      open.at(-1)?.push(done)
    } else open.at(-1)?.push(token)
  }
  if (open.length !== 1) throw new Error('the parentheses of the rules do not match')
  return open[0] ?? []
}
