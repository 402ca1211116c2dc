import { timeoutOptions } from '../../io/hook/find-timeout.ts'
import { refusedSnapshot, snapshotMemory, snapshotOptions } from '../../io/hook/snapshot-start.ts'

/** How a client is told to start the hook, as one line for `/bin/sh`. */
export interface HookProgram {
  readonly node: string
  /** The launcher, `dist/hook.cjs`. */
  readonly launcher: string
  /** Where `sallyport install` keeps the hook loaded already, for this Node; null where there is no such place. */
  readonly snapshot: string | null
  /** GNU's `timeout`; null where there is none. */
  readonly timeout?: string | null
}

/**
 * The line that goes into a client's settings. INVARIANT: whatever happens to it (no Node, no launcher, a crash, a signal,
 * an endless loop) it ends in exit 0 with an answer or in exit 2 with a reason; clients take anything else for consent.
 */
export const hookCommand = (client: string, program: HookProgram): string => {
  const { launcher, snapshot } = program
  const node = nodeFor(client, program)
  const plainly = `${node} ${quote(launcher)} ${client}; s=$?`
  // A snapshot that is missing or another Node's is refused before anything is read, so the launcher can take over.
  const run =
    snapshot === null
      ? plainly
      : `${node} ${snapshotOptions.join(' ')} --snapshot-blob ${quote(snapshot)} ${client}; s=$?;` +
        ` case $s in ${refusedSnapshot.join('|')}) ${plainly};; esac`
  return (
    `ulimit -t ${cpuSeconds}; export ${environment}; ${run}; [ $s = 0 ] ||` +
    ` { [ $s = 2 ] || echo 'sallyport could not run, so the call is blocked; try: sallyport doctor' >&2; exit 2; }`
  )
}

const cpuSeconds = 25

/**
 * Where a client lets a call run whose hook it had to stop, the hook is also ended from outside: Node itself may hang before it reads
 * anything, and a file system that never answers keeps its deadline from coming.
 */
const nodeFor = (client: string, { node, timeout = null }: HookProgram): string =>
  timeout === null || !lenient.has(client)
    ? quote(node)
    : [quote(timeout), ...timeoutOptions(wallSeconds), quote(node)].join(' ')

const lenient = new Set(['codex', 'gemini', 'copilot'])
/** Above the hook's own deadline, so that it can say why. */
const wallSeconds = 22

/**
 * What clients are told to wait for a hook before they stop it, and most of them then let the call run. A hook ends by itself long before that,
 * unless the system does not let it: while a disk hangs, nothing ends that waits for it.
 */
export const patienceSeconds = 600

/** What others have set for Node must not change the hook; and it needs one thread and large pages. */
const environment = `NODE_OPTIONS= NODE_EXTRA_CA_CERTS= UV_THREADPOOL_SIZE=1 GLIBC_TUNABLES=${snapshotMemory}`

/** Whether a command in some settings file is ours, from this installation or another. */
export const isHookCommand = (command: unknown, client: string): command is string =>
  typeof command === 'string' && command.includes('hook.cjs') && new RegExp(`' ${client}(;| \\|\\|)`).test(command)

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
