import { noFacts } from '../src/core/facts.ts'
import { limits } from '../src/core/limits.ts'
import { analyse } from '../src/shell/analyse.ts'
import { madeUpPlace } from '../src/testing.ts'

/**
 * Ten times the text takes at most twelve times as long from 100 KB to 1 MB, where most code meets a cap, and sixteen up to the
 * cap itself, where all of it is read. What takes less than 5 ms is left out.
 */
const tooShort = 5
const minRounds = 5
const maxRounds = 40

const repeated = (piece: string) => (size: number) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size)

/** Shapes of code, each as long as it is asked to be. */
const shapes: Readonly<Record<string, (size: number) => string>> = {
  'simple commands': repeated('git status\n'),
  'one pipeline': size => `ls${repeated(' | sort')(size)}`,
  'one list': size => `ls${repeated(' && ls')(size)}`,
  'heredoc data': size => `cat > out <<'END'\n${repeated('{"a": [1, (2)], "b": "x"}\n')(size)}\nEND\n`,
  'heredoc that is expanded': size => `cat > out <<END\n${repeated('some text with $HOME in it\n')(size)}\nEND\n`,
  'heredoc that speaks of itself': size => `cat > out <<'END'\n${repeated('copy these every prompt a ')(size)}\nEND\n`,
  'one heredoc for many': size =>
    `{ ${repeated('cat; ')(size / 2)} } <<'END'\n${repeated('copy this text every ')(size / 2)}\nEND\n`,
  'many heredocs': repeated("cat > out <<'END'\nsome text\nEND\n"),
  'one word': size => `echo ${'x'.repeat(size)}`,
  'one quoted word': size => `printf '%s' '${'x'.repeat(size)}'`,
  'many words': size => `touch${repeated(' file.txt')(size)}`,
  'many options': size => `git log${repeated(' --stat')(size)}`,
  assignments: size =>
    Array.from({ length: Math.ceil(size / 10) }, (_, i) => `v${i}=value`)
      .join('\n')
      .slice(0, size),
  'assignments in a list': size =>
    Array.from({ length: Math.ceil(size / 12) }, (_, i) => `v${i}=value`)
      .join(' && ')
      .slice(0, size),
  'one long value for many': size =>
    `x='${repeated('some words ')(size / 2)}'\n${repeated('echo $x\n')(size / 2)}`.slice(0, size),
  comment: size => `# ${'x '.repeat(size / 2)}\nls`,
  'nested quotes': repeated(`echo "a 'b' c" 'd "e" f'; `),
  redirects: repeated('ls > out 2>&1; '),
  conditions: repeated('if x; then v=1; fi; '),
  loops: repeated('while x; do v=1; done; '),
  'braces that multiply': size => `ls ${`{${'x'.repeat(size / 20)},y}`.repeat(16)}`,
  'one long value that is cut': size => `x=${'a'.repeat(size - 4_000)}\n${'echo ${x%%*a*a*b}\n'.repeat(200)}`,
  'unclosed quote': size => `echo "${'x '.repeat(size / 2)}`,
}

const world = { place: madeUpPlace, facts: noFacts, sensitive: [] }

/** Milliseconds of processor time: what else the machine does meanwhile does not count. */
const timeOf = (text: string, times: number): number => {
  const start = process.cpuUsage()
  for (let i = 0; i < times; i += 1) analyse(text, world)
  const { user, system } = process.cpuUsage(start)
  return (user + system) / times / 1_000
}

/** The best of several rounds of each size; the small one ten times over, so that both are measured for as long. */
function compare(
  small: string,
  large: string,
  most: number,
): { readonly times: readonly [number, number]; readonly ratio: number } {
  let times: readonly [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < maxRounds; round += 1) {
    times = [Math.min(times[0], timeOf(small, 10)), Math.min(times[1], timeOf(large, 1))]
    if (round >= minRounds && times[1] <= most * times[0]) break
  }
  return { times, ratio: times[1] / times[0] }
}

const ranges = [
  ['100 KB to 1 MB', 100_000, 1_000_000, 12],
  // Below the cap everything is followed; its bookkeeping may cost a little more than the text grows.
  ['6 KB to the cap', (limits.shellCode - 64) / 10, limits.shellCode - 64, 16],
] as const

/** What the same amount of another shape may cost: one that is slow from the start grows no faster for it. */
const mostOfFirst = 16

let failures = 0
for (const [title, from, to, most] of ranges) {
  console.log(`${title}: times for ten times the text, at most ${most}; at most ${mostOfFirst} times the first shape`)
  let first = Number.POSITIVE_INFINITY
  for (const [name, shape] of Object.entries(shapes)) {
    const { times, ratio } = compare(shape(from), shape(to), most)
    if (first === Number.POSITIVE_INFINITY) first = times[1]
    const isLeftOut = times[1] < tooShort
    const isOver = !isLeftOut && (ratio > most || times[1] > mostOfFirst * first)
    if (isOver) failures += 1
    const shown = `${times.map(time => time.toFixed(1).padStart(7)).join(' ms →')} ms`
    console.log(
      `  ${name.padEnd(26)} ${shown}  ${isLeftOut ? `under ${tooShort} ms` : `× ${ratio.toFixed(1)}${isOver ? '  too much' : ''}`}`,
    )
  }
}
process.exitCode = failures > 0 ? 1 : 0
