import { faultText } from '../core/fault.ts'
import { type ApprovalFiles, type NamedQuestion, openApprovals } from '../io/approval-store.ts'
import { systemClock } from '../io/clock.ts'
import { ownPaths } from '../io/paths.ts'
import { clockTime } from './clock-time.ts'
import { confirm, hasTerminal } from './confirm.ts'
import { parseOptions } from './options.ts'
import { misused, refused, shown, shownJson } from './outcome.ts'
import { painter, wantsColour } from './painter.ts'
import { questionRow, questionText } from './question-text.ts'
import { personName, recordSetting } from './record-setting.ts'

export const summary = 'answer a question that waits for you'

export const help = `usage: sallyport approve [--json]
       sallyport approve ID [--deny]

Without an ID: the calls that were denied because nobody could be asked, and wait for an answer.
With one: shows the call, asks you, and lets exactly that call run once. It has to be made again
within ten minutes: by the same agent in the same session, directory and environment, with the
files that it reads unchanged. Only a person at a terminal can answer.

  --deny   tell the agent no

exit codes: 0 answered, 2 not, 64 usage
`

const spec = {
  deny: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

export async function run(args: readonly string[]): Promise<number> {
  const options = parseOptions(args, spec)
  if (!options.ok) return misused(options.faults[0].message)
  if (options.value.flag('help')) return shown(help)
  const [id, ...others] = options.value.operands
  if (others.length > 0) return misused('answer one question at a time')
  const approvals = openApprovals(ownPaths().approvals, systemClock)
  if (id === undefined) return list(approvals.waiting(), options.value.flag('json'))
  const question = approvals.find(id)
  if (question === null) return refused(`no question \`${id}\` waits; \`sallyport approve\` lists those that do`)
  return answer(approvals, question, options.value.flag('deny') ? 'denied' : 'approved')
}

function list(questions: readonly NamedQuestion[], json: boolean): number {
  if (json) return shownJson(questions)
  if (questions.length === 0) return shown('nothing waits for an answer\n')
  const width = process.stdout.columns ?? 100
  const now = Date.now()
  return shown(questions.map(question => `${questionRow(question, now, width)}\n`).join(''))
}

/** INVARIANT: the record comes first, and what is approved is what was shown. */
async function answer(
  approvals: ApprovalFiles,
  question: NamedQuestion,
  decision: 'approved' | 'denied',
): Promise<number> {
  if (!hasTerminal()) return refused('only a person at a terminal can answer; run it there')
  shown(questionText(question, painter(wantsColour(process.stdout))))
  const wanted = decision === 'denied' ? 'Tell the agent no?' : 'Let exactly this run, once?'
  if (!(await confirm(wanted))) return refused('not answered; the question still waits')
  if (approvals.find(question.id)?.binding !== question.binding)
    return refused('the question has ended meanwhile; nothing was answered')
  const recorded = await recordSetting(
    decision === 'denied' ? 'deny' : 'approve',
    `${question.id} ${question.approval} ${question.tool}: ${question.summary}`,
  )
  if (!recorded.ok) return refused(`not answered, since it cannot be recorded: ${faultText(recorded.faults[0])}`)
  const kept = approvals.answer(question, decision, personName())
  if (!kept.ok) return refused(faultText(kept.faults[0]))
  const until = clockTime(kept.value.until)
  return shown(
    decision === 'denied'
      ? `denied: the same call is refused until ${until}\n`
      : `approved: the same call runs once, until ${until}; tell the agent to try again\n`,
  )
}
