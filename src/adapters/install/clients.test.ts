import { describe, expect, test } from 'vitest'
import { clientSettings } from './clients.ts'
import { hookCommand } from './hook-command.ts'
import type { ClientSettings, Wanted } from './settings.ts'

const program = { node: '/usr/bin/node', launcher: '/opt/sallyport/hook.cjs', snapshot: '/home/me/hook.blob' }
const wanted: Wanted = { program, results: false, plugin: client => `export default '${client}'\n` }
const withResults: Wanted = { ...wanted, results: true }
const moved: Wanted = { ...wanted, program: { ...program, node: '/opt/node' } }

const added = (settings: ClientSettings, text: string | null, what = wanted): string => {
  const result = settings.add(text, what)
  if (!result.ok) throw new Error(result.faults[0].message)
  return result.value
}
const removed = (settings: ClientSettings, text: string): string | null => {
  const result = settings.remove(text)
  if (!result.ok) throw new Error(result.faults[0].message)
  return result.value
}

/** Somebody's settings, with a comment and a hook of theirs. */
const theirs = (settings: ClientSettings): string => {
  const [event = ''] = Object.keys(JSON.parse(added(settings, null)).hooks)
  return `{\n  // mine\n  "version": 1,\n  "hooks": {\n    "${event}": [\n      {\n        "command": "mine"\n      }\n    ]\n  },\n  "other": true\n}\n`
}

const isPlugin = ([, settings]: readonly [string, ClientSettings]): boolean =>
  settings.path('user', place).endsWith('.js')
const place = { home: '/h', project: '/p', platform: 'linux', env: {} } as const
const all = Object.entries(clientSettings)

describe.each(all)('settings of %s', (name, settings) => {
  test('a new file holds our hook and is wholly ours', () => {
    const text = added(settings, null)
    expect(text).toContain(`' ${name};`)
    expect(settings.state(text, wanted)).toBe('present')
    expect(removed(settings, text)).toBeNull()
  })

  test('every level has a place and says what it does not cover', () => {
    const paths = settings.levels.map(level => settings.path(level, place))
    expect(new Set(paths).size).toBe(settings.levels.length)
    for (const level of settings.levels) expect(settings.gaps(level).length).toBeGreaterThan(0)
  })
})

describe.each(all.filter(isPlugin))('the plugin of %s', (name, settings) => {
  const theirPlugin = 'export default () => {}\n'

  test('it is what is shipped, below what this installation knows', () => {
    const text = added(settings, null, withResults)
    expect(text).toMatch(/^\/\/ Sallyport .*\n/)
    expect(text).toContain('"results": true')
    expect(text.endsWith(wanted.plugin(name))).toBe(true)
  })

  test('one of another version or place is replaced, one of somebody else is left alone', () => {
    expect(added(settings, added(settings, null, moved))).toBe(added(settings, null))
    expect(settings.add(theirPlugin, wanted)).toMatchObject({ ok: false })
    expect(removed(settings, theirPlugin)).toBe(theirPlugin)
  })

  test('its state is told', () => {
    const states = [null, theirPlugin, added(settings, null), added(settings, null, moved)]
    expect(states.map(text => settings.state(text, wanted))).toEqual(['absent', 'absent', 'present', 'stale'])
    expect(settings.state(`${added(settings, null)}//`, wanted)).toBe('stale')
  })

  test('the command in it can be read back', () => {
    expect(settings.commands?.(added(settings, null))).toEqual([hookCommand(name, program)])
    expect(settings.commands?.(theirPlugin)).toEqual([])
  })
})

describe.each(all.filter(one => !isPlugin(one)))('hooks in the settings of %s', (_, settings) => {
  test('what others wrote stays, down to the comments', () => {
    const text = added(settings, theirs(settings))
    expect(text).toContain('// mine')
    expect(text).toContain('"command": "mine"')
    expect(removed(settings, text)).toBe(theirs(settings))
  })

  test('adding it twice changes nothing', () => {
    const once = added(settings, theirs(settings), withResults)
    expect(added(settings, once, withResults)).toBe(once)
  })

  test('its state is told', () => {
    const text = added(settings, null)
    expect([null, '{}', theirs(settings), text].map(one => settings.state(one, wanted))).toEqual([
      'absent',
      'absent',
      'absent',
      'present',
    ])
    expect([settings.state(text, moved), settings.state('{', wanted)]).toEqual(['stale', 'unreadable'])
  })

  test('a file that is no JSON object is left alone', () => {
    for (const text of ['', '[]', '{"hooks":']) expect(settings.add(text, wanted)).toMatchObject({ ok: false })
  })
})
