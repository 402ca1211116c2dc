import * as v from 'valibot'
import { closed } from './schema-closed.ts'
import { amount, host, textLike, word } from './schema-parts.ts'
import { mustBe } from './schema-words.ts'

const profiles = ['minimal', 'balanced', 'strict'] as const

const memory = v.union(
  [
    amount(Number.MAX_SAFE_INTEGER, 'Bytes.'),
    textLike({ pattern: /^[1-9][0-9]*[kKmMgG]?$/, otherwise: 'must be a size such as `512m` or `2g`' }),
  ],
  mustBe('a size such as `512m` or `2g`'),
)

/** The sandbox that calls run in. */
export const fenceSchema = v.pipe(
  closed('`fence`', {
    profile: v.exactOptional(word(profiles, 'How tight the sandbox is.')),
    network: v.exactOptional(
      v.pipe(
        closed('`network`', {
          allow: v.exactOptional(
            v.pipe(
              v.array(textLike(host), mustBe('a list of hosts')),
              v.metadata({ description: 'Hosts that may be reached.', examples: [['registry.npmjs.org']] }),
            ),
          ),
        }),
        v.description('What calls may reach over the network.'),
      ),
    ),
    limits: v.exactOptional(
      v.pipe(
        closed('`limits`', {
          memory: v.exactOptional(
            v.pipe(memory, v.metadata({ description: 'Memory, such as 512m or 2g.', examples: ['2g'] })),
          ),
          processes: v.exactOptional(amount(1_000_000, 'How many processes may run at once.')),
          seconds: v.exactOptional(amount(604_800, 'How long a call may run.')),
        }),
        v.description('What a call may use at most.'),
      ),
    ),
  }),
  v.metadata({
    description: 'The sandbox that calls run in.',
    examples: [{ profile: 'balanced', limits: { memory: '2g', processes: 256, seconds: 600 } }],
  }),
)
