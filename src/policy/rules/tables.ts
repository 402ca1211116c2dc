import { baseName } from '../../core/path.ts'
import type { PolicyTable, PolicyTables } from '../../core/program-table.ts'
import type { Layer } from '../../core/verdict.ts'
import type { PolicyDocument } from '../schema/document.ts'

/** A document with program tables, and whether its tables can vouch for a program. */
export interface Teacher {
  readonly layer: Layer
  readonly document: PolicyDocument
  readonly vouches: boolean
}

/**
 * The tables of all documents, highest layer first: of two tables for one name the first counts. Within a file a path
 * comes before a bare name. Null if no document has tables, so that lookups are skipped.
 */
export function policyTables(teachers: readonly Teacher[]): PolicyTables | null {
  const tables = new Map<string, PolicyTable[]>()
  for (const { layer, document, vouches } of teachers) {
    for (const { names, line, table, file = document.file } of document.programs) {
      for (const name of names.toSorted(pathsFirst)) {
        const last = baseName(name)
        tables.set(last, [...(tables.get(last) ?? []), { name, table, from: { layer, file, line }, vouches }])
      }
    }
  }
  return tables.size === 0 ? null : tables
}

const pathsFirst = (a: string, b: string): number => Number(b.includes('/')) - Number(a.includes('/'))

/** The tables of one document alone, for its own rules and examples. */
export const ownTables = (document: PolicyDocument): PolicyTables | null =>
  policyTables([{ layer: 'session', document, vouches: true }])
