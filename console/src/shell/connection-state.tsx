import { type Connection, connection } from '../stream.ts'

const texts: Readonly<Record<Connection, string>> = {
  connecting: 'Connecting',
  live: 'Live',
  offline: 'Not connected',
}

/** Whether the page is up to date. */
export const ConnectionState = () => (
  <span class={`connection ${connection.value}`} role="status" title={texts[connection.value]}>
    <span class="dot" aria-hidden="true" />
    <span class="connection-text">{texts[connection.value]}</span>
  </span>
)
