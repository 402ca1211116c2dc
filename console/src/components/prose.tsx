import { proseParts } from '../prose-parts.ts'
import { VisibleText } from './code-block.tsx'

/** A message of Sallyport: names in backticks are set as code, and hidden characters are visible. */
export const Prose = ({ text }: { readonly text: string }) => (
  <>
    {proseParts(text).map((part, index) =>
      part.kind === 'code' ? (
        <code key={`${index}`} class="name">
          <VisibleText text={part.text} />
        </code>
      ) : (
        <VisibleText key={`${index}`} text={part.text} />
      ),
    )}
  </>
)
