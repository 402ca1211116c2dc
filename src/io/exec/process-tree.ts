import { readdirSync, readFileSync } from 'node:fs'

/** The processes of a command that runs without the fence. */
export interface ProcessTree {
  /** The first process, which leads a session of its own. */
  readonly root: number
  /** A text in the environment of all its processes. */
  readonly mark: string
}

/** The variable that marks the processes of a command, so that they are found after they left its session. */
export const markVariable = 'SALLYPORT_COMMAND'

/**
 * Kills all processes of a command. They are stopped first, so that none can start another one meanwhile. A process that left the
 * tree and cleared its environment is not found; only the fence holds such a process.
 */
export async function killTree(tree: ProcessTree): Promise<void> {
  for (let round = 0; round < mostRounds; round += 1) {
    const living = processesOf(tree)
    if (living.length === 0) return
    for (const pid of living) send(pid, 'SIGSTOP')
    for (const pid of new Set([...living, ...processesOf(tree)])) send(pid, 'SIGKILL')
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}

const mostRounds = 200

/** The living processes of a tree: in its session or group, with its mark, or started by one of those. */
export function processesOf({ root, mark }: ProcessTree): readonly number[] {
  const running = runningProcesses()
  const found = new Set(
    running
      .filter(
        ({ pid, group, session }) =>
          pid === root || group === root || session === root || environmentOf(pid).includes(`${markVariable}=${mark}`),
      )
      .map(({ pid }) => pid),
  )
  let size = -1
  while (size < found.size) {
    size = found.size
    for (const { pid, parent } of running) if (found.has(parent)) found.add(pid)
  }
  found.delete(process.pid)
  return [...found]
}

interface RunningProcess {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly session: number
}

/** All processes but those that have ended and were not reaped. */
function runningProcesses(): readonly RunningProcess[] {
  return processNumbers().flatMap(pid => {
    // The name in brackets may contain anything.
    const [state = 'Z', parent, group, session] = textOf(`/proc/${pid}/stat`)
      .replace(/^.*\) /s, '')
      .split(' ')
    return /^[ZX]?$/.test(state)
      ? []
      : [{ pid, parent: Number(parent), group: Number(group), session: Number(session) }]
  })
}

function processNumbers(): readonly number[] {
  try {
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}

const environmentOf = (pid: number): string => textOf(`/proc/${pid}/environ`)

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended already.
  }
}
