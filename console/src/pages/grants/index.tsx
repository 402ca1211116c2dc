import '../../tuning/tuning.css'
import './grants.css'
import { useRef, useState } from 'preact/hooks'
import type { GrantList, GrantRow, Revoked } from '../../../../src/server/tuning/shapes.ts'
import { post } from '../../api.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { CodeBlock, VisibleText } from '../../components/code-block.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { FilterBar } from '../../components/filter-bar.tsx'
import { toast, toastError } from '../../components/toast.tsx'
import { Link } from '../../router.tsx'
import { pathTo } from '../../routes.ts'
import { now } from '../../state.ts'
import { ageText, dateText } from '../../time-text.ts'
import { LoadError } from '../../tuning/load-error.tsx'
import { untilText } from '../../tuning/until-text.ts'
import { useAnswer } from '../../tuning/use-answer.ts'
import { useSlash } from '../../tuning/use-slash.ts'
import { ContainedFileList } from './contained-files.tsx'
import { filterGrants, scopeNames } from './filter-grants.ts'

const mostShown = 200

export default function GrantsPage() {
  const { value, error, reload } = useAnswer<GrantList>('/api/grants')
  const [filter, setFilter] = useState<Readonly<Record<string, string>>>({})
  const [revoking, setRevoking] = useState<GrantRow | null>(null)
  const field = useRef<HTMLInputElement>(null)
  useSlash(field)

  const revoke = async (grant: GrantRow): Promise<void> => {
    setRevoking(null)
    const answer = await post<Revoked>(`/api/grants/${grant.id}/revoke`)
    if (!answer.ok) toastError(answer)
    else if (answer.value.isRecorded) toast('Revoked. Calls that it covered ask again.')
    else toast('Revoked, but the journal could not record it.', 'no')
    reload()
  }

  const grants = value?.grants ?? []
  const listed = filterGrants(grants, filter)
  return (
    <div class="page grants">
      {error === null ? null : <LoadError error={error} onRetry={reload} />}
      {value !== null && grants.length === 0 ? (
        <EmptyState icon="grants" title="No grants">
          A grant is an approval that is remembered. When you approve a question for a session or for good, it appears
          here, with the calls that it lets through.
        </EmptyState>
      ) : null}
      {grants.length === 0 ? null : (
        <>
          <div class="page-tools">
            <FilterBar
              textRef={field}
              values={filter}
              onChange={(name, text) => setFilter(before => ({ ...before, [name]: text }))}
              fields={[
                { name: 'text', label: 'Filter by words' },
                {
                  name: 'scope',
                  label: 'Scope',
                  options: Object.entries(scopeNames).map(([value, text]) => ({ value, text })),
                },
                {
                  name: 'use',
                  label: 'Use',
                  options: [
                    { value: 'used', text: 'used' },
                    { value: 'unused', text: 'never used' },
                  ],
                },
              ]}
            />
            <span class="muted small">
              {listed.length === grants.length ? `${grants.length}` : `${listed.length} of ${grants.length}`} in force
            </span>
          </div>
          <ul class="grant-list">
            {listed.slice(0, mostShown).map(grant => (
              <GrantItem key={grant.id} grant={grant} onRevoke={() => setRevoking(grant)} />
            ))}
          </ul>
          {listed.length > mostShown ? <p class="muted small">The first {mostShown} are shown.</p> : null}
          {listed.length === 0 ? <p class="muted">No grant matches the filter.</p> : null}
        </>
      )}
      <ContainedFileList />
      {revoking === null ? null : (
        <Dialog
          title="Revoke this grant?"
          onClose={() => setRevoking(null)}
          actions={
            <>
              <Button onClick={() => setRevoking(null)}>Keep it</Button>
              <Button kind="no" onClick={() => void revoke(revoking)}>
                Revoke
              </Button>
            </>
          }
        >
          <CodeBlock text={revoking.text} />
          <p>Calls that it covers will ask again. Calls that already run are not stopped.</p>
        </Dialog>
      )}
    </div>
  )
}

function GrantItem({ grant, onRevoke }: { readonly grant: GrantRow; readonly onRevoke: () => void }) {
  return (
    <li class="panel grant">
      <div class="grant-main">
        <p class="grant-text mono">
          <VisibleText text={grant.text} />
        </p>
        <p class="small muted">
          also covered: <VisibleText text={grant.also} />
        </p>
        <ul class="origin">
          <li title={dateText(grant.until)}>
            <Badge tone={grant.scope === 'always' ? 'accent' : 'plain'}>{scopeNames[grant.scope]}</Badge> ends{' '}
            {untilText(grant.until, now.value)}
          </li>
          <li>{grant.workspace.map(root => root.replace(/^\/(?:home|Users)\/[^/]+/, '~')).join(', ')}</li>
          {grant.agents.length === 0 ? null : <li>for {grant.agents.join(' › ')}</li>}
          <li>
            by {grant.by}, {ageText(grant.at, now.value)}
          </li>
        </ul>
      </div>
      <div class="grant-side">
        <Uses grant={grant} />
        <Button kind="no" onClick={onRevoke} aria-label={`Revoke ${grant.text}`}>
          Revoke
        </Button>
      </div>
    </li>
  )
}

function Uses({ grant: { uses, lastUse, lastCall, does } }: { readonly grant: GrantRow }) {
  if (does === 'fence') return <p class="small muted">opens the fence; its uses are not counted</p>
  if (uses === 0 || lastUse === null) return <p class="small muted">not used yet</p>
  const last = ageText(lastUse, now.value)
  return (
    <p class="small numbers">
      answered {uses} {uses === 1 ? 'call' : 'calls'}
      <br />
      <span class="muted">last {lastCall === null ? last : <Link to={pathTo('timeline', lastCall)}>{last}</Link>}</span>
    </p>
  )
}
