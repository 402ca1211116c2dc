import { agentPath } from '../../core/wording/agent-path.ts'
import { visible } from '../../core/wording/visible.ts'
import type { HumanQuestion } from '../../runtime/tools/interaction/human.ts'
import { wrapText } from '../terminal/wrap-text.ts'
import type { PromptView } from './prompt-lines.ts'

/** A question of an agent: who asks, the question, the answers to choose from, and what to type. */
export function questionLines(question: HumanQuestion, view: PromptView): readonly string[] {
  const { text, options } = question
  const { paint, width } = view
  return [
    '',
    paint.dim(visible(askerText(question))),
    ...text.split('\n').flatMap(line => wrapText(visible(line), width).map(paint.bold)),
    ...options.flatMap((_, index) => optionLines(question, index, view)),
    paint.dim(howToAnswer(question)),
  ]
}

function askerText({ agents, header, timeoutMs }: HumanQuestion): string {
  const who = agents.length === 0 ? 'the agent' : `${agentPath(agents)},`
  const about = header === null || header === '' ? '' : ` about ${header}`
  const wait = timeoutMs === null ? '' : ` (it waits ${Math.ceil(timeoutMs / 1_000)} s)`
  return `${who} asks you${about}${wait}`
}

/** The number and the label, and the description behind it if it fits. */
function optionLines({ options }: HumanQuestion, index: number, { paint, width }: PromptView): readonly string[] {
  const { label, description } = options[index] ?? { label: '', description: null }
  const widest = Math.min(Math.max(...options.map(one => one.label.length)), 30)
  const number = String(index + 1).padStart(String(options.length).length)
  const head = `  ${number}  ${visible(label)}`
  if (description === null || description === '') return [head]
  const column = number.length + widest + 6
  const [first = '', ...rest] = wrapText(visible(description), Math.max(width - column, 20))
  return [`${head.padEnd(column)}${paint.dim(first)}`, ...rest.map(line => `${' '.repeat(column)}${paint.dim(line)}`)]
}

/** The answers that a person can type. */
export function howToAnswer({ options, isOpen }: HumanQuestion): string {
  if (options.length === 0) return 'type your answer; Ctrl-C gives none'
  const number = options.length === 1 ? 'type 1' : `type a number from 1 to ${options.length}`
  return `${number}${isOpen ? ', or an answer in your own words' : ''}; Ctrl-C gives none`
}

/** The answer that a typed line means; null if it is none. A number picks an option, and so does its label. */
export function readAnswer(line: string, { options, isOpen }: HumanQuestion): string | null {
  const text = line.trim()
  if (text === '') return null
  const byNumber = /^\d+$/.test(text) ? options[Number(text) - 1] : undefined
  const chosen = byNumber ?? options.find(({ label }) => label.toLowerCase() === text.toLowerCase())
  if (chosen !== undefined) return chosen.label
  return isOpen || options.length === 0 ? text : null
}
