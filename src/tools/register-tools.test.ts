import { describe, expect, test } from 'vitest'
import type { Descriptor } from './descriptor.ts'
import { ShellExec } from './descriptors.ts'
import { type OwnTool, registerTools } from './register-tools.ts'
import { described } from './world.fixture.ts'

const descriptor = (category: string): Descriptor => ({ ...ShellExec, category: category as never })

type BadRow = readonly [what: string, tools: readonly OwnTool[], message: string]

describe('C22, R197: errors in a tool are reported at the start', () => {
  test.each<BadRow>([
    [
      'an unknown category',
      [{ name: 'mine', descriptor: descriptor('shel') }],
      'the tool `mine` has an unknown category `shel`; did you mean `shell`?',
    ],
    ['no category', [{ name: 'mine', descriptor: {} as never }], 'the tool `mine` has an unknown category `undefined`'],
    [
      'a category from a prototype',
      [{ name: 'mine', descriptor: descriptor('constructor') }],
      'has an unknown category',
    ],
    [
      'a name that is taken',
      [{ name: 'Bash' }],
      'the name `Bash` belongs to a built-in tool; set `override` to replace it',
    ],
    ['a name that is given twice', [{ name: 'mine' }, { name: 'mine' }], 'the tool `mine` is registered twice'],
    [
      'a name given twice, once to replace',
      [{ name: 'mine' }, { name: 'mine', override: true }],
      'is registered twice',
    ],
    ['a name with a line break', [{ name: 'a\nb' }], 'a tool needs a valid name'],
    ['a name that is not a string', [{ name: 7 as never }], 'a tool needs a valid name'],
  ])('%s', (_what, tools, message) =>
    expect(registerTools(tools)).toMatchObject({
      ok: false,
      faults: [{ code: 'config_error', message: expect.stringContaining(message) }],
    }),
  )

  test('all errors at once', () => {
    const result = registerTools([{ name: 'Bash' }, { name: 'mine', descriptor: descriptor('x') }])
    expect(result.ok ? 0 : result.faults.length).toBe(2)
  })
})

describe('C22: both spellings of a category are accepted', () => {
  test.each([
    ['shell', 'shell_exec'],
    ['shell_exec', 'shell_exec'],
    ['file', 'file_write'],
    ['file_write', 'file_write'],
  ])('%s is %s', (spelling, category) => {
    const tools = registerTools([{ name: 'mine', descriptor: { ...descriptor(spelling) } }])
    if (!tools.ok) throw new Error(tools.faults[0].message)
    expect(described('mine', { argv: ['ls'], path: 'a' }, tools.value).category).toBe(category)
  })
})

test('R197: a tool with `override` replaces a built-in one', () => {
  const tools = registerTools([{ name: 'Bash', descriptor: descriptor('none'), override: true }])
  if (!tools.ok) throw new Error(tools.faults[0].message)
  expect(described('Bash', { other: 1 }, tools.value).category).toBe('none')
})

test('R180: a tool without a descriptor is passed through', () => {
  const tools = registerTools([{ name: 'mine' }])
  if (!tools.ok) throw new Error(tools.faults[0].message)
  expect(described('mine', {}, tools.value).category).toBe('custom')
})
