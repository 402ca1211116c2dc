import { accessSync, constants, lstatSync, readFileSync, statSync } from 'node:fs'
import type { Call } from '../../core/call.ts'
import type { Effect } from '../../core/effect.ts'
import { parentOf } from '../../core/path.ts'
import { denialText, type FenceDenial } from '../../fence/explain/denial.ts'
import { explainFailure } from '../../fence/explain/explain-failure.ts'
import type { FailedRun, OutsideView, PathLook } from '../../fence/explain/failed-run.ts'
import type { FencePlan } from '../../fence/fence.ts'
import { realPathOf } from '../files/real-path.ts'
import type { CallNetwork } from './network/network-session.ts'
import type { LimitedEnd } from './run-fenced.ts'

/** A fenced command that has ended. */
export interface EndedRun {
  readonly plan: FencePlan
  readonly call: Call
  /** The call's effects from the analysis: `running.effects`. */
  readonly effects: readonly Effect[]
  /** The words that were started. */
  readonly argv: readonly string[]
  readonly ended: LimitedEnd
  /** Null if the run had no proxy. */
  readonly network: CallNetwork | null
  /** The variables outside. */
  readonly env: NodeJS.ProcessEnv
  /** The last 16 KB that the command printed to standard error; null if they were not captured. */
  readonly stderr: string | null
}

/** How much of a command's standard error an explanation needs. */
export const explainedBytes = 16_384

/** The actions of a command that the fence stopped, if that is why it failed. Call it before the network is closed. */
export function explainRun({
  plan,
  call,
  effects,
  argv,
  ended,
  network,
  env,
  stderr,
}: EndedRun): readonly FenceDenial[] {
  const { end, reached, near } = ended
  if (end.kind === 'broken') return []
  const { cwd, home } = call.place
  const run: FailedRun = {
    ...{ plan, argv, cwd, home, effects, reached, near },
    exitCode: end.kind === 'exited' ? end.code : 137,
    refused: network?.access.refused ?? [],
    triedOtherHosts: network?.triedOtherHosts() ?? null,
    env: Object.keys(env),
    stderr: stderr?.trim() ? stderr.slice(-explainedBytes) : null,
  }
  return explainEnded(run)
}

/** The same from the facts themselves. A denial that only the output shows is marked as a hint. */
export function explainEnded(given: FailedRun): readonly FenceDenial[] {
  // A sandbox that was set up at the second try has said what stopped the first one.
  const run = { ...given, stderr: given.stderr?.replace(/^bwrap: .*\n?/gm, '') ?? null }
  const found = explainFailure(run, outside)
  if (run.stderr === null || found.length === 0) return found
  const certain = new Set(explainFailure({ ...run, stderr: null }, outside).map(denialText))
  return found.map(denial => (certain.has(denialText(denial)) ? denial : { ...denial, hint: true }))
}

const outside: OutsideView = { look, listens }

function look(path: string): PathLook {
  try {
    const real = realPathOf(path)
    const stat = statSync(real, { throwIfNoEntry: false })
    return {
      path: real,
      exists: stat !== undefined,
      isReadable: may(real, constants.R_OK),
      isWritable: stat === undefined ? may(existingAbove(real), constants.W_OK) : may(real, constants.W_OK),
      size: stat?.isFile() === true ? stat.size : 0,
    }
  } catch {
    return { path, exists: false, isReadable: false, isWritable: false, size: 0 }
  }
}

function existingAbove(path: string): string {
  const above = parentOf(path)
  return lstatSync(above, { throwIfNoEntry: false }) === undefined && above !== '/' ? existingAbove(above) : above
}

function may(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}

/** Whether a service listens at this port of the machine, on any of its addresses. */
function listens(port: number): boolean {
  const listening = '0A'
  const wanted = port.toString(16).toUpperCase().padStart(4, '0')
  return ['/proc/net/tcp', '/proc/net/tcp6'].some(file => {
    try {
      return readFileSync(file, 'utf8')
        .split('\n')
        .some(line => {
          const [, , local = '', , state = ''] = line.split(/\s+/)
          return state === listening && local.endsWith(`:${wanted}`)
        })
    } catch {
      return false
    }
  })
}
