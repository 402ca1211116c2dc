import { noFacts } from '../src/core/facts.ts'
import { analyse } from '../src/shell/analyse.ts'
import { madeUpPlace } from '../src/testing.ts'

/**
 * Runs random and mutated commands through the analyser: it must never throw, and no input of up to 8 KiB may take longer than
 * 50 ms (slow inputs are measured again in processor time, best of five). Prints how many inputs it ran and the slowest of them; `npm run fuzz -- 10000`
 * runs fewer.
 */
const count = Number(process.argv[2] ?? 1_000_000)
const slow = 50

const seeds = [
  'git add -A && git commit -m "x" | tee out > /dev/null 2>&1',
  'for f in $(ls *.txt); do rm -rf "$f"; done; x=${y:-$(id)}',
  "bash -c 'echo $1' _ $(cat <<'E'\nhi\nE\n)",
  'a[$((1+2))]=3; (( a[$(id)] )); [[ $x == a* && -v b ]]',
  'f() { f | f & }; f; case x in a|b) ls;; esac',
  'find . -name "*.log" -exec sh -c "rm {}" \\; -o -print0 | xargs -0 -n 1 cat',
  'sudo env A=1 timeout 5 nice -n 3 ssh host "rm -rf /" < <(curl x) > >(tee y)',
  "sed -e 's/a/b/e;w x' y; awk '{system(\"id\")}' z; tar --to-command=id -xf a",
  'docker run -v /:/h alpine sh -c "cat /h/etc/shadow"; kubectl exec p -- rm -rf /',
  'python3 -c "import os; os.system(\'id\')"; psql -c "drop table x; select 1"',
  "$'\\x72\\x6d' {a,b}{1..3} ~/x ~root ${x@P} ${!y} `id` $[1+1] &>z 99>w",
]
const pieces = [
  '$(',
  ')',
  '`',
  '"',
  "'",
  '\\',
  '$',
  '{',
  '}',
  '((',
  '))',
  '[[',
  ']]',
  '<<',
  '<<<',
  '<(',
  '>(',
  '|',
  '&',
  ';',
  '\n',
  ' ',
  '${',
  '$[',
  '~',
  '*',
  '?',
  '=',
  '#',
  '!',
  'if',
  'then',
  'fi',
  'for',
  'do',
  'done',
  'case',
  'esac',
  'in',
  'rm',
  '-rf',
  '/',
  'eval',
  'sh -c',
  '\u0000',
  '\ud800',
  'é',
  '😀',
  '--',
  '-',
  '+',
  '%',
  ',',
  '..',
]

let state = 1
const next = (): number => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return state / 4294967296
}
const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T

function input(): string {
  if (next() < 0.4)
    return Array.from({ length: Math.floor(next() * 30) }, () => pick(pieces)).join(next() < 0.5 ? '' : ' ')
  let text = pick(seeds)
  for (let edits = 1 + Math.floor(next() * 4); edits > 0; edits -= 1) {
    const at = Math.floor(next() * text.length)
    const cut = next() < 0.5 ? Math.floor(next() * 6) : 0
    text =
      text.slice(0, at) +
      (next() < 0.7 ? pick(pieces) : pick(seeds).slice(0, Math.floor(next() * 40))) +
      text.slice(at + cut)
  }
  return next() < 0.01 ? text.repeat(Math.ceil(next() * 40)).slice(0, 8192) : text.slice(0, 8192)
}

const world = { place: madeUpPlace, facts: noFacts, sensitive: [] }
const timeOf = (text: string): number => {
  const start = performance.now()
  analyse(text, world)
  return performance.now() - start
}

/** Milliseconds of processor time, so that a busy machine does not count against the input. */
const workOf = (text: string): number => {
  const start = process.cpuUsage()
  analyse(text, world)
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}

let executed = 0
let worst = 0
/** The slowest inputs, slowest first. */
let slowest: readonly { readonly time: number; readonly text: string }[] = []
const shown = 5
const note = (time: number, text: string): void => {
  worst = Math.max(worst, time)
  if (slowest.length < shown || time > (slowest.at(-1)?.time ?? 0))
    slowest = [...slowest, { time, text }].sort((a, b) => b.time - a.time).slice(0, shown)
}
const failures: string[] = []
const started = performance.now()
for (; executed < count; executed += 1) {
  const text = input()
  try {
    const time = timeOf(text)
    if (time > slow) {
      const best = Math.min(...Array.from({ length: 5 }, () => workOf(text)))
      note(best, text)
      if (best > slow) failures.push(`${best.toFixed(0)} ms: ${JSON.stringify(text.slice(0, 200))}`)
    } else note(time, text)
  } catch (error) {
    failures.push(`threw ${error instanceof Error ? error.message : 'something'}: ${JSON.stringify(text)}`)
  }
  if (failures.length >= 10) break
}
console.log(
  `fuzz: ${executed.toLocaleString('en')} inputs in ${((performance.now() - started) / 1000).toFixed(1)} s, worst ${worst.toFixed(1)} ms, ${failures.length} failures`,
)
for (const { time, text } of slowest)
  console.log(`  ${time.toFixed(1)} ms for ${text.length} characters: ${JSON.stringify(text.slice(0, 80))}`)
for (const failure of failures) console.log(`  ${failure}`)
process.exitCode = failures.length > 0 || executed < count ? 1 : 0
