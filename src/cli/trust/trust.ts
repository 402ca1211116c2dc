import { dirname } from 'node:path'
import { sha256 } from '../../core/digest.ts'
import { faultText, ok, type Result } from '../../core/fault.ts'
import { visible } from '../../core/wording/visible.ts'
import { ownPaths } from '../../io/paths.ts'
import { findPlace } from '../../io/place.ts'
import { loadPolicies } from '../../io/policies/load-policies.ts'
import { changeTrust, type Pin, readTrust } from '../../io/stores/trust-store.ts'
import { readPolicy } from '../../policy/read/read.ts'
import { selfCheck } from '../../policy/read/self-check.ts'
import type { PolicyDocument } from '../../policy/schema/document.ts'
import { defineCommand } from '../define-command.ts'
import { openPolicyFile, type PolicyFileText } from '../policy/policy-file.ts'
import { recordSetting } from '../record-setting.ts'
import { hasTerminal, isConfirmed } from '../terminal/confirm.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import type { ParsedOptions } from '../terminal/options.ts'
import { failed, print, printJson, refusedPolicy } from '../terminal/outcome.ts'
import { stdoutPainter } from '../terminal/painter.ts'
import { type BaseChain, baseChain } from './base-chain.ts'
import { loosenedByTrust } from './loosened-by-trust.ts'
import { projectFile } from './project-file.ts'
import { listTrust } from './trust-list.ts'
import { type TrustChange, trustChange, trustText } from './trust-text.ts'

export const trustCommand = defineCommand({
  help: `usage: sallyport trust [DIR] [--yes] [--json]
       sallyport trust --list [--json]

Shows what the project's sallyport.yaml would allow, asks you, and pins its exact bytes.
Until then the file can only ask and deny. After any change you must trust it again.

  --yes    do not ask; for your own scripts, never for an agent
  --list   list the trusted files, and whether they have changed since
  --json   print the result as JSON

exit codes: 0 trusted, 2 not trusted, 64 usage
`,
  options: {
    yes: { type: 'boolean' },
    list: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  operands: { most: 1, otherwise: 'name one project at most' },
  run(options) {
    if (options.flag('list')) return listTrust(options)
    const file = projectFile(options.operands[0])
    return file.ok ? trustFile(file.value, options) : failed(faultText(file.faults[0]))
  },
})

async function trustFile(file: string, options: ParsedOptions): Promise<number> {
  const opened = await openPolicyFile(file)
  if (!opened.ok && opened.faults[0].code === 'not_found')
    return failed(`no file \`${file}\`; write one with \`sallyport init\``)
  if (!opened.ok) return refusedPolicy(opened.faults)
  const checked = selfCheck(opened.value.policy)
  if (!checked.ok) return refusedPolicy(checked.faults)
  const pins = readTrust(ownPaths().trust)
  if (!pins.ok) return failed(faultText(pins.faults[0]))
  const pin = pins.value.get(file) ?? null
  if (pin?.digest === sha256(opened.value.source)) return printTrusted(options, file, pin.digest, 'is already trusted')
  const change = await describe(opened.value, pins.value)
  if (!change.ok) return refusedPolicy(change.faults)
  if (!(await isWanted(change.value, options))) return exitCodes.deny
  return pinFile(opened.value, change.value, options)
}

/** Compares the file with the preset below it and with the version that was trusted before. */
async function describe(opened: PolicyFileText, pins: ReadonlyMap<string, Pin>): Promise<Result<TrustChange>> {
  const { file, policy } = opened
  const { document } = policy
  const pin = pins.get(file) ?? null
  const chain = baseChain(document)
  if (!chain.ok) return chain
  const preset = await presetBelow(file, chain.value, document)
  if (!preset.ok) return preset
  const loosens = await loosenedByTrust(file, new Map([...pins, [file, pinOf(opened, chain.value.files)]]))
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

async function isWanted(change: TrustChange, options: ParsedOptions): Promise<boolean> {
  if (options.flag('yes') ? !options.flag('json') : hasTerminal()) print(`${trustText(change, stdoutPainter())}\n`)
  return isConfirmed(options, {
    question: 'Trust exactly this?',
    action: 'trust a policy',
    declined: 'not trusted; nothing has changed',
  })
}

/** INVARIANT: the trust is recorded before it takes effect, and the bytes that are pinned are the bytes that were shown. */
async function pinFile(opened: PolicyFileText, { between }: TrustChange, options: ParsedOptions): Promise<number> {
  const { file } = opened
  const pin = pinOf(opened, between)
  const { digest } = pin
  const recorded = await recordSetting('trust', `${file} sha256:${digest}`)
  if (!recorded.ok) return failed(`not trusted, because it cannot be recorded: ${faultText(recorded.faults[0])}`)
  const changed = changeTrust(ownPaths().trust, file, pin)
  if (changed.ok) return printTrusted(options, file, digest, 'is trusted')
  await recordSetting('trust_failed', file)
  return failed(faultText(changed.faults[0]))
}

const pinOf = ({ source, policy }: PolicyFileText, between: readonly PolicyDocument[]): Pin => ({
  digest: policy.document.digest,
  source,
  bases: Object.fromEntries(between.map(base => [base.file, base.digest])),
  at: new Date().toISOString(),
})

const printTrusted = (options: ParsedOptions, file: string, digest: string, what: string): number =>
  options.flag('json') ? printJson({ trusted: true, file, digest }) : print(`${visible(file)} ${what}\n`)
