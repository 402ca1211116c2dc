import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ContainingClient, hookFence } from '../../src/adapters/hooks/contain-offer.ts'
import { createGate } from '../../src/gate/gate.ts'
import { finishEnded } from '../../src/io/contain/finish.ts'
import { openPorts } from '../../src/io/open-ports.ts'
import { findPlace } from '../../src/io/place.ts'
import { loadPolicies } from '../../src/io/policies/load-policies.ts'
import { packageRoot } from '../../src/io/policies/presets.ts'

/** A home and a project of their own, with a program that Sallyport does not know, and secrets that the fence hides. */
export interface TicketGround {
  readonly home: string
  readonly project: string
  readonly tickets: string
  readonly env: Readonly<Record<string, string>>
  /** The fenced form of a command, as a hook gives it to its client; null if the fence does not answer. */
  readonly fencedForm: (command: string, options?: FormOptions) => Promise<string | null>
  readonly remove: () => void
}

export interface FormOptions {
  readonly input?: Readonly<Record<string, unknown>>
  readonly client?: string
  readonly contain?: ContainingClient
}

/** Not below /tmp, which is private inside the fence. */
export async function ticketGround(): Promise<TicketGround> {
  const base = realpathSync(mkdtempSync(join(dirname(packageRoot()), 'sallyport-tickets-')))
  const [home, project] = [join(base, 'home'), join(base, 'project')]
  for (const directory of [project, `${home}/bin`, `${home}/.ssh`, `${home}/outside`])
    mkdirSync(directory, { recursive: true })
  execFileSync('git', ['init', '-q', project])
  // Runs its words: nothing in its name says so.
  writeFileSync(`${home}/bin/frob`, '#!/bin/sh\nexec "$@"\n')
  chmodSync(`${home}/bin/frob`, 0o755)
  mkdirSync(`${home}/.codex`)
  writeFileSync(`${home}/.codex/config.toml`, 'sandbox_mode = "danger-full-access"\n')
  writeFileSync(`${home}/.ssh/id_ed25519`, 'the secret key')
  writeFileSync(`${home}/outside/file`, 'untouched')
  const env = { HOME: home, PATH: `${home}/bin:/usr/bin:/bin`, SHELL: '/bin/bash', LANG: 'C.UTF-8' }
  const opened = await openPorts({ env })
  if (!opened.ok) throw new Error(opened.faults[0].message)
  const fencedForm = async (command: string, { input = {}, client = 'claude-code', contain }: FormOptions = {}) => {
    await finishEnded(env)
    const place = findPlace({ cwd: project, client, session: 's1', env })
    const policies = await loadPolicies({ place, env })
    if (!policies.ok) throw new Error(policies.faults[0].message)
    const containing = contain ?? { keepsDirectory: true, hasChecks: false }
    const fence = hookFence({ client, env, workspace: place.workspace, ports: opened.value, containing })
    const gate = createGate({ policies: policies.value, place, ports: { ...opened.value, ...fence.ports } })
    const call = { tool: 'Bash', input: { command, ...input }, id: 'call-1' }
    const verdict = await gate.check(call, { asks: 'client', contain: fence.caller })
    const fenced = fence.fenced()
    return verdict.contained === true && fenced !== null ? String(fenced['command']) : null
  }
  return {
    ...{ home, project, env, fencedForm, tickets: `${home}/.local/state/sallyport/contain` },
    remove: () => {
      void opened.value.journal.close()
      spawnSync('chmod', ['-R', 'u+rwX', base])
      rmSync(base, { recursive: true, force: true })
    },
  }
}

export interface ShellEnd {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a text as a client does. */
export function runShell(
  text: string,
  { env, cwd, shell = '/bin/bash' }: { readonly env: NodeJS.ProcessEnv; readonly cwd: string; readonly shell?: string },
): ShellEnd {
  const { status, stdout, stderr } = spawnSync(shell, ['-c', text], { env, cwd, encoding: 'utf8', timeout: 30_000 })
  return { status, stdout, stderr }
}
