import { spawn } from 'node:child_process'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { fail, ok, type Result } from '../../core/fault.ts'
import type { Fence } from '../../fence/fence.ts'
import { sandboxExec, seatbeltKeys, seatbeltPlan } from '../../fence/seatbelt.ts'
import { readGround } from './read-ground.ts'

/** The fence of a Mac. It is probed once for each process. */
export function seatbeltFence(env: NodeJS.ProcessEnv = process.env): Fence {
  let probing: Promise<Result<void>> | null = null
  let works = false
  return {
    name: 'seatbelt',
    async probe() {
      probing ??= probeSeatbelt()
      const probed = await probing
      works = probed.ok
      return probed.ok ? ok(seatbeltKeys) : probed
    },
    plan(profile, call) {
      if (!works) return fail('sandbox_denied', 'the fence was not probed')
      const ground = readGround(profile, call, env)
      if (!ground.ok) return ground
      // The command cannot have a /tmp of its own here, so it gets a directory among its caches.
      mkdirSync(`${ground.value.caches}/tmp`, { recursive: true, mode: 0o700 })
      return seatbeltPlan(profile, ground.value)
    },
  }
}

/** Starts `true` in a sandbox. A fault says what is missing and how to fix it. */
export async function probeSeatbelt(): Promise<Result<void>> {
  if (process.platform !== 'darwin') return fail('sandbox_denied', '`sandbox-exec` is a part of macOS')
  try {
    accessSync(sandboxExec, constants.X_OK)
  } catch {
    return fail('sandbox_denied', `\`${sandboxExec}\` is missing; it is a part of macOS`)
  }
  const { status, stderr } = await tryOut()
  if (status === 0) return ok(undefined)
  return /sandbox_apply: Operation not permitted/.test(stderr)
    ? fail(
        'sandbox_denied',
        'this process runs in a sandbox already, and macOS does not nest them; start Sallyport outside of it',
      )
    : fail('sandbox_denied', `\`sandbox-exec\` does not work here: ${stderr.trim().split('\n').at(-1) ?? 'no message'}`)
}

const rules = '(version 1)(deny default)(allow process-exec process-fork file-read* file-map-executable sysctl-read)'

function tryOut(): Promise<{ readonly status: number; readonly stderr: string }> {
  return new Promise(resolve => {
    const child = spawn(sandboxExec, ['-p', rules, '--', '/usr/bin/true'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {},
    })
    let stderr = ''
    child.stderr.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString('utf8')).slice(-4_096)
    })
    child.once('error', error => resolve({ status: -1, stderr: error.message }))
    child.once('close', status => resolve({ status: status ?? -1, stderr }))
  })
}
