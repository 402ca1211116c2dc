import { visible } from '../../core/wording/visible.ts'
import { limitWays, limitWaysText } from '../../fence/limit-ways.ts'
import { groupedLimits } from '../../io/fence/control-group.ts'
import { machineFence } from '../../io/fence/machine-fence.ts'
import { machineTrials } from '../../io/overlay/trials.ts'
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
    const overlay = await machineTrials().probe()
    const trials = overlay.ok
      ? `trials work here (overlay by ${overlay.value})`
      : `trials do not work here: ${overlay.faults[0].message}`
    const isRoot = process.geteuid?.() === 0
    const grouped = groupedLimits()
    if (options.flag('json'))
      printJson(
        probed.ok
          ? {
              ...{ works: true, adapter: fence.name, enforces: probed.value, limits: limitWays(grouped), root: isRoot },
              overlay: overlay.ok ? overlay.value : null,
            }
          : { works: false, adapter: fence.name, code: probed.faults[0].code, why: probed.faults[0].message },
      )
    else if (probed.ok)
      print(
        `the fence works here (${fence.name})\n${visible(trials)}\nlimits: ${limitWaysText(grouped, probed.value)}\n${isRoot ? 'you are root: a normal user is safer, since some limits do not count for root\n' : ''}`,
      )
    else print(`the fence does not work here: ${visible(probed.faults[0].message)}\n`)
    return probed.ok ? exitCodes.allow : exitCodes.deny
  },
})
