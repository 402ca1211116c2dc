import { describe, expect, test } from 'vitest'
import { clientSettings } from './clients.ts'
import { hookCommand } from './hook-command.ts'
import type { ClientSettings, Wanted } from './settings.ts'

const program = { node: '/usr/bin/node', launcher: '/opt/sallyport/hook.cjs', snapshot: '/home/me/hook.blob' }
const nothingElse = { results: false, contain: false }
const wanted: Wanted = { program, does: nothingElse, plugin: client => `export default '${client}'\n` }
const containing: Wanted = { ...wanted, does: { results: false, contain: true } }
const withResults: Wanted = { ...wanted, does: { results: true, contain: false } }
const moved: Wanted = { ...wanted, program: { ...program, node: '/opt/node' } }

const added = (settings: ClientSettings, text: string | null, what = wanted): string => {
  const result = settings.add(text, what)
  if (!result.ok) throw new Error(result.faults[0].message)
  return result.value
}
const removed = (settings: ClientSettings, text: string, original?: string | null): string | null => {
  const result = settings.remove(text, original)
  if (!result.ok) throw new Error(result.faults[0].message)
  return result.value
}

const gatingEvent = (settings: ClientSettings): string => Object.keys(JSON.parse(added(settings, null)).hooks)[0] ?? ''
const entryOf = (settings: ClientSettings, what = wanted): unknown =>
  JSON.parse(added(settings, null, what)).hooks[gatingEvent(settings)][0]

/** A user's settings, with a comment and a hook of their own. */
const theirs = (settings: ClientSettings): string => {
  const event = gatingEvent(settings)
  return `{\n  // mine\n  "version": 1,\n  "hooks": {\n    "${event}": [\n      {\n        "command": "mine"\n      }\n    ]\n  },\n  "other": true\n}\n`
}

const isPlugin = ([, settings]: readonly [string, ClientSettings]): boolean =>
  settings.path('user', place).endsWith('.js')
const place = { home: '/h', project: '/p', platform: 'linux', env: {} } as const
const all = Object.entries(clientSettings)

describe.each(all)('settings of %s', (name, settings) => {
  test('a new file contains our hook and nothing else', () => {
    const text = added(settings, null)
    expect(text).toContain(`' ${name};`)
    expect(settings.state(text, wanted)).toBe('present')
    expect(removed(settings, text, null)).toBeNull()
  })

  test('every level has its own path and lists what it does not cover', () => {
    const paths = settings.levels.map(level => settings.path(level, place))
    expect(new Set(paths).size).toBe(settings.levels.length)
    for (const level of settings.levels) expect(settings.gaps(level).length).toBeGreaterThan(0)
  })
})

describe.each(all.filter(isPlugin))('the plugin of %s', (name, settings) => {
  const theirPlugin = 'export default () => {}\n'

  test("the file is the shipped plugin below this installation's settings", () => {
    const text = added(settings, null, withResults)
    expect(text).toMatch(/^\/\/ Sallyport .*\n/)
    expect(text).toContain('"results": true')
    expect(text.endsWith(wanted.plugin(name))).toBe(true)
  })

  test("our plugin from another version or path is replaced, a user's own file is left alone", () => {
    expect(added(settings, added(settings, null, moved))).toBe(added(settings, null))
    expect(settings.add(theirPlugin, wanted)).toMatchObject({ ok: false })
    expect(removed(settings, theirPlugin)).toBe(theirPlugin)
  })

  test('the install state is reported', () => {
    const states = [null, theirPlugin, added(settings, null), added(settings, null, moved)]
    expect(states.map(text => settings.state(text, wanted))).toEqual(['absent', 'absent', 'present', 'stale'])
    expect(settings.state(`${added(settings, null)}//`, wanted)).toBe('stale')
  })

  test('the hook command can be read back from the file', () => {
    expect(settings.commands(added(settings, null))).toEqual([hookCommand(name, program)])
    expect(settings.commands(theirPlugin)).toEqual([])
  })
})

describe.each(all.filter(one => !isPlugin(one)))('hooks in the settings of %s', (name, settings) => {
  test('everything that others wrote stays, comments included', () => {
    const text = added(settings, theirs(settings))
    expect(text).toContain('// mine')
    expect(text).toContain('"command": "mine"')
    expect(removed(settings, text)).toBe(theirs(settings))
  })

  test.each([
    ['', null],
    ['{}', '{}'],
    ['{\n}\n', '{}\n'],
    ['{"hooks":{}}', '{"hooks":{}}'],
    ['{"hooks":{"EVENT":[]}}', '{"hooks":{"EVENT":[]}}'],
    [
      '{"version":1,"hooks":{"EVENT":[{"command":"mine"},],},}',
      '{"version":1,"hooks":{"EVENT":[{"command":"mine"},],},}',
    ],
    ['{\n  "hooks": {\n    // mine\n  }\n}\n', '{\n  "hooks": {\n    // mine\n  }\n}\n'],
    ['{\r\n\t"a": 1, // mine\r\n}\r\n', '{\r\n\t"a": 1, // mine\r\n}\r\n'],
    ['\uFEFF{"a":1}', '\uFEFF{"a":1}'],
  ])('%j is restored by removing the hook, without a saved copy', (text, left) => {
    const original = text.replace('EVENT', gatingEvent(settings))
    const both = added(settings, added(settings, original, withResults), withResults)
    expect(both).toBe(added(settings, original, withResults))
    expect(removed(settings, both, original)).toBe(left?.replace('EVENT', gatingEvent(settings)) ?? '{}\n')
  })

  test('the file is deleted only if there was none before', () => {
    const text = added(settings, null)
    expect([undefined, '{}', null].map(original => removed(settings, text, original))).toEqual([
      expect.stringMatching(/^\{/),
      '{}\n',
      null,
    ])
  })

  test('adding the hook twice changes nothing, even if others added hooks after it', () => {
    const once = added(settings, theirs(settings), withResults)
    expect(added(settings, once, withResults)).toBe(once)
    const { hooks, ...rest } = JSON.parse(once.replace('// mine', ''))
    const lists = Object.entries<unknown[]>(hooks).map(([event, list]) => [event, [...list, { command: 'behind' }]])
    const behind = JSON.stringify({ hooks: Object.fromEntries(lists), ...rest })
    expect(added(settings, behind, withResults)).toBe(behind)
  })

  test('an outdated hook is replaced in its position, and duplicates are removed', () => {
    const event = gatingEvent(settings)
    const old = entryOf(settings, moved)
    const text = JSON.stringify({ hooks: { [event]: [{ command: 'a' }, old, { command: 'b' }, old] }, version: 1 })
    const [a, b] = [{ command: 'a' }, { command: 'b' }]
    expect(JSON.parse(added(settings, text)).hooks[event]).toEqual([a, entryOf(settings), b])
    // In Gemini CLI the last hook decides which input runs.
    const fenced = entryOf(settings, containing)
    expect(JSON.parse(added(settings, text, containing)).hooks[event]).toEqual(
      name === 'gemini' ? [a, b, fenced] : [a, fenced, b],
    )
  })

  test('the results hook is added and removed without touching the rest', () => {
    const plain = added(settings, theirs(settings))
    const full = added(settings, plain, withResults)
    expect([settings.does(plain).results, settings.does(full).results]).toEqual([false, full !== plain])
    expect(added(settings, full)).toBe(plain)
  })

  test('the hook for contained calls is added and removed without touching the rest', () => {
    const plain = added(settings, theirs(settings))
    for (const results of [false, true]) {
      const full = added(settings, plain, { ...wanted, does: { results, contain: true } })
      expect(settings.does(full)).toEqual({ contain: settings.canContain, results: results && name !== 'cursor' })
      expect(added(settings, full)).toBe(plain)
      expect(removed(settings, full, theirs(settings))).toBe(theirs(settings))
    }
  })

  test('other hooks on the shell tool are named, ours is not', () => {
    const text = added(settings, theirs(settings), containing)
    expect(settings.otherHooks(text)).toEqual(settings.canContain ? ['mine'] : [])
    expect(settings.otherHooks(added(settings, null, containing))).toEqual([])
  })

  test.each([
    ['{"hooks":[]}', '`hooks` is not an object'],
    ['{"hooks":null}', '`hooks` is not an object'],
    ['{"hooks":{"EVENT":{"a":1}}}', '`hooks.EVENT` is not a list'],
    ['{"hooks":{"EVENT":"mine"}}', '`hooks.EVENT` is not a list'],
  ])('%s is left alone, and the key is named', (text, says) => {
    const event = gatingEvent(settings)
    const result = settings.add(text.replace('EVENT', event), wanted)
    expect(result).toMatchObject({ ok: false, faults: [{ code: 'validation' }] })
    expect(result.ok ? '' : result.faults[0].message).toContain(says.replace('EVENT', event))
  })

  test('the install state is reported', () => {
    const text = added(settings, null)
    expect([null, '{}', theirs(settings), text].map(one => settings.state(one, wanted))).toEqual([
      'absent',
      'absent',
      'absent',
      'present',
    ])
    expect([settings.state(text, moved), settings.state('{', wanted)]).toEqual(['stale', 'unreadable'])
  })

  test('a file that is not a JSON object is left alone', () => {
    for (const text of ['// mine', '[]', '{"hooks":']) expect(settings.add(text, wanted)).toMatchObject({ ok: false })
  })
})

describe("our hook in a user's group of hooks", () => {
  const settings = clientSettings['codex'] ?? expect.unreachable()
  const mine = { type: 'command', command: 'mine' }
  const hookOf = (what: Wanted): unknown => Object(entryOf(settings, what)).hooks[0]
  const textOf = (...groups: readonly unknown[]): string => JSON.stringify({ hooks: { PreToolUse: groups } })

  test.each([
    [
      'stays there',
      textOf({ matcher: '*', hooks: [mine, hookOf(wanted), mine] }),
      textOf({ matcher: '*', hooks: [mine, hookOf(wanted), mine] }),
    ],
    [
      'is updated there, and duplicates are removed',
      textOf({ matcher: '*', hooks: [mine, hookOf(moved), mine, hookOf(moved)] }, entryOf(settings)),
      textOf({ matcher: '*', hooks: [mine, hookOf(wanted), mine] }),
    ],
    [
      'is moved out of a group that does not match all calls',
      textOf({ matcher: 'Bash', hooks: [mine, hookOf(wanted)] }, { matcher: '*', hooks: [mine] }),
      textOf({ matcher: 'Bash', hooks: [mine] }, { matcher: '*', hooks: [mine] }, entryOf(settings)),
    ],
  ])('%s', (_, before, after) => {
    expect(JSON.parse(added(settings, before))).toEqual(JSON.parse(after))
    expect(settings.state(before, wanted)).toBe(before === after ? 'present' : 'stale')
  })
})

describe('the events of a hook for contained calls', () => {
  const both = { ...wanted, does: { results: true, contain: true } }
  const matchersOf = (client: string, what: Wanted): object => {
    const text = added(clientSettings[client] ?? expect.unreachable(), null, what)
    const hooks: Record<string, readonly { readonly matcher?: string }[]> = JSON.parse(text).hooks
    return Object.fromEntries(Object.entries(hooks).map(([event, [entry]]) => [event, entry?.matcher ?? null]))
  }
  test.each([
    ['claude-code', containing, { PreToolUse: '*', PostToolUse: 'Bash', PostToolUseFailure: 'Bash' }],
    ['claude-code', both, { PreToolUse: '*', PostToolUse: '*', PostToolUseFailure: 'Bash' }],
    ['claude-code', withResults, { PreToolUse: '*', PostToolUse: '*' }],
    ['codex', containing, { PreToolUse: '*', PostToolUse: 'Bash' }],
    ['codex', both, { PreToolUse: '*', PostToolUse: '*' }],
    ['gemini', containing, { BeforeTool: '*', AfterTool: 'run_shell_command' }],
    ['copilot', containing, { preToolUse: null, postToolUse: null }],
    [
      'cursor',
      containing,
      { preToolUse: null, beforeShellExecution: null, beforeMCPExecution: null, beforeReadFile: null },
    ],
  ])('%s', (client, what, events) => expect(matchersOf(client, what)).toEqual(events))
})

test.each([
  ['Bash', true],
  ['', true],
  ['*', true],
  ['Edit|Bash', true],
  ['B.*', true],
  ['(', true],
  ['Edit', false],
  ['BashOutput', false],
])('a hook with the matcher `%s` may change a shell call: %s', (matcher, isNamed) => {
  const text = JSON.stringify({ hooks: { PreToolUse: [{ matcher, hooks: [{ type: 'command', command: 'mine' }] }] } })
  expect(clientSettings['claude-code']?.otherHooks(text)).toEqual(isNamed ? ['mine'] : [])
})
