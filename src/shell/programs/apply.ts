import { matchWildcard } from '../../core/glob.ts'
import { higherTier, type Tier } from '../../core/tier.ts'
import { isKnown, knownPrefix, type Word, wordText } from '../../core/word.ts'
import { cutPrefix, type Sorted, sortArguments } from './arguments.ts'
import { compileProgram, lookUp, toList } from './compile.ts'
import type { ProgramCall } from './run.ts'
import type { Does, Operands, Program } from './table.ts'

/** What a table says about one run. */
export function applyTable(program: Program, call: ProgramCall): void {
  const compiled = compileProgram(program)
  const sorted = sortArguments(call.args, compiled)
  const run: TableRun = {
    call,
    program,
    sorted,
    state: {
      recursive: false,
      sends: false,
      touch: null,
      cwd: null,
      tier: sorted.table.tier,
      env: [],
      hasFirst: false,
      operandsUsed: false,
    },
  }
  for (const { name, value } of call.env) {
    for (const does of toList(lookUp(program.env, name) ?? 'plain')) apply(does, value, `${name}=`, run)
  }
  for (const { option, spelling, value } of sorted.options) {
    for (const does of option.does) apply(does, value, spelling, run)
  }
  if (sorted.table.table.otherOptions !== 'plain') {
    for (const spelling of sorted.unknownOptions)
      call.opaque(`option \`${spelling}\` of \`${[call.name, ...sorted.path].join(' ')}\``)
  }
  if (sorted.unknownCommand !== null) call.opaque(`subcommand \`${sorted.unknownCommand}\` of \`${call.name}\``)
  applyOperands(sorted.table.operands, sorted.operands, run)
  for (const does of sorted.table.table.does ?? []) apply(does, null, 'does', run)
  const code = sorted.table.table.code ?? program.code
  call.amend(code === undefined ? { tier: run.state.tier } : { tier: run.state.tier, code })
}

interface TableRun {
  readonly call: ProgramCall
  readonly program: Program
  readonly sorted: Sorted
  readonly state: {
    recursive: boolean
    sends: boolean
    touch: 'read' | 'write' | 'delete' | null
    cwd: Word | null
    tier: Tier
    env: { name: string; value: Word }[]
    hasFirst: boolean
    operandsUsed: boolean
  }
}

function apply(does: Does, value: Word | null, how: string, run: TableRun): void {
  const { call, state } = run
  const target = value ?? { parts: [{ hole: '…', yields: 'text' as const }] }
  switch (does) {
    case 'plain':
      return
    case 'read':
    case 'write':
    case 'delete':
      return call.touch(does, target, how, {
        recursive: state.recursive,
        ...(state.cwd === null ? {} : { cwd: state.cwd }),
      })
    case 'recursive':
      state.recursive = true
      return
    case 'operands read':
    case 'operands write':
    case 'operands delete':
      state.touch = does === 'operands read' ? 'read' : does === 'operands write' ? 'write' : 'delete'
      return
    case 'first operand':
      state.hasFirst = true
      return
    case 'cwd':
      state.cwd = target
      return
    case 'run':
      return call.script(target, `${call.name} ${how}`)
    case 'command':
      return
    case 'code':
      return call.code(target, how)
    case 'setting':
      return applySetting(target, how, run)
    case 'env': {
      const text = knownPrefix(target)
      const equals = text.indexOf('=')
      if (equals > 0) state.env.push({ name: text.slice(0, equals), value: cutPrefix(target, equals + 1) })
      return
    }
    case 'connect':
      return call.connect(target, state.sends)
    case 'connect sends':
      return call.connect(target, true)
    case 'sends':
      state.sends = true
      return
    default:
      return applyPrefixed(does, value, run)
  }
}

function applyPrefixed(
  does: `change ${string}/${string}` | `opaque ${string}` | `tier ${Tier}`,
  value: Word | null,
  run: TableRun,
): void {
  const [kind = '', ...rest] = does.split(' ')
  const what = rest.join(' ')
  if (kind === 'change') return run.call.change(what as `${string}/${string}`, value)
  if (kind === 'opaque') return run.call.opaque(value === null ? what : `${what}: \`${wordText(value)}\``)
  run.state.tier = higherTier(run.state.tier, what as Tier)
}

/** `-c core.pager=less`: what the setting's name says about its value; an unlisted name is opaque. */
function applySetting(setting: Word, how: string, run: TableRun): void {
  const text = knownPrefix(setting)
  const equals = text.indexOf('=')
  const name = equals < 0 ? text : text.slice(0, equals)
  const value = equals < 0 ? null : cutPrefix(setting, equals + 1)
  const does = lookUp(run.program.settings, name)
  if (does === null) return run.call.opaque(`setting \`${name}\` of \`${run.call.name}\``)
  for (const one of toList(does)) apply(one, value, `${how} ${name}`, run)
}

function applyOperands(operands: Operands, given: readonly Word[], run: TableRun): void {
  const { state, call } = run
  const meaning = state.touch === null ? operands : overridden(operands, state.touch)
  if (meaning === 'command') return startRest(given, run)
  if (typeof meaning === 'string') {
    for (const word of given) apply(meaning, word, 'operand', run)
    return
  }
  if (!isList(meaning)) {
    for (const word of given) apply(lookUpOperand(meaning, word), word, 'operand', run)
    return
  }
  const shape = state.hasFirst ? meaning.slice(1) : meaning
  for (const [i, word] of given.entries()) {
    const does = meaningAt(shape, i, given.length)
    if (does === 'command') return startRest(given.slice(i), run)
    if (does === null) call.opaque(`operand \`${wordText(word)}\` of \`${call.name}\``)
    else apply(does, word, 'operand', run)
  }
}

const isList = (operands: Operands): operands is readonly (Does | `${Does}...`)[] => Array.isArray(operands)

/** `sed -i`, `cp -t`: every operand from the first file on is touched that way; a leading pattern stays what it is. */
function overridden(operands: Operands, touch: 'read' | 'write' | 'delete'): Operands {
  if (!isList(operands)) return touch
  const firstFile = operands.findIndex(does => does !== 'plain')
  return [...operands.slice(0, Math.max(firstFile, 0)), `${touch}...`]
}

function lookUpOperand(rows: Readonly<Record<string, Does>>, word: Word): Does {
  for (const [pattern, does] of Object.entries(rows)) {
    if (isKnown(word) ? matchWildcard(pattern, word) : pattern === '*' || matchWildcard(pattern, knownPrefix(word)))
      return does
  }
  return 'plain'
}

/** The meaning of operand `i` of `count` in a positional list; null if the list has no place for it. */
function meaningAt(shape: readonly (Does | `${Does}...`)[], i: number, count: number): Does | null {
  const repeatAt = shape.findIndex(does => does.endsWith('...'))
  if (repeatAt < 0) return (shape[i] as Does | undefined) ?? null
  const after = shape.length - repeatAt - 1
  if (i < repeatAt) return shape[i] as Does
  const fromEnd = count - i
  if (fromEnd <= after && count > repeatAt) return shape[shape.length - fromEnd] as Does
  return (shape[repeatAt] ?? 'plain').replace('...', '') as Does
}

function startRest(words: readonly Word[], run: TableRun): void {
  const assignments: { name: string; value: Word }[] = [...run.state.env]
  let at = 0
  for (; at < words.length; at += 1) {
    const text = knownPrefix(words[at] ?? '')
    const equals = /^[A-Za-z_][A-Za-z0-9_]*=/.exec(text)
    if (equals === null) break
    assignments.push({ name: equals[0].slice(0, -1), value: cutPrefix(words[at] ?? '', equals[0].length) })
  }
  run.call.start(words.slice(at), run.call.name, {
    env: assignments,
    ...(run.state.cwd === null ? {} : { cwd: run.state.cwd }),
  })
}
