import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codexTrust } from '../../src/adapters/install/codex-trust.ts'
import { writableByOthers } from '../../src/io/files/writable-by-others.ts'
import { type Cli, type Outcome, openCli, startProcess } from './cli.ts'

let cli: Cli

beforeAll(async () => {
  cli = await openCli()
  // Making the snapshot needs this folder. All tests then share one snapshot.
  mkdirSync(join(cli.home, 'tmp'))
})
afterAll(() => cli.remove())
beforeEach(() => {
  for (const name of readdirSync(cli.home).filter(one => one !== '.local' && one !== 'tmp'))
    rmSync(join(cli.home, name), { recursive: true, force: true })
})

const sallyport = (...args: readonly string[]): Promise<Outcome> => cli.run({ args })
const at = (name: string): string => join(cli.home, name)
const read = (name: string): string | null => (existsSync(at(name)) ? readFileSync(at(name), 'utf8') : null)

function put(name: string, text: string | Buffer | null): void {
  mkdirSync(dirname(at(name)), { recursive: true })
  if (text !== null) writeFileSync(at(name), text)
}

/** Runs a command that must succeed. */
async function succeeds(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await sallyport(...args, '--yes')
  expect(code, out + err).toBe(0)
  return out
}

const files: Readonly<Record<string, string>> = {
  'claude-code': '.claude/settings.json',
  codex: '.codex/hooks.json',
  gemini: '.gemini/settings.json',
  copilot: '.copilot/hooks/sallyport.json',
  cursor: '.cursor/hooks.json',
}
const hook = (command: string): object => ({ matcher: '*', hooks: [{ type: 'command', command, timeout: 5 }] })

const originals: readonly (readonly [client: string, text: string | null])[] = [
  ['claude-code', null],
  ['claude-code', ''],
  ['claude-code', '{}'],
  ['claude-code', '{ }'],
  ['claude-code', '{"hooks":{}}'],
  ['claude-code', '{"hooks":{"PreToolUse":[]}}'],
  ['claude-code', '{"a":1,"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[]}]},"b":[1,2]}'],
  ['gemini', '{\n  "hooks": { /* mine */ }\n}\n'],
  ['cursor', '{\n  "hooks": {\n    "preToolUse": [\n      {"command": "x"}, // mine\n    ],\n  },\n}\n'],
  ['claude-code', '\uFEFF{\r\n\t"a": 1\r\n}'],
  ['gemini', '{"tools":{}}'],
  ['copilot', '{}'],
  ['cursor', '{"hooks":{}}'],
  ['cursor', null],
]

describe('install and uninstall', () => {
  it.each(originals)('%s: %j is put back to the byte', async (client, text) => {
    const name = files[client] ?? ''
    put(name, text)
    await succeeds('install', client)
    await succeeds('install', client, '--results')
    const written = read(name)
    expect(await succeeds('install', client)).toContain('is up to date')
    expect(read(name)).toBe(written)
    await succeeds('uninstall', client)
    expect(read(name)).toBe(text)
  })

  it('uninstall keeps changes that others made since', async () => {
    put('.cursor/hooks.json', '{}')
    await succeeds('install', 'cursor')
    const changed = { ...JSON.parse(read('.cursor/hooks.json') ?? ''), mine: true }
    put('.cursor/hooks.json', JSON.stringify(changed))
    await succeeds('uninstall', 'cursor')
    expect(JSON.parse(read('.cursor/hooks.json') ?? '')).toEqual({ mine: true })
  })

  it.each([
    ['{"hooks":[]}', '`hooks` is not an object'],
    ['{"hooks":{"PreToolUse":{}}}', '`hooks.PreToolUse` is not a list'],
    [Buffer.from([0x7b, 0xe4, 0x7d]), 'is not valid UTF-8'],
  ])('%s is refused and not changed', async (text, says) => {
    put('.claude/settings.json', text)
    const { code, err } = await sallyport('install', 'claude-code', '--yes')
    expect([code, err]).toEqual([2, expect.stringContaining(says)])
    expect(readFileSync(at('.claude/settings.json'))).toEqual(Buffer.from(text))
  })

  it.each([
    ['claude-code', '{\n  // mine\n}\n', ':2:3: a comment, which this client does not allow, so Claude Code ignores'],
    ['claude-code', '{"a":1,}', ':1:8: a trailing comma'],
    ['claude-code', '{"permissions":{"allow":"Bash"}}', ':1:25: `permissions.allow` is not a list'],
    ['claude-code', '{"model":5}', ':1:10: `model` is not a string'],
    ['codex', '{\n  "hooks": {}, // mine\n}\n', ':2:16: a comment'],
    ['codex', '{"hooks":{"Stop":"x"}}', ':1:18: `hooks.Stop` is not a list'],
    ['copilot', '{"version":2}', ':1:12: `version` is not 1'],
    ['gemini', '{"a":1,}', ':1:8: a trailing comma, which this client does not allow, so Gemini CLI does not start'],
  ])('%s would not read %j, so nothing is written', async (client, text, says) => {
    const name = files[client] ?? ''
    put(name, text)
    const { code, out, err } = await sallyport('install', client, '--yes')
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(`${at(name)}${says}`)])
    expect([read(name), readdirSync(dirname(at(name)))]).toEqual([text, [basename(name)]])
  })

  it('a hook in a file that the client ignores can be removed', async () => {
    await succeeds('install', 'claude-code')
    put('.claude/settings.json', `// mine\n${read('.claude/settings.json')}`)
    await succeeds('uninstall', 'claude-code')
    expect(read('.claude/settings.json')).toBe('// mine\n{}\n')
  })

  it('a named pipe is refused without waiting', async () => {
    put('.claude/settings.json', null)
    execFileSync('mkfifo', [at('.claude/settings.json')])
    for (const command of ['install', 'uninstall']) {
      const { code, err } = await sallyport(command, 'claude-code', '--yes')
      expect([code, err]).toEqual([2, expect.stringContaining('must be a regular file')])
    }
  })

  it('a link stays a link, and an agent cannot change its target', async () => {
    put('dotfiles/settings.json', '{}')
    put('.claude/settings.json', null)
    symlinkSync('../dotfiles/settings.json', at('.claude/settings.json'))
    await succeeds('install', 'claude-code')
    expect(lstatSync(at('.claude/settings.json')).isSymbolicLink()).toBe(true)
    expect(read('dotfiles/settings.json')).toContain('hook.cjs')
    expect((await sallyport('check', `echo > ${realpathSync(at('dotfiles'))}/settings.json`)).out).toMatch(/^DENY/)
    await succeeds('uninstall', 'claude-code')
    expect([lstatSync(at('.claude/settings.json')).isSymbolicLink(), read('dotfiles/settings.json')]).toEqual([
      true,
      '{}',
    ])
  })

  it('installing again keeps the choice about results', async () => {
    const name = '.claude/settings.json'
    const hasResults = (): boolean => (read(name) ?? '').includes('SALLYPORT_RESULTS=1')
    const seen: boolean[] = []
    for (const options of [[], ['--results'], [], ['--no-results'], []]) {
      await succeeds('install', 'claude-code', ...options)
      seen.push(hasResults())
    }
    expect(seen).toEqual([false, true, true, false, false])
    await succeeds('install', 'claude-code', '--results')
    put(name, (read(name) ?? '').replaceAll('"timeout": 600', '"timeout": 5'))
    await succeeds('install', 'claude-code')
    expect([hasResults(), (await sallyport('status', 'claude-code')).out]).toEqual([
      true,
      expect.stringMatching(/user +installed /),
    ])
  })

  it('install and status say what an allow means to the client, and status includes the policy', async () => {
    const byMode =
      "an allow skips the client's own checks in the modes default and acceptEdits, and leaves them on in others"
    expect(await succeeds('install', 'claude-code')).toContain(`What this changes in the client: ${byMode}.`)
    expect(await succeeds('install', 'copilot')).toContain("an allow leaves the client's own checks on.")
    const meanings = async () =>
      (await sallyport('status', '--all')).out.split('\n').filter(line => line.includes('an allow'))
    expect(await meanings()).toEqual([
      `claude-code  ${byMode}`,
      "copilot      an allow leaves the client's own checks on",
    ])
    put('.config/sallyport/policy.yaml', 'version: 1\nallow: approve\n')
    expect(await meanings()).toEqual([
      "claude-code  an allow skips the client's own checks in every mode (policy: `allow: approve`)",
      "copilot      an allow skips the client's own checks in every mode (policy: `allow: approve`)",
    ])
    const { clients } = JSON.parse((await sallyport('status', '--json', 'claude-code')).out)
    expect(clients[0].allow).toEqual({ approves_in: [], otherwise: 'approve' })
    put('.config/sallyport/policy.yaml', 'version: 1\nallow: yes\n')
    expect((await sallyport('status')).out).toContain('EVERY CALL IS BLOCKED: ')
  })

  it('uninstall says when there is nothing to remove', async () => {
    expect(await succeeds('uninstall', 'claude-code')).toBe('Claude Code: nothing to remove.\n')
    expect((await succeeds('uninstall', '--all')).split('\n')).toHaveLength(8)
  })

  it('a failed write is recorded', async () => {
    put('.claude/settings.json', null)
    // The name is so long that the temporary file beside it cannot be written.
    symlinkSync(at('x'.repeat(250)), at('.claude/settings.json'))
    const { code, err } = await sallyport('install', 'claude-code', '--yes')
    expect([code, err]).toEqual([2, expect.stringContaining('cannot be written')])
    const { out } = await sallyport('audit', 'tail')
    expect(out).toContain('install_failed')
  })
})

describe('trust in Codex', () => {
  const hooks = '.codex/hooks.json'
  const config = '.codex/config.toml'
  const status = async (): Promise<string> => (await sallyport('status', 'codex')).out
  const theirTrust = (): string => `[hooks.state."${at(hooks)}:pre_tool_use:1:0"]\ntrusted_hash = "sha256:theirs"\n`

  it('is kept when other hooks follow ours, and theirs is not changed', async () => {
    put(config, 'model = "x"\r\n')
    await succeeds('install', 'codex', '--trust', '--no-contain')
    const { hooks: lists } = JSON.parse(read(hooks) ?? '')
    put(hooks, JSON.stringify({ hooks: { PreToolUse: [...lists.PreToolUse, hook('theirs')] } }))
    put(config, `${read(config)}\n${theirTrust()}`)
    const [before, trusted] = [read(hooks), read(config)]
    expect(await succeeds('install', 'codex', '--trust')).toContain('is up to date')
    expect([read(hooks), read(config)]).toEqual([before, trusted])
    expect(await status()).toMatch(/user +installed /)
    const out = await succeeds('uninstall', 'codex')
    expect(out).toContain('This moves other hooks up')
    expect(out).toMatch(/config\.toml\n[^+]*\n- trusted_hash/)
    expect(read(config)).toBe(`model = "x"\r\n\n${theirTrust()}`)
  })

  it('must be given again after the hook has changed', async () => {
    await sallyport('install', 'codex', '--yes')
    const older = (read(hooks) ?? '').replace('"timeout": 600', '"timeout": 5')
    put(hooks, older)
    const trusted = codexTrust.add(null, { path: at(hooks), text: older, known: [] })
    put(config, trusted.ok ? trusted.value : '')
    const { code, out } = await sallyport('install', 'codex', '--yes')
    expect([code, out]).toEqual([2, expect.stringContaining('NOT RUNNING YET')])
    expect((await sallyport('install', 'codex', '--yes')).code).toBe(2)
    await succeeds('install', 'codex', '--trust')
    expect(await status()).toMatch(/user +installed /)
    await succeeds('uninstall', 'codex')
    expect([read(hooks), read(config)]).toEqual([null, ''])
  })

  it('in another hook at the same position is not overwritten', async () => {
    const other = theirTrust().replace(':1:0', ':0:0')
    put(config, other)
    const { code, err } = await sallyport('install', 'codex', '--trust', '--yes')
    expect([code, err]).toEqual([2, expect.stringContaining('another hook')])
    await succeeds('uninstall', 'codex')
    expect(read(config)).toBe(other)
  })

  it('in a hook that was removed by hand is removed too', async () => {
    await succeeds('install', 'codex', '--trust')
    rmSync(at(hooks))
    await succeeds('uninstall', 'codex')
    expect(read(config)).toBeNull()
  })
})

/** A user who is not root, for the test that root runs. */
const unprivileged = 65_534

/** This package and Node, copied to where another user can reach them: both may be in a directory that only root can enter. */
function copyProgram(to: string): { readonly dist: string; readonly node: string } {
  const node = join(to, 'node')
  cpSync(process.execPath, node)
  const root = resolve(import.meta.dirname, '../..')
  for (const name of ['dist', 'presets', 'package.json'])
    cpSync(join(root, name), join(to, 'package', name), { recursive: true })
  return { dist: join(to, 'package/dist'), node }
}

describe('settings for the whole machine', () => {
  it.skipIf(existsSync('/etc/claude-code'))(
    'only root can write them, and a refusal is not recorded (needs a machine without managed settings)',
    async context => {
      const own = await openCli()
      try {
        const ground = dirname(own.home)
        const { dist, node } = copyProgram(ground)
        const as = process.getuid?.() === 0 ? { uid: unprivileged } : {}
        if (as.uid !== undefined) execFileSync('chown', ['-R', `${as.uid}`, ground])
        const reached = spawnSync(node, ['-e', ''], { ...as, cwd: own.project })
        if (reached.error !== undefined) context.skip(`another user cannot reach ${ground}; set TMPDIR to /tmp`)
        const install = ['install', 'claude-code', '--level', 'managed', '--yes']
        const { code, out, err } = await startProcess(
          [node, join(dist, 'cli.js'), ...install],
          { stdin: '', ...as },
          own,
        )
        expect([code, err]).toEqual([2, expect.stringContaining('run this with sudo')])
        expect(out.includes('WARNING: users other than root')).toBe(writableByOthers([dist, node]) !== null)
        expect(existsSync(join(own.home, '.local/state/sallyport/journal'))).toBe(false)
      } finally {
        own.remove()
      }
    },
  )
})
