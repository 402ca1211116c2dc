import { faultText } from '../../core/fault.ts'
import { systemClock } from '../../io/clock.ts'
import { ownPaths } from '../../io/paths.ts'
import { openGrants } from '../../io/stores/grant-store.ts'
import { defineCommand } from '../define-command.ts'
import { failed, print, printJson } from '../terminal/outcome.ts'
import { grantRow } from './grant-text.ts'

export const grantsListCommand = defineCommand({
  help: `usage: sallyport grants list [--json]

Lists every grant in force: what it covers, where, and until when.
`,
  options: { json: { type: 'boolean' } },
  operands: { most: 0, otherwise: '`grants list` takes no operands' },
  run(options) {
    const paths = ownPaths()
    const listed = openGrants(paths, systemClock).list()
    if (!listed.ok) return failed(faultText(listed.faults[0]))
    const grants = listed.value
    if (options.flag('json')) return printJson(grants)
    return print(
      grants.length === 0
        ? 'no grants; `sallyport approve ID --for …` makes one\n'
        : grants.map(one => grantRow(one, paths.home)).join(''),
    )
  },
})
