import { realpathSync, rmSync } from 'node:fs'
import { fail, ok, type Result } from '../../core/fault.ts'
import type { JsonObject } from '../../core/json.ts'
import { limits } from '../../core/limits.ts'
import type { FencePlan } from '../../fence/fence.ts'
import { hostSocket } from '../../fence/mounts.ts'
import type { HandedPlan } from '../../gate/contain/contain-call.ts'
import { namedScratch } from '../../gate/contain/kept-scratch.ts'
import type { ContainMemory, OpenTrial, Trials } from '../../gate/ports.ts'
import { commandDirectory } from '../../tools/families/command.ts'
import { defaultCeiling } from '../../trial/undo-ceiling.ts'
import { findSystemProgram } from '../fence/find-programs.ts'
import { regularText } from '../fence/git-directories.ts'
import { noteNames } from '../fence/quarantine.ts'
import { giveTrial, trialPaths } from '../overlay/trials.ts'
import { ownPaths } from '../paths.ts'
import { packageRoot } from '../policies/presets.ts'
import { fencedForm } from './fenced-form.ts'
import { dropHanded, keepHanded } from './handed-calls.ts'
import { findRunnerPrograms, placeRunner } from './runner.ts'
import { writeTicket } from './ticket.ts'
import { ticketRecordText } from './ticket-record.ts'

/** The process that hands a contained call to a client, and the client. */
export interface HandOver {
  readonly env: NodeJS.ProcessEnv
  readonly client: string
  readonly memory: ContainMemory
  readonly trials: Trials
  /** A variable in which the client tells its shell the id of the call. */
  readonly callVariable?: string
}

/**
 * Makes a ticket for a contained call, and the input that the client must run in its place: the same input, whose command starts
 * the runner. The original text stays behind `exit`, for the client's own rules and for people; it does not run.
 */
export async function handOver(handed: HandedPlan, setting: HandOver): Promise<Result<JsonObject>> {
  const { planned, text, textKey } = handed
  const { call, plan } = planned
  if (text === null || textKey === null) return fail('sandbox_denied', 'the call has no shell text')
  const why = whyNotHere(plan, text) ?? (setting.client === 'codex' ? whyNotInCodex(setting.env) : null)
  if (why !== null) return fail('sandbox_denied', why)
  const programs = findRunnerPrograms()
  if (!programs.ok) return programs
  const runner = placeRunner(ownPaths(setting.env).tickets, programs.value)
  if (!runner.ok) return runner
  const begun = await setting.memory.begin(plan)
  if (!begun.ok) return begun
  const ticket = await openTicket({ ...handed, text }, setting, begun.value.id).catch(failed)
  if (!ticket.ok) {
    await begun.value.end([])
    return ticket
  }
  return ok({ ...call.input, [textKey]: fencedForm(ownPaths(setting.env).tickets, ticket.value, text) })
}

/** Why a plan cannot be kept without a Sallyport that runs as long as the command; null if it can. */
function whyNotHere({ network, limits: most, grouped = [] }: FencePlan, text: string): string | null {
  if (network === 'full' || network.length > 0) return 'its hosts need a proxy, which only runs with Sallyport'
  if (grouped.length > 0 || [most.memory, most.processes, most.seconds, most.output].some(limit => limit !== null))
    return 'its limits need a Sallyport that watches it'
  return Buffer.byteLength(text) > limits.containedText ? 'its text is too long for one word of a command' : null
}

/**
 * Codex runs commands in a sandbox of its own, in which a contained call cannot start, and does not tell its hook so. Without the
 * word of its settings a person is asked.
 */
function whyNotInCodex({ HOME = '', CODEX_HOME = `${HOME}/.codex` }: NodeJS.ProcessEnv): string | null {
  const settings = regularText(`${CODEX_HOME}/config.toml`) ?? ''
  const [top = ''] = settings.split(/^\s*\[/m)
  return /^\s*sandbox_mode\s*=\s*["']danger-full-access["']/m.test(top)
    ? null
    : 'the sandbox of Codex does not let another one start'
}

async function openTicket(
  handed: HandedPlan & { readonly text: string },
  setting: HandOver,
  marks: string,
): Promise<Result<string>> {
  const { planned, summary } = handed
  const trial =
    planned.plan.overlay === undefined
      ? null
      : await setting.trials.open(planned.plan, { title: summary, ceiling: defaultCeiling })
  if (trial?.ok === false) return trial
  const opened = trial?.value ?? null
  try {
    return ok(makeTicket(handed, { setting, marks, trial: opened }))
  } catch (error) {
    opened?.discard()
    throw error
  }
}

interface Opened {
  readonly setting: HandOver
  readonly marks: string
  readonly trial: OpenTrial | null
}

function makeTicket(
  { planned, text, summary, record, verdict }: HandedPlan & { readonly text: string },
  { setting: { env, client, callVariable }, marks, trial }: Opened,
): string {
  const { call, digest } = planned
  const { tickets } = ownPaths(env)
  const plan = trial?.plan ?? planned.plan
  const { sockets, words } = withoutSockets(plan)
  const cwd = realpathSync(commandDirectory(call.input, call.place))
  const isBound = callVariable !== undefined && call.id !== null
  const name = writeTicket(tickets, {
    expires: Math.ceil(Date.now() / 1_000) + limits.ticketSeconds,
    cwd,
    filter: Buffer.from(plan.seccomp ?? '', 'base64'),
    finishes: trial === null ? 'always' : 'changes',
    client,
    bound: isBound ? { [callVariable]: call.id ?? '' } : {},
    names: plan.env,
    sockets,
    layers: trial?.roots.map((_, layer) => `${trialPaths(env).trials}/${trial.id}/${layer}/upper`) ?? [],
    words,
    command: [`--chdir=${cwd}`, '--', shellOf(env), '-c', text],
    finish: [
      ...[findSystemProgram('env') ?? '/usr/bin/env', '-i', ...ownVariables(env), process.execPath],
      ...[`${packageRoot()}/dist/cli.js`, 'contained'],
    ],
    record: ticketRecordText({
      call,
      record,
      marks,
      summary,
      digest,
      trial: trial && {
        ...{ id: trial.id, roots: trial.roots, opened: planned.plan.opened ?? [] },
        named: namedScratch({ effects: verdict.effects, text }),
      },
    }),
  })
  try {
    keepHanded(env, name, { planned, text, record, client, verdict })
    if (trial !== null) giveTrial(trial.id, name, env)
    else noteNames(`${tickets}/${name}/names.json`, plan.guarded, env)
    return name
  } catch (error) {
    rmSync(`${tickets}/${name}`, { recursive: true, force: true })
    dropHanded(env, name)
    throw error
  }
}

/** The covers of sockets apart from the other words: a socket can be gone when the command starts. */
function withoutSockets({ argv, mounts }: FencePlan): {
  readonly sockets: readonly string[]
  readonly words: readonly string[]
} {
  const sockets = mounts.flatMap(({ path, because }) => (because === hostSocket ? [path] : []))
  const isCover = (at: number): boolean =>
    argv[at] === '--ro-bind' && argv[at + 1] === '/dev/null' && sockets.includes(argv[at + 2] ?? '')
  return { sockets, words: argv.filter((_, at) => ![at, at - 1, at - 2].some(isCover)) }
}

/** The shell of the client's user, if it reads the same language as the analysis. */
const shellOf = ({ SHELL = '' }: NodeJS.ProcessEnv): string =>
  findSystemProgram(/\/zsh$/.test(SHELL) ? 'zsh' : 'bash') ?? '/bin/bash'

/** Variables that say where Sallyport's own files are. */
const ownVariables = (env: NodeJS.ProcessEnv): readonly string[] =>
  ['HOME', 'XDG_STATE_HOME', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'TMPDIR'].flatMap(name =>
    env[name] === undefined ? [] : [`${name}=${env[name]}`],
  )

const failed = (error: unknown): Result<never> =>
  fail('sandbox_denied', error instanceof Error ? error.message : 'the ticket could not be made')
