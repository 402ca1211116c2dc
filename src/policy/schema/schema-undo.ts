import * as v from 'valibot'
import { closed } from './schema-closed.ts'
import { size, textLike } from './schema-parts.ts'

/** Days or hours; a year at most. */
export const agePattern = /^(?:[1-9][0-9]{0,2}d|[1-9][0-9]{0,3}h)$/

/** The space and the time of undo points. */
export const undoSchema = v.pipe(
  closed('`undo`', {
    size: v.exactOptional(
      v.pipe(
        size,
        v.metadata({ description: 'The space of all undo points together. Default: 1g.', examples: ['4g'] }),
      ),
    ),
    age: v.exactOptional(
      v.pipe(
        textLike({ pattern: agePattern, otherwise: 'must be a number of days or hours such as `7d` or `12h`' }),
        v.metadata({ description: 'How long an undo point is kept. Default: 7d.', examples: ['30d'] }),
      ),
    ),
  }),
  v.metadata({
    description:
      "How much Sallyport keeps for `sallyport undo`. The smaller value of the organisation's and the user's policy counts. It has no effect in a project's sallyport.yaml, because all projects share the space.",
    examples: [{ size: '4g', age: '30d' }],
  }),
)
