import { grantScopes } from '../../approvals/grant.ts'
import { fail, faultText, ok, type Result } from '../../core/fault.ts'
import { systemClock } from '../../io/clock.ts'
import { ownPaths } from '../../io/paths.ts'
import { type ApprovalFiles, type NamedQuestion, openApprovals } from '../../io/stores/approval-store.ts'
import { defineCommand } from '../define-command.ts'
import { personName, recordSetting } from '../record-setting.ts'
import { clockTime } from '../terminal/clock-time.ts'
import { confirm, hasTerminal } from '../terminal/confirm.ts'
import type { ParsedOptions } from '../terminal/options.ts'
import { failed, print, printJson, usageError } from '../terminal/outcome.ts'
import { stdoutPainter } from '../terminal/painter.ts'
import { approveAndRemember, offerFor, type Remembering } from './approve-and-remember.ts'
import { questionRow, questionText } from './question-text.ts'

export const approveCommand = defineCommand({
  help: `usage: sallyport approve [--json]
       sallyport approve ID [--deny]
       sallyport approve ID --for session|always [--any-input]

Without an ID: the calls that were denied because nobody could be asked, and wait for an answer.
With one: shows the call, asks you, and lets exactly that call run once. It has to be made again
within ten minutes: by the same agent in the same session, directory and environment, with the
files that it reads unchanged. Only a person at a terminal can answer.

  --deny        tell the agent no
  --for SCOPE   remember it: you are shown what will not be asked again, and what else that
                lets through; always means in this project, for 90 days, see \`sallyport grants\`
  --any-input   remember it for whatever the tool is given; not for tools that run commands

exit codes: 0 answered, 2 not, 64 usage
`,
  options: {
    deny: { type: 'boolean' },
    for: { type: 'string' },
    'any-input': { type: 'boolean' },
    json: { type: 'boolean' },
  },
  operands: { most: 1, otherwise: 'answer one question at a time' },
  run(options) {
    const [id] = options.operands
    const approvals = openApprovals(ownPaths().approvals, systemClock)
    if (id === undefined) return list(approvals.waiting(), options.flag('json'))
    const question = approvals.find(id)
    if (question === null) return failed(`no question \`${id}\` waits; \`sallyport approve\` lists those that do`)
    const remembering = rememberingOf(options)
    if (!remembering.ok) return usageError(remembering.faults[0].message)
    if (remembering.value === null) return answer(approvals, question, options.flag('deny') ? 'denied' : 'approved')
    return remember(approvals, question, remembering.value)
  },
})

function rememberingOf(options: ParsedOptions): Result<Remembering | null> {
  const given = options.text('for')
  const anyInput = options.flag('any-input')
  if (given === undefined) return anyInput ? fail('validation', '`--any-input` needs `--for`') : ok(null)
  const scope = grantScopes.find(one => one === given)
  if (scope === undefined) return fail('validation', `\`--for\` must be ${grantScopes.join(' or ')}, not \`${given}\``)
  return options.flag('deny')
    ? fail('validation', 'a denial is not remembered; leave `--for` out')
    : ok({ scope, anyInput })
}

async function remember(approvals: ApprovalFiles, question: NamedQuestion, wanted: Remembering): Promise<number> {
  if (!hasTerminal()) return failed(noTerminal)
  const offer = offerFor(question, wanted)
  if (!offer.ok) return failed(faultText(offer.faults[0]))
  const paint = stdoutPainter()
  print(questionText(question, paint))
  return approveAndRemember(approvals, question, { offer: offer.value, scope: wanted.scope, paint })
}

const noTerminal = 'only a person at a terminal can answer; run it there'

function list(questions: readonly NamedQuestion[], json: boolean): number {
  if (json) return printJson(questions)
  if (questions.length === 0) return print('nothing waits for an answer\n')
  const width = process.stdout.columns ?? 100
  const now = Date.now()
  return print(questions.map(question => `${questionRow(question, now, width)}\n`).join(''))
}

/** INVARIANT: the record comes first, and what is approved is what was shown. */
async function answer(
  approvals: ApprovalFiles,
  question: NamedQuestion,
  decision: 'approved' | 'denied',
): Promise<number> {
  if (!hasTerminal()) return failed(noTerminal)
  print(questionText(question, stdoutPainter()))
  const wanted = decision === 'denied' ? 'Tell the agent no?' : 'Let exactly this run, once?'
  if (!(await confirm(wanted))) return failed('not answered; the question still waits')
  if (approvals.find(question.id)?.binding !== question.binding)
    return failed('the question has ended meanwhile; nothing was answered')
  const recorded = await recordSetting(
    decision === 'denied' ? 'deny' : 'approve',
    `${question.id} ${question.approval} ${question.tool}: ${question.summary}`,
  )
  if (!recorded.ok) return failed(`not answered, since it cannot be recorded: ${faultText(recorded.faults[0])}`)
  const kept = approvals.answer(question, decision, personName())
  if (!kept.ok) return failed(faultText(kept.faults[0]))
  const until = clockTime(kept.value.until)
  return print(
    decision === 'denied'
      ? `denied: the same call is refused until ${until}\n`
      : `approved: the same call runs once, until ${until}; tell the agent to try again\n`,
  )
}
