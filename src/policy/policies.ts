import type { AllowMeaning } from '../core/allow-meaning.ts'
import type { Place } from '../core/call.ts'
import { expandHome, resolvePath } from '../core/path.ts'
import type { PolicyTables } from '../core/program-table.ts'
import { type SubagentLimits, subagentLimits } from '../core/subagent-limits.ts'
import { combineFences, type FenceSettings } from '../fence/settings.ts'
import { isGround } from '../guard/zone.ts'
import { type UndoCeiling, undoCeiling } from '../trial/undo-ceiling.ts'
import type { CompiledPolicy } from './rules/compile.ts'
import { defaultMode, stricterMode } from './rules/mode.ts'
import { policyTables, type Teacher } from './rules/tables.ts'
import type { AuditSettings, Mode, PolicyDocument } from './schema/document.ts'

/** Everything that decides: the policy files of each layer and the base below them. */
export interface Policies {
  readonly files: readonly PolicyFile[]
  /** The preset, or the user's own base file merged with the preset it extends. */
  readonly base: CompiledPolicy
  readonly mode: Mode
  /**
   * The mode without untrusted files. A rule's own `mode` is compared with this one, so that an untrusted file cannot
   * choose between rules.
   */
  readonly chosenMode: Mode
  /** `mode: watch`: asks and denies are recorded but not enforced, except those of the organisation. */
  readonly watches: boolean
  /** The meaning of an allow for the client; null leaves that to the client's permission mode. */
  readonly allow: AllowMeaning | null
  /** `never`: a call that would ask is denied. */
  readonly asks: 'always' | 'never'
  readonly approvals: {
    readonly timeoutMs: number
    /** Null: no limit. */
    readonly humanTimeoutMs?: number | null
    readonly onTimeout: 'allow' | 'deny'
  }
  /** Limits of the sub-agents that Sallyport runs: the smallest of the trusted files. */
  readonly subagents: SubagentLimits
  /** Any trusted file can turn these on; none can turn them off. */
  readonly careful: boolean
  readonly automation: boolean
  /** Directories that trusted files add to the workspace, as written. */
  readonly workspace: readonly string[]
  /** The `sensitive` paths of all files. */
  readonly sensitive: readonly string[]
  /** Tables in trusted files for programs that Sallyport does not know; null if there are none. */
  readonly tables: PolicyTables | null
  /** The fence for calls that Sallyport runs. */
  readonly fence: FenceSettings
  /** The audit file settings of trusted files, the organisation first; null if none has any. */
  readonly audit: AuditSettings | null
  /** The space and the time of undo points. */
  readonly undo: UndoCeiling
  /** A digest of all of it: the same digest gives the same decisions. */
  readonly digest: string
}

export interface PolicyFile {
  readonly layer: PolicyLayer
  readonly policy: CompiledPolicy
  /** An untrusted file contributes asks, denies, `sensitive`, `fence.hide` and `allow: no-objection`, nothing else. */
  readonly trusted: boolean
  /** The bytes that were trusted before the file changed: their tables still add effects, but no longer vouch for programs. */
  readonly wasTrusted?: boolean
}

export const policyLayers = ['organisation', 'user', 'project', 'session'] as const
export type PolicyLayer = (typeof policyLayers)[number]

/** Combines files and base. `mode` is a person's choice for this run and overrides the files (R170). */
export function combinePolicies(given: {
  readonly files: readonly PolicyFile[]
  readonly base: CompiledPolicy
  readonly mode: Mode | null
  readonly digest: string
}): Policies {
  const { files, base } = given
  const settings = [...files.filter(file => file.trusted).map(file => file.policy.document), base.document]
  const all = [...files.map(file => file.policy.document), base.document]
  return {
    files,
    base,
    mode: effectiveMode(files, base.document, given.mode),
    chosenMode: effectiveMode(
      files.filter(file => file.trusted),
      base.document,
      given.mode,
    ),
    watches: given.mode === 'watch' || files.some(watchesBy),
    allow: allowMeaning(files, base.document),
    asks: settings.some(document => document.approvals?.ask === 'never') ? 'never' : 'always',
    approvals: {
      timeoutMs: shortest(settings.map(document => document.approvals?.timeoutMs)) ?? defaultTimeoutMs,
      humanTimeoutMs: shortest(settings.map(document => document.approvals?.humanTimeoutMs)),
      onTimeout: silence(files, base.document),
    },
    subagents: subagentLimits(settings.map(document => document.subagents ?? {})),
    careful: settings.some(document => document.careful),
    automation: settings.some(document => document.automation),
    workspace: settings.flatMap(document => document.workspace ?? []),
    sensitive: all.flatMap(document => document.sensitive),
    tables: policyTables([...files.flatMap(teacher), { layer: 'preset', document: base.document, vouches: true }]),
    fence: combineFences({
      trusted: files.flatMap(file => (file.trusted ? [file.policy.document.fence] : [])),
      base: base.document.fence,
      kept: files.flatMap(file => (file.wasTrusted === true ? [file.policy.document.fence] : [])),
      organisation: files.flatMap(file => (file.layer === 'organisation' ? [file.policy.document.fence] : [])),
      untrusted: files.flatMap(file => (file.trusted ? [] : [file.policy.document.fence])),
    }),
    audit: mergeAudit(settings.flatMap(document => document.audit ?? [])),
    // INVARIANT: all projects share the store, so no project's file makes it smaller and loses the undo points of another one.
    undo: undoCeiling(
      files.flatMap(({ layer, trusted, policy }) =>
        trusted && layer !== 'project' ? (policy.document.undo ?? []) : [],
      ),
    ),
    digest: given.digest,
  }
}

/** INVARIANT: a project's file cannot disable the asks and denies of other files, so its `mode: watch` has no effect. */
const watchesBy = ({ layer, trusted, policy }: PolicyFile): boolean =>
  trusted && layer !== 'project' && policy.document.mode === 'watch'

/**
 * INVARIANT: any file can leave the client's own checks on. Only the organisation, the user and the person who starts the session
 * can skip them: not a project, nor a base that a project could choose.
 */
function allowMeaning(files: readonly PolicyFile[], base: PolicyDocument): AllowMeaning | null {
  const all = [...files.map(file => file.policy.document), base]
  if (all.some(({ allow }) => allow === 'no-objection')) return 'no-objection'
  return files.some(approvesBy) ? 'approve' : null
}

const approvesBy = ({ layer, trusted, policy }: PolicyFile): boolean =>
  trusted && layer !== 'project' && policy.document.allow === 'approve'

/** A timeout allows only if every trusted file with `approvals` opts in; without such a file, if the base does (C1). */
function silence(files: readonly PolicyFile[], base: PolicyDocument): 'allow' | 'deny' {
  const said = files.flatMap(({ trusted, policy }) => (trusted ? (policy.document.approvals ?? []) : []))
  const heard = said.length === 0 ? [base.approvals] : said
  return heard.every(approvals => approvals?.onTimeout === 'allow') ? 'allow' : 'deny'
}

/** The first file that sets a key wins. */
const mergeAudit = (said: readonly AuditSettings[]): AuditSettings | null =>
  said.length === 0 ? null : Object.assign({}, ...[...said].reverse())

/** INVARIANT: tables in a file that was never trusted are ignored: the effects they add would carry its texts to the model. */
function teacher({ layer, policy, trusted, wasTrusted = false }: PolicyFile): readonly Teacher[] {
  if (trusted ? !policy.document.enabled : !wasTrusted) return []
  return [{ layer, document: policy.document, vouches: trusted }]
}

/** The shortest timeout wins (C9); without one, a person has five minutes (R69). */
const defaultTimeoutMs = 300_000

const shortest = (times: readonly (number | null | undefined)[]): number | null => {
  const given = times.flatMap(time => time ?? [])
  return given.length === 0 ? null : Math.min(...given)
}

/** A person's choice of mode overrides the files, except a stricter mode of the organisation. */
const organisationMode = (files: readonly PolicyFile[], chosen: Mode): Mode =>
  files
    .flatMap(file => (file.layer === 'organisation' ? (file.policy.document.mode ?? []) : []))
    .reduce<Mode>(stricterMode, chosen)

/** The strictest mode of the trusted files, else the base's; an untrusted file can only tighten it. */
function effectiveMode(files: readonly PolicyFile[], base: PolicyDocument, chosen: Mode | null): Mode {
  if (chosen !== null) return organisationMode(files, chosen)
  const modes = (trusted: boolean) =>
    files.flatMap(file =>
      file.trusted === trusted && file.policy.document.mode !== null && file.policy.document.mode !== 'watch'
        ? [file.policy.document.mode]
        : [],
    )
  const [first, ...others] = modes(true)
  const start = first === undefined ? (base.mode ?? defaultMode) : others.reduce<Mode>(stricterMode, first)
  return modes(false).reduce<Mode>(stricterMode, start)
}

/** The directories that the policies add to the workspace, as absolute paths; relative ones start at the workspace. */
export function ownGround({ workspace }: Policies, place: Place): readonly string[] {
  if (workspace.length === 0) return workspace
  return workspace
    .flatMap(path =>
      /^[/~]/.test(path) ? [expandHome(path, place.home)] : place.workspace.map(root => `${root}/${path}`),
    )
    .map(path => resolvePath('/', path))
    .filter(path => isGround(path, place.home) && !place.workspace.includes(path))
}
