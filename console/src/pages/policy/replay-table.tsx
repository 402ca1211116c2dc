import type { Replay } from '../../../../src/server/tuning/shapes.ts'
import { DecisionBadge } from '../../components/badge.tsx'
import { VisibleText } from '../../components/code-block.tsx'
import { Prose } from '../../components/prose.tsx'
import { now } from '../../state.ts'
import { ageText } from '../../time-text.ts'
import { Table } from '../../tuning/table-panel.tsx'
import { replaySummary } from './replay-summary.ts'

const mostShown = 100

/** The past calls that a text would decide differently. */
export const ReplayTable = ({ replay }: { readonly replay: Replay }) => (
  <>
    <p class="small muted">{replaySummary(replay)}</p>
    {replay.changed.length === 0 ? null : (
      <Table columns={['Change', 'Call', '#Made', 'Last']}>
        {replay.changed.slice(0, mostShown).map(row => (
          <tr key={row.call}>
            <td class="tight">
              <DecisionBadge decision={row.before} /> <span aria-hidden="true">→</span>
              <span class="visually-hidden">becomes</span> <DecisionBadge decision={row.after} />
            </td>
            <td class="wide">
              <span class="mono">
                {row.tool === 'Bash' ? null : <span class="muted">{row.tool} </span>}
                <VisibleText text={row.text} />
              </span>
              <span class="muted tiny rule-name">
                <Prose text={row.because} />
                {row.rule === null ? '' : `, line ${row.rule.line}`}
              </span>
            </td>
            <td class="number">{row.count === 1 ? 'once' : `${row.count} times`}</td>
            <td class="tight muted small">{ageText(row.lastAt, now.value)}</td>
          </tr>
        ))}
      </Table>
    )}
  </>
)
