import type { RequestError } from '../api.ts'
import { Button } from '../components/button.tsx'

/** Says that a page could not be read, and offers to try again. */
export const LoadError = ({ error, onRetry }: { readonly error: RequestError; readonly onRetry: () => void }) => (
  <div class="load-error" role="alert">
    <span class="error-text">{error.error}</span>
    <Button onClick={onRetry}>Try again</Button>
  </div>
)
