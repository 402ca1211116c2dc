import type { ComponentChildren } from 'preact'
import type { Danger } from '../../../src/core/danger.ts'
import type { Decision } from '../../../src/core/decision.ts'
import type { Tier } from '../../../src/core/tier.ts'
import type { CallState } from '../../../src/server/api.ts'

/** `quiet`: no background, for the usual case in a long list. */
export type BadgeTone = 'ok' | 'ask' | 'no' | 'accent' | 'plain' | 'quiet'

export const Badge = ({
  tone = 'plain',
  children,
}: {
  readonly tone?: BadgeTone
  readonly children: ComponentChildren
}) => <span class={`badge ${tone}`}>{children}</span>

const decisionTones: Readonly<Record<Decision, BadgeTone>> = { allow: 'ok', ask: 'ask', deny: 'no' }

export const DecisionBadge = ({ decision }: { readonly decision: Decision | null }) => (
  <Badge tone={decision === null ? 'plain' : decisionTones[decision]}>{decision ?? 'open'}</Badge>
)

const dangerTones: Readonly<Record<Danger, BadgeTone>> = { low: 'plain', medium: 'ask', high: 'no' }

export const DangerBadge = ({ danger }: { readonly danger: Danger }) => (
  <Badge tone={dangerTones[danger]}>{danger} danger</Badge>
)

const tierTones: Readonly<Record<Tier, BadgeTone>> = {
  read: 'plain',
  write: 'plain',
  execute: 'ask',
  destructive: 'no',
}

export const TierBadge = ({ tier }: { readonly tier: Tier }) => <Badge tone={tierTones[tier]}>{tier}</Badge>

const states: Readonly<Record<CallState, readonly [BadgeTone, string]>> = {
  waiting: ['ask', 'waiting'],
  asked_client: ['ask', 'asked in client'],
  allowed: ['quiet', 'allowed'],
  running: ['accent', 'running'],
  finished: ['quiet', 'finished'],
  failed: ['no', 'failed'],
  denied: ['no', 'denied'],
  expired: ['plain', 'expired'],
  cancelled: ['plain', 'cancelled'],
}

export function StateBadge({ state }: { readonly state: CallState }) {
  const [tone, text] = states[state]
  return <Badge tone={tone}>{text}</Badge>
}
