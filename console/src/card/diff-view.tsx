import { diffLines } from 'diff'
import { VisibleText } from '../components/code-block.tsx'
import type { TextEdit } from './edit-of.ts'

const signs = { added: '+', removed: '−', same: ' ' } as const

/** The lines that an edit removes and adds. */
export const DiffView = ({ edit }: { readonly edit: TextEdit }) => (
  <figure class="diff">
    {edit.path === '' ? null : (
      <figcaption class="mono">
        <VisibleText text={edit.path} />
      </figcaption>
    )}
    <pre>
      {linesOf(edit).map(({ kind, text }, index) => (
        <span key={`${index}`} class={`diff-line ${kind}`}>
          <span class="diff-sign">{signs[kind]}</span>
          <VisibleText text={text} />
        </span>
      ))}
    </pre>
  </figure>
)

interface DiffLine {
  readonly kind: keyof typeof signs
  readonly text: string
}

function linesOf({ before, after }: TextEdit): readonly DiffLine[] {
  const parts = diffLines(before, after, { timeout: 200 })
  // Too many changes to compare in time: the old text as a whole, then the new one.
  const compared = parts ?? [
    { value: before, added: false, removed: true },
    { value: after, added: true, removed: false },
  ]
  return compared.flatMap(({ value, added, removed }) =>
    value
      .replace(/\n$/, '')
      .split('\n')
      .map(text => ({ kind: added ? ('added' as const) : removed ? ('removed' as const) : ('same' as const), text })),
  )
}
