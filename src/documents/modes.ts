import { readCarefulMode } from '../policy/dialects/environment.ts'

/** The signals for careful mode and for automation. */
export interface ModeSignals {
  /** The runtime mode that is set, if any. */
  readonly mode?: string
  readonly env?: Readonly<Record<string, string | undefined>>
  /** `careful_mode` of the configuration, in either of its forms (C23). */
  readonly carefulMode?: boolean | { readonly enabled?: boolean }
  /** The session declares that no one will answer. */
  readonly nonInteractive?: boolean
  /** Whether a terminal is attached; leave it out behind a hook or a server, where it means nothing. */
  readonly tty?: boolean
}

/** Careful mode: by runtime mode, by configuration, or by `LETSGO_CAREFUL_MODE=true`, read as by the gate (R89). */
export const isCareful = ({ mode, carefulMode = false, env = {} }: ModeSignals): boolean =>
  mode === 'careful' ||
  (typeof carefulMode === 'boolean' ? carefulMode : carefulMode.enabled === true) ||
  readCarefulMode(env['LETSGO_CAREFUL_MODE'] ?? '') === true

/** Automation mode: any sign that no person will answer (R93). */
export const isAutomation = ({ mode, nonInteractive = false, tty = true, env = {} }: ModeSignals): boolean =>
  mode === 'automation' || nonInteractive || !tty || ciVariables.some(name => isSet(env[name]))

const isSet = (value: string | undefined): boolean => value !== undefined && !['', '0', 'false'].includes(value)

const ciVariables = [
  'CI',
  'CONTINUOUS_INTEGRATION',
  'GITHUB_ACTIONS',
  'GITLAB_CI',
  'BUILDKITE',
  'CIRCLECI',
  'JENKINS_URL',
  'TEAMCITY_VERSION',
  'TF_BUILD',
  'TRAVIS',
]
