import * as v from 'valibot'
import type { Result } from '../core/fault.ts'
import { tiers } from '../core/tier.ts'

/** A remembered answer: what it covers, for whom, and when it ends. It answers asks and nothing else. */
export type Grant = Readonly<v.InferOutput<typeof grantSchema>>

/** What a grant covers: never a whole shell. */
export type GrantShape = Readonly<v.InferOutput<typeof shapeSchema>>
export type RunShape = Extract<GrantShape, { readonly does: 'run' }>

/** How long an answer is remembered, shortest first. */
export const grantScopes = ['session', 'always'] as const
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
    /** What the program's own table derives from it, as far as that asked. */
    derives: texts,
  }),
  v.strictObject({
    does: v.picklist(['read', 'write', 'delete']),
    paths: v.pipe(texts, v.minLength(1)),
    /** Whether they are folders, and everything below them is covered. */
    below: v.boolean(),
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
    /** The one request that is covered; null for whatever the tool is given, which no tool that starts programs can have. */
    key: v.nullable(v.string()),
  }),
])

const grantSchema = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[0-9a-z]{8}$/)),
  shape: shapeSchema,
  scope: v.picklist(grantScopes),
  /** The session that it ends with; null if it outlives sessions. */
  session: v.nullable(v.string()),
  workspace: texts,
  /** Who it was given to; sub-agents have it too, as far as it is mild. */
  agents: texts,
  /** The rules and modes that it answers: one that asks for the first time is asked about. */
  answers: texts,
  by: v.string(),
  at: v.number(),
  until: v.number(),
})

const fileSchema = v.strictObject({ version: v.literal(1), grants: v.pipe(v.array(grantSchema), v.readonly()) })

/** The grants in a file's text; null if it is none of ours. */
export function readGrants(text: string): readonly Grant[] | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), fileSchema), text)
  return parsed.success ? parsed.output.grants : null
}

export const grantsText = (grants: readonly Grant[]): string => `${JSON.stringify({ version: 1, grants }, null, 2)}\n`

/** Where grants are kept. Reading never throws; what cannot be read is none. */
export interface GrantStore {
  read(): readonly Grant[]
  save(grant: Grant): Promise<Result<void>>
}
