import { shapeText } from '../../approvals/grants/grant-text.ts'
import { faultText } from '../../core/fault.ts'
import { visible } from '../../core/wording/visible.ts'
import { systemClock } from '../../io/clock.ts'
import { recordSetting } from '../../io/journal/record-setting.ts'
import { ownPaths } from '../../io/paths.ts'
import { openGrants } from '../../io/stores/grant-store.ts'
import { defineCommand } from '../define-command.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import { failed, print, usageError } from '../terminal/outcome.ts'
/** Revoking makes the gate stricter, so it needs no confirmation and happens even if it cannot be recorded. */
export const grantsRevokeCommand = defineCommand({
  help: `usage: sallyport grants revoke ID…
       sallyport grants revoke --all

Removes grants; calls that they covered ask again.

exit codes: 0 revoked, 2 not revoked or not recorded, 64 usage
`,
  options: { all: { type: 'boolean' } },
  async run(options) {
    const { operands } = options
    const all = options.flag('all')
    if (all === operands.length > 0) return usageError('name the grants to revoke, or use --all')
    const paths = ownPaths()
    const grants = openGrants(paths, systemClock)
    const listed = grants.list()
    if (!listed.ok) return failed(faultText(listed.faults[0]))
    let code: number = exitCodes.allow
    for (const id of all ? listed.value.map(grant => grant.id) : operands) {
      const revoked = await grants.revoke(id)
      if (!revoked.ok) return failed(faultText(revoked.faults[0]))
      if (revoked.value === null) {
        code = failed(`no grant \`${id}\`; \`sallyport grants list\` lists the grants in force`)
        continue
      }
      const { shape, workspace } = revoked.value
      const text = shapeText(shape, { workspace, home: paths.home })
      const recorded = await recordSetting('revoke', `${id}: ${text}`)
      print(`revoked ${id}: ${visible(text)}\n`)
      if (!recorded.ok) code = failed(`revoked, but this cannot be recorded: ${faultText(recorded.faults[0])}`)
    }
    return code
  },
})
