import type { Command } from 'unbash'
import { parseShell } from './parse.ts'

/**
 * The words of each command, if the text is only simple commands joined by `&&`: no variables, substitutions, redirects,
 * pipes, or builtins that change the shell for later commands. Null for any other text.
 */
export function plainList(text: string): readonly (readonly string[])[] | null {
  // Any expansion could also assign.
  if (/[$`]/.test(text)) return null
  const parsed = parseShell(text)
  if (!parsed.ok || (parsed.value.errors?.length ?? 0) > 0) return null
  const [statement, ...others] = parsed.value.commands
  if (statement === undefined || others.length > 0 || statement.background === true) return null
  const { command } = statement
  if (command.type === 'AndOr' && command.operators.some(operator => operator !== '&&')) return null
  const words = (command.type === 'AndOr' ? command.commands : [command]).map(one =>
    one.type === 'Command' ? plainWords(one) : null,
  )
  return words.every(one => one !== null) ? words : null
}

function plainWords({ name, prefix, redirects, args }: Command): readonly string[] | null {
  if (name === undefined || prefix.length > 0 || redirects.length > 0 || changingBuiltins.has(name.value)) return null
  const words = args.flatMap(arg => (arg.type === 'Word' && !isProcess(arg) ? [arg.value] : []))
  return words.length === args.length ? [name.value, ...words] : null
}

const isProcess = ({ parts = [] }: { readonly parts?: readonly { readonly type: string }[] | undefined }): boolean =>
  parts.some(({ type }) => type === 'ProcessSubstitution')

/**
 * Every builtin of bash and zsh except those that leave the shell unchanged and `cd`, whose effect shows in the directory
 * of each run.
 */
const changingBuiltins = new Set(
  `. alias autoload bg bind break builtin caller command compgen complete compopt continue declare dirs disown emulate
  enable eval exec exit export fc fg float functions getopts hash history integer jobs let local logout mapfile nocorrect
  noglob popd print printf pushd read readarray readonly return set setopt shift shopt source suspend times trap type
  typeset ulimit umask unalias unfunction unset unsetopt wait zmodload zle`.split(/\s+/),
)
