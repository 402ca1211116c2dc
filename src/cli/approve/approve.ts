import { grantScopes } from '../../approvals/grants/grant.ts'
import { fail, faultText, ok, type Result } from '../../core/fault.ts'
import { systemClock } from '../../io/clock.ts'
import { personName, recordSetting } from '../../io/journal/record-setting.ts'
import { ownPaths } from '../../io/paths.ts'
import { type ApprovalFiles, type NamedQuestion, openApprovals } from '../../io/stores/approval-store.ts'
import { defineCommand } from '../define-command.ts'
import { askAt, type PromptAnswer } from '../prompt/ask-at.ts'
import { storedQuestion } from '../prompt/prompt-question.ts'
import { clockTime } from '../terminal/clock-time.ts'
import { confirm, hasTerminal } from '../terminal/confirm.ts'
import { counted } from '../terminal/counted.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import type { ParsedOptions } from '../terminal/options.ts'
import { failed, print, printJson, usageError } from '../terminal/outcome.ts'
import { stdoutPainter } from '../terminal/painter.ts'
import { approveAndRemember, keepGrant, offerFor, type Remembering } from './approve-and-remember.ts'
import { pickAt } from './pick-list.ts'
import { pickRow, questionRow, questionText, tryAgain } from './question-text.ts'

export const approveCommand = defineCommand({
  help: `usage: sallyport approve [--json]
       sallyport approve ID [--deny]
       sallyport approve ID --for hour|session|always [--any-input]

Some calls need approval but their agent cannot ask you. They are denied and wait here.
Without an ID, shows them as a list to pick from, asks you about each, and says how the agent goes
on. With an ID, shows that call, asks you, and lets exactly that call run once. The agent must repeat it within ten minutes, in the same session, directory and
environment; the files that it reads must not change. Only a person at a terminal can answer.

  --deny        refuse the call
  --for SCOPE   do not ask again: \`hour\` for one hour of this session, \`session\` for this
                session, \`always\` for this project, for 90 days; you see first what this allows (\`sallyport grants\` lists it)
  --any-input   with --for: allow the tool with any input; not for tools that run commands
  --json        print the list as JSON

exit codes: 0 listed or answered, 2 not answered, 64 usage
`,
  options: {
    deny: { type: 'boolean' },
    for: { type: 'string' },
    'any-input': { type: 'boolean' },
    json: { type: 'boolean' },
  },
  operands: { most: 1, otherwise: 'name one call at most' },
  run(options) {
    const [id] = options.operands
    const approvals = openApprovals(ownPaths().approvals, systemClock)
    if (id === undefined && (options.flag('json') || !hasTerminal()))
      return list(approvals.waiting(), options.flag('json'))
    if (id === undefined) return pick(approvals)
    const question = approvals.find(id)
    if (question === null) return failed(`no pending approval \`${id}\`; \`sallyport approve\` lists them`)
    const remembering = parseRemembering(options)
    if (!remembering.ok) return usageError(remembering.faults[0].message)
    if (remembering.value === null) return answer(approvals, question, options.flag('deny') ? 'denied' : 'approved')
    return remember(approvals, question, remembering.value)
  },
})

function parseRemembering(options: ParsedOptions): Result<Remembering | null> {
  const text = options.text('for')
  const anyInput = options.flag('any-input')
  if (text === undefined) return anyInput ? fail('validation', '`--any-input` needs `--for`') : ok(null)
  const scope = grantScopes.find(one => one === text)
  if (scope === undefined) return fail('validation', `\`--for\` must be ${grantScopes.join(', ')}, not \`${text}\``)
  return options.flag('deny')
    ? fail('validation', 'a denial is not remembered; use `--deny` without `--for`')
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
  if (questions.length === 0) return print('no pending approvals\n')
  const width = process.stdout.columns ?? 100
  const now = Date.now()
  return print(questions.map(question => `${questionRow(question, now, width)}\n`).join(''))
}

/** Lets the person pick calls and answer them, until none waits or they leave. */
async function pick(approvals: ApprovalFiles): Promise<number> {
  const terminal = { input: process.stdin, output: process.stdout }
  const { home } = ownPaths()
  for (let answered = 0; ; answered += 1) {
    const questions = approvals.waiting()
    if (questions.length === 0) return print(answered === 0 ? 'no pending approvals\n' : 'no more pending approvals\n')
    const index = await pickAt(
      terminal,
      {
        title: `${counted(questions.length, 'call')} ${questions.length === 1 ? 'waits' : 'wait'} for your answer`,
        rows: () => questions.map(question => pickRow(question, { now: Date.now(), home })),
        paint: stdoutPainter(),
      },
      questions.length,
    )
    const question = index === null ? undefined : questions[index]
    if (question === undefined) return exitCodes.allow
    const reply = await askAt(terminal, storedQuestion(question, home), new AbortController().signal)
    // Ctrl-C leaves the question open: the person wanted to leave, not to refuse.
    if (reply === null || (reply.kind === 'deny' && reply.left)) {
      print('not answered; the call still waits\n')
      continue
    }
    const code = await keep(approvals, question, reply)
    if (code !== exitCodes.allow) return code
  }
}

const keep = (approvals: ApprovalFiles, question: NamedQuestion, reply: PromptAnswer): Promise<number> => {
  if (reply.kind === 'deny') return keepAnswer(approvals, question, { decision: 'denied', says: reply.says })
  return reply.granted === null
    ? keepAnswer(approvals, question, { decision: 'approved', says: '' })
    : keepGrant(approvals, question, reply.granted)
}

async function answer(
  approvals: ApprovalFiles,
  question: NamedQuestion,
  decision: 'approved' | 'denied',
): Promise<number> {
  if (!hasTerminal()) return failed(noTerminal)
  print(questionText(question, stdoutPainter()))
  const wanted = decision === 'denied' ? 'Refuse this call?' : 'Let exactly this call run, once?'
  if (!(await confirm(wanted))) return failed('not answered; the call still waits')
  return keepAnswer(approvals, question, { decision, says: '' })
}

interface Answer {
  readonly decision: 'approved' | 'denied'
  /** The message to the agent with a denial; may be empty. */
  readonly says: string
}

/** INVARIANT: the answer is recorded before it takes effect, and it covers exactly the call that was shown. */
async function keepAnswer(
  approvals: ApprovalFiles,
  question: NamedQuestion,
  { decision, says }: Answer,
): Promise<number> {
  if (approvals.find(question.id)?.binding !== question.binding)
    return failed('the question expired; no answer was recorded')
  const recorded = await recordSetting(
    decision === 'denied' ? 'deny' : 'approve',
    `${question.id} ${question.approval} ${question.tool}: ${question.summary}`,
  )
  if (!recorded.ok)
    return failed(`not answered, because the answer cannot be recorded: ${faultText(recorded.faults[0])}`)
  const kept = approvals.answer(question, { decision, by: personName(), ...(says === '' ? {} : { says }) })
  if (!kept.ok) return failed(faultText(kept.faults[0]))
  const until = clockTime(kept.value.until)
  return print(
    decision === 'denied'
      ? `denied: this call is refused until ${until}\n`
      : `approved: this call can run once, until ${until}; ${tryAgain(question)}\n`,
  )
}
