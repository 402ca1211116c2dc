import { shapeText } from '../../approvals/grant-text.ts'
import { faultText } from '../../core/fault.ts'
import { systemClock } from '../../io/clock.ts'
import { ownPaths } from '../../io/paths.ts'
import { openGrants } from '../../io/stores/grant-store.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import { parseOptions } from '../terminal/options.ts'
import { failed, misused, shown } from '../terminal/outcome.ts'
import { recordSetting } from '../terminal/record-setting.ts'
import { visible } from '../terminal/visible.ts'
import { help } from './grants.ts'

export { help } from './grants.ts'
export const summary = 'take grants away'

const spec = { all: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const

/** Less is always fine, so nobody is asked, and what cannot be recorded is taken away all the same. */
export async function run(args: readonly string[]): Promise<number> {
  const options = parseOptions(args, spec)
  if (!options.ok) return misused(options.faults[0].message)
  if (options.value.flag('help')) return shown(help)
  const { operands } = options.value
  const all = options.value.flag('all')
  if (all === operands.length > 0) return misused('name the grants to revoke, or give --all')
  const paths = ownPaths()
  const grants = openGrants(paths, systemClock)
  const listed = grants.list()
  if (!listed.ok) return failed(faultText(listed.faults[0]))
  let code: number = exitCodes.allow
  for (const id of all ? listed.value.map(grant => grant.id) : operands) {
    const revoked = await grants.revoke(id)
    if (!revoked.ok) return failed(faultText(revoked.faults[0]))
    if (revoked.value === null) {
      code = failed(`there is no grant \`${id}\`; \`sallyport grants list\` has those that hold`)
      continue
    }
    const { shape, workspace } = revoked.value
    const text = shapeText(shape, { workspace, home: paths.home })
    const recorded = await recordSetting('revoke', `${id}: ${text}`)
    shown(`revoked ${id}: ${visible(text)}\n`)
    if (!recorded.ok) code = failed(`revoked, but not recorded: ${faultText(recorded.faults[0])}`)
  }
  return code
}
