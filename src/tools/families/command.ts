import type { Place, World } from '../../core/call.ts'
import type { Effect, EnvEntry } from '../../core/effect.ts'
import { isObject, type JsonObject, own } from '../../core/json.ts'
import { expandHome, resolvePath } from '../../core/path.ts'
import { fenceWish } from '../../fence/wish.ts'
import { commandRisk } from '../../guard/risk.ts'
import type { Analysis } from '../../shell/analysis.ts'
import { opaque } from '../effects.ts'
import { each, field, given, otherKeys } from '../fields.ts'
import { sanitise } from '../sanitise.ts'
import type { Account } from '../tool.ts'
import { variableRunsCode } from './environment.ts'

/** The input keys that all tools for commands share. */
export const commandFields = {
  ...each('cwd workdir', field.optionalPath),
  ...each('timeout_ms', field.number),
  ...each('tty', field.flag),
  ...each('sandbox', field.policy),
  ...each('env', field.env),
  ...each('sandbox_permissions additional_permissions prefix_rule', field.note),
  ...each('with_escalated_permissions', field.flag),
  ...each('description justification', field.text),
}

const directoryKeys = ['cwd', 'workdir', 'working_directory', 'directory', 'dir_path']
/** The model's explanations: they have no effect, and must not make equal requests differ. */
const talk = ['description', 'justification']
/** Input keys that the request has in another form, or not. */
const toldOtherwise = [...directoryKeys, ...talk, 'env', 'sandbox', 'sandbox_permissions', 'timeout_ms', 'tty']

/** These input keys, and those that every request for a command has in another form. */
export const toldKeys = (...keys: readonly string[]): readonly string[] => [...keys, ...toldOtherwise]

/** The world in the directory that the call names. */
export function commandWorld(input: JsonObject, world: World): World {
  const cwd = commandDirectory(input, world.place)
  return cwd === world.place.cwd ? world : { ...world, place: { ...world.place, cwd } }
}

/** The directory that the command runs in. */
export function commandDirectory(input: JsonObject, place: Place): string {
  const [directory] = given(input, directoryKeys)
  return directory === undefined ? place.cwd : directoryIn(directory[1], place)
}

const directoryIn = (directory: string, { cwd, home }: Place): string => resolvePath(cwd, expandHome(directory, home))

const namesSeveral = (input: JsonObject): boolean =>
  given(input, directoryKeys).some(([, text], _, [first]) => text !== first?.[1])

export function worldIn(directory: string, world: World): World {
  const { place } = world
  return { ...world, place: { ...place, cwd: directoryIn(directory, place) } }
}

export interface AnalysedCommand {
  readonly analysis: Analysis
  readonly input: JsonObject
  readonly world: World
  /** The command in the request: `argv`, or the text. */
  readonly said: JsonObject
  /** The commands that the text would start, if it is a text. */
  readonly intent?: JsonObject
  /** The input keys that `said` and the request already cover. */
  readonly told: readonly string[]
  readonly env?: Environment
  readonly text?: string
  readonly textKey?: string
}

/** Describes a call that starts a command, for every tool that does. */
export function commandAccount(command: AnalysedCommand): Account {
  const { analysis, input, world, said, told, intent } = command
  const env = environmentOf(input, command.env)
  const names = Object.keys(env).sort()
  const { risk, factors } = commandRisk(analysis)
  // In canonical order, so that most requests need no sorting.
  const raw: JsonObject = {
    ...otherKeys(input, told),
    ...said,
    cwd: world.place.cwd,
    env_keys: names,
    ...(intent === undefined ? {} : { intent }),
    risk,
    sandbox: own(input, 'sandbox') ?? null,
    sandbox_permissions: own(input, 'sandbox_permissions') ?? null,
    timeout_ms: own(input, 'timeout_ms') ?? null,
    tty: own(input, 'tty') ?? null,
  }
  const { request, requestText, secrets } = sanitise(raw)
  return {
    effects: withSetting(analysis.effects, names, input),
    risk: {
      argv: analysis.intent.argv,
      riskLevel: risk,
      reason: factors.length === 0 ? analysis.intent.reason : factors.join(', '),
    },
    request,
    requestText,
    // With its name, so that two variables that swap their values differ.
    secrets: names.length === 0 ? secrets : [...secrets, ...names.map(name => `${name}=${env[name] ?? ''}`)],
    summary: command.text ?? analysis.intent.argv.join(' '),
    escalated: isEscalated(input),
    fence: fenceWish(input),
    analysis,
    text: command.text ?? null,
    textKey: command.textKey ?? null,
  }
}

/** Whether the call asks for more rights than the session has (R56, C13). */
export function isEscalated(input: JsonObject): boolean {
  const permissions = own(input, 'sandbox_permissions') ?? 'use_default'
  const additional = own(input, 'additional_permissions') ?? null
  return (
    permissions !== 'use_default' ||
    additional !== null ||
    own(input, 'with_escalated_permissions') === true ||
    fenceWish(input) === 'none'
  )
}

type Environment = Readonly<Record<string, string>>

const noVariables: Environment = {}

/** The environment variables that the call sets, and those that the tool adds. */
function environmentOf(input: JsonObject, added = noVariables): Environment {
  const env = own(input, 'env')
  if (env === undefined || !isObject(env)) return added
  const set = Object.entries(env).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  return { ...Object.fromEntries(set), ...added }
}

/** The effects of the command, with those of its environment variables and directory. */
function withSetting(effects: readonly Effect[], names: readonly string[], input: JsonObject): readonly Effect[] {
  const several = namesSeveral(input) ? [opaque('several working directories')] : noEffects
  if (names.length === 0 && several.length === 0) return effects
  return [...withEnvironment(effects, names), ...names.filter(variableRunsCode).map(runningVariable), ...several]
}

const noEffects: readonly Effect[] = []

/** The runs that the call starts directly get the names of the variables; only the child process sees the values (R132). */
function withEnvironment(effects: readonly Effect[], names: readonly string[]): readonly Effect[] {
  if (names.length === 0) return effects
  const entries: readonly EnvEntry[] = names.map(name => ({
    name,
    value: { parts: [{ hole: `$${name}`, yields: 'text' }] },
  }))
  return effects.map(effect =>
    effect.kind === 'run' && effect.by === null && effect.where.at === 'local'
      ? { ...effect, env: [...entries, ...effect.env] }
      : effect,
  )
}

const runningVariable = (name: string): Effect =>
  opaque(`environment variable \`${name.slice(0, 80)}\`, which can run code`)
