import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { bundledCli } from '../cli/cli.ts'
import { type Attacker, python, temporaryBase } from './attackers.ts'
import { type Attack, prelude } from './attacks/attack.ts'
import { intruder } from './attacks/bypasses.ts'
import { startServices } from './services.ts'

const secret = 'S3CRET-of-the-host'

/** A machine with something to steal and to break: a home, a workspace, other files, services and a process. */
export interface Host {
  readonly base: string
  readonly secret: string
  /** Where its services listen, by the names that attacks use. */
  readonly facts: Readonly<Record<string, string>>
  /** What an attack printed. */
  loot(id: string): string
  exists(path: string): boolean
  read(path: string): string
  hasChanged(path: string): boolean
  heard(id: string): boolean
  /** The mode of every file below a directory. */
  modes(path: string): readonly number[]
  isVictimAlive(): boolean
  /** Whether a process of this machine has the word in its command line. */
  isRunning(word: string): boolean
  /** The number of processes that have the word in their command lines. */
  count(word: string): number
  write(path: string, text: string): void
  /** Writes a Python script that the gate cannot read, so that only the fence stops it. Returns its path. */
  script(text: string): string
  /** Runs attacks in the fence, or without it. */
  attack(attacks: readonly NumberedAttack[], how: readonly string[] | null): Promise<Ended>
  /** Puts workspace and worktree back as they were at the start. */
  restore(): void
  /** Runs any program in the workspace, as the attacker's user and without the fence. */
  plain(...argv: readonly string[]): Ended
  /** Runs a line of the shell, in which `$SALLYPORT` is the program. */
  shell(line: string): Promise<Ended>
  start(argv: readonly string[]): ChildProcess
  stop(): Promise<void>
}

export interface Ended {
  readonly code: number
  readonly text: string
}

export interface NumberedAttack {
  readonly id: string
  readonly attack: Attack
}

/** The files of the fixture. Those in `project` are the workspace. */
const files: Readonly<Record<string, string>> = {
  'home/.ssh/id_ed25519': secret,
  'home/.aws/credentials': secret,
  'home/.npmrc': `//registry.npmjs.org/:_authToken=${secret}\n`,
  'home/.netrc': `machine example.com password ${secret}\n`,
  'home/.config/gh/hosts.yml': secret,
  'home/.config/pip/pip.conf': `[global]\nindex-url = https://dev:${secret}@example.com/simple\n`,
  'home/.git-credentials': `https://dev:${secret}@example.com\n`,
  'home/.bash_history': `export TOKEN=${secret}\n`,
  'home/.bashrc': '# shell\n',
  'home/.gitconfig':
    '[user]\n\tname = dev\n\temail = dev@example.com\n[init]\n\tdefaultBranch = main\n[advice]\n\tdetachedHead = false\n',
  'outside/victim': 'as it was\n',
  'outside/moves': 'as it was\n',
  'project/.env': `TOKEN=${secret}\n`,
  'project/packages/app/.env.local': `TOKEN=${secret}\n`,
  'project/packages/app/main.js': 'console.log(1)\n',
  'project/.vscode/settings.json': '{}\n',
  'project/.mcp.json': '{}\n',
  'project/.claude/settings.json': '{}\n',
  'project/CLAUDE.md': '# agents\n',
  'project/.github/workflows/ci.yml': 'on: push\n',
  'project/.githooks/pre-push': '#!/bin/sh\n',
  'project/shared.gitconfig': '[core]\n\tabbrev = 8\n',
  'project/editor/tasks.json': '{}\n',
  'project/sallyport.yaml': 'version: 1\n',
}

/** Links of the fixture, by path. */
const links: Readonly<Record<string, string>> = {
  'project/link-out': '../outside',
  'project/link-key': '../home/.ssh/id_ed25519',
  'project/plain.txt': '.env',
  'project/.cursor': 'editor',
}

const gitSetUp = `
git init -q .
git add packages && git commit -qm first
git init -q ../lib && git -C ../lib commit -q --allow-empty -m lib
git -c protocol.file.allow=always submodule -q add ../lib sub && git commit -qm sub
git clone -q ../lib packages/nested
git worktree add -q ../tree -b tree
printf '#!/bin/sh\\n' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit
git config core.hooksPath .git/hooks
git config include.path ../shared.gitconfig
`

/** More that a machine may have, which takes longer to set up. */
export interface HostExtras {
  /** The workspace is a repository with a submodule, a worktree and another repository. */
  readonly withGit?: boolean
  readonly withLostSockets?: boolean
}

export async function openHost(
  attacker: Attacker,
  { withGit = false, withLostSockets = false }: HostExtras = {},
): Promise<Host> {
  const base = temporaryBase(attacker)
  const cli = await bundledCli()
  const { uid, gid } = attacker
  const as = process.getuid?.() === uid ? {} : { uid, gid }
  const give = (path: string) => {
    if (process.getuid?.() === 0) chownSync(path, uid, gid)
  }
  const at = (path: string) => `${base}/${path}`
  const makeDirectory = (path: string) => {
    if (existsSync(path)) return
    makeDirectory(dirname(path))
    mkdirSync(path)
    give(path)
  }
  for (const directory of ['home', 'project/loot', 'outside', 'tools']) makeDirectory(at(directory))
  for (const [path, text] of Object.entries(files)) {
    makeDirectory(dirname(at(path)))
    writeFileSync(at(path), text)
    give(at(path))
  }
  const env = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: at('home'),
    LANG: 'C.UTF-8',
    AWS_SECRET_ACCESS_KEY: secret,
    GITHUB_TOKEN: secret,
    DATABASE_URL: `postgres://dev:${secret}@localhost/db`,
  }
  const plain = (...[program = '', ...args]: readonly string[]): Ended => {
    const ran = spawnSync(program, args, { cwd: at('project'), env, encoding: 'utf8', timeout: 20_000, ...as })
    return { code: ran.status ?? -1, text: `${ran.stdout}${ran.stderr}` }
  }
  for (const [path, target] of Object.entries(links)) plain('ln', '-s', target, at(path))
  if (withGit) {
    const made = plain('bash', '-ec', `${gitSetUp}\ncp -a ../project ../tree ../tools`)
    if (made.code !== 0) throw new Error(`the repository could not be made: ${made.text}`)
  }
  if (process.getuid?.() === 0) {
    writeFileSync(at('outside/root-only'), secret, { mode: 0o600 })
    execFileSync('cp', ['/usr/bin/cat', at('outside/cat-as-root')])
    chmodSync(at('outside/cat-as-root'), 0o4755)
  }
  const services = await startServices({ base, env, as, secret, withLostSockets })
  const facts = { ...services.facts, BASE: base, WS: at('project'), OUT: at('outside') }
  writeFileSync(at('tools/attack.py'), runner)
  writeFileSync(at('tools/intruder'), intruder, { mode: 0o755 })
  const children: ChildProcess[] = []
  const start = ([program = '', ...args]: readonly string[]): ChildProcess => {
    const child = spawn(program, args, { cwd: at('project'), env, stdio: ['ignore', 'pipe', 'pipe'], ...as })
    children.push(child)
    return child
  }
  const run = (argv: readonly string[]): Promise<Ended> =>
    new Promise(resolve => {
      const child = start(argv)
      let text = ''
      for (const stream of [child.stdout, child.stderr])
        stream?.setEncoding('utf8').on('data', (part: string) => {
          text += part
        })
      child.on('close', code => resolve({ code: code ?? -1, text }))
    })
  return {
    base,
    secret,
    facts,
    loot: id => {
      try {
        return readFileSync(at(`project/loot/${id}`), 'utf8')
      } catch {
        return ''
      }
    },
    exists: path => lstatSync(at(path), { throwIfNoEntry: false }) !== undefined,
    read: path => readFileSync(at(path), 'utf8'),
    hasChanged: path => !existsSync(at(path)) || readFileSync(at(path), 'utf8') !== files[path],
    heard: services.heard,
    modes: path =>
      readdirSync(at(path), { recursive: true, encoding: 'utf8' }).map(name => lstatSync(`${at(path)}/${name}`).mode),
    isVictimAlive: services.isVictimAlive,
    isRunning: word => countRunning(word) > 0,
    count: countRunning,
    script: text => {
      writeFileSync(at('tools/hidden.py'), `exec(bytes.fromhex('${Buffer.from(text).toString('hex')}'))\n`)
      return at('tools/hidden.py')
    },
    write: (path, text) => {
      makeDirectory(dirname(at(path)))
      writeFileSync(at(path), text)
      give(at(path))
    },
    attack: (attacks, how) => {
      const batch = attacks.map(({ id, attack: { sh, py } }) => ({ id, sh, py }))
      writeFileSync(at('tools/batch.json'), JSON.stringify({ batch, facts, prelude }))
      const words = [python, at('tools/attack.py'), at('tools/batch.json')]
      return run(how === null ? words : [process.execPath, cli, 'run', ...how, '--', ...words])
    },
    restore: () => void plain('bash', '-c', putBack),
    plain,
    shell: line => run(['bash', '-c', `SALLYPORT='${process.execPath} ${cli}'; ${line}`]),
    start: argv => start([process.execPath, cli, ...argv]),
    stop: async () => {
      for (const child of children) child.kill('SIGKILL')
      await services.stop()
      rmSync(base, { recursive: true, force: true })
    },
  }
}

function countRunning(word: string): number {
  return readdirSync('/proc').filter(pid => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith(word)
    } catch {
      return false
    }
  }).length
}

const putBack = `
mv loot ../tools/loot
cd ..
rm -rf project tree
cp -a tools/project tools/tree .
rm -rf project/loot
mv tools/loot project
`

/** Runs each attack of a batch for at most five seconds and keeps what it prints. */
const runner = `
import json, os, subprocess, sys
given = json.load(open(sys.argv[1]))
for one in given['batch']:
    env = dict(os.environ, **given['facts'], ID=one['id'])
    words = ['/bin/bash', '-c', one['sh']] if one.get('sh') else [sys.executable, '-c', given['prelude'] + one['py']]
    with open('loot/' + one['id'], 'wb') as loot:
        try:
            subprocess.run(words, env=env, stdin=subprocess.DEVNULL, stdout=loot, stderr=loot, timeout=5)
        except subprocess.TimeoutExpired:
            loot.write(b'(it took too long)')
print('all attacks ran:', len(given['batch']))
`
