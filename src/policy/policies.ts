import type { Place } from '../core/call.ts'
import { expandHome, resolvePath } from '../core/path.ts'
import type { PolicyTables } from '../core/program-table.ts'
import { combineFences, type FenceSettings } from '../fence/settings.ts'
import { isGround } from '../guard/zone.ts'
import type { CompiledPolicy } from './rules/compile.ts'
import { defaultMode, stricterMode } from './rules/mode.ts'
import { policyTables, type Teacher } from './rules/tables.ts'
import type { AuditSettings, Mode, PolicyDocument } from './schema/document.ts'

/** Everything that decides, ready to be asked: the files of each layer and the base below them. */
export interface Policies {
  readonly files: readonly PolicyFile[]
  /** The preset, with what the user's own base file puts above it. */
  readonly base: CompiledPolicy
  readonly mode: Mode
  /**
   * The same without untrusted files: what a rule's own `mode` is compared with, so that a file which may only tighten
   * cannot choose between rules.
   */
  readonly chosenMode: Mode
  /** Set when a person only watches: asks and denies below the organisation's are recorded, not enforced. */
  readonly watches: boolean
  /** `never`: what would ask is denied. */
  readonly asks: 'always' | 'never'
  readonly approvals: {
    readonly timeoutMs: number
    /** Null: as long as it takes. */
    readonly humanTimeoutMs?: number | null
    readonly onTimeout: 'allow' | 'deny'
  }
  /** Any file may turn these on; none can turn them off. */
  readonly careful: boolean
  readonly automation: boolean
  /** Directories that trusted files call the agent's own, as they are written. */
  readonly workspace: readonly string[]
  /** Every path that any file calls sensitive. */
  readonly sensitive: readonly string[]
  /** What trusted files teach about programs that Sallyport does not know; null if nothing. */
  readonly tables: PolicyTables | null
  /** What calls that Sallyport's caller runs are fenced in by. */
  readonly fence: FenceSettings
  /** What trusted files say about the audit file, the organisation first; null if none asks for one. */
  readonly audit: AuditSettings | null
  /** A digest over all of it: the same digest decides the same. */
  readonly digest: string
}

export interface PolicyFile {
  readonly layer: PolicyLayer
  readonly policy: CompiledPolicy
  /** An untrusted file contributes asks, denies and `sensitive`, nothing else. */
  readonly trusted: boolean
  /** The bytes that were trusted before the file changed: its tables still add effects, and vouch for nothing. */
  readonly wasTrusted?: boolean
}

export const policyLayers = ['organisation', 'user', 'project', 'session'] as const
export type PolicyLayer = (typeof policyLayers)[number]

/** Puts files and base together. `mode` is a person's own choice for this run and beats the files (R170). */
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
    asks: settings.some(document => document.approvals?.ask === 'never') ? 'never' : 'always',
    approvals: {
      timeoutMs: shortest(settings.map(document => document.approvals?.timeoutMs)) ?? defaultTimeoutMs,
      humanTimeoutMs: shortest(settings.map(document => document.approvals?.humanTimeoutMs)),
      onTimeout: silence(files, base.document),
    },
    careful: settings.some(document => document.careful),
    automation: settings.some(document => document.automation),
    workspace: settings.flatMap(document => document.workspace ?? []),
    sensitive: all.flatMap(document => document.sensitive),
    tables: policyTables([...files.flatMap(teacher), { layer: 'preset', document: base.document, vouches: true }]),
    fence: combineFences({
      trusted: files.flatMap(file => (file.trusted ? [file.policy.document.fence] : [])),
      base: base.document.fence,
      kept: files.flatMap(file => (file.wasTrusted === true ? [file.policy.document.fence] : [])),
    }),
    audit: mergeAudit(settings.flatMap(document => document.audit ?? [])),
    digest: given.digest,
  }
}

/** INVARIANT: a project's file takes no other file's asks and denies away, so its `watch` is no mode at all. */
const watchesBy = ({ layer, trusted, policy }: PolicyFile): boolean =>
  trusted && layer !== 'project' && policy.document.mode === 'watch'

/** Silence allows only where every trusted file that speaks about asking opts in, or else the base (C1). */
function silence(files: readonly PolicyFile[], base: PolicyDocument): 'allow' | 'deny' {
  const said = files.flatMap(({ trusted, policy }) => (trusted ? (policy.document.approvals ?? []) : []))
  const heard = said.length === 0 ? [base.approvals] : said
  return heard.every(approvals => approvals?.onTimeout === 'allow') ? 'allow' : 'deny'
}

/** The first that says something about a key is heard. */
const mergeAudit = (said: readonly AuditSettings[]): AuditSettings | null =>
  said.length === 0 ? null : Object.assign({}, ...[...said].reverse())

/** INVARIANT: what nobody has trusted teaches nothing, since even more effects would carry its texts to the model. */
function teacher({ layer, policy, trusted, wasTrusted = false }: PolicyFile): readonly Teacher[] {
  if (trusted ? !policy.document.enabled : !wasTrusted) return []
  return [{ layer, document: policy.document, vouches: trusted }]
}

/** Of all timeouts that apply the shortest wins (C9); without any, a person has five minutes (R69). */
const defaultTimeoutMs = 300_000

const shortest = (times: readonly (number | null | undefined)[]): number | null => {
  const given = times.flatMap(time => time ?? [])
  return given.length === 0 ? null : Math.min(...given)
}

/** A person's own choice beats the files, but not the organisation's. */
const organisationMode = (files: readonly PolicyFile[], chosen: Mode): Mode =>
  files
    .flatMap(file => (file.layer === 'organisation' ? (file.policy.document.mode ?? []) : []))
    .reduce<Mode>(stricterMode, chosen)

/** The strictest mode that trusted files set, else the base's; an untrusted file can only tighten it. */
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

/** The directories that the policies add to the agent's own, absolute; relative ones lie in the workspace. */
export function ownGround({ workspace }: Policies, place: Place): readonly string[] {
  if (workspace.length === 0) return workspace
  return workspace
    .flatMap(path =>
      /^[/~]/.test(path) ? [expandHome(path, place.home)] : place.workspace.map(root => `${root}/${path}`),
    )
    .map(path => resolvePath('/', path))
    .filter(path => isGround(path, place.home) && !place.workspace.includes(path))
}
