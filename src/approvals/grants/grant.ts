import * as v from 'valibot'
import type { Result } from '../../core/fault.ts'
import { tiers } from '../../core/tier.ts'
import { allowanceKinds } from '../../fence/profile.ts'

/** A remembered answer: what it covers, for whom, and when it ends. It answers asks and cannot lift a deny. */
export type Grant = Readonly<v.InferOutput<typeof grantSchema>>

/** The calls that a grant covers. Never a whole shell tool. */
export type GrantShape = Readonly<v.InferOutput<typeof shapeSchema>>
export type RunShape = Extract<GrantShape, { readonly does: 'run' }>

/** How long an answer is remembered, shortest first. `hour`: it also ends with its session. */
export const grantScopes = ['hour', 'session', 'always'] as const
export type GrantScope = (typeof grantScopes)[number]

const texts = v.pipe(v.array(v.string()), v.readonly())

export const shapeSchema = v.variant('does', [
  v.strictObject({
    does: v.literal('run'),
    /** The program and its arguments, literally. */
    words: v.pipe(texts, v.minLength(1)),
    /** Whether one more plain word may follow. */
    open: v.boolean(),
    cwd: v.string(),
    code: v.picklist(['known', 'project', 'unknown']),
    tier: v.picklist(tiers),
    /** The effects that the program's table derives and that asked. */
    derives: texts,
    /** The addresses that its remotes lead to. Older grants have none, and cover no command that contacts a remote. */
    leadsTo: v.exactOptional(texts),
  }),
  v.strictObject({
    does: v.picklist(['read', 'write', 'delete']),
    paths: v.pipe(texts, v.minLength(1)),
    /** Whether the paths are folders with everything below them. */
    below: v.boolean(),
  }),
  v.strictObject({
    /** Everything that would run without a question if this repository were part of the workspace. */
    does: v.literal('work'),
    root: v.string(),
  }),
  v.strictObject({
    does: v.literal('connect'),
    host: v.string(),
    port: v.nullable(v.number()),
    sends: v.boolean(),
  }),
  v.strictObject({
    does: v.literal('call'),
    tool: v.string(),
    /** The one request that is covered; null for any input, which is never granted to a tool that starts programs. */
    key: v.nullable(v.string()),
    /** For any input of a tool whose fields are not known: the keys that the input must have. Older grants have none. */
    keys: v.exactOptional(texts),
  }),
  v.strictObject({
    /** Opens the fence for fenced calls in the workspace. It answers no question. */
    does: v.literal('fence'),
    opens: v.picklist(allowanceKinds),
    what: v.string(),
    /** The only program that may use it; null for all of them. */
    program: v.nullable(v.string()),
  }),
])

const grantSchema = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[0-9a-z]{8}$/)),
  shape: shapeSchema,
  scope: v.picklist(grantScopes),
  /** The session that it ends with; null if it outlives sessions. */
  session: v.nullable(v.string()),
  workspace: texts,
  /** The agent that it was given to. Sub-agents inherit it, except for destructive, sensitive and opaque effects. */
  agents: texts,
  /** The rules and modes that it answers; a new one asks again. */
  answers: texts,
  by: v.string(),
  at: v.number(),
  until: v.number(),
})

const fileSchema = v.strictObject({ version: v.literal(1), grants: v.pipe(v.array(grantSchema), v.readonly()) })

/** The grants in a file's text; null if the text is not a valid grants file. */
export function readGrants(text: string): readonly Grant[] | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), fileSchema), text)
  return parsed.success ? parsed.output.grants : null
}

export const grantsText = (grants: readonly Grant[]): string => `${JSON.stringify({ version: 1, grants }, null, 2)}\n`

/** Stores grants. `read` never throws; a file that cannot be read has no grants. */
export interface GrantStore {
  /** Set if each call has a gate of its own, so that grants for a session must be stored too. */
  readonly keepsSessions?: true
  read(): readonly Grant[]
  save(grant: Grant): Promise<Result<void>>
}
