import { readdirSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { load } from 'js-yaml'
import type { Call } from '../src/core/call.ts'
import { noFacts } from '../src/core/facts.ts'
import { judge } from '../src/gate/judge.ts'
import { nodeHash } from '../src/io/node-hash.ts'
import { loadPolicies } from '../src/io/policies/load-policies.ts'
import { combinePolicies, type Policies } from '../src/policy/policies.ts'
import { readPolicy } from '../src/policy/read/read.ts'
import { compilePolicy, noRegex } from '../src/policy/rules/compile.ts'
import { loadedReaders, loadReaders } from '../src/shell/code/load-readers.ts'
import { parseShell } from '../src/shell/syntax/parse.ts'
import { madeUpPlace } from '../src/testing.ts'

/**
 * Measures decisions in process: the time of one decision for everyday commands and for all commands in the cases, the parser's
 * share of it, and whether ten thousand rules cost more than ten. `--corpus FILE` measures a file of JSON lines with `command`.
 */
const commands = [
  'git status',
  'ls -la src',
  'npm test',
  'cat package.json',
  'rg -n "TODO" src',
  'git diff --stat HEAD~1',
  'pytest -q tests/test_api.py',
  'git add -A && git commit -m "fix: handle empty input"',
  'mkdir -p build/out',
  'sed -n 1,80p README.md',
  'cd packages/core && npm run build',
  'find . -name "*.ts" -not -path "./node_modules/*"',
  'curl -s https://example.com/api | jq .items',
  'git push origin main',
  'rm -rf build',
  'docker ps -a',
  'echo "done" > out.log',
  'python scripts/gen.py --all',
  'grep -rn "useState" src | head -20',
  'head -n 40 src/index.ts',
]
const calling = (command: string): Call => ({ tool: 'Bash', input: { command }, place: madeUpPlace, id: null })
const everyday = commands.map(calling)

const { values } = parseArgs({ options: { corpus: { type: 'string' } } })

/** Every command in the cases, or those in a file of JSON lines. */
function corpusCommands(): readonly string[] {
  if (values.corpus !== undefined)
    return readFileSync(values.corpus, 'utf8')
      .trim()
      .split('\n')
      .map(line => String(JSON.parse(line).command))
  const rows = readdirSync('cases', { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.yaml'))
    .flatMap(file => load(readFileSync(`cases/${file}`, 'utf8')) as readonly { readonly call: { command?: unknown } }[])
  return rows.flatMap(({ call }) => (typeof call.command === 'string' ? [call.command] : []))
}

async function policiesWith(rules: number): Promise<Policies> {
  const loaded = await loadPolicies({ place: madeUpPlace, preset: 'balanced' })
  if (!loaded.ok) throw new Error(loaded.faults[0].message)
  const kinds = [
    (i: number) => `{ when: { run: "tool${i} deploy" }, then: ask }`,
    (i: number) => `{ when: { write: "packages/p${i}/**" }, then: ask }`,
    (i: number) => `{ when: { connect: "h${i}.example.com" }, then: allow }`,
    (i: number) => `{ when: { tool: "mcp__s${i}__t" }, then: allow }`,
    (i: number) => `{ when: { run: "git push r${i}" }, then: deny }`.replace('git', i % 50 === 0 ? 'git' : `git${i}`),
  ]
  const source = [
    'version: 1',
    'rules:',
    ...Array.from({ length: rules }, (_, i) => `  - ${kinds[i % kinds.length]?.(i)}`),
  ].join('\n')
  const document = readPolicy(source, 'bench.yaml')
  if (!document.ok) throw new Error(document.faults[0].message)
  const policy = compilePolicy(document.value, noRegex)
  if (!policy.ok) throw new Error(policy.faults[0].message)
  return combinePolicies({
    files: [{ layer: 'user', trusted: true, policy: policy.value }],
    base: loaded.value.base,
    mode: null,
    digest: 'bench',
  })
}

// A gate that serves a session is warm, so the figures are for a process that has already handled calls.
const warmUp = 30_000
const measured = 40_000
const runKey = new Uint8Array(32)

interface Figures {
  readonly p50: number
  readonly p99: number
  readonly perSecond: number
  /** The same for the fastest of five runs of each call, which leaves out the pauses of a shared machine. */
  readonly quiet: { readonly p50: number; readonly p99: number }
}

const runsOfEach = 5

function measure(run: (call: Call) => void, calls: readonly Call[]): Figures {
  for (let done = 0; done < warmUp; done += calls.length) calls.forEach(run)
  const times: number[] = []
  const quickest: number[] = []
  for (let done = 0; done < measured; done += calls.length * runsOfEach) {
    for (const call of calls) {
      const own = Array.from({ length: runsOfEach }, () => timeOf(() => run(call)))
      times.push(...own)
      quickest.push(Math.min(...own))
    }
  }
  const sum = times.reduce((total, time) => total + time, 0)
  const at = shareOf(times)
  const quietAt = shareOf(quickest)
  return {
    p50: at(0.5),
    p99: at(0.99),
    perSecond: (times.length / sum) * 1e6,
    quiet: { p50: quietAt(0.5), p99: quietAt(0.99) },
  }
}

function timeOf(run: () => void): number {
  const start = process.hrtime.bigint()
  run()
  return Number(process.hrtime.bigint() - start) / 1000
}

function shareOf(times: number[]): (share: number) => number {
  times.sort((a, b) => a - b)
  return share => times[Math.floor(times.length * share)] ?? 0
}

const few = await policiesWith(10)
const many = await policiesWith(10_000)
await loadReaders('python node')
const readers = loadedReaders()
const decide = (policies: Policies) => (call: Call) =>
  void judge(call, { policies, facts: noFacts, runKey, tools: {}, hash: nodeHash, readers })
const parse = (call: Call) => void parseShell(String(call.input['command']))

const micros = (time: number) => time.toFixed(1).padStart(7)
const row = (name: string, { p50, p99, perSecond, quiet }: Figures) =>
  console.log(
    `${name.padEnd(28)} p50 ${micros(p50)} µs  p99 ${micros(p99)} µs  fastest of 5: p50 ${micros(quiet.p50)} µs  p99 ${micros(quiet.p99)} µs ${Math.round(perSecond).toLocaleString('en').padStart(9)} per second`,
  )

const corpus = corpusCommands().map(calling)
const parser = measure(parse, corpus)
const whole = measure(decide(few), corpus)
console.log(`decisions in process, ${corpus.length} commands (${values.corpus === undefined ? 'the cases' : 'a file'})`)
row('parser alone', parser)
row('10 rules', whole)
console.log(
  `the parser takes ${((parser.quiet.p50 / whole.quiet.p50) * 100).toFixed(0)} % of the time; goals: p50 at most 50 µs, p99 at most 1 ms`,
)

const withFew = measure(decide(few), everyday)
const withMany = measure(decide(many), everyday)
console.log(`\n${everyday.length} everyday commands`)
row(`10 rules, only \`${commands[0]}\``, measure(decide(few), everyday.slice(0, 1)))
row('10 rules', withFew)
row('10,000 rules', withMany)
console.log(`10,000 rules cost ${(withMany.quiet.p50 / withFew.quiet.p50).toFixed(2)} × 10 rules (goal: at most 2)`)
