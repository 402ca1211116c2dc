import { describe, expect, test } from 'vitest'
import { codexSettings } from './codex.ts'
import { codexTrust } from './codex-trust.ts'
import type { SettingsFile } from './settings.ts'

const path = '/home/u/.codex/hooks.json'
const program = { node: '/usr/bin/node', launcher: '/opt/sallyport/hook.cjs', snapshot: null }
const wanted = { program, results: false, plugin: () => '' }

function hooksFile(before: string | null = null): SettingsFile {
  const text = codexSettings.add(before, wanted)
  if (!text.ok) throw new Error('not added')
  return { path, text: text.value }
}

const added = (text: string | null, hooks = hooksFile()): string => {
  const result = codexTrust.add(text, hooks)
  if (!result.ok) throw new Error(result.faults[0].message)
  return result.value
}

const header = `[hooks.state."${path}:pre_tool_use:0:0"]`
const config = '# mine\nmodel = "x" # fast\n\n[features]\nhooks = true\n'

describe('trust in a hook of Codex', () => {
  test('is a table with the hash of the hook, after everything else', () => {
    const [before, after] = added(config).split(`\n${header}\n`)
    expect(before).toBe(config)
    expect(after).toMatch(/^trusted_hash = "sha256:[0-9a-f]{64}"\n$/)
  })

  test('is given to what stands at its place: other hooks come first, and are not trusted', () => {
    const others = '{"hooks":{"PreToolUse":[{"matcher":"*","hooks":[{"type":"command","command":"mine"}]}]}}'
    const text = added(null, hooksFile(others))
    expect(text).toContain('pre_tool_use:1:0')
    expect(text).not.toContain('pre_tool_use:0:0')
  })

  test('is missing when the file is, when there is no table, and when the hook has changed since', () => {
    const hooks = hooksFile()
    const changed = { path, text: hooks.text.replace('/usr/bin/node', '/tmp/node') }
    const trusted = added(config, hooks)
    expect([null, config, trusted].map(text => codexTrust.isTrusted(text, hooks))).toEqual([false, false, true])
    expect(codexTrust.isTrusted(trusted, changed)).toBe(false)
  })

  test('is not there for a file without our hook', () => {
    expect(codexTrust.isTrusted(config, { path, text: '{}' })).toBe(false)
  })

  test('given again replaces what was given before, wherever it stands', () => {
    const old = `${header}\ntrusted_hash = "sha256:old"\n\n[features]\nhooks = true\n`
    const text = added(old)
    expect(text.split(header)).toHaveLength(2)
    expect(text).toContain('[features]\nhooks = true\n')
    expect(added(text)).toBe(text)
  })

  test('is taken away without a trace', () => {
    expect(codexTrust.remove(added(config), hooksFile())).toBe(config)
  })

  test('that somebody gave to another hook at the same place stays', () => {
    const other = `${header}\ntrusted_hash = "sha256:other"\n`
    expect(codexTrust.remove(other, hooksFile())).toBe(other)
  })

  test.each([
    ['hooks = { state = {} }\n'],
    ['hooks.state.x = 1\n'],
    [`[hooks.state]\n"${path}:pre_tool_use:0:0" = { trusted_hash = "sha256:x" }\n`],
  ])('is refused where the file would become invalid: %s', text => {
    expect(codexTrust.add(text, hooksFile())).toMatchObject({ ok: false })
  })
})
