import type { ParsedScript } from 'unbash'

/** How a command changes the shell that runs it, for commands that run there later. */
export interface ShellChanges {
  /** It goes to another directory. */
  readonly directory: boolean
  /** It sets variables, options, aliases or traps, or loads a file that may do so: `export`, `source`, `alias`. */
  readonly settings: boolean
}

/** Looks only at what runs in the shell itself: a subshell, a pipe or a background command changes a copy. */
export function shellChanges(script: ParsedScript): ShellChanges {
  const names = new Set<string>()
  for (const statement of script.commands) collect(statement, names)
  return {
    directory: [...names].some(name => moving.has(name)),
    settings: [...names].some(name => setting.has(name)),
  }
}

const moving = new Set(['cd', 'pushd', 'popd'])

const setting = new Set(
  `. source export alias unalias declare typeset readonly set shopt setopt unsetopt trap umask ulimit enable unset hash
  exec eval function`.split(/\s+/),
)

/** The parts of the tree that run in another process. */
const apart = new Set(['Subshell', 'CommandExpansion', 'ProcessSubstitution', 'Coproc'])

function collect(node: unknown, names: Set<string>): void {
  if (Array.isArray(node)) {
    for (const one of node) collect(one, names)
    return
  }
  if (typeof node !== 'object' || node === null) return
  const { type, background, commands, name } = node as Readonly<Record<string, unknown>>
  if (background === true || (typeof type === 'string' && apart.has(type))) return
  if (type === 'Pipeline' && Array.isArray(commands) && commands.length > 1) return
  if (type === 'Command') {
    if (typeof name === 'object' && name !== null && 'value' in name) names.add(String(name.value))
    return
  }
  for (const value of Object.values(node)) if (typeof value === 'object') collect(value, names)
}
