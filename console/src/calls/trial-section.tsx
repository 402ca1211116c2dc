import type { CallAnswer } from '../../../src/server/api.ts'
import { Section } from '../card/question-card.tsx'
import { Badge } from '../components/badge.tsx'
import { Button } from '../components/button.tsx'
import { ChangedPaths } from '../components/changed-paths.tsx'
import { Prose } from '../components/prose.tsx'
import { shortenedIn } from '../known-roots.ts'
import { dateText } from '../time-text.ts'
import { trialBadges } from './trial-words.ts'
import { askUndo } from './undo-dialog.tsx'

type Tried = Parameters<typeof trialBadges>[0]

/** Says that a call ran contained or as a trial, and what became of its changes. */
export const TrialBadges = ({ row }: { readonly row: Tried }) => (
  <>
    {trialBadges(row).map(word => (
      <Badge key={word}>{word}</Badge>
    ))}
  </>
)

/** The changes of a run in an overlay, whether they were kept, and how to undo them. */
export function TrialSection({ call: { row, undo }, hasKey }: { readonly call: CallAnswer; readonly hasKey: boolean }) {
  const { trial } = row
  if (trial === null) return null
  const short = shortenedIn(row.workspace)
  return (
    <Section title="What it changed">
      {trial.changes.length === 0 ? (
        <p class="muted">It changed no file.</p>
      ) : (
        <>
          <p>
            It {trial.summary}. {trial.kept ? 'The changes were kept: ' : 'The changes were discarded: '}
            <Prose text={short(trial.because)} />.
          </p>
          <ChangedPaths changes={trial.changes.map(short)} more={trial.more} />
        </>
      )}
      {undo === null ? null : undo.isPossible ? (
        <div class="undo-line">
          <Button {...(hasKey ? { hint: 'u' } : {})} onClick={() => askUndo(row.id)}>
            Undo
          </Button>
          <span class="muted small">{undo.does}</span>
        </div>
      ) : trial.undone !== null ? (
        <p class="ask-text">
          Undone by {trial.undone.by}, {dateText(trial.undone.at)}.
        </p>
      ) : (
        <p class="muted small">
          It cannot be undone: <Prose text={short(undo.because)} />.
        </p>
      )}
    </Section>
  )
}
