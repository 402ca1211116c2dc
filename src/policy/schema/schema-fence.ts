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
  v.metadata({ description: 'The number of processors a call may use, such as 0.5 or 2.', examples: [1] }),
)

const size = v.union(
  [
    amount(Number.MAX_SAFE_INTEGER, 'Bytes.'),
    textLike({ pattern: /^[1-9][0-9]*[kKmMgG]?$/, otherwise: 'must be a size such as `512m` or `2g`' }),
  ],
  mustBe('a size such as `512m` or `2g`'),
)

/** Settings of the sandbox that calls run in. */
export const fenceSchema = v.pipe(
  closed('`fence`', {
    mode: v.exactOptional(word(fenceModes, 'off: no sandbox; audit: only record what it would do; enforce: use it.')),
    profile: v.exactOptional(word(profileNames, 'How tight the sandbox is.')),
    adapter: v.exactOptional(
      word(adapterNames, "The operating system's sandbox to use; auto picks the one that this machine has."),
    ),
    read_only: v.exactOptional(flag('true: calls in the sandbox cannot write files.')),
    network: v.exactOptional(
      v.pipe(
        closed('`network`', {
          allow: v.exactOptional(
            v.pipe(
              v.array(textLike(host), mustBe('a list of hosts')),
              v.metadata({ description: 'Hosts that calls may reach.', examples: [['registry.npmjs.org']] }),
            ),
          ),
        }),
        v.description('Network access of calls in the sandbox.'),
      ),
    ),
    limits: v.exactOptional(
      v.pipe(
        closed('`limits`', {
          memory: v.exactOptional(
            v.pipe(size, v.metadata({ description: 'Memory, such as 512m or 2g.', examples: ['2g'] })),
          ),
          cpus: v.exactOptional(cpus),
          processes: v.exactOptional(amount(1_000_000, 'The number of processes that may run at once.')),
          seconds: v.exactOptional(amount(604_800, 'How long a call may run, in seconds.')),
          file_size: v.exactOptional(
            v.pipe(size, v.metadata({ description: 'The size of each file that a call writes.', examples: ['1g'] })),
          ),
          output: v.exactOptional(
            v.pipe(
              size,
              v.metadata({ description: 'How much a call may print; it is stopped then.', examples: ['10m'] }),
            ),
          ),
        }),
        v.description('Resource limits of a call.'),
      ),
    ),
  }),
  v.metadata({
    description: 'The sandbox that calls run in.',
    examples: [{ profile: 'balanced', limits: { memory: '2g', processes: 256, seconds: 600 } }],
  }),
)
