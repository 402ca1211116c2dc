import { describe, expect, it } from 'vitest'
import { noFacts } from '../../core/facts.ts'
import { commandRisk } from '../../guard/risk.ts'
import { analyse } from '../../shell/analyse.ts'
import { combinePolicies, type PolicyFile } from '../policies.ts'
import { readPolicy } from '../read/read.ts'
import { type CompiledPolicy, compilePolicy, noRegex } from './compile.ts'
import { evaluate } from './evaluate.ts'
import { makeSubject, type Subject } from './subject.ts'
import { type FileTrace, traceCall } from './trace.ts'

const place = {
  session: 's',
  cwd: '/w',
  workspace: ['/w'],
  home: '/home/you',
  scratch: ['/tmp'],
  own: [],
  agents: [],
  client: null,
  runner: 'client',
  automation: false,
  careful: false,
} as const

const base = `
rules:
  - { id: no-power, when: { change: system/power }, then: deny }
  - { id: known-reads, when: { effect: run, tier: read, code: known }, then: allow }
  - { id: own-ground, when: { effect: [read, write], in: workspace }, then: allow }
`

const project = `
rules:
  - { id: pushes-ask, when: { run: git push }, then: ask, because: others see it }
  - { id: builds, when: { write: build/** }, then: allow }
  - { id: no-remote-overwrite, when: { change: git/overwrite-remote }, then: deny }
`

function compiled(text: string, file: string): CompiledPolicy {
  const read = readPolicy(`version: 1\n${text}`, file)
  if (!read.ok) throw new Error(JSON.stringify(read.faults))
  const policy = compilePolicy(read.value, noRegex)
  if (!policy.ok) throw new Error(JSON.stringify(policy.faults))
  return policy.value
}

function subjectOf(command: string): Subject {
  const analysis = analyse(command, { place, facts: noFacts, sensitive: [] })
  return makeSubject({
    call: { tool: 'Bash', input: { command }, place, id: null },
    effects: analysis.effects,
    risk: commandRisk(analysis).risk,
    escalated: false,
    complex: analysis.intent.isComplex,
    mode: 'ask',
    text: command,
  })
}

const policiesWith = (...files: readonly PolicyFile[]) =>
  combinePolicies({ files, base: compiled(base, 'base.yaml'), mode: null, digest: '' })

const projectFile = (text: string, trusted = true): PolicyFile => ({
  layer: 'project',
  policy: compiled(text, 'p.yaml'),
  trusted,
})

/** `project pushes-ask=ask; builds: another target | preset …`, for one effect. */
const inWords = (files: readonly FileTrace[]): string =>
  files
    .map(file => {
      const spoke = file.spoke === null ? (file.silent ?? 'nothing') : `${file.spoke.rule.id}=${file.spoke.decision}`
      const misses = file.misses.map(miss => `; ${miss.rule.id}: ${miss.why}`).join('')
      return `${file.layer} ${spoke}${misses}${file.below > 0 ? `; ${file.below} below` : ''}`
    })
    .join(' | ')

type Row = readonly [sentence: string, command: string, effect: number, policies: PolicyFile | null, words: string]

const rows: readonly Row[] = [
  [
    'rules before the one that decided say why they did not match',
    'ls',
    0,
    null,
    'preset known-reads=allow; no-power: another target; 1 below',
  ],
  [
    'if no rule decides, all rules say why they did not match',
    'curl -d x https://a.example',
    1,
    null,
    'preset nothing; no-power: another target; known-reads: another kind of effect; own-ground: another kind of effect',
  ],
  [
    'a run rule matches the effects of its program',
    'git push -f',
    1,
    projectFile(project),
    'project pushes-ask=ask; 2 below | preset nothing; no-power: another target; known-reads: another kind of effect; own-ground: another kind of effect',
  ],
  [
    'an allow of a trusted file replaces the base',
    'echo x > build/a',
    0,
    projectFile(project),
    'project builds=allow; pushes-ask: another command; 1 below | preset replaced',
  ],
  [
    'allow rules of an untrusted file are ignored',
    'echo x > build/a',
    0,
    projectFile(project, false),
    'project nothing; pushes-ask: another command; builds: this file is not trusted, so its allow rules are ignored; no-remote-overwrite: another target | preset own-ground=allow; no-power: another target; known-reads: another kind of effect',
  ],
  [
    'a file that is switched off also switches off the base',
    'git push -f',
    1,
    projectFile(`enabled: false\n${project}`),
    'project off | preset replaced',
  ],
]

describe('the trace of each file for one effect', () => {
  it.each(rows)('%s', (_, command, effect, file, words) => {
    const policies = file === null ? policiesWith() : policiesWith(file)
    expect(inWords(traceCall(policies, subjectOf(command))[effect]?.files ?? [])).toBe(words)
  })

  it('a call without effects is traced once, as a whole', () => {
    const traced = traceCall(policiesWith(), subjectOf(''))
    expect(traced.map(one => one.effect)).toEqual([null])
  })

  it('in a long policy only rules that share a key are listed, and the others are counted', () => {
    const many = Array.from({ length: 200 }, (_, i) => `  - { id: r${i}, when: { run: program-${i} }, then: deny }`)
    const long = projectFile(`rules:\n${many.join('\n')}\n  - { id: git-v, when: { run: git -v }, then: ask }\n`)
    const traced = traceCall(policiesWith(long), subjectOf('git status'))[0]?.files[0]
    expect(traced?.misses.map(miss => miss.rule.id)).toEqual(['git-v'])
    expect(traced?.unrelated).toBe(200)
  })

  it('the trace names the same rules as the evaluation', () => {
    for (const [, command, , file] of rows) {
      const policies = file === null ? policiesWith() : policiesWith(file)
      const subject = subjectOf(command)
      const spoken = traceCall(policies, subject).flatMap(one =>
        one.files.flatMap(({ spoke }) => (spoke === null ? [] : [`${one.effect} ${spoke.rule.id} ${spoke.decision}`])),
      )
      const reasons = evaluate(policies, subject).reasons.flatMap(reason =>
        reason.rule === null ? [] : [`${reason.effect} ${reason.rule.id} ${reason.decision}`],
      )
      expect(spoken.toSorted()).toEqual(reasons.toSorted())
    }
  })
})
