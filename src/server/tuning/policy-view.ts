import type { Hono } from 'hono'
import { countRuleHits, type RuleHits, ruleKey } from '../../audit/history/rule-hits.ts'
import { sha256 } from '../../core/digest.ts'
import type { Fault } from '../../core/fault.ts'
import { readPolicyText } from '../../io/files/read-policy-text.ts'
import { scanJournal } from '../../io/journal/scan-journal.ts'
import { ownPaths } from '../../io/paths.ts'
import { findPlace } from '../../io/place.ts'
import { loadPolicies } from '../../io/policies/load-policies.ts'
import { type Pin, readTrust } from '../../io/stores/trust-store.ts'
import type { Policies, PolicyFile } from '../../policy/policies.ts'
import { readPolicy } from '../../policy/read/read.ts'
import { ruleSubject } from '../../policy/rule-subject.ts'
import type { PolicyDocument } from '../../policy/schema/document.ts'
import { faultReply, textFaults } from './answers.ts'
import type { TuningContext } from './context.ts'
import { presetName } from './playground.ts'
import { editableChars, projectPolicy, whyNotWritable } from './policy-files.ts'
import { knownProjects, onceFor } from './projects.ts'
import type { PolicyFileView, PolicyView, RuleRow } from './shapes.ts'

/** Shows the policy files that decide in a project, with how often each rule spoke. */
export function addPolicyView(app: Hono, context: TuningContext): void {
  app.get('/api/policy', async c => {
    const projects = await knownProjects(context)
    const named = c.req.query('project')
    const [own] = findPlace({ cwd: context.cwd }).workspace
    const project = named ?? own ?? null
    if (project !== null && !projects.includes(project))
      return faultReply(c, { code: 'not_found', message: 'this project has no recorded calls' })
    const place = findPlace({ cwd: project ?? context.cwd })
    const policies = await loadPolicies({ place })
    const { hits, since } = await hitsIn(ownPaths().journal)
    const { files, faults } = viewFiles(project, policies.ok ? policies.value : null, hits)
    return c.json({
      project,
      projects,
      mode: policies.ok ? policies.value.mode : '',
      preset: policies.ok ? presetName(policies.value.base.document.file) : '',
      files,
      faults: textFaults(policies.ok ? faults : policies.faults),
      since,
    } satisfies PolicyView)
  })
}

type HitsByRule = ReadonlyMap<string, RuleHits>

const hitsIn = (journal: string): Promise<{ readonly hits: HitsByRule; readonly since: string | null }> =>
  onceFor(journal)('rule hits', async () => {
    const hits = countRuleHits()
    const { since } = await scanJournal(journal, '', hits.add)
    return { hits: hits.total(), since }
  })

/** The files on disk, also those that the policies do not load, and the base below them. */
function viewFiles(
  project: string | null,
  policies: Policies | null,
  hits: HitsByRule,
): { readonly files: readonly PolicyFileView[]; readonly faults: readonly Fault[] } {
  const { organisationPolicy, userPolicy, trust } = ownPaths()
  const pins = readTrust(trust)
  const trusted = pins.ok ? pins.value : new Map<string, Pin>()
  const loaded = (policies?.files ?? []).filter(({ wasTrusted }) => wasTrusted !== true)
  const own = project === null ? null : projectPolicy(project)
  const outer = loaded.filter(({ layer, policy }) => layer === 'project' && policy.document.file !== own)
  const session = loaded.filter(({ layer }) => layer === 'session')
  const disk = (layer: string, path: string, isOffered: boolean) =>
    fileOnDisk({ layer, path, isOffered }, trusted.get(path) ?? null, hits)
  const files = [
    disk('organisation', organisationPolicy, false),
    disk('user', userPolicy, true),
    ...outer.map(({ policy }) => disk('project', policy.document.file, false)),
    ...(own === null ? [] : [disk('project', own, true)]),
    ...session.map(file => fileInMemory(file, hits)),
    ...(policies === null ? [] : [baseView(policies.base.document, hits)]),
  ]
  return { files: files.flatMap(file => file ?? []), faults: pins.ok ? [] : pins.faults }
}

interface OnDisk {
  readonly layer: string
  readonly path: string
  readonly isOffered: boolean
}

/** Null for a file that does not exist and cannot be written here. */
function fileOnDisk({ layer, path, isOffered }: OnDisk, pin: Pin | null, hits: HitsByRule): PolicyFileView | null {
  const read = readPolicyText(path)
  const text = read.ok ? read.value : null
  if (text === null && !isOffered) return null
  const document = text === null ? null : readPolicy(text, path)
  return {
    layer,
    path,
    text,
    digest: text === null ? null : sha256(text),
    isEditable: isOffered && read.ok && (text ?? '').length <= editableChars && whyNotWritable(path) === null,
    trust: layer === 'project' ? trustOf(text, pin) : 'own',
    rules: document?.ok === true ? ruleRows(document.value, hits) : [],
  }
}

function trustOf(text: string | null, pin: Pin | null): PolicyFileView['trust'] {
  if (pin === null) return 'untrusted'
  return text !== null && sha256(text) === pin.digest ? 'trusted' : 'changed'
}

/** Settings of this session, such as environment variables: they have no text. */
const fileInMemory = ({ layer, policy: { document } }: PolicyFile, hits: HitsByRule): PolicyFileView => ({
  layer,
  path: document.file,
  text: null,
  digest: null,
  isEditable: false,
  trust: 'own',
  rules: ruleRows(document, hits),
})

const baseView = (document: PolicyDocument, hits: HitsByRule): PolicyFileView => {
  const read = readPolicyText(document.file)
  return {
    layer: 'base',
    path: document.file,
    text: read.ok ? read.value : null,
    digest: null,
    isEditable: false,
    trust: 'own',
    rules: ruleRows(document, hits),
  }
}

const ruleRows = ({ rules, file }: PolicyDocument, hits: HitsByRule): readonly RuleRow[] =>
  rules.map(rule => {
    const hit = hits.get(ruleKey(rule.file ?? file, rule.id))
    return {
      id: rule.id,
      line: rule.line,
      then: rule.then,
      about: ruleSubject(rule),
      because: rule.because,
      hits: hit === undefined ? 0 : hit.allow + hit.ask + hit.deny,
      lastAt: hit?.lastAt ?? null,
    }
  })
