import { useState } from 'preact/hooks'
import type { Played, PlayedEffect, PlayedFile } from '../../../../src/server/tuning/shapes.ts'
import { DangerBadge, DecisionBadge, TierBadge } from '../../components/badge.tsx'
import { CodeBlock, VisibleText } from '../../components/code-block.tsx'
import { Icon } from '../../components/icons.tsx'
import { Prose } from '../../components/prose.tsx'
import { FaultList } from '../../tuning/fault-list.tsx'

/** The verdict on a call: the sentence, the marked text, each effect with the rules behind it, and what to do. */
export function PlayedView({ played }: { readonly played: Played }) {
  if (played.policyFaults.length > 0)
    return (
      <section class="panel">
        <h2>The rules have faults</h2>
        <FaultList faults={played.policyFaults} />
      </section>
    )
  const stopped = played.marks.filter(({ decision }) => decision !== 'allow')
  return (
    <>
      <section class={`panel verdict ${played.decision}`} aria-label="The verdict">
        <div class="badges">
          <DecisionBadge decision={played.decision} />
          {played.decision === 'allow' ? null : <DangerBadge danger={played.danger} />}
          {played.watched === null ? null : <span class="badge">watching: would be {played.watched}</span>}
        </div>
        <h2>
          <Prose text={played.decision === 'allow' ? allowed(played) : played.sentence} />
        </h2>
        {played.text === null || played.text === '' ? null : (
          <CodeBlock text={played.text} marks={stopped} label="The command, with the parts that are stopped marked" />
        )}
        <Advice advice={played.advice} />
      </section>
      {played.effects.length === 0 ? (
        <Reasons played={played} />
      ) : (
        <section class="panel flush" aria-label="Effects">
          <h3>Effects</h3>
          <ol class="effect-tree">
            {played.effects.map((effect, index) => (
              <EffectRow key={`${index} ${effect.text}`} effect={effect} />
            ))}
          </ol>
        </section>
      )}
    </>
  )
}

/** An allowed call needs no warning, so its sentence only counts. */
const allowed = ({ effects, sentence }: Played): string =>
  effects.length === 0 ? 'Runs without a question.' : `Runs without a question. ${sentence}`

const Reasons = ({ played }: { readonly played: Played }) =>
  played.reasons.length === 0 ? null : (
    <section class="panel">
      <h3>Why</h3>
      <ul class="reasons">
        {played.reasons.map(({ decision, text }, index) => (
          <li key={`${index}`}>
            <span>
              <DecisionBadge decision={decision} /> <Prose text={text} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )

function Advice({ advice }: { readonly advice: readonly string[] }) {
  if (advice.length === 0) return null
  const rules = advice.filter(line => line.startsWith('- {'))
  return (
    <div class="advice small">
      {advice
        .filter(line => !line.startsWith('- {'))
        .map(line => (
          <p key={line} class="muted">
            <Prose text={line} />
          </p>
        ))}
      {rules.length === 0 ? null : <CodeBlock text={rules.join('\n')} label="Rules that would allow it" />}
    </div>
  )
}

function EffectRow({ effect }: { readonly effect: PlayedEffect }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li class="effect">
      <button type="button" class="effect-head" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span class={isOpen ? 'twist open' : 'twist'}>
          <Icon name="arrow" size={12} />
        </span>
        <span class={`effect-text mono depth-${Math.min(effect.depth, 5)}`}>
          {effect.depth > 0 ? <span class="branch">└ </span> : null}
          {effect.via === '' ? null : <span class="muted">{effect.via} › </span>}
          <VisibleText text={effect.text} />
        </span>
        <TierBadge tier={effect.tier} />
        <DecisionBadge decision={effect.decision} />
      </button>
      {isOpen ? <EffectDetails effect={effect} /> : null}
    </li>
  )
}

const EffectDetails = ({ effect }: { readonly effect: PlayedEffect }) => (
  <div class="effect-details small">
    <ul class="reasons">
      {effect.reasons.map(({ decision, text, layer, rule }, index) => (
        <li key={`${index}`}>
          <span>
            <DecisionBadge decision={decision} /> <Prose text={text} />
          </span>
          <span class="muted tiny">{rule === null ? layer : `rule ${rule.id}, ${rule.file}:${rule.line}`}</span>
        </li>
      ))}
    </ul>
    {effect.files.length === 0 ? null : (
      <>
        <h3>What each file said</h3>
        <ul class="file-lines">
          {effect.files.map(file => (
            <FileLine key={`${file.layer} ${file.file}`} file={file} />
          ))}
        </ul>
      </>
    )}
  </div>
)

function FileLine({ file }: { readonly file: PlayedFile }) {
  return (
    <li>
      <div>
        {file.layer === 'preset' ? null : <span class="muted">{file.layer} </span>}
        <VisibleText text={file.file} />
        {file.isTrusted ? null : <span class="badge">not trusted</span>}: {saidBy(file)}
      </div>
      {file.misses.length === 0 ? null : (
        <ul class="misses muted tiny">
          {file.misses.map(({ rule, line, why }) => (
            <li key={`${rule} ${line}`}>
              <code>{rule}</code> (line {line}) {why}
            </li>
          ))}
          {file.others === 0 ? null : <li>and {file.others} rules about other things</li>}
        </ul>
      )}
    </li>
  )
}

function saidBy({ spoke, silent, misses, others }: PlayedFile): string {
  if (spoke !== null) return `rule ${spoke.rule} (line ${spoke.line}) says ${spoke.decision}`
  if (silent === 'off') return 'is switched off'
  if (silent === 'replaced') return 'is not asked, because a rule of another file allows this'
  return misses.length + others === 0 ? 'has no rules' : 'has no rule that matches'
}
