import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..', '..')

/** One call that the fake model makes. */
export interface ScriptedCall {
  readonly tool: string
  /** Plain text for tools that take text instead of JSON. */
  readonly input: Readonly<Record<string, unknown>> | string
  /** The tool's group, for clients that group their tools. */
  readonly namespace?: string
  /** The sub-agent makes this call; its prompt contains `SUB-AGENT`. */
  readonly sub?: true
  /** Calls made in the same turn. */
  readonly beside?: readonly ScriptedCall[]
  /** The stream breaks off, so the client requests the whole answer at once. */
  readonly whole?: true
  /** The command is taken from the prompt. */
  readonly ordered?: true
}

export interface ClientRun {
  readonly script: readonly ScriptedCall[]
  readonly args?: readonly string[]
  /** The client gets a SIGINT as soon as two processes `sleep SECONDS` run. */
  readonly interruptAt?: string
}

export interface ClientOutcome {
  readonly code: number
  readonly out: string
  readonly err: string
  /** The results of its calls that the model received, in order. */
  readonly results: readonly string[]
  /** The results in the longest conversation, one for each call. */
  readonly conversation: readonly string[]
  /** Everything that the model received. */
  readonly said: string
  readonly has: (file: string) => boolean
  /** How many of the processes that `interruptAt` names outlived the client; null without an interrupt. */
  readonly left: number | null
}

/** A real client with its own home, project and fake model, in a network with only a loopback interface. */
export interface Client {
  /** The directory of everything below, with `bin` on the PATH. */
  readonly ground: string
  readonly home: string
  readonly project: string
  readonly run: (run: ClientRun) => Promise<ClientOutcome>
  readonly write: (path: string, text: string) => void
  readonly sallyport: (...args: readonly string[]) => Promise<string>
  readonly remove: () => void
}

export interface ClientKind {
  /** The fake model that the client talks to. */
  readonly model: string
  readonly binary: string
  readonly args: (project: string) => readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** The tool results in one request to the model. */
  readonly resultsIn: (body: unknown) => readonly string[]
}

/** The path where `npm run test:clients` installs a client's program. */
export const clientBinary = (client: string, path: string): string => join(root, '.clients', client, path)

export const isInstalled = (kind: ClientKind): boolean => existsSync(kind.binary)

export function openClient(kind: ClientKind, base = tmpdir()): Client {
  const ground = mkdtempSync(join(base, 'sallyport-client-'))
  const home = join(ground, 'home')
  const project = join(ground, 'project')
  for (const directory of [home, join(project, '.git')]) mkdirSync(directory, { recursive: true })
  const env = { HOME: home, PATH: `${join(ground, 'bin')}:${process.env['PATH'] ?? '/usr/bin:/bin'}`, ...kind.env }
  return {
    ground,
    home,
    project,
    write: (path, text) => {
      mkdirSync(join(path, '..'), { recursive: true })
      writeFileSync(path, text)
    },
    sallyport: async (...args) => {
      const { code, out, err } = await start(process.execPath, [join(root, 'dist/cli.js'), ...args], project, env)
      if (code !== 0) throw new Error(err + out)
      return out
    },
    run: async ({ script, args = [], interruptAt }) => {
      const scriptFile = join(ground, 'script.json')
      const log = join(ground, `log-${Math.random()}.jsonl`)
      writeFileSync(scriptFile, JSON.stringify(script))
      writeFileSync(log, '')
      const interrupt = interruptAt === undefined ? [] : ['--interrupt-at', interruptAt]
      const inside = [join(root, 'test/clients/with-fake-model.mjs'), kind.model, scriptFile, log, ...interrupt, '--']
      const fence = ['--dev-bind', '/', '/', '--unshare-net', '--die-with-parent']
      const words = [...fence, process.execPath, ...inside]
      const ran = await start('bwrap', [...words, kind.binary, ...kind.args(project), ...args], project, env)
      const requests = readFileSync(log, 'utf8').trim().split('\n')
      const conversations = requests.map(line => (line === '' ? [] : kind.resultsIn(JSON.parse(line).body)))
      return {
        ...ran,
        results: [...new Set(conversations.flat())],
        conversation: conversations.reduce((longest, one) => (one.length >= longest.length ? one : longest), []),
        said: requests.join('\n'),
        has: file => existsSync(join(project, file)),
        left: interruptAt === undefined ? null : Number(readFileSync(`${log}.left`, 'utf8')),
      }
    },
    remove: () => rmSync(ground, { recursive: true, force: true }),
  }
}

function start(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let out = ''
    let err = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text
    })
    child.on('error', fail)
    child.on('close', code => done({ code: code ?? 1, out, err }))
  })
}
