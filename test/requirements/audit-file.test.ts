import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { answerHook } from '../../src/adapters/hooks/answer-hook.ts'
import { createGate } from '../../src/gate/gate.ts'
import { verifyJournal } from '../../src/io/journal/journal-verify.ts'
import { openPorts } from '../../src/io/open-ports.ts'
import { ownPaths } from '../../src/io/paths.ts'
import { findPlace } from '../../src/io/place.ts'
import { loadPolicies } from '../../src/io/policies/load-policies.ts'

const root = mkdtempSync(join(tmpdir(), 'sallyport-log-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** A person's home with a policy and a project in it. */
function newHome(policy: string, variables: Record<string, string> = {}) {
  const home = mkdtempSync(join(root, 'home-'))
  const env = { HOME: home, ...variables }
  const project = join(home, 'project')
  mkdirSync(project)
  mkdirSync(ownPaths(env).config, { recursive: true })
  writeFileSync(ownPaths(env).userPolicy, policy)
  return { home, env, project }
}
type Home = ReturnType<typeof newHome>

const toolsIn = (path: string): readonly string[] | null => {
  try {
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
    return lines.map(line => JSON.parse(line).tool)
  } catch {
    return null
  }
}

async function openIn({ env, project }: Home, onAuditFault: (fault: { readonly code: string }) => void = () => {}) {
  const place = findPlace({ cwd: project, env })
  const policies = await loadPolicies({ place, env })
  const ports = await openPorts({ env, onAuditFault })
  if (!policies.ok || !ports.ok) throw new Error('not open')
  return { gate: createGate({ policies: policies.value, ports: ports.value, place }), ports: ports.value }
}

const edit = { tool: 'edit_file', input: { path: 'a.ts', old_string: 'a', new_string: 'b' } }
const usual = '.letsgo/logs/tool-policy-audit.jsonl'

const rows: readonly (readonly [how: string, policy: string, where: string | null])[] = [
  ['a file of the guide that leaves settings out (R175)', 'blocked_tools: [web_fetch]\n', usual],
  ['the printed behaviour', 'modules: [{ type: hook, name: hooks-tool-policy }]\n', usual],
  ["the guide's preset", 'version: 1\nextends: policy-guide\n', usual],
  ['`log_path: null`', 'blocked_tools: []\naudit: { enabled: true, log_path: null }\n', usual],
  ['`log_path` in the home directory', 'blocked_tools: []\naudit: { log_path: ~/x/log.jsonl }\n', 'x/log.jsonl'],
  ['`log_path` in the project', 'blocked_tools: []\naudit: { log_path: log.jsonl }\n', 'project/log.jsonl'],
  ['`base_dir`', 'blocked_tools: []\nbase_dir: ~/b\n', 'b/logs/tool-policy-audit.jsonl'],
  ['our own words', 'version: 1\nextends: bare\nmode: allow\naudit: { log_path: ~/own.jsonl }\n', 'own.jsonl'],
  ['`enabled: false`', 'blocked_tools: []\naudit: { enabled: false }\n', null],
  ['a policy that does not speak of it', 'version: 1\nextends: balanced\n', null],
  ['a mode by itself', 'name: c\nactivation: { tool_policy: { careful_mode: false } }\n', null],
]

describe('R142: the audit file is written where the loaded policy says', () => {
  test.each(rows)('by the library: %s', async (_how, policy, where) => {
    const home = newHome(policy)
    const { gate, ports } = await openIn(home)
    await gate.check(edit)
    await ports.journal.close()
    expect(toolsIn(join(home.home, where ?? usual))).toEqual(where === null ? null : ['edit_file'])
    expect(verifyJournal(ownPaths(home.env).journal)).toMatchObject({ ok: true })
  })

  test.each(rows)('by the hook: %s', async (_how, policy, where) => {
    const home = newHome(policy)
    const sent = {
      session_id: 's',
      cwd: home.project,
      hook_event_name: 'PreToolUse',
      tool_name: 'Edit',
      tool_input: { file_path: join(home.project, 'a.ts'), old_string: 'a', new_string: 'b' },
    }
    await answerHook('claude-code', JSON.stringify(sent), home.env)
    expect(toolsIn(join(home.home, where ?? usual))).toEqual(where === null ? null : ['Edit'])
  })

  test('`LETSGO_HOME` moves it (R174)', async () => {
    const home = newHome('blocked_tools: []\n', { LETSGO_HOME: join(root, 'letsgo') })
    const { gate } = await openIn(home)
    await gate.check(edit)
    expect(toolsIn(join(root, 'letsgo/logs/tool-policy-audit.jsonl'))).toEqual(['edit_file'])
  })

  test('a policy that is loaded later decides from then on', async () => {
    const home = newHome('blocked_tools: []\n')
    const { gate } = await openIn(home)
    await gate.check(edit)
    writeFileSync(ownPaths(home.env).userPolicy, 'blocked_tools: []\naudit: { enabled: false }\n')
    const next = await loadPolicies({ place: findPlace({ cwd: home.project, env: home.env }), env: home.env })
    if (next.ok) await gate.reload(next.value)
    await gate.check(edit)
    expect(toolsIn(join(home.home, usual))).toEqual(['edit_file'])
  })
})

describe('C36: the audit file never replaces the journal', () => {
  const own = '.local/state/sallyport'
  test.each([`~/${own}/journal/000001.jsonl`, `~/x/../${own}/log.jsonl`, '~/.config/sallyport/policy.yaml'])(
    'it is not written among our own files: %s',
    async path => {
      const home = newHome(`blocked_tools: []\naudit: { log_path: ${path} }\n`)
      const faults: string[] = []
      const { gate, ports } = await openIn(home, ({ code }) => faults.push(code))
      expect((await gate.check(edit)).decision).toBe('allow')
      await ports.journal.close()
      expect(faults).toEqual(['audit_unavailable'])
      expect(verifyJournal(ownPaths(home.env).journal)).toMatchObject({ ok: true })
    },
  )

  test.each([
    ['a link', (path: string, home: string) => symlinkSync(join(home, '.bashrc'), path)],
    ['a pipe', (path: string) => execFileSync('mkfifo', [path])],
  ])('it is not written through %s that an agent has put there', async (_what, put) => {
    const home = newHome('blocked_tools: []\naudit: { log_path: log.jsonl }\n')
    put(join(home.project, 'log.jsonl'), home.home)
    const faults: string[] = []
    const { gate } = await openIn(home, ({ code }) => faults.push(code))
    expect((await gate.check(edit)).decision).toBe('allow')
    expect(faults).toEqual(['audit_unavailable'])
    expect(existsSync(join(home.home, '.bashrc'))).toBe(false)
  })

  test('it is not written through a directory that links to files of Sallyport', async () => {
    const home = newHome('blocked_tools: []\naudit: { log_path: logs/x.jsonl }\n')
    mkdirSync(ownPaths(home.env).state, { recursive: true })
    symlinkSync(ownPaths(home.env).state, join(home.project, 'logs'))
    const faults: string[] = []
    const { gate } = await openIn(home, ({ code }) => faults.push(code))
    await gate.check(edit)
    expect(faults).toEqual(['audit_unavailable'])
  })

  test('without a journal only reads run, even if the audit file can be written', async () => {
    const home = newHome('blocked_tools: []\n')
    mkdirSync(ownPaths(home.env).state, { recursive: true })
    writeFileSync(ownPaths(home.env).journal, 'no directory')
    const sent = {
      session_id: 's',
      cwd: home.project,
      hook_event_name: 'PreToolUse',
      tool_name: 'Edit',
      tool_input: { file_path: join(home.project, 'a.ts'), old_string: 'a', new_string: 'b' },
    }
    const answer = await answerHook('claude-code', JSON.stringify(sent), home.env)
    expect(JSON.stringify(answer)).toContain('deny')
  })
})
