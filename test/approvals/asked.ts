import { type AskedCall, askedCall } from '../../src/approvals/asked-call.ts'
import type { Place } from '../../src/core/call.ts'
import type { Effect } from '../../src/core/effect.ts'
import { judge } from '../../src/gate/judge.ts'
import { withGround } from '../../src/gate/judged-call.ts'
import { takeCall } from '../../src/gate/take-call.ts'
import { loadPolicies } from '../../src/io/policies/load-policies.ts'
import type { Policies } from '../../src/policy/policies.ts'
import { madeUpPlace, memoryFacts } from '../../src/testing.ts'
import { noHome, noWorkspace } from '../no-home.ts'

async function preset(name: string): Promise<Policies> {
  const loaded = await loadPolicies({ place: noWorkspace, preset: name, env: noHome })
  if (!loaded.ok) throw new Error(loaded.faults[0].message)
  return loaded.value
}

export const cautious = await preset('cautious')
export const balanced = await preset('balanced')

/** A command, or a tool with its input. */
export type Asks = string | readonly [tool: string, input: Readonly<Record<string, unknown>>]

type Files = NonNullable<Parameters<typeof memoryFacts>[0]['files']>

/** A clone of one repository, on `main`. */
export const clone = (config = '', at = '/home/dev/project'): Files => ({
  [`${at}/.git/HEAD`]: 'ref: refs/heads/main\n',
  [`${at}/.git/config`]: `[core]
\tbare = false
[remote "origin"]
\turl = https://github.com/acme/app
\tfetch = +refs/heads/*:refs/remotes/origin/*
[branch "main"]
\tremote = origin
\tmerge = refs/heads/main
${config}`,
})

const usualFiles: Files = {
  ...clone(),
  ...clone('', '/home/dev/project/sub'),
  '/home/dev/project/link': { link: '/home/dev/other' },
  '/home/dev/project/src/a.ts': 'x',
}

/** The call as grants see it, under `cautious` at a fake place; null if it does not ask. */
export function asked(
  what: Asks,
  place: Partial<Place> = {},
  policies: Policies = cautious,
  files: Files = {},
): AskedCall | null {
  const [tool, input] = typeof what === 'string' ? (['Bash', { command: what }] as const) : what
  const call = takeCall({ tool, input }, { ...madeUpPlace, ...place })
  if (!call.ok) throw new Error(call.faults[0].message)
  const facts = memoryFacts({ files: { ...usualFiles, ...files } })
  const judging = { policies, facts, runKey: new Uint8Array(32), tools: {} }
  const { verdict, description } = judge(call.value, judging)
  return askedCall(call.value, verdict, {
    description,
    seen: { facts, sensitive: policies.sensitive },
    inside: root => judge(withGround(call.value, root), judging).verdict,
  })
}

export const mustAsk = (
  what: Asks,
  place: Partial<Place> = {},
  policies: Policies = cautious,
  files: Files = {},
): AskedCall => {
  const found = asked(what, place, policies, files)
  if (found === null) throw new Error(`${JSON.stringify(what)} does not ask`)
  return found
}

/** The same call with one more effect that asks. */
export const withEffect = (call: AskedCall, effect: Effect): AskedCall => {
  const effects = [...call.verdict.effects, effect]
  const reason = {
    layer: 'mode',
    decision: 'ask',
    code: null,
    because: '',
    effect: effects.length - 1,
    rule: null,
    instead: null,
  } as const
  return { ...call, verdict: { ...call.verdict, effects, reasons: [reason, ...call.verdict.reasons] } }
}
