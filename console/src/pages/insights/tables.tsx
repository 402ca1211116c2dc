import { useState } from 'preact/hooks'
import type { FencedRuns } from '../../../../src/audit/fenced-runs.ts'
import type { Ask, Passed } from '../../../../src/audit/report.ts'
import type { MissedCalls, NamedTally } from '../../../../src/server/tuning/shapes.ts'
import { DecisionBadge } from '../../components/badge.tsx'
import { VisibleText } from '../../components/code-block.tsx'
import { Prose } from '../../components/prose.tsx'
import { toast } from '../../components/toast.tsx'
import { dateText } from '../../time-text.ts'
import { Table, TablePanel } from '../../tuning/table-panel.tsx'
import { tallyName } from './tally-name.ts'

const mostRows = 10

interface TallyTableProps {
  readonly title: string
  readonly name: string
  readonly rows: readonly NamedTally[]
}

export function TallyTable({ title, name, rows }: TallyTableProps) {
  const [showsAll, setShowsAll] = useState(false)
  if (rows.length === 0) return null
  const shown = showsAll ? rows.slice(0, 60) : rows.slice(0, mostRows)
  return (
    <TablePanel
      title={title}
      columns={[name, '#Asked', '#Denied', '#Calls']}
      foot={
        rows.length <= mostRows ? null : (
          <p class="table-foot">
            <button type="button" class="link-button" onClick={() => setShowsAll(!showsAll)}>
              {showsAll ? 'Show fewer' : `Show ${Math.min(rows.length, 60)}`}
            </button>
          </p>
        )
      }
    >
      {shown.map(row => (
        <tr key={row.name}>
          <td class="wide">
            <VisibleText text={tallyName(row.name)} />
          </td>
          <td class="number">{row.asked}</td>
          <td class="number">{row.denied}</td>
          <td class="number">{row.calls}</td>
        </tr>
      ))}
    </TablePanel>
  )
}

/** The most frequent questions, each with a rule that would answer it where that is safe to suggest. */
export function AsksTable({ asks }: { readonly asks: readonly Ask[] }) {
  if (asks.length === 0) return null
  const copy = (rule: string): void =>
    void navigator.clipboard.writeText(rule).then(
      () => toast('Copied. Paste it below `rules:` on the policy page.'),
      () => toast('The browser did not allow copying.', 'no'),
    )
  return (
    <TablePanel
      title="Most frequent questions"
      intro={<p class="small muted">A rule answers a question from now on. Read it before you use it.</p>}
      columns={['#Times', 'Question and rule', '']}
    >
      {asks.map(({ count, example, by, when }) => {
        const rule = when === null ? null : `- { when: ${when}, then: allow }`
        return (
          <tr key={`${by} ${example}`}>
            <td class="number">{count}</td>
            <td class="wide">
              <VisibleText text={example} /> <span class="muted small">({tallyName(by)})</span>
              <span class="rule-line mono">
                {rule === null ? 'no rule is recommended' : <VisibleText text={rule} />}
              </span>
            </td>
            <td class="tight">
              {rule === null ? null : (
                <button type="button" class="link-button" onClick={() => copy(rule)}>
                  Copy rule
                </button>
              )}
            </td>
          </tr>
        )
      })}
    </TablePanel>
  )
}

/** Calls that ran only because the policy was watching or paused. */
export const PassedTable = ({ passed }: { readonly passed: readonly Passed[] }) =>
  passed.length === 0 ? null : (
    <TablePanel title="Ran only because the policy was watching or paused" columns={['#Times', 'Would be', 'Effect']}>
      {passed.map(({ count, example, by, would }) => (
        <tr key={`${by} ${example} ${would}`}>
          <td class="number">{count}</td>
          <td>
            <DecisionBadge decision={would} />
          </td>
          <td class="wide">
            <VisibleText text={example} /> <span class="muted small">({tallyName(by)})</span>
          </td>
        </tr>
      ))}
    </TablePanel>
  )

const heldNames: Readonly<Record<FencedRuns['held'][number]['by'], string>> = {
  network: 'access to',
  limit: 'more than the limit of',
  name: 'the protected name',
}

export const FenceList = ({ fence: { held } }: { readonly fence: FencedRuns }) =>
  held.length === 0 ? null : (
    <TablePanel title="Held back by the fence" columns={['#Times', 'What']}>
      {held.map(({ by, what, count }) => (
        <tr key={`${by} ${what}`}>
          <td class="number">{count}</td>
          <td class="wide">
            {heldNames[by]} <VisibleText text={what} />
          </td>
        </tr>
      ))}
    </TablePanel>
  )

/** Calls in the clients' transcripts that the journal does not have. */
export function MissedTable({ missed }: { readonly missed: MissedCalls }) {
  return (
    <section class="panel flush missed" aria-label="Calls that missed the gate">
      <h2>Calls that missed the gate</h2>
      {missed.isKnown ? (
        <p class="small">
          {missed.missed === 0 ? 'None' : missed.missed} of {missed.calls} calls in {missed.transcripts}{' '}
          {missed.transcripts === 1 ? 'transcript' : 'transcripts'} did not reach the gate.
          {missed.missed === 0 ? null : <Prose text=" `sallyport doctor` may show why." />}
        </p>
      ) : (
        <p class="small muted">
          Not looked at: <Prose text={missed.why ?? ''} />.
        </p>
      )}
      {missed.rows.length === 0 ? null : (
        <Table columns={['When', 'Tool', 'Call']}>
          {missed.rows.map((row, index) => (
            <tr key={`${index} ${row.at}`}>
              <td class="tight muted small">{dateText(row.at)}</td>
              <td>{row.tool}</td>
              <td class="wide mono">
                <VisibleText text={row.text} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}
