import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { isWithin } from '../../core/path.ts'

const copySchema = v.object({
  version: v.literal(1),
  at: v.number(),
  title: v.string(),
  bytes: v.number(),
  session: v.string(),
  /** The id under which the journal has the call, the client's own id, and the digest of the shell text. */
  record: v.string(),
  clientCall: v.nullable(v.string()),
  text: v.nullable(v.string()),
  agents: v.pipe(v.array(v.string()), v.readonly()),
  tool: v.string(),
  endsWithCall: v.boolean(),
  /** The directories of the workspace; the position of one is the name of the copy of what lay in it. */
  roots: v.pipe(v.array(v.string()), v.readonly()),
  /** Paths that did not exist. If git brings a file back there, the undo removes it. */
  absent: v.pipe(v.array(v.string()), v.readonly()),
  /** Files and directories that were copied. */
  paths: v.pipe(v.array(v.string()), v.readonly()),
})

/** The record of the files that were copied for one call. */
export type Copy = v.InferOutput<typeof copySchema>

/** Null if the directory has no whole copy. */
export function readCopy(directory: string): Copy | null {
  try {
    const parsed = v.safeParse(copySchema, JSON.parse(readFileSync(`${directory}/copy.json`, 'utf8')))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}

/** The copy of a path. */
export function copyAt(directory: string, roots: readonly string[], path: string): string {
  const index = rootOf(roots, path)
  return `${directory}/${index}${path.slice(roots[index]?.length ?? 0)}`
}

/** The position of the innermost root that a path lies in; -1 if there is none. */
export const rootOf = (roots: readonly string[], path: string): number =>
  roots.reduce(
    (best, root, index) => (isWithin(path, root) && root.length > (roots[best]?.length ?? -1) ? index : best),
    -1,
  )
