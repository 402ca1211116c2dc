import { baseName } from '../core/path.ts'
import { visible } from '../core/wording/visible.ts'
import type { Notifier } from '../io/notifier.ts'
import type { Card } from './api.ts'
import type { Inbox } from './inbox/inbox.ts'
import type { StreamHub } from './stream/stream-hub.ts'

export interface Notifying {
  readonly inbox: Pick<Inbox, 'events'>
  /** The open consoles. */
  readonly stream: Pick<StreamHub, 'size'>
  readonly url: string
  readonly notifier: Notifier
}

/** Shows a notification for each new question while no console is open. Returns a function that ends it. */
export function notifyQuestions({ inbox, stream, url, notifier }: Notifying): () => void {
  const stop = inbox.events.on(event => {
    if (event.type === 'approval_required' && stream.size === 0) notifier.notify(noticeFor(event.card, url))
  })
  return () => {
    stop()
    notifier.close()
  }
}

/** INVARIANT: never the command itself, which others may see on the screen: only the sentence, the client and the project. */
const noticeFor = ({ id, client, cwd, sentence }: Pick<Card, 'id' | 'client' | 'cwd' | 'sentence'>, url: string) => ({
  title: visible(`${client ?? 'An agent'} waits for your answer`),
  text: visible(`${sentence} (in ${baseName(cwd)})`),
  link: `${url}/inbox/${encodeURIComponent(id)}`,
})
