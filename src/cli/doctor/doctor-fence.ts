import { limitWaysText } from '../../fence/limit-ways.ts'
import { type FenceGap, fenceGaps } from '../../gate/fence-gaps.ts'
import { groupedLimits } from '../../io/fence/control-group.ts'
import { machineFence } from '../../io/fence/machine-fence.ts'
import { interruptedTrials } from '../../io/overlay/recover.ts'
import { machineTrials } from '../../io/overlay/trials.ts'
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
  return [works, ...(await trialFindings()), ...gaps.flatMap(gap => (gap.then === 'unfenced' ? [] : [gapFinding(gap)]))]
}

/** Whether trials work, and commits that a killed Sallyport left unfinished. */
async function trialFindings(): Promise<readonly Finding[]> {
  const overlay = await machineTrials().probe()
  const works = overlay.ok
    ? healthy('trials', `a trial works (overlay by ${overlay.value})`)
    : note('trials', `\`sallyport run --trial\` does not work here: ${overlay.faults[0].message}`)
  const left = interruptedTrials().filter(({ what }) => what !== 'trial')
  return [
    works,
    ...left.map(({ what, title, id }) =>
      note(
        'trials',
        `a killed Sallyport left an unfinished ${what} of \`${title ?? id}\``,
        'sallyport state finishes it',
      ),
    ),
  ]
}

const gapFinding = ({ message, remedy }: FenceGap): Finding =>
  fault(
    'fence',
    `the policy requires it, so commands that Sallyport runs are refused: ${message}`,
    remedy ?? 'sallyport fence probe',
  )
