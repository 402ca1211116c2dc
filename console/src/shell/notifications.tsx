import { signal } from '@preact/signals'
import { Icon } from '../components/icons.tsx'
import { toast } from '../components/toast.tsx'
import { withoutTicks } from '../prose-parts.ts'
import { navigate } from '../router.tsx'
import { pathTo } from '../routes.ts'
import { changeInbox } from '../state.ts'
import { listen } from '../stream.ts'

const canNotify = typeof Notification !== 'undefined'
const permission = signal<NotificationPermission>(canNotify ? Notification.permission : 'denied')

/** Tells the desktop about each new question while the page is not looked at. A click opens its card. */
export function startNotifications(): void {
  const open = new Map<string, Notification>()
  listen('approval_required', ({ card }) => {
    if (permission.value !== 'granted' || document.hasFocus()) return
    const note = new Notification(card.sentence === '' ? `${card.tool} needs approval` : withoutTicks(card.sentence), {
      // The command itself stays out: notifications appear on locked screens.
      body: `${card.client ?? 'An agent'} in ${card.workspace}`,
      tag: card.id,
      requireInteraction: card.grave,
    })
    open.set(card.id, note)
    note.addEventListener('click', () => {
      window.focus()
      changeInbox({ type: 'showed', id: card.id, at: Date.now() })
      navigate(pathTo('inbox', card.id))
      note.close()
    })
  })
  listen('approval_over', ({ approval_id: id }) => {
    open.get(id)?.close()
    open.delete(id)
  })
}

/** Asks for the permission. The browser's question never comes without a click on it. */
export function NotificationButton() {
  if (!canNotify || permission.value !== 'default') return null
  const ask = async (): Promise<void> => {
    permission.value = await Notification.requestPermission()
    toast(permission.value === 'granted' ? 'Notifications are on' : 'The browser blocks notifications for this page')
  }
  return (
    <button
      type="button"
      class="icon-button notify"
      aria-label="Turn on desktop notifications"
      title="Turn on desktop notifications"
      onClick={() => void ask()}
    >
      <Icon name="bell" />
    </button>
  )
}
