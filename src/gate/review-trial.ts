import { type Settled, settle } from '../approvals/settle.ts'
import { redactVerdict } from '../audit/redaction/redact-verdict.ts'
import { fail, ok } from '../core/fault.ts'
import type { Verdict } from '../core/verdict.ts'
import { diffRows, diffSummary } from '../trial/diff-words.ts'
import { notUndoable } from '../trial/undo-ceiling.ts'
import { namedScratch, withoutStrays } from './contain/kept-scratch.ts'
import { judgeDiff } from './judge-diff.ts'
import type { JudgedCall } from './judged-call.ts'
import type { ApprovalRequest, Ports } from './ports.ts'
import type { RecordEvents } from './record-events.ts'
import type { PlannedTrial, ReviewedTrial, ReviewTrial, TrialAnswer } from './run-trial.ts'
import type { TrialMode } from './trial-call.ts'

interface TrialSetting {
  readonly mode: TrialMode
  readonly judged: JudgedCall
  readonly ports: Omit<Ports, 'grants'>
  readonly record: RecordEvents
  readonly review: ReviewTrial | undefined
}

/** What a call needs to run in an overlay and to have its changes judged. */
export function plannedTrial({ mode, judged, ports, record, review }: TrialSetting): PlannedTrial {
  const { call, policies, judgement, log } = judged
  const title = judgement.description?.summary ?? call.tool
  const named = namedScratch({ effects: judgement.verdict.effects, text: judgement.description?.text ?? null })
  const keptScratch = { named, workspace: call.place.workspace }
  return {
    mode,
    open: async plan => {
      if (ports.trials === undefined) return fail('sandbox_denied', 'no overlay is set up')
      const opened = await ports.trials.open(plan, { title, ceiling: policies.undo, call: log.id })
      return opened.ok && mode === 'contain' ? ok(withoutStrays(opened.value, keptScratch)) : opened
    },
    judge: (diff, ground) =>
      judgeDiff(diff, { call, policies, facts: ports.facts, ...ground, isApproved: mode === 'undo' }),
    review: review ?? (reviewed => byPolicy(reviewed, { judged, ports, record })),
  }
}

type Asking = Pick<TrialSetting, 'judged' | 'ports' | 'record'>

/** The policies decide about the changes of a trial; if they ask, the approvers do. */
async function byPolicy(reviewed: ReviewedTrial, asking: Asking): Promise<TrialAnswer> {
  const { verdict, diff } = reviewed
  const first = verdict.reasons[0]?.because ?? 'the policy'
  if (diff.changes.length === 0) return { keeps: true, because: 'nothing changed' }
  if (verdict.decision === 'allow') return { keeps: true, because: 'the policy allows each change' }
  if (verdict.decision === 'deny') return { keeps: false, because: first }
  const settled = await askAbout(reviewed, asking)
  const isApproved = settled.decision === 'approved' || settled.decision === 'approved_for_session'
  return { keeps: isApproved, because: `${settled.by}${isApproved ? '' : `; ${first}`}` }
}

async function askAbout(reviewed: ReviewedTrial, { judged, ports, record }: Asking): Promise<Settled> {
  const { call, policies, log, judgement } = judged
  const request = requestFor(reviewed, { judged, ports })
  await record([log.approvalRequested(request)])
  const settled = await settle({
    request,
    approvers: ports.approvers,
    automation: call.place.automation,
    timeoutMs: policies.approvals.timeoutMs,
    onTimeout: 'deny',
    clock: ports.clock,
    signal: judged.checking.signal,
  })
  await record([log.decided(settled, judgement, request.id)])
  return settled
}

/** The question: what the call changed, and whether to keep it. */
function requestFor(
  { diff, verdict, trial, canUndo }: ReviewedTrial,
  { judged, ports }: Pick<Asking, 'judged' | 'ports'>,
): ApprovalRequest {
  const { call, judgement } = judged
  const summary = diffSummary(diff)
  const rows = diffRows(diff.changes, trial.roots).map(
    ({ sign, path, says, marked }) => `${sign} ${path} (${says})${marked === null ? '' : `: ${marked}`}`,
  )
  const more = rows.length - mostShown
  const asked: Verdict = {
    ...judgement.verdict,
    decision: 'ask',
    effects: verdict.effects.slice(0, mostShown),
    reasons: verdict.reasons.filter(({ effect }) => (effect ?? 0) < mostShown).slice(0, mostShown),
    radius: [...rows.slice(0, mostShown), ...(more > 0 ? [`and ${more} more`] : []), ...(canUndo ? [] : [notUndoable])],
  }
  return {
    id: ports.newId(),
    key: judgement.verdict.key,
    session: call.place.session,
    agents: call.place.agents,
    tool: call.tool,
    summary: `keep what it did? ${judgement.description?.summary ?? call.tool} ${summary}`,
    details: { ...judgement.verdict.request, trial: summary },
    escalated: false,
    verdict: redactVerdict(asked),
    binding: null,
    offers: [],
  }
}

const mostShown = 20
