import { VisibleText } from './code-block.tsx'

interface ChangedPathsProps {
  /** Each with `+`, `-` or `~` and a space in front. */
  readonly changes: readonly string[]
  /** How many more there are. */
  readonly more: number
}

const kinds: ReadonlyMap<string, readonly [name: string, sign: string]> = new Map([
  ['+', ['created', '+']],
  ['-', ['deleted', '−']],
  ['~', ['changed', '~']],
])

/** The paths that a run created, deleted and changed. */
export const ChangedPaths = ({ changes, more }: ChangedPathsProps) => (
  <ul class="changed-paths mono" aria-label="Changed paths">
    {changes.map((change, index) => {
      const [kind, sign] = kinds.get(change.slice(0, 1)) ?? ['changed', '~']
      return (
        <li key={`${index}`} class={kind}>
          <span class="diff-sign" aria-hidden="true">
            {sign}
          </span>
          <span class="visually-hidden">{kind} </span>
          <VisibleText text={change.slice(2)} />
        </li>
      )
    })}
    {more > 0 ? <li class="muted small">and {more.toLocaleString('en')} more</li> : null}
  </ul>
)
