import '../../tuning/tuning.css'
import './playground.css'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Played, PlaygroundSetting } from '../../../../src/server/tuning/shapes.ts'
import { post } from '../../api.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { announce } from '../../components/toast.tsx'
import { withoutTicks } from '../../prose-parts.ts'
import { TextEditor } from '../../tuning/text-editor.tsx'
import { useAnswer, useTyped } from '../../tuning/use-answer.ts'
import { useSlash } from '../../tuning/use-slash.ts'
import { examples } from './examples.ts'
import { PlayedView } from './played-view.tsx'
import { questionOf } from './question.ts'

const starter = `version: 1
rules:
  - id: no-force-push
    when: { change: git/overwrite-remote }
    then: deny
    because: history on the remote is shared
`

export default function PlaygroundPage() {
  const setting = useAnswer<PlaygroundSetting>('/api/playground').value
  const [text, setText] = useState('git push --force origin main')
  const [cwd, setCwd] = useState('')
  const [policy, setPolicy] = useState('')
  const [edited, setEdited] = useState(starter)
  const field = useRef<HTMLTextAreaElement>(null)
  const question = questionOf({ text, cwd, policy, edited })
  const isCall = question !== null && typeof question !== 'string'
  const { answer, isPending } = useTyped<Played>(question, () => (isCall ? post('/api/playground', question) : null))
  const played = isCall && answer?.ok === true ? answer.value : null

  useEffect(() => {
    if (played !== null) announce(`${played.decision}. ${withoutTicks(played.sentence)}`)
  }, [played])
  useSlash(field)

  return (
    <div class="page playground">
      <section class="play-form" aria-label="The call">
        <label for="play-text">Type a command, or a tool call</label>
        <textarea
          id="play-text"
          ref={field}
          class="mono"
          rows={Math.min(Math.max(text.split('\n').length, 2), 8)}
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          value={text}
          onInput={event => setText(event.currentTarget.value)}
        />
        <div class="play-settings">
          <label>
            <span>Policy</span>
            <select value={policy} onChange={event => setPolicy(event.currentTarget.value)}>
              <option value="">in force now</option>
              {(setting?.presets ?? []).map(name => (
                <option key={name} value={name}>
                  on the preset {name}
                </option>
              ))}
              <option value="edited">with my own rules on top</option>
            </select>
          </label>
          <label>
            <span>Directory</span>
            <select value={cwd} onChange={event => setCwd(event.currentTarget.value)}>
              {setting === null ? <option value="">…</option> : <option value="">{setting.cwd}</option>}
              {(setting?.projects ?? [])
                .filter(root => root !== setting?.cwd)
                .map(root => (
                  <option key={root} value={root}>
                    {root}
                  </option>
                ))}
            </select>
          </label>
          <span class="muted small play-note">Nothing here is run or recorded.</span>
        </div>
        {policy === 'edited' ? (
          <TextEditor
            label="Your own rules"
            text={edited}
            onInput={setEdited}
            faults={played?.policyFaults ?? []}
            rows={9}
          />
        ) : null}
        <ul class="examples" aria-label="Examples">
          {examples.map(example => (
            <li key={example}>
              <button type="button" class="example mono" onClick={() => setText(example)}>
                {example}
              </button>
            </li>
          ))}
        </ul>
      </section>
      <div class={isPending ? 'play-result pending' : 'play-result'} aria-busy={isPending}>
        {typeof question === 'string' ? <p class="muted">{question}</p> : null}
        {isCall && answer?.ok === false ? (
          <p class="error-text" role="alert">
            {answer.error}
          </p>
        ) : null}
        {played === null ? null : <PlayedView played={played} />}
        {question === null ? (
          <EmptyState icon="playground" title="What would happen?">
            Type a command or choose an example. You see its effects, the decision, and the rules behind it.
          </EmptyState>
        ) : null}
      </div>
    </div>
  )
}
