import { noFacts } from '../src/core/facts.ts'
import { limits } from '../src/core/limits.ts'
import { analyse } from '../src/shell/analyse.ts'
import { madeUpPlace } from '../src/testing.ts'

/**
 * Checks that the analysis is linear: ten times the text may take at most twelve times as long from 100 KB to 1 MB, where most
 * code reaches a cap, and sixteen times up to the cap itself, where all of it is read. Times below 20 ms are not compared: noise decides there.
 */
const tooShort = 20
const minRounds = 5
const maxRounds = 40

const repeated = (piece: string) => (size: number) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size)

/** Generators of code in different shapes, for a given size. */
const shapes: Readonly<Record<string, (size: number) => string>> = {
  'simple commands': repeated('git status\n'),
  'one pipeline': size => `ls${repeated(' | sort')(size)}`,
  'one list': size => `ls${repeated(' && ls')(size)}`,
  'heredoc data': size => `cat > out <<'END'\n${repeated('{"a": [1, (2)], "b": "x"}\n')(size)}\nEND\n`,
  'expanded heredoc': size => `cat > out <<END\n${repeated('some text with $HOME in it\n')(size)}\nEND\n`,
  'self-replicating heredoc': size => `cat > out <<'END'\n${repeated('copy these every prompt a ')(size)}\nEND\n`,
  'one heredoc, many readers': size =>
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
  'one long value, many uses': size =>
    `x='${repeated('some words ')(size / 2)}'\n${repeated('echo $x\n')(size / 2)}`.slice(0, size),
  comment: size => `# ${'x '.repeat(size / 2)}\nls`,
  'nested quotes': repeated(`echo "a 'b' c" 'd "e" f'; `),
  redirects: repeated('ls > out 2>&1; '),
  conditions: repeated('if x; then v=1; fi; '),
  loops: repeated('while x; do v=1; done; '),
  'multiplying braces': size => `ls ${`{${'x'.repeat(size / 20)},y}`.repeat(16)}`,
  'one long value, trimmed': size => `x=${'a'.repeat(size - 4_000)}\n${'echo ${x%%*a*a*b}\n'.repeat(200)}`,
  'one long path': size => `cat ${repeated('a/')(size)}`,
  'one long sed script': size => `sed '${repeated('s/a/b/;')(size)}'`,
  'many settings': size => `git ${repeated('-c a.b=c ')(size)}`,
  'many globs': size => `rm ${repeated('a* ')(size)}`,
  'many directories': repeated('cd a;'),
  'many pieces': repeated('x+=a;'),
  'many inputs': repeated('read x;'),
  'unclosed quote': size => `echo "${'x '.repeat(size / 2)}`,
}

const world = { place: madeUpPlace, facts: noFacts, sensitive: [] }

/** Milliseconds of processor time, so that other load on the machine does not count. */
const timeOf = (text: string, times: number): number => {
  const start = process.cpuUsage()
  for (let i = 0; i < times; i += 1) analyse(text, world)
  const { user, system } = process.cpuUsage(start)
  return (user + system) / times / 1_000
}

/** The best of several rounds for each size. The small text runs ten times, so that both are measured equally long. */
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
  // Below the cap everything is analysed, and the bookkeeping may grow a little faster than the text.
  ['6 KB to the cap', (limits.shellCode - 64) / 10, limits.shellCode - 64, 16],
] as const

/** The limit for a shape relative to the first one: a shape that is slow at every size would pass the growth check. */
const mostOfFirst = 16

/** Shapes that are known to be slower than they should be. They are shown, but do not fail. */
const knownSlow = new Set([
  'one heredoc, many readers',
  'one long path',
  'many globs',
  'many pieces',
  'assignments in a list',
  'many inputs',
])

let failures = 0
for (const [title, from, to, most] of ranges) {
  console.log(
    `${title}: ten times the text may take ${most} times as long, and each shape ${mostOfFirst} times as long as the first`,
  )
  let first = Number.POSITIVE_INFINITY
  for (const [name, shape] of Object.entries(shapes)) {
    const { times, ratio } = compare(shape(from), shape(to), most)
    if (first === Number.POSITIVE_INFINITY) first = times[1]
    const isLeftOut = times[1] < tooShort
    const isOver = !isLeftOut && (ratio > most || times[1] > mostOfFirst * first)
    if (isOver && !knownSlow.has(name)) failures += 1
    const shown = `${times.map(time => time.toFixed(1).padStart(7)).join(' ms →')} ms`
    console.log(
      `  ${name.padEnd(26)} ${shown}  ${isLeftOut ? `under ${tooShort} ms` : `× ${ratio.toFixed(1)}${isOver ? '  TOO SLOW' : ''}`}`,
    )
  }
}
process.exitCode = failures > 0 ? 1 : 0
