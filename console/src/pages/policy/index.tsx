import '../../tuning/tuning.css'
import './policy.css'
import { useState } from 'preact/hooks'
import type { PolicyFileView, PolicyView } from '../../../../src/server/tuning/shapes.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { VisibleText } from '../../components/code-block.tsx'
import { navigate, route } from '../../router.tsx'
import { pathTo } from '../../routes.ts'
import { dateText } from '../../time-text.ts'
import { FaultList } from '../../tuning/fault-list.tsx'
import { LoadError } from '../../tuning/load-error.tsx'
import { useAnswer } from '../../tuning/use-answer.ts'
import { PolicyEditor } from './policy-editor.tsx'
import { RuleTable } from './rule-table.tsx'

export default function PolicyPage() {
  const project = route.value.query['project'] ?? ''
  const { value, error, reload } = useAnswer<PolicyView>('/api/policy', { project })
  const [editing, setEditing] = useState<string | null>(null)
  const file = value?.files.find(one => one.path === editing && one.isEditable) ?? null
  if (value === null)
    return <div class="page">{error === null ? null : <LoadError error={error} onRetry={reload} />}</div>
  if (file !== null)
    return (
      <PolicyEditor
        // A new text from the server starts a new editor.
        key={`${file.path} ${file.digest}`}
        file={file}
        onClose={() => setEditing(null)}
        onSaved={() => {
          setEditing(null)
          reload()
        }}
        onReload={reload}
      />
    )
  return (
    <div class="page policy">
      {error === null ? null : <LoadError error={error} onRetry={reload} />}
      <div class="page-tools">
        <label class="small">
          <span class="muted">Project</span>{' '}
          <select
            value={value.project ?? ''}
            onChange={event =>
              navigate(`${pathTo('policy')}?project=${encodeURIComponent(event.currentTarget.value)}`, 'replace')
            }
          >
            {value.project === null ? <option value="">none</option> : null}
            {value.projects.map(root => (
              <option key={root} value={root}>
                {root}
              </option>
            ))}
          </select>
        </label>
        <span class="muted small">
          {value.mode === '' ? null : `mode ${value.mode}, preset ${value.preset}; `}
          {value.since === null ? 'no calls recorded yet' : `matches counted since ${dateText(value.since)}`}
        </span>
      </div>
      {value.faults.length === 0 ? null : (
        <section class="panel policy-faults" role="alert">
          <h2>The policies have faults, so every call is denied</h2>
          <FaultList faults={value.faults} />
        </section>
      )}
      {value.files.map(one => (
        <FileSection key={`${one.layer} ${one.path}`} file={one} onEdit={() => setEditing(one.path)} />
      ))}
    </div>
  )
}

const layerNames: ReadonlyMap<string, string> = new Map([
  ['organisation', 'Organisation'],
  ['user', 'Your own policy'],
  ['project', 'Project'],
  ['session', 'This session'],
  ['base', 'Preset'],
])

function FileSection({ file, onEdit }: { readonly file: PolicyFileView; readonly onEdit: () => void }) {
  const { layer, path, text, rules, isEditable } = file
  return (
    <section class="panel flush policy-file" aria-label={layerNames.get(layer) ?? layer}>
      <header>
        <div>
          <h2>
            {layerNames.get(layer) ?? layer} <TrustBadge file={file} />
          </h2>
          <p class="mono muted path">
            <VisibleText text={path.replace(/^.*\/presets\//, 'presets/')} />
          </p>
        </div>
        {isEditable ? <Button onClick={onEdit}>{text === null ? 'Write one' : 'Edit'}</Button> : null}
      </header>
      {rules.length === 0 ? (
        <p class="muted small no-rules">
          {text === null && isEditable ? 'There is no such file yet.' : 'This file has no rules.'}
        </p>
      ) : (
        <RuleTable rules={rules} />
      )}
    </section>
  )
}

function TrustBadge({ file: { trust, text } }: { readonly file: PolicyFileView }) {
  if (text === null) return null
  if (trust === 'trusted') return <Badge tone="ok">trusted</Badge>
  if (trust === 'untrusted') return <Badge tone="ask">not trusted: only its asks and denies count</Badge>
  return trust === 'changed' ? <Badge tone="ask">changed since it was trusted</Badge> : null
}
