import { fail, ok, type Result } from '../../core/fault.ts'
import { ownPaths } from '../../io/paths.ts'
import { findPlace } from '../../io/place.ts'
import type { DeciderOptions } from '../../io/policies/decider.ts'
import { loadPolicies } from '../../io/policies/load-policies.ts'
import { compilePolicyText, type PolicyFileText } from '../../io/policies/policy-file.ts'
import { describeTrust, pinOf } from '../../io/policies/trust-file.ts'
import { readTrust } from '../../io/stores/trust-store.ts'
import { selfCheck } from '../../policy/read/self-check.ts'
import type { TrustChange } from '../../policy/trust-change.ts'
import type { EditableFile } from './policy-files.ts'

/** A text for a policy file that could be saved: it has no faults, and the policies load with it. */
export interface SoundDraft {
  readonly opened: PolicyFileText
  /** What trusting the project's file would change; null for the user's own file, which needs no trust. */
  readonly change: TrustChange | null
  /** The policies as they would be with the text saved, and a project's file trusted if it is to be. */
  readonly policies: Omit<DeciderOptions, 'cwd'>
}

/** Checks a text as if it were in the file; returns everything that is wrong with it. Writes nothing. */
export async function soundDraft(
  { path, project }: EditableFile,
  { text, trust }: { readonly text: string; readonly trust: boolean },
  cwd: string,
): Promise<Result<SoundDraft>> {
  const compiled = await compilePolicyText(text, path)
  if (!compiled.ok) return compiled
  const opened = compiled.value
  const checked = selfCheck(opened.policy)
  if (!checked.ok) return checked
  const pins = readTrust(ownPaths().trust)
  if (!pins.ok) return pins
  const change = project === null ? ok(null) : await describeTrust(opened, pins.value)
  if (!change.ok) return change
  const drafts = new Map([[path, text]])
  const policies =
    change.value === null || !trust
      ? { drafts }
      : { drafts, trust: new Map([...pins.value, [path, pinOf(opened, change.value.between)]]) }
  const loaded = await loadPolicies({ ...policies, place: findPlace({ cwd: project ?? cwd }) })
  if (!loaded.ok) return loaded
  return ok({ opened, change: change.value, policies })
}

/** The file was changed by someone else since it was read. */
export const changedMeanwhile = (path: string) =>
  fail('policy_changed', `\`${path}\` has changed since you opened it; copy your text, reload and try again`)
