import { describe, expect, test } from 'vitest'
import { limits } from '../../core/limits.ts'
import { emptyLine, type Typed, type TypedVia, typeOn } from './typed-line.ts'

/** Types the pieces one by one: returns every ended line, and the unfinished one. */
function typed(pieces: readonly string[], via: TypedVia = 'terminal') {
  const ended: (string | null)[] = []
  let last: Typed = { line: emptyLine, ended: [], script: '' }
  for (const piece of pieces) {
    last = typeOn(last.line, piece, via)
    ended.push(...last.ended)
  }
  return { ended, left: last.line.text }
}

type Row = readonly [how: string, pieces: readonly string[], ended: readonly (string | null)[], left: string | null]

describe('a line is complete at its line break', () => {
  test.each<Row>([
    ['at once', ['ls\n'], ['ls'], ''],
    ['in pieces', ['l', 's', '\n'], ['ls'], ''],
    ['not yet', ['rm -rf', ' /'], [], 'rm -rf /'],
    ['by the key Enter', ['ls\r'], ['ls'], ''],
    ['several at once', ['a\nb\nc'], ['a', 'b'], 'c'],
    ['an empty one', ['\n'], [''], ''],
    ['with letters of any alphabet', ['né', 'e 😀\n'], ['née 😀'], ''],
  ])('%s', (_how, pieces, ended, left) => expect(typed(pieces)).toEqual({ ended, left }))
})

describe('in a terminal keys edit the line, and the unedited line counts too', () => {
  test.each<Row>([
    ['Backspace takes one letter back', ['lx\x7fs\n'], ['ls', 'lxs'], ''],
    ['Backspace on nothing takes nothing', ['\x7f\x7fls\n'], ['ls'], ''],
    ['Backspace in another piece', ['lx', '\x7f', 's\n'], ['ls', 'lxs'], ''],
    ['Ctrl-U takes the line back', ['junk\x15ls\n'], ['ls', 'junkls'], ''],
    ['Ctrl-C drops the line', ['junk', '\x03', 'ls\n'], ['ls', 'junkls'], ''],
    ['Ctrl-D hands over what is there, and keeps it', ['rm -rf\x04 /\n'], ['rm -rf', 'rm -rf /'], ''],
    ['a tab before the first word is a blank', ['\tls\n'], ['\tls'], ''],
  ])('%s', (_how, pieces, ended, left) => expect(typed(pieces)).toEqual({ ended, left }))
})

describe('keys with an unknown effect make the line unknown', () => {
  test.each<Row>([
    ['Tab completes a name', ['rm -rf /us\t\n'], [null, 'rm -rf /us\t'], ''],
    ['an arrow key recalls an old line', ['\x1b[A\n'], [null, '[A'], ''],
    ['Ctrl-R finds one', ['\x12rm\n'], [null, 'rm'], ''],
    ['Ctrl-Y brings back what was cut', ['\x19\n'], [null, ''], ''],
    ['Ctrl-V makes the next key text, so it is refused itself', ['a\x16'], [null], null],
    ['Ctrl-Q does the same', ['a\x11'], [null], null],
    ['Ctrl-C may drop what comes along with it', ['\x03echo rm\n'], [null, 'echo rm'], ''],
    ['or leave what came before it', ['echo rm\x03', '\n'], [null, 'echo rm'], ''],
    ['Ctrl-H takes a letter back in one program and none in another', ['lx\bs\n'], [null, 'lxs'], ''],
    ['Backspace takes back a letter or only one byte of it', ['é\x7f\n'], [null, 'é'], ''],
    ['on some systems a backslash makes Ctrl-U text', ['a\\\x15b\n'], [null, 'a\\b'], ''],
    ['and Backspace', ['a\\\x7fb\n'], [null, 'a\\b'], ''],
    ['a NUL byte', ['l\0s\n'], [null, 'ls'], ''],
    ['!! is the last command', ['!!\n'], [null], ''],
    ['!rm is one from before', ['sudo !rm\n'], [null], ''],
    ['^a^b is the last command with a word changed', ['^echo ^\n'], [null], ''],
    ['Ctrl-U does not help, as the cursor may stand anywhere', ['\x1b[D\x15ls\n'], [null, '[Dls'], ''],
    ['Ctrl-C does', ['\x1b[D', '\x03', 'ls\n'], ['ls', '[Dls'], ''],
    ['it stays so for the pieces to come', ['\x1b[A', 'x'], [], null],
  ])('%s', (_how, pieces, ended, left) => expect(typed(pieces)).toEqual({ ended, left }))

  test('a terminal truncates a long line', () => {
    expect(typed([`echo ${'x'.repeat(limits.terminalLine)}\n`]).ended[0]).toBeNull()
    expect(typed([`echo ${'x'.repeat(limits.terminalLine)}\n`], 'pipe').ended[0]).not.toBeNull()
  })

  test.each(['a != b\n', 'echo hi!\n', 'if ! true; then :; fi\n', '2^3\n'])('%j is plain text', line =>
    expect(typed([line]).ended).not.toContain(null),
  )
})

describe('a pipe passes every key on', () => {
  test.each<Row>([
    ['a tab is a tab', ['if x:\n', '\ty = a\tb\n'], ['if x:', '\ty = a\tb'], ''],
    ['nothing is taken back', ['rm -rf /\x7f\n'], ['rm -rf /\x7f', 'rm -rf /'], ''],
    ['there is no history', ['!!\n'], ['!!'], ''],
    ['Ctrl-C drops nothing', ['rm -rf \x03/\n'], ['rm -rf \x03/', 'rm -rf /'], ''],
  ])('%s', (_how, pieces, ended, left) => expect(typed(pieces, 'pipe')).toEqual({ ended, left }))

  test('an unknown line stays unknown until it ends', () => {
    const lost = { ...emptyLine, text: null }
    expect(typeOn(lost, '\x03ls', 'pipe').line.text).toBeNull()
    expect(typeOn(lost, 'ls\nid', 'pipe')).toMatchObject({ ended: [null, 'ls'], line: { text: 'id' } })
  })
})

test('earlier whole lines are kept, up to a limit', () => {
  const line = `${'x'.repeat(99)}\n`
  const { before } = typeOn(emptyLine, line.repeat(1_000), 'terminal').line
  expect(before.length).toBeLessThanOrEqual(limits.typedBefore)
  expect(before.length).toBeGreaterThan(limits.typedBefore - 200)
  expect(before.startsWith(line)).toBe(true)
  expect(typeOn({ ...emptyLine, before: 'a\n' }, 'b\nc', 'terminal').script).toBe('a\nb\n')
})
