import { failureKinds } from './failure-kinds.ts'

/** A name in a program's output that may be a path or a host, with the line that reports a failure. */
export interface PrintedName {
  readonly name: string
  /** The failing line, and the lines around it that the name may come from. */
  readonly line: string
  /** Whether the name is in a line around the failing one. */
  readonly isNearby: boolean
}

/** The most names to look at: each one costs a look at the file system. */
const most = 120

/** Names near lines that report a failure, the last failure first. */
export function printedNames(output: string): readonly PrintedName[] {
  const lines = output.split('\n').slice(-300)
  const failing = lines.map((line, index) => ({ line, index })).filter(({ line }) => isFailure(line))
  const near = failing.reverse().flatMap(({ line, index }) => [
    ...namesIn(line).map(name => ({ name, line, isNearby: false })),
    // Some programs name the path first and say why it failed in a line below.
    ...[...lines.slice(Math.max(0, index - 4), index), ...lines.slice(index + 1, index + 3)].flatMap(other =>
      namesIn(other).map(name => ({ name, line, isNearby: true })),
    ),
  ])
  const seen = new Set<string>()
  return near.filter(({ name }) => !seen.has(name) && seen.add(name).size <= most)
}

function isFailure(line: string): boolean {
  const { write, permission, missing, network, tooLarge } = failureKinds(line)
  return write || permission || missing || network || tooLarge
}

/** Quoted text first, then words, each without the punctuation around it. */
function namesIn(line: string): readonly string[] {
  const short = withoutPositions(line.slice(0, 2_000))
  const quoted = [
    ...short.matchAll(/'([^']+)'|"([^"]+)"|`([^`']+)[`']|\u2018([^\u2019]+)\u2019|\u201c([^\u201d]+)\u201d/g),
  ].map(([, ...groups]) => groups.find(group => group !== undefined) ?? '')
  const words = short.split(/[\s'"`\u2018\u2019\u201c\u201d(),;=<>[\]]+/)
  return [...quoted, ...words]
    .flatMap(word => [word, ...(word.includes(':') ? word.split(/:(?!\/\/)/) : [])])
    .map(word => word.replace(/^[^\w~./$]+|[^\w/)\]~]+$/g, ''))
    .filter(word => /[\w~]/.test(word) && word.length <= 1_000)
}

/** Without the places in source code that report the failure: `/opt/tool: 2: cannot create x`, `at open (/opt/tool.js:3:5)`. */
const withoutPositions = (line: string): string =>
  line
    .replace(/^\s*[^\s:]+: (?:line )?\d+: /, ' ')
    .replace(/(?<=^|[\s("'])[^\s:()"']*\/[^\s:()"']*:\d+(?::\d+)?(?=$|[\s)"':,])/g, ' ')
