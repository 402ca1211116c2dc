import { readdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Place, projectPolicyName } from '../../core/call.ts'
import { sha256 } from '../../core/digest.ts'
import { type Faults, fail, ok, type Result } from '../../core/fault.ts'
import { parentOf } from '../../core/path.ts'
import { resolveBase } from '../../policy/base.ts'
import { environmentDocument, readEnvironment } from '../../policy/dialects/environment.ts'
import { combinePolicies, type Policies, type PolicyFile, type PolicyLayer } from '../../policy/policies.ts'
import { type CompiledPolicy, compilePolicy, needsRegex, noRegex } from '../../policy/rules/compile.ts'
import { loadRegex } from '../../policy/rules/regex.ts'
import type { Mode, PolicyDocument } from '../../policy/schema/document.ts'
import { gitRoot } from '../files/file-facts.ts'
import { readPolicyText } from '../files/read-policy-text.ts'
import { type OwnPaths, ownPaths } from '../paths.ts'
import { type Pin, readTrust } from '../stores/trust-store.ts'
import { cachedReader, type PolicyReader } from './compiled-cache.ts'
import { packageRoot, presetPath } from './presets.ts'

export interface LoadOptions {
  readonly place: Place
  /** A person's choice for this run; overrides every file's `extends`. */
  readonly preset?: string
  /** A policy file for the session layer. It is trusted, because the person named it. */
  readonly policy?: string
  readonly mode?: Mode
  /** Trust to assume instead of the stored trust, to show what trusting a file would change. */
  readonly trust?: ReadonlyMap<string, Pin>
  /** Texts to assume instead of the files' own, by path, to show what saving them would change. They are never cached. */
  readonly drafts?: ReadonlyMap<string, string>
  readonly env?: NodeJS.ProcessEnv
}

/** Loads the policies of all layers and their base, and applies trust; or returns everything that is wrong with them. */
export async function loadPolicies(options: LoadOptions): Promise<Result<Policies>> {
  const paths = ownPaths(options.env)
  const environment = readEnvironment(options.env ?? process.env, paths.home)
  if (!environment.ok) return environment
  const reader = withDrafts(cachedReader([builtPolicies(), paths.compiled]), options.drafts)
  const found = await findDocuments(options, paths, reader)
  if (!found.ok) return found
  const fromEnvironment = environmentDocument(environment.value)
  const documents: readonly Found[] =
    fromEnvironment === null
      ? found.value
      : [...found.value, { layer: 'session', document: fromEnvironment, trusted: true }]
  const base = await loadBase(options, documents, reader)
  if (!base.ok) return base
  const compile = options.drafts === undefined ? compileOnce : compileDocument
  const compiledBase = await compile(base.value)
  if (!compiledBase.ok) return compiledBase
  const files: PolicyFile[] = []
  for (const { layer, document, trusted, wasTrusted = false } of documents) {
    const policy = await compile(document)
    if (!policy.ok) return trusted || wasTrusted ? policy : { ok: false, faults: untrusted(policy.faults) }
    files.push({ layer, trusted, wasTrusted, policy: policy.value })
  }
  const mode = options.mode ?? environment.value.mode
  const digest = sha256(
    [
      base.value.digest,
      ...documents.map(file => `${file.layer} ${file.trusted} ${file.wasTrusted === true} ${file.document.digest}`),
      mode,
    ].join('\n'),
  )
  return ok(combinePolicies({ files, base: compiledBase.value, mode, digest }))
}

const builtPolicies = (): string => `${packageRoot()}/dist/compiled`

/** The default preset alone, without any policy files. */
export async function loadPreset(): Promise<Result<Policies>> {
  const reader = withDrafts(cachedReader([builtPolicies()]))
  const load = (parent: string, from: string) => loadNamed(parent, from, reader, null)
  const preset = await load(defaultPreset, '/')
  const base = preset.ok ? await resolveBase(preset.value, load) : preset
  const compiled = base.ok ? await compileOnce(base.value) : base
  return compiled.ok
    ? ok(combinePolicies({ files: [], base: compiled.value, mode: null, digest: compiled.value.document.digest }))
    : compiled
}

const defaultPreset = 'balanced'

interface Found {
  readonly layer: PolicyLayer
  readonly document: PolicyDocument
  readonly trusted: boolean
  readonly wasTrusted?: boolean
  readonly bases?: Readonly<Record<string, string>>
}

async function findDocuments(
  options: LoadOptions,
  paths: OwnPaths,
  reader: DraftReader,
): Promise<Result<readonly Found[]>> {
  const found: Found[] = []
  for (const [layer, path] of [
    ['organisation', paths.organisationPolicy],
    ['user', paths.userPolicy],
  ] as const) {
    const document = await readDocument(path, reader)
    if (!document.ok) return document
    if (document.value !== null) found.push({ layer, document: document.value, trusted: true })
  }
  const trust = options.trust === undefined ? readTrust(paths.trust) : ok(options.trust)
  if (!trust.ok) return trust
  for (const root of options.place.workspace.flatMap(one => [...outerProjects(one), one])) {
    const project = await projectDocuments(`${root}/${projectPolicyName}`, trust.value, reader)
    if (!project.ok) return project
    found.push(...project.value)
  }
  if (options.policy !== undefined) {
    const document = await readDocument(resolve(options.place.cwd, options.policy), reader)
    if (!document.ok) return document
    if (document.value === null) return fail('not_found', `policy file \`${options.policy}\` not found`)
    found.push({ layer: 'session', document: document.value, trusted: true })
  }
  return ok(found)
}

/** The repositories around a project, outermost first. Their asks and denies still count for a repository created inside them. */
const outerProjects = (root: string): readonly string[] => {
  const outer = root === '/' ? null : gitRoot(parentOf(root))
  return outer === null ? [] : [...outerProjects(outer), outer]
}

/** A reader that knows the texts of some files before they are saved. */
interface DraftReader extends PolicyReader {
  text(path: string): Result<string | null>
}

function withDrafts(reader: PolicyReader, drafts: LoadOptions['drafts'] = new Map()): DraftReader {
  return {
    preset: reader.preset,
    text: path => {
      const draft = drafts.get(path)
      return draft === undefined ? readPolicyText(path) : ok(draft)
    },
    read: async (source, file) => {
      if (drafts.get(file) !== source) return reader.read(source, file)
      const { readChecked } = await import('../../policy/read/read-checked.ts')
      return readChecked(source, file)
    },
  }
}

async function readDocument(path: string, reader: DraftReader): Promise<Result<PolicyDocument | null>> {
  const text = reader.text(path)
  if (!text.ok || text.value === null) return text.ok ? ok(null) : text
  return reader.read(text.value, path)
}

/** A project's current file, and its last trusted version: a change of the file never removes an ask or a deny. */
async function projectDocuments(
  path: string,
  trust: ReadonlyMap<string, Pin>,
  reader: DraftReader,
): Promise<Result<readonly Found[]>> {
  const text = reader.text(path)
  if (!text.ok) return text
  const pin = trust.get(path)
  const found: Found[] = []
  if (text.value !== null) {
    const trusted = pin !== undefined && sha256(text.value) === pin.digest
    const document = await reader.read(text.value, path)
    if (!document.ok) return trusted ? document : { ok: false, faults: untrusted(document.faults) }
    found.push({ layer: 'project', document: document.value, trusted, bases: pin?.bases ?? {} })
    if (trusted) return ok(found)
  }
  if (pin === undefined) return ok(found)
  const before = await reader.read(pin.source, `${path} (as trusted)`)
  if (!before.ok) return before
  return ok([...found, { layer: 'project', document: before.value, trusted: false, wasTrusted: true }])
}

/** The base: the person's choice, else `extends` of the session, the trusted project, the user or the organisation, else `balanced`. */
async function loadBase(
  options: LoadOptions,
  found: readonly Found[],
  reader: DraftReader,
): Promise<Result<PolicyDocument>> {
  const extendingFile = (layer: PolicyLayer) =>
    found.findLast(file => file.layer === layer && file.trusted && file.document.extends !== null)
  const source =
    options.preset === undefined
      ? (extendingFile('session') ?? extendingFile('project') ?? extendingFile('user') ?? extendingFile('organisation'))
      : undefined
  const name = options.preset ?? source?.document.extends ?? defaultPreset
  const pinned = source?.layer === 'project' ? (source.bases ?? {}) : null
  const load = (parent: string, from: string) => loadNamed(parent, from, reader, pinned)
  const start = await load(name, source?.document.file ?? options.place.cwd)
  if (!start.ok) return source === undefined ? start : { ok: false, faults: inFile(start.faults, source.document.file) }
  return resolveBase(start.value, load)
}

const untrusted = ([first, ...others]: Faults): Faults => [{ ...first, quotesUntrusted: true }, ...others]

/** A base that cannot be loaded is a fault in the file that names it. */
const inFile = ([first, ...others]: Faults, file: string): Faults => [
  { at: { file, line: 1, column: 1 }, ...first },
  ...others,
]

/** Loads a preset or a file. A file that a project extends must be unchanged since the project was trusted. */
async function loadNamed(
  name: string,
  from: string,
  reader: DraftReader,
  pinned: Readonly<Record<string, string>> | null,
): Promise<Result<PolicyDocument>> {
  const preset = presetPath(name)
  const path = preset ?? resolve(dirname(from), name)
  const built = preset === null ? null : reader.preset(name, preset)
  if (built !== null) return ok({ ...built, file: path })
  const document = await readDocument(path, reader)
  if (!document.ok) return document
  if (document.value !== null && preset === null && pinned !== null && pinned[path] !== document.value.digest) {
    return fail(
      'policy_untrusted',
      `\`${path}\` has changed since it was trusted; review it and run \`sallyport trust\` again`,
    )
  }
  if (document.value !== null) return ok(document.value)
  return fail('not_found', `preset or policy file \`${name}\` not found; presets: ${listPresets().join(', ')}`)
}

export const listPresets = (): readonly string[] =>
  readdirSync(`${packageRoot()}/presets`).flatMap(file => (file.endsWith('.yaml') ? [file.slice(0, -5)] : []))

const compiled = new Map<string, CompiledPolicy>()

/** Compiles a document once per process. */
async function compileOnce(document: PolicyDocument): Promise<Result<CompiledPolicy>> {
  const key = `${document.digest} ${document.rules.length} ${document.file}`
  const known = compiled.get(key)
  if (known !== undefined) return ok(known)
  const policy = await compileDocument(document)
  if (policy.ok) compiled.set(key, policy.value)
  return policy
}

const compileDocument = async (document: PolicyDocument): Promise<Result<CompiledPolicy>> =>
  compilePolicy(document, needsRegex(document) ? await loadRegex() : noRegex)
