import { dirname } from 'node:path'
import { fail, ok, type Result } from '../../core/fault.ts'
import { readPolicy } from '../../policy/read/read.ts'
import type { PolicyDocument } from '../../policy/schema/document.ts'
import { type TrustChange, trustChange } from '../../policy/trust-change.ts'
import { recordSetting } from '../journal/record-setting.ts'
import { ownPaths } from '../paths.ts'
import { findPlace } from '../place.ts'
import { changeTrust, type Pin } from '../stores/trust-store.ts'
import { type BaseChain, baseChain } from './base-chain.ts'
import { loadPolicies } from './load-policies.ts'
import { loosenedByTrust } from './loosened-by-trust.ts'
import type { PolicyFileText } from './policy-file.ts'

/** Compares the file with the preset below it and with the version that was trusted before. */
export async function describeTrust(
  opened: PolicyFileText,
  pins: ReadonlyMap<string, Pin>,
): Promise<Result<TrustChange>> {
  const { file, policy } = opened
  const { document } = policy
  const pin = pins.get(file) ?? null
  const chain = baseChain(document)
  if (!chain.ok) return chain
  const preset = await presetBelow(file, chain.value, document)
  if (!preset.ok) return preset
  const pinned = new Map([...pins, [file, pinOf(opened, chain.value.files)]])
  const loosens = await loosenedByTrust(file, pinned, new Map([[file, opened.source]]))
  if (!loosens.ok) return loosens
  const before = pin === null ? null : readPolicy(pin.source, file)
  return ok(
    trustChange({
      document,
      between: chain.value.files,
      preset: preset.value,
      before: before?.ok === true ? before.value : null,
      loosens: loosens.value,
    }),
  )
}

/** The preset, or the user's own base if the project names none; null if the chain of files ends without a preset. */
async function presetBelow(
  file: string,
  chain: BaseChain,
  document: PolicyDocument,
): Promise<Result<PolicyDocument | null>> {
  if (document.extends !== null && chain.preset === null) return ok(null)
  // The policy that is being examined must not affect the comparison, so no project policy is loaded.
  const place = { ...findPlace({ cwd: dirname(file) }), workspace: [] }
  const loaded = await loadPolicies({ place, ...(chain.preset === null ? {} : { preset: chain.preset }) })
  return loaded.ok ? ok(loaded.value.base.document) : loaded
}

/** INVARIANT: the trust is recorded before it takes effect, and the bytes that are pinned are the bytes that were shown. */
export async function pinPolicy(
  opened: PolicyFileText,
  { between }: TrustChange,
  record: (setting: string, value: string) => Promise<Result<unknown>> = recordSetting,
): Promise<Result<Pin>> {
  const { file } = opened
  const pin = pinOf(opened, between)
  const recorded = await record('trust', `${file} sha256:${pin.digest}`)
  if (!recorded.ok) {
    const [{ code, message }] = recorded.faults
    return fail(code, `not trusted, because it cannot be recorded: ${message}`)
  }
  const changed = changeTrust(ownPaths().trust, file, pin)
  if (changed.ok) return ok(pin)
  await record('trust_failed', file)
  return changed
}

/** The bytes of a file, and of the files that it extends, as trust stores them. */
export const pinOf = ({ source, policy }: PolicyFileText, between: readonly PolicyDocument[]): Pin => ({
  digest: policy.document.digest,
  source,
  bases: Object.fromEntries(between.map(base => [base.file, base.digest])),
  at: new Date().toISOString(),
})
