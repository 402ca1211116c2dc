import { describe, expect, test } from 'vitest'
import { readPromptReply } from './prompt-reply.ts'
import { typeKeys } from './typed-line.ts'

describe('replies at the terminal', () => {
  const once = { kind: 'allow', scope: 'once', offer: 0 }
  test.each([
    ['a', once],
    ['y', once],
    ['yes', once],
    ['Yes', once],
    ['ALLOW', once],
    ['d', { kind: 'deny' }],
    ['No', { kind: 'deny' }],
    ['s', { kind: 'allow', scope: 'session', offer: 0 }],
    ['t', { kind: 'allow', scope: 'hour', offer: 0 }],
    ['A', { kind: 'allow', scope: 'always', offer: 0 }],
    ['s1', { kind: 'allow', scope: 'session', offer: 0 }],
    ['s2', { kind: 'allow', scope: 'session', offer: 1 }],
    ['A3', { kind: 'allow', scope: 'always', offer: 2 }],
    ['a2', null],
    ['s0', null],
    ['s22', null],
    ['r', { kind: 'deny_with_reason' }],
    ['e', { kind: 'explain' }],
    ['?', { kind: 'help' }],
    ['', null],
    [' ', null],
    ['Y', null],
    ['S', null],
    ['sure', null],
    ['aa', null],
    ['a; rm', null],
  ])('%j', (typed, meaning) => {
    expect(readPromptReply(typed)).toEqual(meaning)
  })
})

describe('a line that is typed', () => {
  test.each([
    ['letters are added and shown', '', 'ab', { kind: 'typing', text: 'ab', echo: 'ab' }],
    ['Enter ends the line', 'a', '\r', { kind: 'entered', text: 'a', echo: '' }],
    ['what follows Enter in one paste does not count', '', 'n\ra\r', { kind: 'entered', text: 'n', echo: 'n' }],
    ['a backspace removes a letter', 'ab', '\u007f', { kind: 'typing', text: 'a', echo: '\b \b' }],
    ['a backspace on an empty line does nothing', '', '\u007f', { kind: 'typing', text: '', echo: '' }],
    ['Ctrl-C leaves', 'yes', '\u0003', { kind: 'left' }],
    ['Ctrl-D leaves an empty line', '', '\u0004', { kind: 'left' }],
    ['an arrow key is not the letter A', '', '\u001b[A', { kind: 'typing', text: '', echo: '' }],
    ['a function key is no letter', '', '\u001bOA', { kind: 'typing', text: '', echo: '' }],
    ['control characters are dropped', '', 'a\u0007\u202eb', { kind: 'typing', text: 'ab', echo: 'ab' }],
  ])('%s', (_says, line, keys, wanted) => {
    expect(typeKeys(line, keys)).toEqual(wanted)
  })
})
