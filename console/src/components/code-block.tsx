import { type TextMark, visiblePieces } from '../visible-text.ts'

interface CodeBlockProps {
  readonly text: string
  /** The parts that cause the question. */
  readonly marks?: readonly TextMark[]
  readonly label?: string
}

/** A text of the agent, whole: wrapped and never cut, with hidden characters as visible signs. */
export const CodeBlock = ({ text, marks = [], label }: CodeBlockProps) => (
  <pre class="code-block" {...(label === undefined ? {} : { 'aria-label': label, role: 'group' as const })}>
    <code>
      <VisibleText text={text} marks={marks} />
    </code>
  </pre>
)

/** The same inside a line of text. */
export function VisibleText({ text, marks = [] }: { readonly text: string; readonly marks?: readonly TextMark[] }) {
  return (
    <bdi class="visible-text">
      {visiblePieces(text, marks).map((piece, index) => {
        const key = `${index}`
        if (piece.kind === 'hidden')
          return (
            <span key={key} class="hidden-character" title={`hidden character ${piece.name}`}>
              {piece.text}
            </span>
          )
        return piece.isMarked ? <mark key={key}>{piece.text}</mark> : piece.text
      })}
    </bdi>
  )
}
