import { VisibleText } from '../components/code-block.tsx'
import { proseParts } from './prose-parts.ts'

/** A message of Sallyport, with the parts in backticks as code. */
export const Prose = ({ text }: { readonly text: string }) => (
  <span class="prose">
    {proseParts(text).map(({ isCode, text: part }, index) => {
      const key = `${index}`
      return isCode ? (
        <code key={key}>
          <VisibleText text={part} />
        </code>
      ) : (
        <VisibleText key={key} text={part} />
      )
    })}
  </span>
)
