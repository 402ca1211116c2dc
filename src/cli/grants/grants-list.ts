import { faultText } from '../../core/fault.ts'
import { systemClock } from '../../io/clock.ts'
import { ownPaths } from '../../io/paths.ts'
import { openGrants } from '../../io/stores/grant-store.ts'
import { parseOptions } from '../terminal/options.ts'
import { failed, misused, shown, shownJson } from '../terminal/outcome.ts'
import { grantRow } from './grant-text.ts'
import { help } from './grants.ts'

export { help } from './grants.ts'
export const summary = 'every grant that holds'

const spec = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const

export async function run(args: readonly string[]): Promise<number> {
  const options = parseOptions(args, spec)
  if (!options.ok) return misused(options.faults[0].message)
  if (options.value.flag('help')) return shown(help)
  if (options.value.operands.length > 0) return misused('`grants list` takes no operands')
  const paths = ownPaths()
  const listed = openGrants(paths, systemClock).list()
  if (!listed.ok) return failed(faultText(listed.faults[0]))
  const grants = listed.value
  if (options.value.flag('json')) return shownJson(grants)
  return shown(
    grants.length === 0 ? 'no grants: everything asks\n' : grants.map(one => grantRow(one, paths.home)).join(''),
  )
}
