import { textIn } from '../recorded-fields.ts'
import type { History } from './history.ts'

/** How many calls a grant answered, and the last of them. */
export interface GrantUse {
  readonly count: number
  readonly lastAt: string
  readonly lastCall: string
}

/** Counts the calls that grants answered, by the grant's id. */
export function countGrantUses(): History<ReadonlyMap<string, GrantUse>> {
  const uses = new Map<string, GrantUse>()
  return {
    add: event => {
      if (textIn(event, 'type') !== 'approval_decided' || textIn(event, 'reason') !== 'granted') return
      const [id = ''] = textIn(event, 'by').split(':')
      const count = (uses.get(id)?.count ?? 0) + 1
      uses.set(id, { count, lastAt: textIn(event, 'at'), lastCall: textIn(event, 'call') })
    },
    total: () => uses,
  }
}
