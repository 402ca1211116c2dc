import * as v from 'valibot'
import { closed } from './schema-closed.ts'
import { timeout } from './schema-duration.ts'
import { amount } from './schema-parts.ts'

const any = Number.MAX_SAFE_INTEGER

/** Values outside a limit's range are valid, and are moved into it when the policies are combined. */
export const subagentsSchema = v.pipe(
  closed('`subagents`', {
    concurrent: v.exactOptional(amount(any, 'Sub-agents that work at once. Default: 5; at most 20.')),
    total: v.exactOptional(
      amount(any, 'Sub-agents that one run starts, nested ones included. Default: 10; at most 50.'),
    ),
    slot_timeout: v.exactOptional(timeout('How long a sub-agent waits for others to end; 30s by default')),
    depth: v.exactOptional(amount(any, 'How deep sub-agents nest. Default: 3; at most 10.')),
    prompt_chars: v.exactOptional(amount(any, 'Characters of a prompt. Default: 32000, which is also the most.')),
    answer_chars: v.exactOptional(amount(any, 'Characters of an answer; the rest is cut off. Default: 4000.')),
    steps: v.exactOptional(amount(any, 'Model calls in one turn of a sub-agent. Default: 15; at most 100.')),
    parent_steps: v.exactOptional(amount(any, 'Model calls in a run of the main agent. Default: 50; at most 1000.')),
    timeout: v.exactOptional(timeout('How long a turn of a sub-agent may take; 120s by default, 10s to 10m')),
  }),
  v.metadata({
    description: 'Limits of the sub-agents that Sallyport runs itself. Of several policies, the smallest value counts.',
    examples: [{ total: 4, timeout: '60s' }],
  }),
)
