import type { CommandNode, ParsedScript, Word as SyntaxWord, WordPart } from 'unbash'
import { decodes } from './output.ts'

/**
 * Why a command is written so that a person would not recognise it, although what it means is known; null if it is plain.
 * `\rm` and `"git" status` are plain: people write them against aliases.
 */
export function disguise(name: SyntaxWord, args: readonly SyntaxWord[]): string | null {
  const parts = name.parts ?? []
  const has = (...types: readonly WordPart['type'][]) => parts.filter(part => types.includes(part.type)).length
  const text = `\`${name.text}\``
  if (has('Glob', 'ExtendedGlob') > 0) return `a program's name that is a pattern: ${text}`
  if (has('AnsiCQuoted') > 0 || brokenUp.test(name.text)) return `a program's name in pieces: ${text}`
  if (has('BraceExpansion') > 0) return `a program's name between braces: ${text}`
  if (has('CommandExpansion') > 0) return `a program's name that another command prints: ${text}`
  const isPieced = has('SimpleExpansion', 'ParameterExpansion') > 1 && !name.text.includes('/')
  if (isPieced) return `a program's name in pieces: ${text}`
  return readers.has(name.value) && args.some(arg => (arg.parts ?? []).some(decodesInside))
    ? 'code that is decoded before it runs'
    : null
}

/** Quotes or backslashes between letters: `w'h'oami`, `r\m`, `i""d`. */
const brokenUp = /[a-z0-9](['"]+|\\)[a-z0-9]|^(''|"")/i

/** They run the words that they are given. */
const readers = new Set(['eval', 'sh', 'bash', 'dash', 'zsh', 'ksh'])

function decodesInside(part: WordPart): boolean {
  if (part.type === 'DoubleQuoted') return part.parts.some(decodesInside)
  return part.type === 'CommandExpansion' && part.script !== undefined && commandsOf(part.script).some(decodes)
}

const commandsOf = (script: ParsedScript): readonly CommandNode[] =>
  script.commands
    .flatMap(({ command }) => (command.type === 'AndOr' ? command.commands : [command]))
    .flatMap(node => (node.type === 'Pipeline' ? node.commands : [node]))
