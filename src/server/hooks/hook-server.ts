import type { HttpAnswer } from '../../adapters/hooks/http-answer.ts'

/** Answers the hooks of clients: installed ones over a Unix socket in the state directory, and HTTP hooks over the server's port. */
export interface HookServer {
  /**
   * Answers `POST /hooks/CLIENT`. The caller has checked the method, Host, Origin, content type and size. `isGone` says whether the
   * client closed its connection, which ends its question. Null for a client without HTTP hooks.
   */
  http(client: string, body: string, isGone: () => boolean): Promise<HttpAnswer> | null
  close(): Promise<void>
}
