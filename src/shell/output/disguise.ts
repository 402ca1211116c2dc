import type { Command, CommandNode, ParsedScript, Word as SyntaxWord, WordPart } from 'unbash'
import { type Scope, spelledKey } from '../frame/scope.ts'
import { namesProgramFromEnvironment } from '../provenance/program-from-environment.ts'
import { decodes } from './printers.ts'

/**
 * Whether a command is spelled so that a person would not recognise it, although its meaning is known. `\rm` and `"git"
 * status` count as plain: people write them to bypass aliases.
 */
export function isDisguised(name: SyntaxWord, args: Command['args'], scope: Scope): boolean {
  if (!plainName.test(name.text) && (isDisguisedName(name) || isSpelled(name, scope))) return true
  const [first] = args
  if (name.value === 'eval' && first !== undefined && isSpelled(first, scope)) return true
  if (commanders.has(name.value) && first !== undefined && partsOf(first)[0]?.type === 'CommandExpansion') return true
  if (args.some(isSpelledInNumbers)) return true
  return readers.has(name.value) && args.some(arg => partsOf(arg).some(decodesInside))
}

/** Most names; they need no closer check. */
const plainName = /^[\w./+-]+$/

function isDisguisedName(name: SyntaxWord): boolean {
  if (namesProgramFromEnvironment(name.text)) return false
  const parts = name.parts ?? []
  if (parts.some(part => disguises.has(part.type)) || brokenUp.test(name.text)) return true
  const variables = parts.filter(part => part.type === 'SimpleExpansion' || part.type === 'ParameterExpansion')
  return variables.length > 1 && !name.text.includes('/')
}

/** A name cut from another text, or a variable assembled from pieces: `${x:9:4}`, `printf -v x …; $x`. */
function isSpelled(word: Command['args'][number], { fixed }: Scope): boolean {
  return partsOf(word)
    .flatMap((part): readonly WordPart[] => (part.type === 'DoubleQuoted' ? part.parts : [part]))
    .some(part => {
      if (part.type === 'SimpleExpansion') return fixed.has(spelledKey(part.text.slice(1)))
      if (part.type !== 'ParameterExpansion') return false
      return (
        fixed.has(spelledKey(part.parameter)) || (part.index === undefined && changes.has(part.operation?.type ?? ''))
      )
    })
}

const changes = new Set(['Slice', 'Replace', 'CaseModification', 'Transform'])

const partsOf = (arg: Command['args'][number]): readonly WordPart[] => (arg.type === 'Word' ? (arg.parts ?? []) : [])

/** In any argument: `$'\x63\x75\x72\x6c'`. Control characters are commonly written this way and do not count. */
const isSpelledInNumbers = (arg: Command['args'][number]): boolean =>
  arg.type === 'Word' &&
  arg.text.includes("$'") &&
  partsOf(arg).some(part => part.type === 'AnsiCQuoted' && escapedLetters.test(part.text))

const escapedLetters = /(\\(x|u00|U000000)(4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a])|\\1[0-7]{2}){2}/i

/** A name that is a pattern, is written with escapes or braces, or is printed by another command. */
const disguises: ReadonlySet<WordPart['type']> = new Set<WordPart['type']>([
  'Glob',
  'ExtendedGlob',
  'AnsiCQuoted',
  'BraceExpansion',
  'CommandExpansion',
])

/** Quotes or backslashes between letters: `w'h'oami`, `r\m`, `i""d`. */
const brokenUp = /[a-z0-9](['"]+|\\)[a-z0-9]|^(''|"")/i

/** Programs whose first argument decides what they do; if another command prints it, a reader cannot see it. */
const commanders = new Set([
  'git',
  'gh',
  'docker',
  'podman',
  'kubectl',
  'helm',
  'terraform',
  'npm',
  'pnpm',
  'yarn',
  'cargo',
  'aws',
])

/** Programs that run their arguments as code. */
const readers = new Set(['eval', 'sh', 'bash', 'dash', 'zsh', 'ksh'])

function decodesInside(part: WordPart): boolean {
  if (part.type === 'DoubleQuoted') return part.parts.some(decodesInside)
  return part.type === 'CommandExpansion' && part.script !== undefined && commandsOf(part.script).some(decodes)
}

const commandsOf = (script: ParsedScript): readonly CommandNode[] =>
  script.commands
    .flatMap(({ command }) => (command.type === 'AndOr' ? command.commands : [command]))
    .flatMap(node => (node.type === 'Pipeline' ? node.commands : [node]))
