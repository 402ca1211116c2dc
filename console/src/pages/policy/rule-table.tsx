import { useState } from 'preact/hooks'
import type { RuleRow } from '../../../../src/server/tuning/shapes.ts'
import { DecisionBadge } from '../../components/badge.tsx'
import { VisibleText } from '../../components/code-block.tsx'
import { now } from '../../state.ts'
import { ageText } from '../../time-text.ts'
import { Table } from '../../tuning/table-panel.tsx'

const firstShown = 12
const mostShown = 250

/** Rules in the order of the file, or those that matched most. */
export function RuleTable({ rules }: { readonly rules: readonly RuleRow[] }) {
  const [shows, setShows] = useState<'some' | 'all'>(rules.length <= firstShown ? 'all' : 'some')
  const used = rules.filter(({ hits }) => hits > 0).toSorted((a, b) => b.hits - a.hits)
  const shown = shows === 'all' ? rules.slice(0, mostShown) : (used.length > 0 ? used : rules).slice(0, firstShown)
  return (
    <>
      <Table columns={['Then', 'Rule', '#Matches', 'Last']}>
        {shown.map(rule => (
          <tr key={`${rule.id} ${rule.line}`} class={rule.hits === 0 ? 'unused' : ''}>
            <td>
              <DecisionBadge decision={rule.then} />
            </td>
            <td class="wide">
              <span class="rule-about">
                <VisibleText text={rule.about} />
              </span>
              <span class="muted tiny rule-name">
                {rule.id}, line {rule.line}
                {rule.because === null ? '' : `: ${rule.because}`}
              </span>
            </td>
            <td class="number">{rule.hits === 0 ? <span class="muted">0</span> : rule.hits}</td>
            <td class="tight muted small">{rule.lastAt === null ? 'never' : ageText(rule.lastAt, now.value)}</td>
          </tr>
        ))}
      </Table>
      {rules.length <= firstShown ? null : (
        <p class="table-foot small">
          <button type="button" class="link-button" onClick={() => setShows(shows === 'all' ? 'some' : 'all')}>
            {shows === 'all'
              ? 'Show the rules that matched most'
              : `Show all ${rules.length} rules in the order of the file`}
          </button>
          {shows === 'all' && rules.length > mostShown ? (
            <span class="muted"> The first {mostShown} are shown.</span>
          ) : null}
        </p>
      )}
    </>
  )
}
