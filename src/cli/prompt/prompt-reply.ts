import type { GrantScope } from '../../approvals/grants/grant.ts'

/** Reads the text that a person typed at the prompt. */
export type PromptReply =
  /** `offer`: which of the offers is remembered, by its place. */
  | { readonly kind: 'allow'; readonly scope: 'once' | GrantScope; readonly offer: number }
  | { readonly kind: 'deny' }
  /** Deny, and tell the agent why. */
  | { readonly kind: 'deny_with_reason' }
  | { readonly kind: 'explain' }
  | { readonly kind: 'help' }

const allow = (scope: 'once' | GrantScope, offer = 0): PromptReply => ({ kind: 'allow', scope, offer })

/** Upper case counts: `A` is always, `a` is once. */
const replies: ReadonlyMap<string, PromptReply> = new Map<string, PromptReply>([
  ...['a', 'y', 'yes', 'allow'].map(word => [word, allow('once')] as const),
  ...['d', 'n', 'no', 'deny'].map(word => [word, { kind: 'deny' }] as const),
  ['s', allow('session')],
  ['t', allow('hour')],
  ['A', allow('always')],
  ['r', { kind: 'deny_with_reason' }],
  ['e', { kind: 'explain' }],
  ['?', { kind: 'help' }],
])

/** The meaning of a typed line; null if it has none. An empty line never approves. */
export function readPromptReply(text: string): PromptReply | null {
  const word = text.trim()
  const [, key = '', number = ''] = /^([stA])([1-9])$/.exec(word) ?? []
  const reply = replies.get(key)
  if (reply?.kind === 'allow') return allow(reply.scope, Number(number) - 1)
  return replies.get(word) ?? (word.length > 1 ? (replies.get(word.toLowerCase()) ?? null) : null)
}
