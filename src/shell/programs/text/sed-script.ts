/** The effects of a sed script besides editing text: `r`, `w` and `e`. `run-line` runs the line itself as a command. */
export type SedAction =
  | { readonly does: 'read' | 'write' | 'run'; readonly text: string }
  | { readonly does: 'run-line' }

/** The actions of a script; null if it cannot be read. */
export function readSedScript(script: string): readonly SedAction[] | null {
  const actions: SedAction[] = []
  let at = 0
  const skip = (pattern: RegExp): string => {
    pattern.lastIndex = at
    const found = pattern.exec(script)?.[0] ?? ''
    at += found.length
    return found
  }
  const restOfLine = (): string => skip(/[^\n]*/y).trimStart()

  while (true) {
    skip(/[\s;]*/y)
    if (at >= script.length) return actions
    if (!skipAddresses()) return null
    const command = script[at] ?? ''
    at += 1
    if (!readCommand(command)) return null
  }

  function readCommand(command: string): boolean {
    switch (command) {
      case '#':
        restOfLine()
        return true
      case '{':
        return true
      case 'a':
      case 'i':
      case 'c':
        // `$a\` at the end of a script only adds a missing line end.
        skip(/(?:\\[\s\S]|[^\n\\])*(?:\\$)?/y)
        return true
      case ':':
      case 'b':
      case 't':
      case 'T':
        skip(/[ \t]*[^\s;]*/y)
        return true
      case 'r':
      case 'R':
        return add('read', restOfLine())
      case 'w':
      case 'W':
        return add('write', restOfLine())
      case 'e': {
        const text = restOfLine()
        return text === '' ? actions.push({ does: 'run-line' }) > 0 : add('run', text)
      }
      case 's':
        return skipPair('pattern') && readFlags()
      case 'y':
        return skipPair('text') && endsHere()
      case 'q':
      case 'Q':
      case 'l':
      case 'L':
        skip(/[ \t]*\d*/y)
        return endsHere()
      case 'v':
        skip(/[ \t]*[\d.]*/y)
        return endsHere()
      default:
        return /^[}=dDFgGhHnNpPxz]$/.test(command) && endsHere()
    }
  }

  function add(does: 'read' | 'write' | 'run', text: string): boolean {
    if (text === '') return false
    actions.push({ does, text })
    return true
  }

  /** `g`, `p`, a number…; `e` runs the result, `w FILE` writes it. */
  function readFlags(): boolean {
    const flags = skip(/[gpiIMme\d]*/y)
    if (flags.includes('e')) actions.push({ does: 'run-line' })
    if (script[at] !== 'w') return endsHere()
    at += 1
    return add('write', restOfLine())
  }

  function endsHere(): boolean {
    skip(/[ \t]*/y)
    return at >= script.length || /[\n;}#]/.test(script[at] ?? '')
  }

  /** `1,5!`, `/x/I,+2`, `$`, `0~3`, `\,x,`. */
  function skipAddresses(): boolean {
    while (/[\d$/\\,+~!]/.test(script[at] ?? '')) {
      const start = script[at]
      at += 1
      if (start !== '/' && start !== '\\') continue
      const end = start === '/' ? '/' : (script[at] ?? '')
      if (start === '\\') at += 1
      if (!skipTo(end, 'pattern')) return false
      skip(/[IM]*/y)
    }
    skip(/[ \t]*/y)
    if (/[!,]/.test(script[at] ?? '')) {
      at += 1
      skip(/[ \t]*/y)
      return skipAddresses()
    }
    return at < script.length
  }

  /** `/from/to/` after `s` or `y`. */
  function skipPair(first: 'pattern' | 'text'): boolean {
    const end = script[at] ?? ''
    at += 1
    return end !== '' && end !== '\n' && end !== '\\' && skipTo(end, first) && skipTo(end, 'text')
  }

  /** Skips past the next unescaped `end`; inside brackets in a pattern it is an ordinary character. */
  function skipTo(end: string, kind: 'pattern' | 'text'): boolean {
    while (at < script.length) {
      const char = script[at]
      if (char === end) {
        at += 1
        return true
      }
      if (char === '\\') at += 2
      else if (char === '[' && kind === 'pattern') {
        const bracket = skip(/\[\^?\]?(?:\[[:.=][^\]]*\]|[^\]])*\]/y)
        if (bracket === '') at += 1
      } else at += 1
    }
    return false
  }
}
