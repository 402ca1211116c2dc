import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'
import type { Card } from '../../src/server/api.ts'
import type { InboxEvent, Responded } from '../../src/server/inbox/inbox.ts'
import { bundleCache, type Outcome, startProcess } from '../cli/cli.ts'

const root = resolve(import.meta.dirname, '..', '..')
export const launcher = join(root, 'dist', 'hook.cjs')

/** A home and a project, with the real hook of `dist/`. */
export interface Ground {
  readonly home: string
  readonly project: string
  /** Starts the hook of a client that cannot show a prompt. */
  readonly hook: (command: string, options?: HookOptions) => Promise<Outcome>
  readonly remove: () => void
}

export interface HookOptions {
  /** The client's id of the call. */
  readonly id?: string
  /** How long the hook may wait for a person. */
  readonly wait?: number
  /** Kills the hook then. */
  readonly killedAfter?: Promise<unknown>
}

export function openGround(below = tmpdir()): Ground {
  const folder = mkdtempSync(join(below, 'sallyport-server-'))
  const home = join(folder, 'home')
  const project = join(folder, 'project')
  for (const directory of [home, project]) mkdirSync(directory)
  return {
    home,
    project,
    hook: (command, { id = `toolu_${randomUUID()}`, wait = 60, killedAfter } = {}) =>
      startProcess(
        [process.execPath, launcher, 'claude-code'],
        {
          stdin: sentCall(command, project, id),
          env: { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli', SALLYPORT_WAIT: String(wait) },
          ...(killedAfter === undefined ? {} : { killedAfter }),
        },
        { home, project },
      ),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export const sentCall = (command: string, cwd: string, id: string): string =>
  JSON.stringify({
    session_id: 's',
    cwd,
    hook_event_name: 'PreToolUse',
    permission_mode: 'default',
    tool_name: 'Bash',
    tool_input: { command, description: 'a step' },
    tool_use_id: id,
  })

export const decisionOf = ({ code, out, err }: Outcome): readonly [decision: string, why: string] => {
  if (code !== 0) return [`exit ${code}`, err]
  const { permissionDecision, permissionDecisionReason } = JSON.parse(out).hookSpecificOutput
  return [permissionDecision, permissionDecisionReason]
}

/** A server in a process of its own. */
export interface ServerProcess {
  readonly child: ChildProcess
  readonly events: readonly InboxEvent[]
  readonly list: () => Promise<readonly Card[]>
  readonly respond: (id: string, body: object) => Promise<Responded>
  readonly extend: (id: string) => Promise<number | null>
  /** Sends a request of an HTTP hook, whose client disconnects after some milliseconds. */
  readonly http: (
    body: string,
    headers?: object,
    leavesAfter?: number,
  ) => Promise<{ readonly status: number; readonly body: string }>
  readonly close: () => Promise<unknown>
  /** The next event of this type about a question that no earlier call returned. */
  readonly next: <T extends InboxEvent['type']>(type: T) => Promise<Extract<InboxEvent, { type: T }>>
  readonly kill: () => Promise<void>
}

export async function startServer({ home }: Pick<Ground, 'home'>, ...args: readonly number[]) {
  const child = spawn(process.execPath, [await bundledServer(), join(root, 'dist'), ...args.map(String)], {
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '', HOME: home, TMPDIR: join(home, 'tmp') },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const events: InboxEvent[] = []
  const seen = new Set<InboxEvent>()
  const waiting: (() => void)[] = []
  const results = new Map<string, ((result: never) => void)[]>()
  const ready = new Promise<void>(resolve => results.set('ready', [() => resolve()]))
  createInterface({ input: child.stdout }).on('line', line => {
    const { event, result, of, ready } = JSON.parse(line)
    if (ready === true) results.get('ready')?.shift()?.(undefined as never)
    if (of !== undefined) results.get(of)?.shift()?.(result as never)
    if (event !== undefined) events.push(event)
    for (const wake of waiting.splice(0)) wake()
  })
  const call = <T>(name: string, ...given: readonly string[]): Promise<T> =>
    new Promise(resolve => {
      results.set(name, [...(results.get(name) ?? []), resolve as (result: never) => void])
      child.stdin.write(`${JSON.stringify([name, ...given])}\n`)
    })
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()))
  await ready
  const server: ServerProcess = {
    child,
    events,
    list: () => call('list'),
    respond: (id, body) => call('respond', id, JSON.stringify(body), 'dev'),
    extend: id => call('extend', id),
    http: (body, headers = {}, leavesAfter = Infinity) =>
      call('http', body, JSON.stringify(headers), String(leavesAfter)),
    close: () => call('close'),
    next: async type => {
      for (;;) {
        const found = events.find(event => event.type === type && !seen.has(event))
        if (found !== undefined) {
          seen.add(found)
          return found as never
        }
        await new Promise<void>(resolve => waiting.push(resolve))
      }
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
  return server
}

let bundled: Promise<string> | null = null

function bundledServer(): Promise<string> {
  bundled ??= bundleServer()
  return bundled
}

async function bundleServer(): Promise<string> {
  const outfile = join(bundleCache, `server-${process.env['VITEST_POOL_ID'] ?? process.pid}`, 'server.mjs')
  await build({
    entryPoints: [join(import.meta.dirname, 'inbox-process.ts')],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  })
  return outfile
}
