import { Icon } from '../components/icons.tsx'
import { overview } from '../state.ts'
import { clockText } from '../time-text.ts'
import { isAllStopped } from './stop-all.tsx'

/** Says when the gate does not work as usual: paused or stopped. It has its own place in the header, so it moves nothing. */
export function StatusBanner() {
  const state = overview.value
  if (state === null) return null
  if (isAllStopped()) return <Banner tone="no">Stopped: every call is denied</Banner>
  if (state.paused !== null)
    return (
      <Banner tone="ask">
        Paused by {state.paused.by}
        {state.paused.until === null ? '' : ` until ${clockText(state.paused.until)}`}: calls run unchecked
      </Banner>
    )
  if (state.stopped.length > 0)
    return (
      <Banner tone="no">
        {state.stopped.length} stopped {state.stopped.length === 1 ? 'session' : 'sessions'}
      </Banner>
    )
  return null
}

const Banner = ({ tone, children }: { readonly tone: 'ask' | 'no'; readonly children: preact.ComponentChildren }) => (
  <div class={`status-banner ${tone}`} role="status">
    <Icon name="warning" size={14} />
    <span>{children}</span>
  </div>
)
