import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ApprovalRequest, Approver } from '../../src/gate/ports.ts'
import type { Outcome, Running } from '../../src/gate/run-call.ts'
import type { CallInput } from '../../src/gate/take-call.ts'
import { explainRun } from '../../src/io/fence/explain-run.ts'
import { runFenced } from '../../src/io/fence/run-fenced.ts'
import { type OpenedGate, openGate } from '../../src/runtime/open-gate.ts'
import { attackers, temporaryBase } from '../fence/attackers.ts'

const [root] = attackers()

/** Why nothing can be contained here; null if it can. */
export const whyNotHere = root?.missing ?? null

/** A project, a home and an unknown program, with a gate that really contains. */
export interface RealGround {
  readonly base: string
  readonly project: string
  readonly home: string
  readonly gate: OpenedGate
  readonly asked: readonly ApprovalRequest[]
  /** Writes a file below the base. */
  write(path: string, text: string): void
  exists(path: string): boolean
  /** Runs a shell text by a program that Sallyport does not know, as a call of an agent. */
  frob(text: string, how?: Readonly<Record<string, unknown>>): Promise<Outcome<number>>
  /** Runs a call through the gate. */
  run(command: string): Promise<Outcome<number>>
  /** What a client with a fence is told about a call. */
  told(call: CallInput): Promise<'contained' | 'allow' | 'ask' | 'deny'>
  /** Runs a command without gate and fence, as a client does with a call that is allowed. */
  plain(command: string): number
  close(): Promise<void>
}

export interface GroundOptions {
  /** Answers each question; null denies. */
  readonly answer?: (request: ApprovalRequest) => Awaited<ReturnType<Approver['request']>>
  readonly policy?: string
  /** Directories of the project, instead of the project as a whole. */
  readonly workspace?: string
  /** Another ground with the same home and project. */
  readonly beside?: RealGround
}

export async function openRealGround(options: GroundOptions = {}): Promise<RealGround> {
  const { answer = () => null, policy, workspace, beside } = options
  if (root === undefined) throw new Error('no user can be tried here')
  const base = beside?.base ?? temporaryBase({ ...root, uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 })
  const project = workspace === undefined ? `${base}/project` : `${base}/${workspace}`
  const home = `${base}/home`
  for (const path of [project, home, `${base}/tools`]) mkdirSync(path, { recursive: true })
  writeFileSync(`${base}/tools/frob`, `#!/bin/sh\n. "${base}/tools/$2.sh"\n`)
  chmodSync(`${base}/tools/frob`, 0o755)
  if (policy !== undefined) {
    mkdirSync(`${home}/.config/sallyport`, { recursive: true })
    writeFileSync(`${home}/.config/sallyport/policy.yaml`, `version: 1\n${policy}\n`)
  }
  const env = {
    PATH: `${base}/tools:${process.env['PATH'] ?? ''}`,
    HOME: home,
    LANG: 'C.UTF-8',
    GIT_AUTHOR_NAME: 'dev',
    GIT_AUTHOR_EMAIL: 'dev@example.com',
    GIT_COMMITTER_NAME: 'dev',
    GIT_COMMITTER_EMAIL: 'dev@example.com',
  }
  const asked: ApprovalRequest[] = []
  const approver: Approver = {
    name: 'person',
    channel: 'human',
    request: async request => {
      asked.push(request)
      return answer(request) ?? { decision: 'denied', by: 'dev' }
    },
  }
  const gate = await openGate({ cwd: project, workspace: [project], env, approve: approver, session: 'test' })
  let texts = 0

  async function execute({ plan, call, verdict, held }: Running): Promise<number> {
    const command = String(call.input['command'])
    if (plan === null) return plain(command)
    const fenced = runFenced({ plan, argv: ['/bin/bash', '-c', command], env, stdio: ['ignore', 'pipe', 'pipe'] })
    let stderr = ''
    fenced.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    fenced.child.stdout?.resume()
    const ended = await fenced.result
    const argv = ['/bin/bash', '-c', command]
    for (const denial of explainRun({ plan, call, effects: verdict.effects, argv, ended, network: null, env, stderr }))
      held(denial)
    return ended.end.kind === 'exited' ? ended.end.code : 137
  }

  const plain = (command: string): number =>
    spawnSync('/bin/bash', ['-c', command], { cwd: project, env, stdio: 'ignore', timeout: 60_000 }).status ?? -1

  return {
    ...{ base, project, home, gate, asked, plain },
    write: (path, text) => {
      mkdirSync(dirname(`${base}/${path}`), { recursive: true })
      writeFileSync(`${base}/${path}`, text)
    },
    exists: path => existsSync(`${base}/${path}`),
    frob: (text, how = {}) => {
      texts += 1
      writeFileSync(`${base}/tools/t${texts}.sh`, text)
      return gate.run({ tool: 'Bash', input: { command: `frob do t${texts}`, ...how } }, execute)
    },
    run: command => gate.run({ tool: 'Bash', input: { command } }, execute),
    told: async call => {
      const contain = { keepsDirectory: false, overlays: true }
      const verdict = await gate.check(call, { asks: 'client', contain })
      return verdict.contained === true ? 'contained' : verdict.decision
    },
    close: async () => {
      await gate.close()
      if (beside === undefined) rmSync(base, { recursive: true, force: true })
    },
  }
}
