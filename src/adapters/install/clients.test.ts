import { describe, expect, test } from 'vitest'
import { clientSettings } from './clients.ts'
import type { ClientSettings, Wanted } from './settings.ts'

const program = { node: '/usr/bin/node', launcher: '/opt/sallyport/hook.cjs', snapshot: '/home/me/hook.blob' }
const wanted: Wanted = { program, results: false }
const withResults: Wanted = { program, results: true }
const moved: Wanted = { program: { ...program, node: '/opt/node' }, results: false }

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

describe.each(Object.entries(clientSettings))('settings of %s', (name, settings) => {
  test('a new file holds our hook and is wholly ours', () => {
    const text = added(settings, null)
    expect(text).toContain(`' ${name};`)
    expect(settings.state(text, wanted)).toBe('present')
    expect(removed(settings, text)).toBeNull()
  })

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

  test('every level has a place and says what it does not cover', () => {
    const place = { home: '/h', project: '/p', platform: 'linux', env: {} } as const
    const paths = settings.levels.map(level => settings.path(level, place))
    expect(new Set(paths).size).toBe(settings.levels.length)
    for (const level of settings.levels) expect(settings.gaps(level).length).toBeGreaterThan(0)
  })
})
