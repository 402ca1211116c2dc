import type { Span } from '../../core/effect.ts'
import { visible } from '../../core/wording/visible.ts'
import type { Painter } from '../terminal/painter.ts'
import { wrapText } from '../terminal/wrap-text.ts'
import type { PromptQuestion } from './prompt-question.ts'

export interface PromptView {
  readonly paint: Painter
  /** The columns of the terminal. */
  readonly width: number
}

/** The question: who asks, the whole call, what it would do, what a yes could cost, and what could be remembered. */
export function promptLines(question: PromptQuestion, view: PromptView): readonly string[] {
  const { paint, width } = view
  const { offers, danger } = question
  return [
    '',
    ...wrapText(visible(question.asker), width).map(paint.dim),
    ...callLines(question, view),
    '',
    ...wrapText(visible(question.sentence), width).map(paint.bold),
    ...question.radius.flatMap(line => indented(visible(line), view)),
    ...wrapText(`danger ${danger}; ${reasonSources(question)}`, width).map(paint.dim),
    ...offers.flatMap((_, index) => offerLines(offers, index, view)),
    '',
  ]
}

/** The whole command, never cut, with the parts that cause the question marked. */
function callLines({ details, marks: spans }: PromptQuestion, view: PromptView): readonly string[] {
  const { command } = details
  if (typeof command !== 'string') {
    const argv = argvText(details)
    return argv === null ? fieldLines(details, view) : indented(visible(argv), view)
  }
  return command.split('\n').reduce<{ readonly at: number; readonly lines: readonly string[] }>(
    ({ at, lines }, line) => ({
      at: at + line.length + 1,
      lines: [...lines, ...markedRows(line, at, { spans, ...view })],
    }),
    { at: 0, lines: [] },
  ).lines
}

/** The words of a command that was given as a list, quoted where they need it. */
function argvText({ argv }: PromptQuestion['details']): string | null {
  if (!Array.isArray(argv) || !argv.every(word => typeof word === 'string')) return null
  return argv.map(word => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ')
}

/** One line for each field. A longer value continues further to the right, so that no value looks like another field. */
function fieldLines(details: PromptQuestion['details'], view: PromptView): readonly string[] {
  const fields = Object.entries(details).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  )
  const widest = Math.min(Math.max(0, ...fields.map(([key]) => key.length)), 20)
  return fields.flatMap(([key, value]) => {
    const text = visible(typeof value === 'string' ? value : JSON.stringify(value))
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
function reasonSources({ reasons }: PromptQuestion): string {
  const sources = reasons.map(({ layer, rule }) =>
    rule === null ? `asked by the ${layer}` : `rule \`${visible(rule.id)}\` (${visible(rule.file)}:${rule.line})`,
  )
  return [...new Set(sources)].join(', ')
}

/** The keys of the second offer have a 2 behind them, and so on. */
function offerLines(offers: PromptQuestion['offers'], index: number, view: PromptView): readonly string[] {
  const offer = offers[index]
  if (offer === undefined) return []
  const number = index === 0 ? '' : `${index + 1}`
  const keys = offer.upTo === 'always' ? `s${number}, t${number} or A${number}` : `s${number} or t${number}`
  const means = offers.some(({ shape }) => shape.does === 'fence')
    ? `run it ${visible(offer.text)}`
    : `do not ask again about \`${visible(offer.text)}\``
  return [
    ...indented(`${keys}: ${means}`, view),
    ...indented(view.paint.dim(`also lets through ${visible(offer.also)}`), view),
  ]
}

const indented = (text: string, { width }: PromptView): readonly string[] =>
  wrapText(text, Math.max(width - 2, 20)).map(line => `  ${line}`)

/** The keys that this question takes, in lines that break between keys. */
export function keyLine({ offers }: PromptQuestion, width: number): string {
  const kept = offers.flatMap(({ upTo }, index) => {
    const number = index === 0 ? '' : `${index + 1}`
    return [`s${number} session`, `t${number} one hour`, ...(upTo === 'always' ? [`A${number} always`] : [])]
  })
  const keys = ['a allow once', 'd deny', ...kept, 'r deny with a reason', 'e explain', '? help']
  const lines = keys.reduce<readonly string[]>((done, key) => {
    const last = done.at(-1)
    const longer = last === undefined ? key : `${last}  ${key}`
    return last === undefined || longer.length > width ? done.concat(key) : done.slice(0, -1).concat(longer)
  }, [])
  return lines.join('\n')
}

export const promptHelp = `a, y, yes   allow this call once
d, n, no    deny it
s           allow it, and do not ask again in this session about the calls named above
t           the same for one hour
A           the same always, in this project, for 90 days
s2, t2, A2  the same with the second of the offers above
r           deny it and tell the agent why
e           show every effect and the reasons
Enter alone does nothing.
`
