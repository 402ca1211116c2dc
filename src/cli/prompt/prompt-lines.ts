import type { ApprovalRequest } from '../../approvals/approver.ts'
import type { GrantOffer } from '../../approvals/grants/grant-offer.ts'
import { markedSpans } from '../../approvals/marked-spans.ts'
import { dangerOf, decidingEffects, decidingReasons } from '../../core/danger.ts'
import type { Span } from '../../core/effect.ts'
import { canonicalJson } from '../../core/json.ts'
import { sentence } from '../../core/wording/sentence.ts'
import { visible } from '../../core/wording/visible.ts'
import type { Painter } from '../terminal/painter.ts'
import { wrapText } from '../terminal/wrap-text.ts'

export interface PromptView {
  readonly paint: Painter
  /** The columns of the terminal. */
  readonly width: number
}

/** The question: who asks, the whole call, what it would do, what a yes could cost, and what could be remembered. */
export function promptLines(request: ApprovalRequest, view: PromptView): readonly string[] {
  const { verdict, offers } = request
  const { paint } = view
  const [offer] = offers
  return [
    '',
    paint.dim(visible(askerText(request))),
    ...callLines(request, view),
    '',
    ...wrapText(visible(sentence(verdict)), view.width).map(paint.bold),
    ...(verdict.radius ?? []).flatMap(line => indented(visible(line), view)),
    paint.dim(`danger ${dangerOf(decidingEffects(verdict))}; ${reasonSources(request)}`),
    ...(offer === undefined ? [] : offerLines(offer, view)),
    '',
  ]
}

const askerText = ({ tool, agents }: ApprovalRequest): string =>
  agents.length === 0 ? tool : `${tool}, by ${[...agents].reverse().join(', started by ')}, started by main`

/** The whole command, never cut, with the parts that cause the question marked. */
function callLines(request: ApprovalRequest, view: PromptView): readonly string[] {
  const { details } = request
  const { command } = details
  if (typeof command !== 'string') {
    const argv = argvText(details)
    return argv === null ? fieldLines(details, view) : indented(visible(argv), view)
  }
  const spans = markedSpans(request)
  return command.split('\n').reduce<{ readonly at: number; readonly lines: readonly string[] }>(
    ({ at, lines }, line) => ({
      at: at + line.length + 1,
      lines: [...lines, ...markedRows(line, at, { spans, ...view })],
    }),
    { at: 0, lines: [] },
  ).lines
}

/** The words of a command that was given as a list, quoted where they need it. */
function argvText({ argv }: ApprovalRequest['details']): string | null {
  if (!Array.isArray(argv) || !argv.every(word => typeof word === 'string')) return null
  return argv.map(word => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ')
}

/** One line for each field. A longer value continues further to the right, so that no value looks like another field. */
function fieldLines(details: ApprovalRequest['details'], view: PromptView): readonly string[] {
  const fields = Object.entries(details)
  const widest = Math.min(Math.max(0, ...fields.map(([key]) => key.length)), 20)
  return fields.flatMap(([key, value]) => {
    const text = visible(typeof value === 'string' ? value : canonicalJson(value))
    const [first = '', ...rest] = wrapText(text, Math.max(view.width - widest - 6, 20))
    return [`  ${visible(key).padEnd(widest)}  ${first}`, ...rest.map(line => `${' '.repeat(widest + 6)}${line}`)]
  })
}

interface Marking extends PromptView {
  readonly spans: readonly Span[]
}

/** A line of the command in rows of the terminal's width; marked characters are painted. */
function markedRows(line: string, start: number, { spans, paint, width }: Marking): readonly string[] {
  const room = Math.max(width - 2, 20)
  const rows: string[] = []
  for (let at = 0; at === 0 || at < line.length; at += room) {
    let row = ''
    for (let from = at; from < Math.min(at + room, line.length); ) {
      const isMarked = isIn(spans, start + from)
      let to = from + 1
      while (to < Math.min(at + room, line.length) && isIn(spans, start + to) === isMarked) to += 1
      const text = visible(line.slice(from, to))
      row += isMarked ? paint.deny(text) : text
      from = to
    }
    rows.push(`  ${row}`)
  }
  return rows
}

const isIn = (spans: readonly Span[], at: number): boolean => spans.some(({ start, end }) => at >= start && at < end)

/** The rules and modes that ask, each once. */
function reasonSources({ verdict }: ApprovalRequest): string {
  const sources = decidingReasons(verdict).map(({ layer, rule }) =>
    rule === null ? `asked by the ${layer}` : `rule \`${visible(rule.id)}\` (${visible(rule.file)}:${rule.line})`,
  )
  return [...new Set(sources)].join(', ')
}

function offerLines({ text, also, upTo }: GrantOffer, view: PromptView): readonly string[] {
  const keys = upTo === 'always' ? 's, t or A' : 's or t'
  return [
    ...indented(`${keys}: do not ask again about \`${visible(text)}\``, view),
    ...indented(view.paint.dim(`also lets through ${visible(also)}`), view),
  ]
}

const indented = (text: string, { width }: PromptView): readonly string[] =>
  wrapText(text, Math.max(width - 2, 20)).map(line => `  ${line}`)

/** The keys that this question takes, on one line. */
export function keyLine({ offers }: ApprovalRequest): string {
  const [offer] = offers
  const kept = offer === undefined ? [] : ['s session', 't one hour', ...(offer.upTo === 'always' ? ['A always'] : [])]
  return ['a allow once', 'd deny', ...kept, 'r deny with a reason', 'e explain', '? help'].join('  ')
}

export const promptHelp = `a, y, yes   allow this call once
d, n, no    deny it
s           allow it, and do not ask again in this session about the calls named above
t           the same for one hour
A           the same always, in this project, for 90 days
r           deny it and tell the agent why
e           show every effect and the reasons
Enter alone does nothing.
`
