import { isTouch } from '../../core/effect.ts'
import { isKnown } from '../../core/word.ts'
import type { FenceDenial } from './denial.ts'
import { explainNetwork, startsOne } from './explain-network.ts'
import { explainPaths } from './explain-paths.ts'
import type { FailedRun, OutsideView } from './failed-run.ts'
import { failureKinds } from './failure-kinds.ts'

/**
 * The actions of a failed command that the fence stopped, the most likely cause first; empty if the plan does not stop any. What the
 * command printed is never a reason: it only hints at paths and hosts, which the plan must forbid.
 */
export function explainFailure(run: FailedRun, outside: OutsideView): readonly FenceDenial[] {
  if (run.exitCode === 0 && run.reached === null) return []
  const limit = explainLimit(run, outside)
  if (limit !== null) return [limit]
  const found = [...explainNetwork(run, outside), ...explainPaths(run, outside)]
  if (found.length > 0) return found.slice(0, most)
  return [...explainAction(run), ...explainVariables(run)].slice(0, most)
}

const most = 4

/** A limit that was counted, or that the run came close to and complains about; for the size of files, one that has exactly that size. */
function explainLimit(run: FailedRun, outside: OutsideView): FenceDenial | null {
  const { reached, near, plan, stderr } = run
  if (reached !== null) return limitDenial(run, reached)
  const words = failureKinds(stderr ?? '')
  if (near.includes('processes') && words.fork) return limitDenial(run, 'processes')
  if (near.includes('memory') && words.memory) return limitDenial(run, 'memory')
  const size = plan.limits.fileSize
  if (size === null) return null
  if (run.exitCode === fileSizeSignal) return limitDenial(run, 'fileSize')
  const written = run.effects.flatMap(effect =>
    isTouch(effect) && effect.kind === 'write' && isKnown(effect.path) ? [effect.path] : [],
  )
  const isFull = written.some(path => outside.look(path).size === size)
  return isFull && (stderr === null || words.tooLarge) ? limitDenial(run, 'fileSize') : null
}

/** 128 + SIGXFSZ. */
const fileSizeSignal = 153

function limitDenial({ plan }: FailedRun, limit: Extract<FenceDenial, { kind: 'limit' }>['limit']): FenceDenial | null {
  const at = plan.limits[limit]
  return at === null ? null : { kind: 'limit', limit, at }
}

/** Programs whose work the system call filter refuses. */
const refusedWork: readonly (readonly [what: string, programs: ReadonlySet<string>])[] = [
  ['tracing processes', new Set(['strace', 'ltrace', 'gdb', 'lldb', 'perf', 'bpftrace'])],
  ['new namespaces and containers', new Set(['unshare', 'bwrap', 'podman', 'flatpak', 'nsenter', 'firejail'])],
  ['mounts', new Set(['mount', 'umount', 'losetup', 'fusermount', 'fusermount3'])],
  ['another user', new Set(['sudo', 'su', 'doas', 'pkexec', 'runuser'])],
  ['changes of the clock or the host name', new Set(['hostname', 'hostnamectl', 'timedatectl', 'hwclock'])],
]

function explainAction(run: FailedRun): readonly FenceDenial[] {
  const words = run.stderr === null ? null : failureKinds(run.stderr)
  // An agent that does not run outside either is not the fence's work.
  if (startsOne(run, sshAgentClients) && run.env.includes('SSH_AUTH_SOCK') && words?.network !== true)
    return [{ kind: 'action', what: 'ssh and the ssh agent' }]
  if (words !== null && !words.permission) return []
  const [what] = refusedWork.find(([, programs]) => startsOne(run, programs)) ?? []
  return what === undefined ? [] : [{ kind: 'action', what }]
}

const sshAgentClients = new Set(['ssh-add', 'ssh-copy-id'])

/** Variables that the command's own text names and that the plan drops. */
function explainVariables({ plan, argv, env }: FailedRun): readonly FenceDenial[] {
  const text = argv.join(' ')
  const passed = new Set([...plan.env, ...setByPlan(plan.argv), ...setByShells])
  return env
    .filter(name => /^\w{3,}$/.test(name) && !passed.has(name) && isUsed(name, text))
    .sort()
    .map(name => ({ kind: 'variable', name }))
}

/** Whether a text uses a variable's value, and does not set it. */
const isUsed = (name: string, text: string): boolean =>
  new RegExp(`(?<![\\w/-])${name}(?![\\w-])`).test(text) && !new RegExp(`(?<!\\w)${name}=`).test(text)

const setByPlan = (argv: readonly string[]): readonly string[] =>
  argv.flatMap((word, index) => (argv[index - 1] === '--setenv' ? [word] : []))

const setByShells = ['PWD', 'OLDPWD', 'SHLVL', 'PPID', 'UID', 'EUID', 'RANDOM', 'HOSTNAME', 'IFS', 'OPTARG', 'OPTIND']
