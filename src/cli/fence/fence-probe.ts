import { visible } from '../../core/wording/visible.ts'
import { limitWays, limitWaysText } from '../../fence/limit-ways.ts'
import { groupedLimits } from '../../io/fence/control-group.ts'
import { machineFence } from '../../io/fence/machine-fence.ts'
import { findPlace } from '../../io/place.ts'
import { defineCommand } from '../define-command.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import { print, printJson } from '../terminal/outcome.ts'

export const fenceProbeCommand = defineCommand({
  help: `usage: sallyport fence probe [--json]

Starts \`true\` in a sandbox like that of \`sallyport run\`, and says whether that works here,
and how each limit is enforced.

exit codes: 0 it works, 2 it does not, 64 usage
`,
  options: { json: { type: 'boolean' } },
  operands: { most: 0, otherwise: '`fence probe` takes no operands' },
  async run(options) {
    const fence = machineFence({ workspace: findPlace({ cwd: process.cwd() }).workspace })
    const probed = await fence.probe()
    const isRoot = process.geteuid?.() === 0
    const grouped = groupedLimits()
    if (options.flag('json'))
      printJson(
        probed.ok
          ? { works: true, adapter: fence.name, enforces: probed.value, limits: limitWays(grouped), root: isRoot }
          : { works: false, adapter: fence.name, code: probed.faults[0].code, why: probed.faults[0].message },
      )
    else if (probed.ok)
      print(
        `the fence works here (${fence.name})\nlimits: ${limitWaysText(grouped, probed.value)}\n${isRoot ? 'you are root: a normal user is safer, since some limits do not count for root\n' : ''}`,
      )
    else print(`the fence does not work here: ${visible(probed.faults[0].message)}\n`)
    return probed.ok ? exitCodes.allow : exitCodes.deny
  },
})
