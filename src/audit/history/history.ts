import type { JsonObject } from '../../core/json.ts'

/** Counts something over a journal, event by event, oldest first. */
export interface History<T> {
  readonly add: (event: JsonObject) => void
  readonly total: () => T
}

/** Gives each event to all of them. */
export const addToAll = (histories: readonly Pick<History<unknown>, 'add'>[], event: JsonObject): void => {
  for (const { add } of histories) add(event)
}
