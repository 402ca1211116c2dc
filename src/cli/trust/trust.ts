import { sha256 } from '../../core/digest.ts'
import { faultText } from '../../core/fault.ts'
import { visible } from '../../core/wording/visible.ts'
import { ownPaths } from '../../io/paths.ts'
import { openPolicyFile, type PolicyFileText } from '../../io/policies/policy-file.ts'
import { describeTrust, pinPolicy } from '../../io/policies/trust-file.ts'
import { readTrust } from '../../io/stores/trust-store.ts'
import { selfCheck } from '../../policy/read/self-check.ts'
import type { TrustChange } from '../../policy/trust-change.ts'
import { defineCommand } from '../define-command.ts'
import { hasTerminal, isConfirmed } from '../terminal/confirm.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import type { ParsedOptions } from '../terminal/options.ts'
import { failed, print, printJson, refusedPolicy } from '../terminal/outcome.ts'
import { stdoutPainter } from '../terminal/painter.ts'
import { projectFile } from './project-file.ts'
import { trustFiles } from './trust-files.ts'
import { listTrust } from './trust-list.ts'
import { trustText } from './trust-text.ts'

export const trustCommand = defineCommand({
  help: `usage: sallyport trust [DIR] [--yes] [--json]
       sallyport trust --files [DIR] [--yes] [--json]
       sallyport trust --list [--json]

Shows what the project's sallyport.yaml would allow, asks you, and pins its exact bytes.
Until then the file can only ask and deny. After any change you must trust it again.

  --files  accept the files that contained calls wrote in the project: until then, code that
           could load them is contained again or asks
  --yes    do not ask; for your own scripts, never for an agent
  --list   list the trusted files, and whether they have changed since
  --json   print the result as JSON

exit codes: 0 trusted, 2 not trusted, 64 usage
`,
  options: {
    yes: { type: 'boolean' },
    list: { type: 'boolean' },
    files: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  operands: { most: 1, otherwise: 'name one project at most' },
  run(options) {
    if (options.flag('list')) return listTrust(options)
    if (options.flag('files')) return trustFiles(options)
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
  const change = await describeTrust(opened.value, pins.value)
  if (!change.ok) return refusedPolicy(change.faults)
  if (!(await isWanted(change.value, options))) return exitCodes.deny
  return pinFile(opened.value, change.value, options)
}

async function isWanted(change: TrustChange, options: ParsedOptions): Promise<boolean> {
  if (options.flag('yes') ? !options.flag('json') : hasTerminal()) print(`${trustText(change, stdoutPainter())}\n`)
  return isConfirmed(options, {
    question: 'Trust exactly this?',
    action: 'trust a policy',
    declined: 'not trusted; nothing has changed',
  })
}

async function pinFile(opened: PolicyFileText, change: TrustChange, options: ParsedOptions): Promise<number> {
  const pinned = await pinPolicy(opened, change)
  if (!pinned.ok) return failed(faultText(pinned.faults[0]))
  return printTrusted(options, opened.file, pinned.value.digest, 'is trusted')
}

const printTrusted = (options: ParsedOptions, file: string, digest: string, what: string): number =>
  options.flag('json') ? printJson({ trusted: true, file, digest }) : print(`${visible(file)} ${what}\n`)
