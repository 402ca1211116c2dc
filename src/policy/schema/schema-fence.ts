import * as v from 'valibot'
import { profileNames } from '../../fence/profile.ts'
import { adapterNames, fenceModes } from '../../fence/settings.ts'
import { closed } from './schema-closed.ts'
import { amount, flag, host, textLike, word } from './schema-parts.ts'
import { mustBe } from './schema-words.ts'

const cpus = v.pipe(
  v.number(mustBe('a number')),
  v.minValue(0.1, 'must be at least 0.1'),
  v.maxValue(1_024, 'must be at most 1024'),
  v.metadata({ description: 'How many processors a call may use, such as 0.5 or 2.', examples: [1] }),
)

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
    mode: v.exactOptional(word(fenceModes, 'off: no sandbox; audit: only record what it would do; enforce: use it.')),
    profile: v.exactOptional(word(profileNames, 'How tight the sandbox is.')),
    adapter: v.exactOptional(word(adapterNames, "The system's sandbox to use; auto takes what this machine has.")),
    read_only: v.exactOptional(flag('Whether calls in the sandbox may write nothing.')),
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
          cpus: v.exactOptional(cpus),
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
