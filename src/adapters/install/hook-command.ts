import { timeoutOptions } from '../../io/hook/find-timeout.ts'
import { refusedSnapshot, snapshotMemory, snapshotOptions } from '../../io/hook/snapshot-start.ts'
import { afterVariables } from '../contain/after-variables.ts'
import type { HookWork } from './settings.ts'

/** The parts of the command line with which a client starts the hook. */
export interface HookProgram {
  readonly node: string
  /** The launcher, `dist/hook.cjs`. */
  readonly launcher: string
  /** The snapshot that `sallyport install` made for this Node; null to start without one. */
  readonly snapshot: string | null
  /** The path of GNU `timeout`; null if it is not installed. */
  readonly timeout?: string | null
}

/**
 * The `/bin/sh` line for a client's settings. INVARIANT: in every case (no Node, no launcher, a crash, a signal, an endless
 * loop) it ends with exit 0 and an answer, or with exit 2 and a reason; clients treat anything else as consent.
 */
export const hookCommand = (
  client: string,
  program: HookProgram,
  does: HookWork = { results: false, contain: false },
): string => {
  const { launcher, snapshot } = program
  const node = nodeFor(client, program)
  const plainly = `${node} ${quote(launcher)} ${client}; s=$?`
  // Node refuses a missing snapshot, or one from another Node, before it reads stdin, so the launcher can take over.
  const run =
    snapshot === null
      ? plainly
      : `${node} ${snapshotOptions.join(' ')} --snapshot-blob ${quote(snapshot)} ${client}; s=$?;` +
        ` case $s in ${refusedSnapshot.join('|')}) ${plainly};; esac`
  return (
    `ulimit -t ${cpuSeconds}; export ${environment} ${workVariables(does)}; ${run}; [ $s = 0 ] ||` +
    ` { [ $s = 2 ] || echo 'sallyport could not run, so the call is blocked; try: sallyport doctor' >&2; exit 2; }`
  )
}

const cpuSeconds = 25

/**
 * Some clients run the call when they had to stop its hook. For those, `timeout` ends the hook first: Node may hang before it
 * reads anything, and a file system that never answers can delay the hook's own deadline.
 */
const nodeFor = (client: string, { node, timeout = null }: HookProgram): string =>
  timeout === null || !lenient.has(client)
    ? quote(node)
    : [quote(timeout), ...timeoutOptions(wallSeconds), quote(node)].join(' ')

const lenient = new Set(['codex', 'gemini', 'copilot'])
/**
 * How long a hook may wait for a person, if a server shows them the question: the client's patience as far as it is safe to use.
 * The hook reads it from its environment, so that a hook from an older installation waits no longer than its own command line allows.
 */
export const waitSeconds = 300
/** Longer than that, so that the hook can still report its reason. */
const wallSeconds = waitSeconds + 30

/**
 * How long clients wait before they stop the hook; most of them then run the call. A hook ends long before that, unless the
 * system prevents it: a process that waits for a hanging disk cannot end.
 */
export const patienceSeconds = 600

/** Clears Node settings of the user that could change the hook, and sets one thread, large memory pages and the hook's patience. */
const environment = `NODE_OPTIONS= NODE_EXTRA_CA_CERTS= UV_THREADPOOL_SIZE=1 GLIBC_TUNABLES=${snapshotMemory} SALLYPORT_WAIT=${waitSeconds}`

/** INVARIANT: both are always set, because a project's settings may set variables for hooks. */
const workVariables = ({ results, contain }: HookWork): string =>
  `${afterVariables.contain}=${contain ? 1 : 0} ${afterVariables.results}=${results ? 1 : 0}`

/** Reads from a command which work our hook has; null where a command from another version does not say. */
export const workIn = (commands: readonly string[]): { readonly [work in keyof HookWork]: boolean | null } => {
  const said = (variable: string): boolean | null => {
    const values = commands.flatMap(command => new RegExp(`\\b${variable}=([01])\\b`).exec(command)?.[1] ?? [])
    return values.length === 0 ? null : values.includes('1')
  }
  return { results: said(afterVariables.results), contain: said(afterVariables.contain) }
}

/** Whether a command in a settings file starts our hook, from this installation or another. */
export const isHookCommand = (command: unknown, client: string): command is string =>
  typeof command === 'string' && command.includes('hook.cjs') && new RegExp(`' ${client}(;| \\|\\|)`).test(command)

/** Whether a text contains our hook, even if it is not valid JSON. */
export const mentionsHook = (text: string): boolean => text.includes('hook.cjs')

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
