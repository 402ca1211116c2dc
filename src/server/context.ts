import type { Hono } from 'hono'
import type { Ports } from '../gate/ports.ts'
import type { JournalWatch } from '../io/journal/watch-journal.ts'
import type { OwnPaths } from '../io/paths.ts'
import type { Overview, RunMode } from './api.ts'
import type { CallIndex } from './calls/call-index.ts'
import type { HookServer } from './hooks/hook-server.ts'
import type { Inbox } from './inbox/inbox.ts'
import type { StreamHub } from './stream/stream-hub.ts'

/** The services that every route may use. */
export interface ServerContext {
  readonly env: NodeJS.ProcessEnv
  readonly paths: OwnPaths
  /** The person who started the server. Only that person can sign in, so every change is theirs. */
  readonly user: string
  readonly machine: string
  readonly version: string
  /** The ports of a gate on this machine, with the server's own journal. Approvers are added by those who ask. */
  readonly ports: Ports
  readonly journal: { readonly directory: string; readonly anchor: string; readonly watch: JournalWatch }
  readonly calls: CallIndex
  readonly inbox: Inbox
  readonly hooks: Pick<HookServer, 'http'>
  readonly stream: StreamHub
  readonly settings: ServerSettings
  overview(): Promise<Overview>
  /** Says that the overview may have changed. Streams get it soon. */
  changed(): void
}

/** Settings that a person can change at run time. */
export interface ServerSettings {
  mode(): RunMode
  /** The sessions that were stopped. */
  stopped(): readonly string[]
}

/** Adds the routes of one part. Their paths begin with `/api/`, and only signed-in callers reach them. */
export type RouteModule = (app: Hono, context: ServerContext) => void
