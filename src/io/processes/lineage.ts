import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** This process and those above it, nearest first; null if they cannot be listed up to the first process. */
export function readLineage(env: NodeJS.ProcessEnv = process.env): ProcessLineage | null {
  const look = process.platform === 'linux' ? lookInProc : lookInList(listProcesses())
  const own = look(process.pid)
  if (own === null) return null
  const ancestors: SeenProcess[] = []
  for (let pid = own.parent; pid > 0; ) {
    const seen = look(pid)
    if (seen === null || ancestors.length >= mostAncestors) return null
    ancestors.push(seen)
    pid = seen.parent
  }
  return { variables: Object.keys(env), terminal: own.terminal, ancestors }
}

interface SeenProcess {
  readonly parent: number
  readonly words: readonly string[]
  readonly variables: readonly string[]
  readonly terminal: string | null
}

interface ProcessLineage extends Pick<SeenProcess, 'variables' | 'terminal'> {
  readonly ancestors: readonly SeenProcess[]
}

const mostAncestors = 200

type Look = (pid: number) => SeenProcess | null

function lookInProc(pid: number): SeenProcess | null {
  try {
    // The name in parentheses may hold anything, so the fields are counted from its end.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [, parent, , , terminal] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return {
      parent: Number(parent),
      words: textOf(`/proc/${pid}/cmdline`).split('\0').filter(Boolean),
      variables: textOf(`/proc/${pid}/environ`)
        .split('\0')
        .map(entry => entry.split('=', 1)[0] ?? ''),
      terminal: terminal === '0' || terminal === undefined ? null : terminal,
    }
  } catch {
    return null
  }
}

/** Programs of another user cannot be read, and none of them is an agent of this user. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Without /proc, `ps` lists the processes. It does not tell their variables. */
function listProcesses(): ReadonlyMap<number, SeenProcess> {
  try {
    const text = execFileSync('/bin/ps', ['-axwwo', 'pid=,ppid=,tty=,command='], { encoding: 'utf8', env: {} })
    return new Map(
      text.split('\n').flatMap(line => {
        const [, pid, parent, terminal = '', command = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
        if (pid === undefined) return []
        const seen = { parent: Number(parent), words: command.split(' '), variables: [], terminal: named(terminal) }
        return [[Number(pid), seen] as const]
      }),
    )
  } catch {
    return new Map()
  }
}

const named = (terminal: string): string | null => (/^\?+$|^-$/.test(terminal) ? null : terminal)

const lookInList =
  (all: ReadonlyMap<number, SeenProcess>): Look =>
  pid =>
    all.get(pid) ?? null
