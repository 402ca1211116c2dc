import { limitWaysText } from '../../fence/limit-ways.ts'
import { type FenceGap, fenceGaps } from '../../gate/fence-gaps.ts'
import { groupedLimits } from '../../io/fence/control-group.ts'
import { machineFence } from '../../io/fence/machine-fence.ts'
import { findPlace } from '../../io/place.ts'
import { loadPolicies } from '../../io/policies/load-policies.ts'
import { type Finding, fault, healthy, note } from './finding.ts'

/** Whether the fence works here, and whether it can do everything that the policies want from it. */
export async function fenceFindings(): Promise<readonly Finding[]> {
  const place = findPlace({ cwd: process.cwd() })
  const fence = machineFence({ workspace: place.workspace })
  const probed = await fence.probe()
  const policies = await loadPolicies({ place })
  // Policies that cannot be read are a finding of their own.
  const gaps = policies.ok ? fenceGaps(policies.value.fence, { name: fence.name, probed }) : []
  const works = probed.ok
    ? healthy('fence', `${fence.name} works; limits: ${limitWaysText(groupedLimits(), probed.value)}`)
    : note('fence', `\`sallyport run\` does not work here: ${probed.faults[0].message}`)
  return [works, ...gaps.flatMap(gap => (gap.then === 'unfenced' ? [] : [gapFinding(gap)]))]
}

const gapFinding = ({ message, remedy }: FenceGap): Finding =>
  fault(
    'fence',
    `the policy requires it, so commands that Sallyport runs are refused: ${message}`,
    remedy ?? 'sallyport fence probe',
  )
