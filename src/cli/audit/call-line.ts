import type { CallState, TimelineRow } from '../../audit/timeline-row.ts'
import type { Decision } from '../../core/decision.ts'
import { visible } from '../../core/wording/visible.ts'
import { shortTime } from '../terminal/clock-time.ts'
import type { Painter } from '../terminal/painter.ts'
import { cutText } from '../terminal/wrap-text.ts'

/** A call on one line: number, time, client, what became of it, the command or path, and who answered or why it was stopped. */
export function callLine(row: TimelineRow, paint: Painter, width: number): string {
  const head = `${String(row.sequence).padStart(6)}  ${shortTime(row.at).padEnd(14)}  ${cutText(visible(row.client ?? '-'), 11).padEnd(11)}`
  const { word, as } = endings[row.state]
  const room = Math.max(width - head.length - wordWidth - 4, 20)
  const remark = cutText(visible(remarkOn(row)), Math.max(Math.floor(room / 2), 12))
  const text = cutText(visible(callText(row)), remark === '' ? room : Math.max(room - remark.length - 2, 12))
  return `${paint.dim(head)}  ${paint[as](word.padEnd(wordWidth))}  ${text}${remark === '' ? '' : paint.dim(`  ${remark}`)}`
}

const wordWidth = 9

/** A shell command needs no tool name: it is the command. */
const callText = ({ tool, text }: TimelineRow): string => (shells.has(tool.toLowerCase()) ? text : `${tool} ${text}`)

const shells: ReadonlySet<string> = new Set(['bash', 'shell', 'shell_exec', 'shell_command', 'exec_command'])

/** The word for each state, and the decision whose colour it has. */
export const endings: Readonly<Record<CallState, { readonly word: string; readonly as: Decision }>> = {
  allowed: { word: 'ALLOW', as: 'allow' },
  running: { word: 'RUNNING', as: 'allow' },
  finished: { word: 'RAN', as: 'allow' },
  failed: { word: 'FAILED', as: 'ask' },
  asked_client: { word: 'ASK', as: 'ask' },
  waiting: { word: 'WAITING', as: 'ask' },
  denied: { word: 'DENY', as: 'deny' },
  expired: { word: 'EXPIRED', as: 'deny' },
  cancelled: { word: 'CANCELLED', as: 'deny' },
}

/** Who answered; else what the fence held back, or why it was stopped. */
function remarkOn({ answeredBy, state, because, heldBack, flags }: TimelineRow): string {
  if (heldBack !== null) return `held back: ${heldBack}`
  if (answeredBy !== null) return `by ${answeredBy}`
  if (state === 'asked_client') return 'in the client'
  if (flags.includes('watched')) return `watching: ${because}`
  return state === 'denied' || state === 'cancelled' ? because : ''
}
