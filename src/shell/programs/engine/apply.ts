import type { EnvEntry } from '../../../core/effect.ts'
import { higherTier, type Tier, tiers } from '../../../core/tier.ts'
import { type Hole, isKnown, knownPrefix, makeWord, type Word, wordText } from '../../../core/word.ts'
import { variableKind } from '../../frame/variable-table.ts'
import { cutPrefix, type Sorted, sortArguments } from './arguments.ts'
import { asksForHelp } from './asks-for-help.ts'
import { applyBuildVariable } from './build-variable.ts'
import { changeBelow } from './change-below.ts'
import { compileProgram, lookUp, meaningOf, toList } from './compile.ts'
import { type CopyTarget, copyTargets, somethingIn } from './copy-targets.ts'
import { environment, isPlainList } from './given-options.ts'
import { opensUrl } from './local-data.ts'
import { namesOutsideCode } from './names-outside-code.ts'
import type { ProgramCall } from './program-call.ts'
import { readListed } from './read-listed.ts'
import type { Does, Operands, Program } from './table.ts'

/**
 * Applies a table to one run. Options that change the whole run come first, regardless of their position; then the effects.
 */
export function applyTable(
  program: Program,
  call: ProgramCall,
  sorted = sortArguments(call.args, compileProgram(program)),
): void {
  if (asksForHelp(call.args, sorted)) return call.amend({ tier: 'read' })
  const { table } = sorted.table
  const given = givenMeanings(program, call, sorted)
  const run: TableRun = { call, program, settings: readSettings(given, sorted, call.args), operands: sorted.operands }
  for (const { does, value, how } of given) apply(does, value, how, run)
  if (table.otherOptions !== 'plain' && sorted.unknownOptions.length > 0) {
    const name = [call.name, ...sorted.path].join(' ')
    for (const spelling of sorted.unknownOptions) call.opaque(`unknown option \`${spelling}\` of \`${name}\``)
  }
  if (sorted.unknownCommand !== null) call.opaque(`unknown subcommand \`${sorted.unknownCommand}\` of \`${call.name}\``)
  applyOperands(sorted.table.operands, sorted.operands, run)
  if (run.settings.here && !namesFile(sorted.table.operands, sorted.operands, run.settings))
    apply('read', '.', 'current directory', run)
  call.amend({ tier: run.settings.tier })
  if ((table.code ?? program.code) !== 'project' || run.settings.prints) return
  call.project(run.settings.cwd)
  if (table.otherOptions === 'plain' && table.passesOn !== true)
    for (const word of sorted.unlisted) apply('may name code', word, 'unlisted', run)
}

interface TableRun {
  readonly call: ProgramCall
  readonly program: Program
  readonly settings: Settings
  readonly operands: readonly Word[]
}

interface Given {
  readonly does: Does
  readonly value: Word | null
  readonly how: string
}

/** The meanings of environment, options and the run itself, in this order. */
function givenMeanings(program: Program, call: ProgramCall, sorted: Sorted): readonly Given[] {
  const given: Given[] = []
  for (const { name, value } of environment(call.env, call.frame)) {
    // Variables that hold commands are handled once for all programs.
    if (variableKind(name) === 'command') continue
    for (const does of meaningOf(lookUp(program.env, name) ?? 'plain')(value))
      given.push({ does, value, how: `${name}=` })
  }
  for (const { option, spelling, value } of sorted.options) {
    for (const does of option.does(value)) given.push({ does, value, how: spelling })
  }
  for (const does of sorted.table.table.does ?? []) given.push({ does, value: null, how: 'does' })
  return given
}

/** Options that affect the run as a whole. */
interface Settings {
  readonly recursive: boolean
  readonly here: boolean
  readonly sends: boolean
  readonly dry: boolean
  readonly prints: boolean
  readonly touch: 'read' | 'write' | 'delete' | 'move' | null
  readonly cwd: Word | null
  readonly tier: Tier
  readonly env: readonly EnvEntry[]
  readonly hasFirst: boolean
  readonly writesBeside: boolean
  readonly putsExactly: boolean
  readonly keepsParents: boolean
}

function readSettings(given: readonly Given[], sorted: Sorted, args: readonly Word[]): Settings {
  const said = new Set<Does>()
  let { tier } = sorted.table
  let cwd: Word | null = null
  const env: EnvEntry[] = []
  for (const { does, value } of given) {
    said.add(does)
    tier = higherTier(tier, tierIn.get(does) ?? 'read')
    if (does === 'cwd') cwd = value
    if (does === 'env' && value !== null) env.push(...assignment(value))
  }
  const isSpared = said.has('prints') || said.has('dry run')
  const isSure = isSpared && sorted.unknownOptions.length === 0 && !isTakenBack(sorted, args)
  const prints = isSure && said.has('prints')
  const dry = isSure
  return {
    recursive: said.has('recursive'),
    here: said.has('here'),
    sends: said.has('sends') && !dry,
    dry,
    prints,
    touch: operandTouches.find(([does]) => said.has(does))?.[1] ?? null,
    cwd,
    tier: dry ? 'read' : tier,
    env,
    hasFirst: said.has('first operand'),
    writesBeside: said.has('beside'),
    putsExactly: said.has('put exactly'),
    keepsParents: said.has('put with parents'),
  }
}

/** `--dry-run=false`, `--dry-run false`, `--dry-run=client --dry-run=none`: the dry run is switched off again. */
const isTakenBack = ({ options }: Sorted, args: readonly Word[]): boolean =>
  options.some(given => {
    if (!spares(given)) return false
    const { option, spelling, value } = given
    const said = option.value === 'none' ? (value ?? args[args.indexOf(spelling) + 1] ?? '') : ''
    return (
      /^(false|none|no|off|0)$/i.test(wordText(said)) ||
      options.some(other => other.option.name === option.name && !spares(other))
    )
  })

const spares = ({ option, value }: Sorted['options'][number]): boolean =>
  option.does(value).some(does => does === 'dry run' || does === 'prints')

const tierIn: ReadonlyMap<string, Tier> = new Map(tiers.map(tier => [`tier ${tier}`, tier]))

/** The first of these that an option sets wins. */
const operandTouches = [
  ['operands move', 'move'],
  ['operands delete', 'delete'],
  ['operands write', 'write'],
  ['operands read', 'read'],
] as const

function assignment(word: Word): readonly EnvEntry[] {
  const name = /^([A-Za-z_][A-Za-z0-9_]*)=/.exec(knownPrefix(word))?.[1]
  return name === undefined ? [] : [{ name, value: cutPrefix(word, name.length + 1) }]
}

function apply(does: Does, value: Word | null, how: string, run: TableRun): void {
  const { call, settings } = run
  const target = value ?? { parts: [{ hole: '…', yields: 'text' as const }] }
  switch (does) {
    case 'read':
    case 'write':
    case 'delete':
      if (settings.dry && does !== 'read') return
      if (does === 'read' && opensUrl(call.name, target)) return call.connect(target, settings.sends)
      if (does === 'write' && settings.writesBeside && how !== 'beside')
        apply('write prefix', mapEnd(target), 'beside', run)
      return call.touch(does, target, how, {
        recursive: settings.recursive,
        ...(settings.cwd === null ? {} : { cwd: settings.cwd }),
      })
    case 'list':
      return call.touch('read', target, 'list', settings.cwd === null ? {} : { cwd: settings.cwd })
    case 'read listed':
      return readListed(target, call)
    case 'write prefix':
      return apply('write', makeWord([...(isKnown(target) ? [target] : target.parts), anyEnd]), how, run)
    case 'write below':
      // `-d DIR`: the new working directory is relative to the one where the run starts.
      if (settings.cwd === value && !settings.dry) return call.touch('write', somethingIn(target), how)
      return apply('write', somethingIn(target), how, run)
    case 'put':
    case 'put into':
      for (const { path } of putPaths(does, target, run)) apply('write', path, how, run)
      return
    case 'empty':
      apply('write', target, how, run)
      return apply('delete', target, how, run)
    case 'move':
      return settings.dry ? undefined : call.move(target)
    case 'run':
      return call.script(target, `${call.name} ${how}`)
    case 'code':
      return call.code(target, how)
    case 'more options':
      if (!isPlainList(target))
        call.opaque(`options for \`${call.name}\` that could not be split: \`${wordText(target)}\``)
      return
    case 'may name code':
      if (namesOutsideCode(target, settings.cwd, call.frame))
        call.opaque(`\`${call.name}\` may run or write a file outside the project: \`${wordText(target)}\``)
      return
    case 'variable':
      return applyBuildVariable(target, call)
    case 'setting':
      return applySetting(target, how, run)
    case 'connect':
      return call.connect(target, settings.sends)
    case 'connect sends':
      return call.connect(target, !settings.dry)
    case 'plain':
      // A program that takes a URL opens it, even if its table does not say so.
      if (how === 'operand' && opensUrl(call.name, target)) call.connect(target, settings.sends)
      return
    case 'command':
    case 'recursive':
    case 'here':
    case 'operands read':
    case 'operands write':
    case 'operands delete':
    case 'operands move':
    case 'put exactly':
    case 'put with parents':
    case 'beside':
    case 'first operand':
    case 'cwd':
    case 'env':
    case 'sends':
    case 'dry run':
    case 'prints':
      return
    default:
      return applyPrefixed(does, value, run)
  }
}

const anyEnd: Hole = { hole: '*', yields: 'files' }

/** The path without its last extension: `a` for `a.txt`, `.env` for `.env`. */
const mapEnd = (path: Word): Word => (isKnown(path) ? path.replace(/([^/])\.[^./]*$/, '$1') : path)

function putPaths(does: 'put' | 'put into', target: Word, run: TableRun): readonly CopyTarget[] {
  const { settings, call, operands } = run
  const how = { isDirectory: does === 'put into', isExact: settings.putsExactly, keepsParents: settings.keepsParents }
  return copyTargets(does === 'put into' ? operands : operands.slice(0, -1), target, how, call)
}

function applyPrefixed(
  does: `change ${string}/${string}` | `opaque ${string}` | `tier ${Tier}`,
  value: Word | null,
  run: TableRun,
): void {
  const blank = does.indexOf(' ')
  const kind = does.slice(0, blank)
  const what = does.slice(blank + 1)
  if (kind === 'change') return run.settings.dry ? undefined : run.call.change(what as `${string}/${string}`, value)
  if (kind === 'opaque') return run.call.opaque(value === null ? what : `${what}: \`${wordText(value)}\``)
}

/** `-c core.pager=less`: the setting's name decides the meaning of its value; an unlisted name is opaque. */
function applySetting(setting: Word, how: string, run: TableRun): void {
  const text = knownPrefix(setting)
  const equals = text.indexOf('=')
  const name = equals < 0 ? text : text.slice(0, equals)
  const value = equals < 0 ? null : cutPrefix(setting, equals + 1)
  const does = lookUp(run.program.settings, name)
  if (does === null) return run.call.opaque(`unknown setting \`${name}\` of \`${run.call.name}\``)
  for (const one of toList(does)) apply(one, value, `${how} ${name}`, run)
}

function applyOperands(operands: Operands, given: readonly Word[], run: TableRun): void {
  const { settings, call } = run
  const meaning = settings.touch === null ? operands : overridden(operands, settings.touch)
  if (meaning === 'command') return startRest(given, run)
  if (typeof meaning === 'string') {
    for (const word of given) applyOperand(meaning, word, run)
    return
  }
  if (!isList(meaning)) {
    for (const word of given) applyOperand(lookUpOperand(meaning, word), word, run)
    return
  }
  const shape = settings.hasFirst ? meaning.slice(1) : meaning
  for (const [i, word] of given.entries()) {
    const does = meaningAt(shape, i, given.length)
    if (does === 'command') return startRest(given.slice(i), run)
    if (does === null) call.opaque(`unknown operand \`${wordText(word)}\` of \`${call.name}\``)
    else applyOperand(does, word, run)
  }
}

function applyOperand(does: Does, word: Word, run: TableRun): void {
  apply(does, word, 'operand', run)
  const { settings, call } = run
  if (does === 'write' && settings.recursive && !settings.dry) changeBelow(word, call)
}

/** Whether there are more operands than the leading ones that are not files, such as a pattern. */
function namesFile(operands: Operands, given: readonly Word[], { hasFirst }: Settings): boolean {
  const words = isList(operands) ? operands.findIndex(does => does !== 'plain') : 0
  return given.length > Math.max(words, 0) - (hasFirst ? 1 : 0)
}

const isList = (operands: Operands): operands is readonly (Does | `${Does}...`)[] => Array.isArray(operands)

/** `sed -i`, `cp -t`: applies to every operand from the first file on; a leading pattern keeps its meaning. */
function overridden(operands: Operands, touch: NonNullable<Settings['touch']>): Operands {
  if (!isList(operands)) return touch
  const firstFile = operands.findIndex(does => does !== 'plain')
  return [...operands.slice(0, Math.max(firstFile, 0)), `${touch}...`]
}

function lookUpOperand(rows: Readonly<Record<string, Does>>, word: Word): Does {
  return lookUp(rows, isKnown(word) ? word : knownPrefix(word)) ?? 'plain'
}

/** The meaning of operand `i` of `count` in a positional list; null if the list is too short. */
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
  const { settings, call } = run
  const at = words.findIndex(word => assignment(word).length === 0)
  const env = [...settings.env, ...words.slice(0, Math.max(at, 0)).flatMap(assignment)]
  if (at >= 0) call.start(words.slice(at), call.name, { env, ...(settings.cwd === null ? {} : { cwd: settings.cwd }) })
}
