import { isObject, type Json, type JsonObject, own, ownString } from '../core/json.ts'
import type { FileState, TreeChange } from './change.ts'

/** What a commit does, written down before it starts. */
export interface Manifest {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** The command that made the changes, for people. */
  readonly title: string
  /** Sallyport's id of the call that ran it; null if no call did. */
  readonly call: string | null
  /** The directories that had an overlay; the position of one is the name of its layer. */
  readonly roots: readonly string[]
  readonly changes: readonly TreeChange[]
  /** The directories in which names come or go, with their times before. */
  readonly parents: readonly { readonly path: string; readonly modified: string }[]
}

export const manifestText = (manifest: Manifest): string => JSON.stringify({ version: 1, ...manifest })

/** The manifest in a text; null if it is damaged. */
export function readManifest(text: string): Manifest | null {
  const value = parsed(text)
  if (value === null || own(value, 'version') !== 1) return null
  const [id, title, at] = [ownString(value, 'id'), ownString(value, 'title'), own(value, 'at')]
  const [roots, changes] = [own(value, 'roots'), own(value, 'changes')]
  if (
    id === undefined ||
    title === undefined ||
    typeof at !== 'number' ||
    !Array.isArray(roots) ||
    !Array.isArray(changes)
  )
    return null
  const read = changes.map(readChange)
  const paths = roots.filter(root => typeof root === 'string')
  return read.includes(null) || paths.length < roots.length
    ? null
    : {
        id,
        title,
        call: ownString(value, 'call') ?? null,
        at,
        roots: paths,
        changes: read.filter(change => change !== null),
        parents: readParents(value),
      }
}

function parsed(text: string) {
  try {
    const value: Json = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

const readParents = (value: JsonObject): Manifest['parents'] =>
  [own(value, 'parents') ?? []].flat().flatMap(one => {
    const [path, modified] = isObject(one) ? [ownString(one, 'path'), ownString(one, 'modified')] : []
    return path === undefined || modified === undefined ? [] : [{ path, modified }]
  })

function readChange(value: Json): TreeChange | null {
  if (!isObject(value)) return null
  const path = ownString(value, 'path')
  const [was, now] = [readState(own(value, 'was')), readState(own(value, 'now'))]
  if (path === undefined || was === undefined || now === undefined) return null
  const change = { path, was, now, content: own(value, 'content') === true }
  return own(value, 'within') === true ? { ...change, within: true } : change
}

const kinds = ['file', 'directory', 'link'] as const

/** Undefined if it is damaged. */
function readState(value: Json | undefined): FileState | null | undefined {
  if (value === null) return null
  if (value === undefined || !isObject(value)) return undefined
  const kind = kinds.find(one => one === own(value, 'kind'))
  const [mode, size, names, target] = ['mode', 'size', 'names', 'target'].map(key => own(value, key))
  const [modified, identity] = [ownString(value, 'modified'), ownString(value, 'identity')]
  const isWhole = typeof mode === 'number' && typeof size === 'number' && typeof names === 'number'
  if (kind === undefined || !isWhole || modified === undefined || identity === undefined) return undefined
  return { kind, mode, size, names, modified, identity, target: typeof target === 'string' ? target : null }
}
