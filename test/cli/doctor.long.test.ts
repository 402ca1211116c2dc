import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Cli, openCli } from './cli.ts'

interface Ground extends Cli {
  readonly settings: string
  readonly put: (path: string, text: string) => void
}

/** A machine with a client of the given version, and our hook in its settings. */
async function openMachine(version = '2.1.300'): Promise<Ground> {
  const cli = await openCli()
  const put = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  put(join(cli.home, 'bin/claude'), `#!/bin/sh\ncase $1 in --bare) sleep 60 ;; esac\necho '${version} (Claude Code)'\n`)
  chmodSync(join(cli.home, 'bin/claude'), 0o755)
  await cli.run({ args: ['install', 'claude-code', '--yes'] })
  return { ...cli, put, settings: join(cli.home, '.claude/settings.json') }
}

const edit = (path: string, change: (text: string) => string): void =>
  writeFileSync(path, change(readFileSync(path, 'utf8')))

interface Row {
  readonly note: string
  readonly version?: string
  readonly breaks?: (ground: Ground) => void
  readonly env?: Readonly<Record<string, string>>
  readonly exit: 0 | 2
  readonly says: string
  readonly not?: string
}

const rows: readonly Row[] = [
  { note: 'everything works', exit: 0, says: 'the hook denies `rm -rf /` and allows `pwd`' },
  { note: 'a hook that a person can switch off is worth a note', exit: 0, says: '--level managed' },
  { note: 'says that no real call was tested', exit: 0, says: 'sallyport doctor --client' },
  { note: 'the client is too old', version: '2.1.197', exit: 2, says: 'runs calls even when the hook fails' },
  {
    note: 'the hook is not installed',
    breaks: ({ settings }) => writeFileSync(settings, '{}'),
    exit: 2,
    says: 'sallyport install claude-code',
  },
  {
    note: 'the client ignores the file with the hook because of a comment',
    breaks: ({ settings }) => edit(settings, text => text.replace('{', '{ // mine')),
    exit: 2,
    says: 'settings.json:1:3: a comment, which this client does not allow, so Claude Code ignores the whole file, hooks included, and calls run unchecked',
    not: 'the hook denies',
  },
  {
    note: 'the client ignores the file with the hook because of another setting',
    breaks: ({ settings }) => edit(settings, text => text.replace('{', '{ "model": 5,')),
    exit: 2,
    says: 'settings.json:1:12: `model` is not a string',
    not: 'the hook denies',
  },
  {
    note: 'the client ignores another file, but not the one with the hook',
    breaks: ({ project, put }) => put(join(project, '.claude/settings.json'), '{"model":5}'),
    exit: 0,
    says: 'settings.json:1:10: `model` is not a string, so Claude Code ignores the whole file, hooks included  → fix',
  },
  {
    note: 'the client ignores a file without the hook',
    breaks: ({ settings }) => writeFileSync(settings, '{'),
    exit: 2,
    says: 'the hook is not installed',
  },
  {
    note: 'the hook is out of date',
    breaks: ({ settings }) => edit(settings, text => text.replace('"timeout": 600', '"timeout": 5')),
    exit: 2,
    says: 'differs from the one that this version installs',
  },
  {
    note: 'the hook cannot run',
    breaks: ({ settings }) => edit(settings, text => text.replace(process.execPath, '/nonexistent/node')),
    exit: 2,
    says: 'answers deny and deny: ',
  },
  {
    note: 'another settings file switches hooks off',
    breaks: ({ project, put }) => put(join(project, '.claude/settings.local.json'), '{ "disableAllHooks": true }'),
    exit: 2,
    says: 'switches every hook off',
  },
  {
    note: "disabling the client's prompts does not disable the hook",
    breaks: ({ project, put }) =>
      put(join(project, '.claude/settings.local.json'), '{ "permissions": { "defaultMode": "bypassPermissions" } }'),
    exit: 0,
    says: "drops the client's own prompts",
  },
  {
    note: 'an environment variable disables hooks',
    env: { CLAUDE_CODE_SIMPLE: '1' },
    exit: 2,
    says: 'unset CLAUDE_CODE_SIMPLE',
  },
  {
    note: 'the policy is damaged',
    breaks: ({ home, put }) => put(join(home, '.config/sallyport/policy.yaml'), 'version: 1\nrulez: []\n'),
    exit: 2,
    says: 'everything is blocked',
  },
  {
    note: 'a project that is not trusted can only tighten',
    breaks: ({ write }) => write('sallyport.yaml', 'version: 1\n'),
    exit: 0,
    says: 'is not trusted, so it can only ask and deny',
  },
  {
    note: 'a policy that only watches gets a note',
    breaks: ({ home, put }) => put(join(home, '.config/sallyport/policy.yaml'), 'version: 1\nmode: watch\n'),
    exit: 0,
    says: 'balanced.yaml: it only watches',
  },
  {
    note: 'the snapshot is damaged',
    breaks: ({ home, put }) => put(join(home, '.local/state/sallyport/hook.blob'), 'damaged'),
    exit: 2,
    says: 'the snapshot is damaged: the hook does not start, so every call is blocked  → sallyport install claude-code\n',
  },
  {
    note: 'the fence works',
    exit: 0,
    says: 'ok     fence         bubblewrap works',
  },
  {
    note: 'the journal is open to others',
    breaks: ({ home }) => chmodSync(join(home, '.local/state/sallyport/journal'), 0o755),
    exit: 2,
    says: 'open to other users',
  },
  {
    note: 'another machine left a lock behind',
    breaks: ({ home }) =>
      symlinkSync(
        '7.1a2b3c4d.1a2b3c4d.1a2b3c4d.1a2b3c4d.abc',
        join(home, '.local/state/sallyport/journal/journal.lock'),
      ),
    exit: 2,
    says: 'if that process no longer runs: rm ',
  },
  {
    note: 'the journal was altered',
    breaks: ({ home }) => {
      const journal = join(home, '.local/state/sallyport/journal')
      const segment = join(journal, readdirSync(journal).find(name => name.endsWith('.jsonl')) ?? '')
      edit(segment, text => text.replace('"setting":"install"', '"setting":"instill"'))
    },
    exit: 2,
    says: 'audit_broken',
  },
]

/** The other clients, and the settings of each that disable our hook. */
const others: readonly OtherRow[] = [
  {
    client: 'codex',
    note: 'everything works',
    args: ['--trust'],
    exit: 0,
    says: 'the hook denies `rm -rf /` and allows `pwd`',
  },
  { client: 'codex', note: 'the hook is not trusted', exit: 2, says: 'open `/hooks`' },
  {
    client: 'codex',
    note: 'shows that the hook is trusted',
    args: ['--trust'],
    exit: 0,
    says: 'installed and trusted at level user',
  },
  {
    client: 'codex',
    note: 'its hooks are switched off',
    args: ['--trust'],
    file: ['.codex/config.toml', text => `${text}\n[features]\nhooks = false\n`],
    exit: 2,
    says: '`[features] hooks = false` switches every hook off',
  },
  { client: 'gemini', note: 'everything works', exit: 0, says: 'the hook denies `rm -rf /` and allows `pwd`' },
  { client: 'gemini', note: 'an old version is worth a note', version: '0.50.0', exit: 0, says: 'older than 0.61.0' },
  {
    client: 'gemini',
    note: 'its hooks are switched off',
    file: ['.gemini/settings.json', text => text.replace('{', '{ "hooksConfig": { "enabled": false },')],
    exit: 2,
    says: '`hooksConfig.enabled: false` switches every hook off',
  },
  {
    client: 'gemini',
    note: "a project's settings replace the hooks",
    file: ['../project/.gemini/settings.json', () => '{ "hooks": null }'],
    exit: 2,
    says: '`hooks` is not an object and replaces the hooks of other settings files',
  },
  {
    client: 'codex',
    note: 'its hooks have a comment',
    args: ['--trust'],
    file: ['.codex/hooks.json', text => text.replace('{', '{ // mine')],
    exit: 2,
    says: 'hooks.json:1:3: a comment, which this client does not allow, so Codex ignores the whole file',
  },
  { client: 'copilot', note: 'everything works', exit: 0, says: 'the hook denies `rm -rf /` and allows `pwd`' },
  {
    client: 'copilot',
    note: 'another settings file switches hooks off',
    file: ['.copilot/settings.json', () => '{ "disableAllHooks": true }'],
    exit: 2,
    says: '`disableAllHooks` switches every hook off',
  },
  { client: 'cursor', note: 'everything works', exit: 0, says: 'the hook denies `rm -rf /` and allows `pwd`' },
  { client: 'opencode', note: 'everything works', exit: 0, says: 'the hook denies `rm -rf /` and allows `pwd`' },
  {
    client: 'opencode',
    note: 'its plugin was changed',
    file: ['.config/opencode/plugin/sallyport.js', text => `${text}//\n`],
    exit: 2,
    says: 'differs from the one that this version installs',
  },
  { client: 'pi', note: 'everything works', exit: 0, says: 'the hook denies `rm -rf /` and allows `pwd`' },
  { client: 'pi', note: 'an old version is worth a note', version: '0.70.0', exit: 0, says: 'older than 0.73.1' },
]

interface OtherRow {
  readonly client: string
  readonly note: string
  readonly version?: string
  readonly args?: readonly string[]
  readonly file?: readonly [path: string, change: (text: string) => string]
  readonly exit: 0 | 2
  readonly says: string
}

const programs: Readonly<Record<string, string>> = { cursor: 'cursor-agent' }

/** A program that prints its version; returns a PATH with it and the system programs only. */
function addProgram({ home }: Pick<Cli, 'home'>, name: string, text: string): string {
  const folder = join(home, 'bin')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`)
  chmodSync(join(folder, name), 0o755)
  return `${folder}:/usr/bin:/bin`
}

describe.concurrent('doctor', () => {
  it.each(others)('$client: $note', async ({ client, version = '99.0.0', args = [], file, exit, says }) => {
    const cli = await openCli()
    try {
      const path = addProgram(cli, programs[client] ?? client, `echo ${version}`)
      await cli.run({ args: ['install', client, '--yes', ...args] })
      if (file !== undefined) {
        const [name, change] = file
        const settings = join(cli.home, name)
        mkdirSync(dirname(settings), { recursive: true })
        writeFileSync(settings, change(existsSync(settings) ? readFileSync(settings, 'utf8') : ''))
      }
      const { code, out } = await cli.run({ args: ['doctor'], env: { PATH: path } })
      expect(out).toContain(says)
      expect(code, out).toBe(exit)
    } finally {
      cli.remove()
    }
  })

  it('a client that runs without hooks is found', async () => {
    const ground = await openMachine()
    const running = spawn(join(ground.home, 'bin/claude'), ['--bare'], { stdio: 'ignore' })
    try {
      const { out } = await ground.run({ args: ['doctor'] })
      expect(out).toContain(`process ${running.pid} runs with \`--bare\`, so its calls do not pass the gate`)
    } finally {
      running.kill()
      ground.remove()
    }
  })

  it('`install --all` installs for the clients on this machine, and lists the others', async () => {
    const cli = await openCli()
    try {
      const path = addProgram(cli, 'gemini', 'echo 1')
      mkdirSync(join(cli.home, '.cursor'))
      const { code, out } = await cli.run({ args: ['install', '--all', '--yes'], env: { PATH: path } })
      expect([code, out.split('\n')[0]]).toEqual([
        0,
        expect.stringMatching(/^not found on this machine: claude-code, codex, copilot/),
      ])
      const written = ['.claude', '.codex', '.gemini/settings.json', '.copilot', '.cursor/hooks.json']
      expect(written.filter(name => existsSync(join(cli.home, name)))).toEqual([
        '.gemini/settings.json',
        '.cursor/hooks.json',
      ])
    } finally {
      cli.remove()
    }
  })

  it.each(rows)('$note', async ({ version, breaks, env = {}, exit, says, not }) => {
    const ground = await openMachine(version)
    try {
      breaks?.(ground)
      const path = `${join(ground.home, 'bin')}:${process.env['PATH']}`
      const { code, out } = await ground.run({ args: ['doctor'], env: { PATH: path, ...env } })
      expect(out).toContain(says)
      if (not !== undefined) expect(out).not.toContain(not)
      expect(code, out).toBe(exit)
    } finally {
      ground.remove()
    }
  })

  it('prints the findings as JSON', async () => {
    const ground = await openMachine()
    try {
      const { code, out } = await ground.run({ args: ['doctor', '--json'] })
      expect([code, JSON.parse(out)]).toMatchObject([0, { ok: true, findings: expect.any(Array) }])
    } finally {
      ground.remove()
    }
  })
})
