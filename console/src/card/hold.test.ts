import { expect, test } from 'vitest'
import { type HoldEvent, holdAfter } from './hold.ts'

const pressed: HoldEvent = { type: 'pressed', at: 0 }
const typed = (text: string): HoldEvent => ({ type: 'typed', text })

test.each<[string, readonly HoldEvent[], string]>([
  ['a held button approves', [pressed, { type: 'ticked', at: 1200 }], 'done'],
  ['a button held too shortly does not', [pressed, { type: 'ticked', at: 1199 }], 'holding'],
  ['a short click asks for the word', [pressed, { type: 'released', at: 80 }], 'typing'],
  ['a pointer that leaves the button starts again', [pressed, { type: 'left' }, { type: 'ticked', at: 5000 }], 'idle'],
  ['a tick without a press does nothing', [{ type: 'ticked', at: 9999 }], 'idle'],
  ['the word approves', [pressed, { type: 'released', at: 1 }, typed(' Approve '), { type: 'confirmed' }], 'done'],
  ['another word does not', [pressed, { type: 'released', at: 1 }, typed('yes'), { type: 'confirmed' }], 'typing'],
  ['no word does not', [pressed, { type: 'released', at: 1 }, { type: 'confirmed' }], 'typing'],
  ['a confirmation without a word field does nothing', [{ type: 'confirmed' }], 'idle'],
])('%s', (_, events, want) => {
  expect(events.reduce(holdAfter, { state: 'idle' }).state).toBe(want)
})
