import { describe, expect, test } from 'vitest'
import { type CardContext, inboxKeys, type KeyPress, keyResult } from './keys.ts'

const plain: KeyPress = { key: '', ctrlKey: false, metaKey: false, altKey: false, repeat: false, inText: false }
const calm: CardContext = { isWaiting: true, isGrave: false, isTooSoon: false, upTo: 'always' }
const resultOf = (press: Partial<KeyPress>, card: Partial<CardContext> | null = {}): string | null => {
  const result = keyResult({ ...plain, ...press }, card === null ? null : { ...calm, ...card })
  return result === null ? null : 'does' in result ? result.does : 'refused'
}
const approvals = inboxKeys.filter(({ does }) => does.startsWith('approve')).map(({ key }) => key)
const denials = ['d', 'r']

describe('a key on a card', () => {
  test.each(inboxKeys)('$key: $text', ({ key, does }) => {
    expect(resultOf({ key })).toBe(does)
  })

  test.each(inboxKeys)('$key is dead in a text field, with a modifier', ({ key }) => {
    for (const press of [{ inText: true }, { ctrlKey: true }, { metaKey: true }, { altKey: true }])
      expect(resultOf({ key, ...press })).toBeNull()
  })

  test.each(['Enter', ' ', 'y', 'Y', 'A', 'Tab', 'Escape', 'Dead', ''])('`%s` answers no question', key => {
    expect(resultOf({ key })).toBeNull()
  })

  test.each(approvals)('%s does not approve a grave card', key => {
    expect(resultOf({ key }, { isGrave: true })).toBe('refused')
  })

  test.each(denials)('%s denies a grave card', key => {
    expect(resultOf({ key }, { isGrave: true })).toMatch(/^deny/)
  })

  test.each([...approvals, ...denials])(
    '%s is refused while the card is new, and ignored while the key repeats',
    key => {
      expect(resultOf({ key }, { isTooSoon: true })).toBe('refused')
      expect(resultOf({ key, repeat: true })).toBeNull()
      expect(resultOf({ key }, { isWaiting: false })).toBe('refused')
      expect(resultOf({ key }, null)).toBeNull()
    },
  )

  test.each([
    ['s', 'always', 'approve_session'],
    ['s', 'session', 'approve_session'],
    ['s', 'hour', 'refused'],
    ['s', null, 'refused'],
    ['t', 'hour', 'approve_hour'],
    ['t', null, 'refused'],
    ['a', null, 'approve_once'],
  ] as const)('%s with an approval that is remembered at most for %s: %s', (key, upTo, want) => {
    expect(resultOf({ key }, { upTo })).toBe(want)
  })

  test('moving and help work without a card, and j repeats', () => {
    expect(resultOf({ key: '?' }, null)).toBe('help')
    expect(resultOf({ key: 'j', repeat: true }, null)).toBe('next')
    expect(resultOf({ key: 'j' }, { isTooSoon: true })).toBe('next')
  })
})
