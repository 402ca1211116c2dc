import type { Call } from '../src/core/call.ts'
import { noFacts } from '../src/core/facts.ts'
import { nodeHash } from '../src/io/journal-hash.ts'
import { loadPolicies } from '../src/io/load-policies.ts'
import { judge } from '../src/judge.ts'
import { compilePolicy, noRegex } from '../src/policy/compile.ts'
import { combinePolicies, type Policies } from '../src/policy/policies.ts'
import { readPolicy } from '../src/policy/read.ts'
import { parseShell } from '../src/shell/parse.ts'
import { madeUpPlace } from '../src/testing.ts'

/** Decisions in process: how long one takes, and whether ten thousand rules cost more than ten. */
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
const everyday: readonly Call[] = commands.map(command => ({
  tool: 'Bash',
  input: { command },
  place: madeUpPlace,
  id: null,
}))

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

const rounds = 400
// A gate that serves a session is warm: the figures are those of a process that has seen some calls.
const warmUp = 1_500
const runKey = new Uint8Array(32)

function measure(
  run: (call: Call) => void,
  calls: readonly Call[] = everyday,
): {
  readonly p50: number
  readonly p99: number
  readonly perSecond: number
} {
  for (let i = 0; i < warmUp; i += 1) for (const call of calls) run(call)
  const times: number[] = []
  for (let i = 0; i < rounds; i += 1) {
    for (const call of calls) {
      const start = process.hrtime.bigint()
      run(call)
      times.push(Number(process.hrtime.bigint() - start) / 1000)
    }
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { p50: at(0.5), p99: at(0.99), perSecond: (times.length / times.reduce((sum, time) => sum + time, 0)) * 1e6 }
}

const few = await policiesWith(10)
const many = await policiesWith(10_000)
const decide = (policies: Policies) => (call: Call) =>
  void judge(call, { policies, facts: noFacts, runKey, tools: {}, hash: nodeHash })
const parser = measure(call => void parseShell(String(call.input['command'])))
const withFew = measure(decide(few))
const withMany = measure(decide(many))
const one = measure(decide(few), everyday.slice(0, 1))

const row = (name: string, figures: ReturnType<typeof measure>) =>
  console.log(
    `${name.padEnd(28)} p50 ${figures.p50.toFixed(1).padStart(7)} µs   p99 ${figures.p99.toFixed(1).padStart(8)} µs   ${Math.round(figures.perSecond).toLocaleString('en').padStart(9)} per second`,
  )
console.log(`decisions in process, ${everyday.length} everyday commands × ${rounds}`)
row('parser alone', parser)
row('10 rules', withFew)
row(`10 rules, \`${commands[0]}\` alone`, one)
row('10,000 rules', withMany)
console.log(
  `10,000 rules cost ${(withMany.p50 / withFew.p50).toFixed(2)} × 10 rules (goal: at most 2); p50 goal: at most 50 µs`,
)
