import type { Tree } from './tree.ts'

/** Everything that one run of a call showed: its exit code, its output and the files that it left. */
export interface Seen {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
  /** What a later command printed. */
  readonly later?: string
  /** By the name of the directory: workspace, home, tmp. */
  readonly trees: Readonly<Record<string, Tree>>
}

/** One thing that is not the same inside and outside. */
export interface Difference {
  /** `exit code`, `stdout`, `stderr`, `later`, or a path below `workspace`, `home` or `tmp`. */
  readonly what: string
  readonly inside: string
  readonly outside: string
}

export interface Compared {
  readonly differences: readonly Difference[]
  /** Things that two runs outside show differently themselves. */
  readonly unstable: readonly string[]
}

/** Compares a run inside with two runs outside. What differs between those two is no difference of the fence. */
export function compareRuns(inside: Seen, outside: readonly [Seen, Seen]): Compared {
  const [first, second] = [facetsOf(outside[0]), facetsOf(outside[1])]
  const own = facetsOf(inside)
  const differences: Difference[] = []
  const unstable: string[] = []
  for (const what of new Set([...own.keys(), ...first.keys(), ...second.keys()])) {
    const [a, b, c] = [own.get(what) ?? missing, first.get(what) ?? missing, second.get(what) ?? missing]
    if (a === b || a === c) continue
    if (b !== c && masked(b) !== masked(c)) unstable.push(what)
    else if (b === c || masked(a) !== masked(b)) differences.push({ what, inside: a, outside: b })
  }
  return { differences, unstable }
}

const missing = '(not there)'

function facetsOf({ exitCode, stdout, stderr, later = '', trees }: Seen): ReadonlyMap<string, string> {
  const files = Object.entries(trees).flatMap(([root, tree]) =>
    [...tree].map(([path, state]): [string, string] => [`${root}/${path}`, state]),
  )
  return new Map([['exit code', `${exitCode}`], ['stdout', stdout], ['stderr', stderr], ['later', later], ...files])
}

/** A text without the parts that change from run to run: numbers, digests, names of temporary files. */
const masked = (text: string): string =>
  text
    .replaceAll(/\b(?:tmp|temp)[\w.-]{6,}/gi, 'T')
    .replaceAll(/\b[0-9a-f]{7,}\b/gi, 'X')
    .replaceAll(/\d+/g, '0')
