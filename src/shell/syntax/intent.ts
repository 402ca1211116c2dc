import type { Command, ParsedScript, Word } from 'unbash'

/** The command that a text amounts to, for rule lists and for people (R122, R128). */
export interface Intent {
  readonly argv: readonly string[]
  readonly isComplex: boolean
  readonly reason: string
}

/** The words of a text that is one simple command; otherwise why it is more than that (R65, R128). */
export function intentOf(script: ParsedScript): Intent {
  const complex = (reason: string): Intent => ({ argv: firstWords(script), isComplex: true, reason })
  if ((script.errors?.length ?? 0) > 0) return complex('it does not parse')
  const [statement, ...others] = script.commands
  if (statement === undefined) return { argv: [], isComplex: false, reason: 'nothing to run' }
  if (others.length > 0) return complex('several commands')
  if (statement.background === true) return complex('a background command')
  const { command } = statement
  if (command.type === 'AndOr') return complex('a list of commands')
  if (command.type === 'Pipeline') return complex('a pipeline')
  if (command.type !== 'Command') return complex('a compound command')
  if (command.redirects.length > 0) return complex('a redirect')
  const words = wordsOf(command)
  const substitutes = words.some(word => word.parts?.some(part => isSubstitution(part)) === true)
  return substitutes
    ? complex('a substitution')
    : { argv: words.map(word => word.value), isComplex: false, reason: 'one simple command' }
}

const wordsOf = ({ name, args }: Command): readonly Word[] => {
  const words = args.filter(arg => arg.type === 'Word')
  return name === undefined ? words : [name, ...words]
}

function isSubstitution(part: {
  readonly type: string
  readonly parts?: readonly { readonly type: string }[] | undefined
}): boolean {
  return (
    part.type === 'CommandExpansion' ||
    part.type === 'ProcessSubstitution' ||
    (part.parts?.some(isSubstitution) ?? false)
  )
}

function firstWords(script: ParsedScript): readonly string[] {
  const first = script.commands[0]?.command
  const command = first?.type === 'AndOr' || first?.type === 'Pipeline' ? first.commands[0] : first
  if (command?.type !== 'Command' || command.name === undefined) return []
  return wordsOf(command).map(word => word.value)
}
