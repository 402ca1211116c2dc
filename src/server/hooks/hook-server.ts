import type { HookAnswer } from '../../adapters/hooks/client.ts'
import type { HttpAnswer } from '../../adapters/hooks/http-answer.ts'
import type { Inbox } from '../inbox/inbox.ts'

/** Answers the hooks of clients: installed ones over a Unix socket in the state directory, and HTTP hooks over the server's port. */
export interface HookServer {
  readonly inbox: Inbox
  /** Why installed hooks cannot ask this server; null if they can. */
  readonly socketFault: string | null
  /** Answers `POST /hooks/CLIENT`. The caller has checked the method, Host, Origin, content type and size. */
  http(request: HttpHookRequest): Promise<HttpAnswer>
  /** Ends every question as cancelled; stored ones stay on disk. */
  close(): Promise<void>
}

export interface HttpHookRequest {
  /** The client, from the path. */
  readonly client: string
  readonly body: string
  readonly header: (name: string) => string | undefined
  /** Whether the client has closed its connection, which ends its question. */
  readonly isGone: () => boolean
}

/** One request of a hook, from either side. */
export interface HookRequest {
  readonly client: string
  readonly sent: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** Whether it came over the socket, which only programs outside the fence reach. */
  readonly proven: boolean
  /** How long the client waits for its hook. */
  readonly patienceMs: number
  readonly signal: AbortSignal
  readonly onWait: (ms: number) => void
}

export type AnswerRequest = (request: HookRequest) => Promise<HookAnswer>
