import { sha256 } from '../../core/digest.ts'
import { type Fault, ok, type Result } from '../../core/fault.ts'
import { maxDuration } from '../read/duration.ts'
import type { Mode, PolicyDocument } from '../schema/document.ts'
import { inBackticks, orList } from '../schema/schema-words.ts'

/** The modes of the tool-safety document. */
export const approvalModes = ['auto', 'ask_for_dangerous', 'ask_for_writes', 'ask'] as const

/** The settings that the dialects take from environment variables. */
export interface DialectEnvironment {
  /** `AI_CHAT_SAFETY_APPROVAL_MODE`: overrides the files; an option overrides it (R170). */
  readonly mode: Mode | null
  /** `LEASHD_APPROVAL_TIMEOUT_SECONDS` (R69). */
  readonly timeoutMs: number | null
  /** `LETSGO_CAREFUL_MODE` (R89). */
  readonly careful: boolean
  /** `LETSGO_HOME`, else `~/.letsgo` (R174). */
  readonly letsgoHome: string
}

/** Reads the variables. An invalid value is an error: it is never ignored. Pure. */
export function readEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): Result<DialectEnvironment> {
  const faults: Fault[] = []
  const read = <T>(name: string, wanted: () => string, parse: (value: string) => T | null): T | null => {
    const value = env[name]
    if (value === undefined) return null
    const parsed = parse(value)
    if (parsed === null) {
      faults.push({ code: 'config_error', message: `\`${name}\` must be ${wanted()}, not ${inBackticks(value)}` })
    }
    return parsed
  }
  const mode = read(
    'AI_CHAT_SAFETY_APPROVAL_MODE',
    () => orList(approvalModes),
    text => approvalModes.find(one => one === text) ?? null,
  )
  const timeoutMs = read('LEASHD_APPROVAL_TIMEOUT_SECONDS', () => 'a number of seconds, at most a week', seconds)
  const careful = read('LETSGO_CAREFUL_MODE', () => '`true` or `false`', readCarefulMode)
  const letsgoHome = read(
    'LETSGO_HOME',
    () => 'an absolute path',
    text => (text.startsWith('/') ? text : null),
  )
  const [first, ...rest] = faults
  if (first !== undefined) return { ok: false, faults: [first, ...rest] }
  return ok({ mode, timeoutMs, careful: careful ?? false, letsgoHome: letsgoHome ?? `${home}/.letsgo` })
}

/** The settings as a session policy; null if none is set. The mode is not in it, since it overrides the files. */
export function environmentDocument({ timeoutMs, careful }: DialectEnvironment): PolicyDocument | null {
  if (timeoutMs === null && !careful) return null
  return {
    file: 'environment',
    digest: sha256(JSON.stringify([timeoutMs, careful])),
    extends: null,
    mode: null,
    allow: null,
    enabled: true,
    workspace: null,
    sensitive: [],
    boundary: null,
    rules: [],
    programs: [],
    approvals: timeoutMs === null ? null : { timeoutMs, onTimeout: 'deny', ask: 'always' },
    careful,
    automation: false,
    fence: null,
  }
}

function seconds(text: string): number | null {
  const ms = /^[0-9]+(\.[0-9]+)?$/.test(text) ? Math.round(Number(text) * 1_000) : 0
  return ms > 0 && ms <= maxDuration ? ms : null
}

/** The value of `LETSGO_CAREFUL_MODE`; null if it is not a flag. */
export const readCarefulMode = (text: string): boolean | null =>
  ['true', '1'].includes(text.toLowerCase()) ? true : ['false', '0', ''].includes(text.toLowerCase()) ? false : null
