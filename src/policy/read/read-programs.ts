import { baseName } from '../../core/path.ts'
import type { CommandTable, ProgramTable } from '../../core/program-table.ts'
import type { Tier } from '../../core/tier.ts'
import { isBuiltin } from '../../shell/interpreter/builtins.ts'
import { findProgram } from '../../shell/programs/find-program.ts'
import type { TaughtProgram } from '../schema/document.ts'
import type { CommandInput, ProgramInput } from '../schema/schema-program.ts'
import { inBackticks } from '../schema/schema-words.ts'
import type { LineOf } from './read-ids.ts'
import { type Flaw, nodeAt, type YamlNode } from './yaml-node.ts'

type Inputs = Readonly<Record<string, ProgramInput>>

/** The tables of programs, and what is wrong with them beyond their shape. */
export function readPrograms(
  inputs: Inputs,
  root: YamlNode,
  lineOf: LineOf,
): { readonly programs: readonly TaughtProgram[]; readonly flaws: readonly Flaw[] } {
  const places = nodeAt(root, ['programs'])
  const placeOf = (key: string): number => (places.kind === 'map' ? places.entries.get(key)?.keyAt : null) ?? places.at
  const lines = new Map<string, number>()
  const flaws: Flaw[] = []
  const programs = Object.entries(inputs).map(([key, input]): TaughtProgram => {
    const at = placeOf(key)
    const names = key.split(' ')
    const lasts = [...new Set(names.map(baseName))]
    const messages = [
      ...names.flatMap(name => refusal(name) ?? []),
      ...lasts
        .filter(last => lines.has(last))
        .map(last => `\`${last}\` already has a table on line ${lines.get(last)}; keep one of them`),
    ]
    for (const message of messages) flaws.push({ at, message })
    for (const last of lasts) lines.set(last, lineOf(at))
    flaws.push(...looseOptions(input, input.tier, nodeAt(root, ['programs', key])))
    return { names, line: lineOf(at), table: toProgram(input) }
  })
  return { programs, flaws }
}

/** INVARIANT: a policy can describe new programs only, never those that Sallyport or the shell itself knows. */
function refusal(name: string): string | null {
  const last = baseName(name)
  if (name.split('/').some(part => part === '..')) return `program ${inBackticks(name)} must be named without \`..\``
  // On a case-insensitive file system, `RM` is `rm`.
  if (findProgram(last) !== null || findProgram(last.toLowerCase()) !== null)
    return `${inBackticks(last)} is built into Sallyport, and its table cannot be replaced; write rules about it instead`
  return isBuiltin(last) ? `${inBackticks(last)} is a shell builtin; its table would never be used` : null
}

/** An unlisted option may do anything, unless the program only reads. */
function looseOptions(input: CommandInput, tier: Tier, node: YamlNode): readonly Flaw[] {
  const at = (node.kind === 'map' ? node.entries.get('other_options')?.keyAt : null) ?? node.at
  const message = `\`other_options: plain\` is only for tier \`read\`, and this has tier \`${tier}\`; list the options`
  return [
    ...(input.other_options !== undefined && tier !== 'read' ? [{ at, message }] : []),
    ...Object.entries(input.commands ?? {}).flatMap(([name, command]) =>
      looseOptions(command, command.tier ?? tier, nodeAt(node, ['commands', name])),
    ),
  ]
}

const toProgram = (input: ProgramInput): ProgramTable => ({ ...toCommand(input), tier: input.tier })

/** The same table in the analyser's own spelling. */
function toCommand({ other_options, single_dash, commands, ...same }: CommandInput): CommandTable {
  return {
    ...same,
    ...(other_options === undefined ? {} : { otherOptions: other_options }),
    ...(single_dash === undefined ? {} : { singleDash: single_dash }),
    ...(commands === undefined
      ? {}
      : {
          commands: Object.fromEntries(Object.entries(commands).map(([name, command]) => [name, toCommand(command)])),
        }),
  }
}
