import type { Verdict } from '../../core/verdict.ts'
import { visible } from '../../core/wording/visible.ts'
import { createGate } from '../../gate/gate.ts'
import { machineFence } from '../../io/fence/machine-fence.ts'
import { finishKilledRuns } from '../../io/fence/quarantine.ts'
import { openPorts } from '../../io/open-ports.ts'
import { machineTrials } from '../../io/overlay/trials.ts'
import { findPlace } from '../../io/place.ts'
import { loadPolicies } from '../../io/policies/load-policies.ts'
import { readLineage } from '../../io/processes/lineage.ts'
import { defineCommand } from '../define-command.ts'
import { terminalApprover, yesApprover } from '../prompt/terminal-approver.ts'
import { hasTerminal } from '../terminal/confirm.ts'
import { failedWith, refusedPolicy, usageError } from '../terminal/outcome.ts'
import { chosenProfile, profileOptions } from './chosen-profile.ts'
import { reviewFor, trialExitCode } from './review-trial.ts'
import { runInTerminal } from './run-in-terminal.ts'
import { whyNoPerson } from './why-no-person.ts'

/** The command did not run: it was denied, or there is no fence. */
const notRun = 126
/** The command ran too long or a person stopped the session, and it was killed. */
const stopped = 137

export const runCommand = defineCommand({
  help: `usage: sallyport run [--profile NAME] [--net ACCESS] [--env NAME]... [--yes] -- COMMAND [ARG]...
       sallyport run --trial [--commit-if-allowed] -- COMMAND [ARG]...

Judges the command like a call of an agent, asks you if the policy says so, and runs it inside
the fence: it can write only in the workspace, does not see your secrets, and reaches no host
that the policy does not list. Exit code, signals and terminal are those of the command.

  --profile NAME   minimal (your network), balanced, or strict (only programs and the workspace
                   are visible, with limits); by default as the policy says
  --net ACCESS     none, full, or a list of hosts: example.com,*.example.org,localhost:8080
  --env NAME       pass this variable on; secrets are never passed on otherwise
  --yes            answer yes if the policy asks; it does not lift the floor or a deny
  --trial          run it on a copy without network, show what it changed, and ask whether to keep
                   that; without a terminal nothing is kept
  --commit-if-allowed
                   with --trial: keep the changes without asking if the policy allows each of them

exit codes: that of the command; 126 it did not run, 64 usage; with --trial also 3: it ran, and
what it changed was discarded
`,
  options: {
    ...profileOptions,
    yes: { type: 'boolean' },
    trial: { type: 'boolean' },
    'commit-if-allowed': { type: 'boolean' },
  },
  operands: { least: 1, otherwise: 'name the command to run: `sallyport run -- npm test`' },
  takesShellCommand: true,
  async run(options) {
    const isYes = options.flag('yes')
    const isTrial = options.flag('trial')
    if (options.flag('commit-if-allowed') && !isTrial) return usageError('`--commit-if-allowed` needs `--trial`')
    const noPerson = isYes ? null : hasTerminal() ? whyNoPerson(readLineage()) : 'there is no terminal'
    const place = findPlace({
      cwd: process.cwd(),
      client: 'sallyport',
      runner: 'sallyport',
      automation: noPerson !== null,
    })
    const policies = await loadPolicies({ place })
    if (!policies.ok) return refusedPolicy(policies.faults)
    const profile = chosenProfile(policies.value.fence, options)
    if (!profile.ok) return usageError(profile.faults[0].message)
    finishKilledRuns(process.env)
    const ports = await openPorts({ approvers: approversFor({ isYes, noPerson }) })
    if (!ports.ok) {
      failedWith(ports.faults)
      return notRun
    }
    const gate = createGate({
      // The person wants the fence: without one the command does not run in any mode of the policy.
      policies: { ...policies.value, fence: { ...policies.value.fence, mode: 'enforce', profile: profile.value } },
      ports: { ...ports.value, fence: machineFence({ workspace: place.workspace }), trials: machineTrials() },
      place,
    })
    const mayCommit = options.flag('commit-if-allowed')
    const review = reviewFor(place, { isAsked: noPerson === null && !isYes, mayCommit, isYes })
    // A person who says yes in advance, or opens the fence by hand, has agreed to more than a contained run.
    const isChosen =
      isYes || options.texts('net').length + options.texts('profile').length + options.texts('env').length > 0
    const outcome = await gate.run(
      { tool: 'shell_exec', input: { argv: [...options.operands] } },
      running => runInTerminal(running, options.operands),
      { ...(isTrial ? { trial: { review } } : {}), ...(isChosen ? { contain: 'never' } : {}) },
    )
    await ports.value.journal.close()
    if (outcome.ok) return trialExitCode(outcome.value, outcome.trial)
    const why =
      outcome.code === 'no_approver' && noPerson !== null ? noQuestionText(outcome.verdict, noPerson) : outcome.reason
    process.stderr.write(`sallyport: ${visible(why)}\n`)
    const wasKilled =
      outcome.code === 'timeout' || (outcome.code === 'session_stopped' && outcome.verdict.decision === 'allow')
    return wasKilled ? stopped : notRun
  },
})

/** Why the policy asks, and why no question was shown. */
function noQuestionText({ reasons }: Verdict, noPerson: string): string {
  const why = reasons.find(({ decision, layer }) => decision === 'ask' && layer !== 'approval')?.because
  return `${why ?? 'it needs an approval'}; no question was asked: ${noPerson}; run it in your own terminal`
}

function approversFor({ isYes, noPerson }: { readonly isYes: boolean; readonly noPerson: string | null }) {
  if (isYes) return [yesApprover]
  return noPerson === null ? [terminalApprover()] : []
}
