import type { Where } from '../../../core/effect.ts'
import { knownPrefix, type Word } from '../../../core/word.ts'
import { locateAll } from '../../frame/touch.ts'
import { applyTable } from '../engine/apply.ts'
import { cutPrefix, type Sorted, sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program } from '../engine/table.ts'

/** The subcommands that copy from their operands to the last one, and the pattern of a remote address. */
export interface Copies {
  readonly commands: readonly string[]
  readonly remote: RegExp
  /** The location of the files of `NAME:PATH`, if the remote is a container or machine. */
  readonly inside?: (name: string) => Where
}

/**
 * A table whose copies read or write local files and fetch or send remote ones, depending on the direction of the operands.
 */
export function withCopies(table: Program, copies: Copies): Program {
  return {
    ...table,
    custom: call => {
      applyTable(table, call)
      copyOperands(call, sortArguments(call.args, compileProgram(table)), copies)
    },
  }
}

export function copyOperands(call: ProgramCall, sorted: Sorted, copies: Copies): void {
  const isHelp = sorted.unknownOptions.includes('--help')
  if (isHelp || !copies.commands.includes(sorted.path.join(' '))) return
  const isDry = sorted.options.some(({ option, value }) => option.does(value).includes('dry run'))
  const isRemote = (word: Word) => copies.remote.test(knownPrefix(word))
  const target = sorted.operands.at(-1)
  for (const source of sorted.operands.slice(0, -1)) {
    if (isRemote(source)) {
      call.connect(source, false)
      if (copies.inside !== undefined) readInside(source, copies.inside, call)
    } else if (source !== '-') call.touch('read', source, 'operand', { recursive: true })
  }
  if (target === undefined || target === '-' || sorted.operands.length < 2) return
  if (isRemote(target)) call.connect(target, !isDry)
  else if (!isDry) call.touch('write', target, 'operand', { recursive: true })
}

/** `web:/app/.env`: a file of that container, as `cat` would read it there. */
function readInside(source: Word, inside: NonNullable<Copies['inside']>, { frame, span }: ProgramCall): void {
  const [name = ''] = knownPrefix(source).split(':')
  const where = inside(name)
  const path = cutPrefix(source, name.length + 1)
  const request = { kind: 'read', path, how: 'operand', cwd: '/', span, chain: frame.chain, where, by: null } as const
  for (const touch of locateAll(request, { ...frame, where })) frame.recorder.add(touch)
}
