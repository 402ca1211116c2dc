import { forEachChild, type ParsedScript, type SyntaxNode } from 'unbash'

/** The shell that reads a text. `sh` may be dash, busybox, ksh or bash: only what they agree on is certain. */
export type Dialect = 'bash' | 'sh'

/** A piece of text that the shell may read differently from the syntax tree. */
export interface Ambiguity {
  readonly why: string
  readonly node: { readonly pos: number; readonly end: number }
}

/** The first piece of a script that its shell may read differently from bash with default options; null if there is none. */
export function findAmbiguity(script: ParsedScript, text: string, dialect: Dialect): Ambiguity | null {
  // Most texts have none of these characters, and need no walk.
  if (dialect === 'bash' && !extendedGlob.test(text)) return null
  let found: Ambiguity | null = null
  const visit = (source: string) => (node: SyntaxNode) => {
    if (found !== null) return
    const own = node.type === 'Script' ? (node.source ?? source) : source
    const why = dialect === 'sh' ? bashOnly(node, own) : ambiguousGlob(node, own)
    if (why !== null) found = { why: `${why}: \`${own.slice(node.pos, node.end).slice(0, longest)}\``, node }
    // Inside `[[ ]]` extended globs are always on.
    else if (node.type !== 'TestCommand') forEachChild(node, visit(own))
  }
  visit(text)(script)
  return found
}

const longest = 60
const extendedGlob = /[@+!?*]\(/

/**
 * `x=(@(a)); cat <<'E'`: with extended globs off, which is the default, bash drops the line with an error and runs the
 * lines after it, here-documents included. A glob on the last line runs nothing at all.
 */
function ambiguousGlob(node: SyntaxNode, source: string): string | null {
  if (node.type !== 'ExtendedGlob' || !source.slice(node.end).includes('\n')) return null
  const linesBefore = source.slice(0, source.lastIndexOf('\n', node.pos) + 1)
  return /(^|[\n;&])\s*shopt -s (\w+ )*extglob\b/.test(linesBefore)
    ? null
    : 'an extended glob without `shopt -s extglob`'
}

/** Syntax of bash that other shells take for something else: `((x))` is two subshells in dash, and `[[` a program. */
function bashOnly(node: SyntaxNode, source: string): string | null {
  switch (node.type) {
    case 'TestCommand':
    case 'ArithmeticCommand':
    case 'ArithmeticFor':
    case 'AnsiCQuoted':
    case 'LocaleString':
    case 'HereString':
    case 'ArrayValue':
    case 'ProcessSubstitution':
    case 'ExtendedGlob':
    case 'Coproc':
    case 'Select':
    case 'FileDescriptorVariable':
      return differs
    case 'Redirect':
      return node.operator.startsWith('&') ? differs : null
    case 'Assignment':
      return node.index !== undefined || node.append === true ? differs : null
    case 'Pipeline':
      return node.operators.includes('|&') ? differs : null
    case 'CaseItem':
      return node.terminator !== undefined && node.terminator !== ';;' ? differs : null
    case 'Function':
      // ksh runs a function `x.get` whenever `$x` is read.
      return /^function\b/.test(source.slice(node.pos)) || node.name.text.includes('.') ? differs : null
    default:
      return null
  }
}

const differs = '`sh` may read this differently from bash'

/**
 * The text as dash reads it, spelled so that bash reads the same: `((x))` as two subshells, `[[` as a program, `&>` as a
 * background command with a redirect. Its effects count besides those of the bash reading.
 */
export function dashReading(script: ParsedScript, text: string): string {
  const edits: { readonly at: number; readonly drop: number; readonly insert: string }[] = []
  const visit = (node: SyntaxNode): void => {
    // A script with its own source has positions in that source.
    if (node.type === 'Script' && node.source !== undefined) return
    if (node.type === 'ArithmeticCommand') edits.push({ at: node.pos + 1, drop: 0, insert: ' ' })
    if (node.type === 'TestCommand') edits.push({ at: node.pos, drop: 2, insert: "'[['" })
    if (node.type === 'Redirect' && node.operator.startsWith('&'))
      edits.push({ at: node.pos + 1, drop: 0, insert: ' ' })
    forEachChild(node, visit)
  }
  visit(script)
  let read = text
  for (const { at, drop, insert } of edits.sort((a, b) => b.at - a.at))
    read = read.slice(0, at) + insert + read.slice(at + drop)
  return read
}
