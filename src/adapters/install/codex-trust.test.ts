import { describe, expect, test } from 'vitest'
import { codexSettings } from './codex.ts'
import { codexTrust } from './codex-trust.ts'
import type { TrustedHooks } from './settings.ts'

const path = '/home/u/.codex/hooks.json'
const program = { node: '/usr/bin/node', launcher: '/opt/sallyport/hook.cjs', snapshot: null }
const wanted = { program, does: { results: false, contain: false }, plugin: () => '' }

function hooksFile(before: string | null = null, known: readonly string[] = []): TrustedHooks {
  const text = codexSettings.add(before, wanted)
  if (!text.ok) throw new Error('not added')
  return { path, text: text.value, known }
}

function withResults(): TrustedHooks {
  const text = codexSettings.add(null, { ...wanted, does: { results: true, contain: false } })
  if (!text.ok) throw new Error('not added')
  return { path, text: text.value, known: [] }
}

const added = (text: string | null, hooks = hooksFile()): string => {
  const result = codexTrust.add(text, hooks)
  if (!result.ok) throw new Error(result.faults[0].message)
  return result.value
}

const header = `[hooks.state."${path}:pre_tool_use:0:0"]`
const config = '# mine\nmodel = "x" # fast\n\n[features]\nhooks = true\n'

describe('the trust entry for a Codex hook', () => {
  test("is a table with the hook's hash at the end of the file", () => {
    const [before, after] = added(config).split(`\n${header}\n`)
    expect(before).toBe(config)
    expect(after).toMatch(/^trusted_hash = "sha256:[0-9a-f]{64}"\n$/)
  })

  test('names the position of our hook: other hooks before it are not trusted', () => {
    const others = '{"hooks":{"PreToolUse":[{"matcher":"*","hooks":[{"type":"command","command":"mine"}]}]}}'
    const text = added(null, hooksFile(others))
    expect(text).toContain('pre_tool_use:1:0')
    expect(text).not.toContain('pre_tool_use:0:0')
  })

  test('is missing when there is no file, no table, or when the hook has changed', () => {
    const hooks = hooksFile()
    const changed = { path, text: hooks.text.replace('/usr/bin/node', '/tmp/node') }
    const trusted = added(config, hooks)
    expect([null, config, trusted].map(text => codexTrust.isTrusted(text, hooks))).toEqual([false, false, true])
    expect(codexTrust.isTrusted(trusted, changed)).toBe(false)
  })

  test('of another hook is lost when a hook before it is removed, but not when one after it is', () => {
    const mine = { matcher: '*', hooks: [{ type: 'command', command: 'mine' }] }
    const [ours] = JSON.parse(hooksFile().text).hooks.PreToolUse
    const file = (...groups: readonly unknown[]) => ({ path, text: JSON.stringify({ hooks: { PreToolUse: groups } }) })
    expect(codexTrust.isMoving(file(ours, mine), file(mine))).toBe(true)
    expect(codexTrust.isMoving(file(mine, ours), file(mine))).toBe(false)
    expect(codexTrust.isMoving(hooksFile(), { path, text: '' })).toBe(false)
  })

  test('is never found for a file without our hook', () => {
    expect(codexTrust.isTrusted(config, { path, text: '{}' })).toBe(false)
  })

  test('replaces an older entry for our hook, at any position', () => {
    const old = `${header}\ntrusted_hash = "sha256:old" # by me\n\n[features]\nhooks = true\n`
    const text = added(old, hooksFile(null, ['sha256:old']))
    expect(text).toMatch(/trusted_hash = "sha256:[0-9a-f]{64}" # by me\n\n\[features\]\nhooks = true\n$/)
    expect(added(text)).toBe(text)
  })

  test('follows our hook when its position changes', () => {
    const moved = added(config).replace(':0:0"]', ':3:0"]')
    expect(added(moved)).toBe(added(config))
  })

  test.each([
    ['without a file', ''],
    ['at the end', config],
    ['without a final newline', config.trimEnd()],
    ['after empty lines', `${config}\n\n`],
    ['with CRLF line ends', config.replaceAll('\n', '\r\n')],
    ['with CRLF line ends and no final newline', config.replaceAll('\n', '\r\n').trimEnd()],
  ])('is removed without a trace: %s', (_, text) => {
    const trusted = added(text, withResults())
    expect(codexTrust.isTrusted(trusted, withResults())).toBe(true)
    expect(trusted.split(/(?<!\r)\n/).length > 1).toBe(!text.includes('\r'))
    expect(codexTrust.remove(trusted, withResults())).toBe(text)
  })

  test('is removed at any position, and everything around it stays', () => {
    const stale = added(null).replace(':0:0"]', ':7:0"]')
    const around = '# about the features\n[features]\nhooks = true\n'
    const text = `${stale}\n${around}\n${added(null)}enabled = true\n# mine\n\n[other]\na = 1\n`
    expect(codexTrust.remove(text, hooksFile())).toBe(`${around}# mine\n\n[other]\na = 1\n`)
  })

  test.each([
    ['another hook at the same position', header],
    ['another hook at another position', `[hooks.state."${path}:pre_tool_use:1:0"]`],
    ['our hook in another file', '[hooks.state."/p/.codex/hooks.json:pre_tool_use:0:0"]'],
  ])('that a person gave to %s stays', (_, table) => {
    const hash = table.includes('/p/') ? codexTrust.hashes(hooksFile())[0] : 'sha256:other'
    const other = `${table}\ntrusted_hash = "${hash}"\n`
    expect(codexTrust.remove(other, hooksFile())).toBe(other)
    const result = codexTrust.add(other, hooksFile())
    if (table === header) expect(result).toMatchObject({ ok: false, faults: [{ code: 'validation' }] })
    else expect(result).toMatchObject({ ok: true, value: expect.stringContaining(other) })
  })

  test('does not count where the hook is switched off', () => {
    const off = `${added(null)}enabled = false\n`
    expect(codexTrust.isTrusted(off, hooksFile())).toBe(false)
    expect(codexTrust.add(off, hooksFile())).toMatchObject({ ok: false })
  })

  test.each([
    ['hooks = { state = {} }\n'],
    ['hooks.state.x = 1\n'],
    [`[hooks.state]\n"${path}:pre_tool_use:0:0" = { trusted_hash = "sha256:x" }\n`],
  ])('is not added where the file would become invalid: %s', text => {
    expect(codexTrust.add(text, hooksFile())).toMatchObject({ ok: false })
  })
})
