import { useState } from 'preact/hooks'
import type { FencedRuns } from '../../../../src/audit/fenced-runs.ts'
import type { Ask, Passed } from '../../../../src/audit/report.ts'
import type { MissedCalls, NamedTally } from '../../../../src/server/tuning/shapes.ts'
import { DecisionBadge } from '../../components/badge.tsx'
import { VisibleText } from '../../components/code-block.tsx'
import { toast } from '../../components/toast.tsx'
import { dateText } from '../../time-text.ts'
import { Prose } from '../../tuning/prose.tsx'
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
    <section class="panel flush" aria-label={title}>
      <h2>{title}</h2>
      <div class="table-scroll">
        <table class="table">
          <thead>
            <tr>
              <th scope="col">{name}</th>
              <th scope="col" class="number">
                Asked
              </th>
              <th scope="col" class="number">
                Denied
              </th>
              <th scope="col" class="number">
                Calls
              </th>
            </tr>
          </thead>
          <tbody>
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
          </tbody>
        </table>
      </div>
      {rows.length <= mostRows ? null : (
        <p class="table-foot">
          <button type="button" class="link-button" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'Show fewer' : `Show ${Math.min(rows.length, 60)}`}
          </button>
        </p>
      )}
    </section>
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
    <section class="panel flush" aria-label="Most frequent questions">
      <h2>Most frequent questions</h2>
      <p class="small muted">A rule answers a question from now on. Read it before you use it.</p>
      <div class="table-scroll">
        <table class="table">
          <thead>
            <tr>
              <th scope="col" class="number">
                Times
              </th>
              <th scope="col">Question and rule</th>
              <th scope="col">
                <span class="visually-hidden">Action</span>
              </th>
            </tr>
          </thead>
          <tbody>
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
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** Calls that ran only because the policy was watching or paused. */
export const PassedTable = ({ passed }: { readonly passed: readonly Passed[] }) =>
  passed.length === 0 ? null : (
    <section class="panel flush" aria-label="Ran only because the policy was watching or paused">
      <h2>Ran only because the policy was watching or paused</h2>
      <div class="table-scroll">
        <table class="table">
          <tbody>
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
          </tbody>
        </table>
      </div>
    </section>
  )

const heldNames: Readonly<Record<FencedRuns['held'][number]['by'], string>> = {
  network: 'access to',
  limit: 'more than the limit of',
  name: 'the protected name',
}

export const FenceList = ({ fence: { held } }: { readonly fence: FencedRuns }) =>
  held.length === 0 ? null : (
    <section class="panel flush" aria-label="Held back by the fence">
      <h2>Held back by the fence</h2>
      <div class="table-scroll">
        <table class="table">
          <tbody>
            {held.map(({ by, what, count }) => (
              <tr key={`${by} ${what}`}>
                <td class="number">{count}</td>
                <td class="wide">
                  {heldNames[by]} <VisibleText text={what} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
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
        <div class="table-scroll">
          <table class="table">
            <tbody>
              {missed.rows.map((row, index) => (
                <tr key={`${index} ${row.at}`}>
                  <td class="tight muted small">{dateText(row.at)}</td>
                  <td>{row.tool}</td>
                  <td class="wide mono">
                    <VisibleText text={row.text} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
