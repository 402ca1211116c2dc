import type { Library } from '../library.ts'
import { compileTable, compileTables } from '../table.ts'
import { answers } from './answers.ts'
import { functions, methods } from './functions.ts'

const tables = compileTables(functions)

export const phpLibrary: Library = {
  tables,
  methods: compileTable(methods),
  global: name => (isOwn(name) ? null : `php.${name}`),
  canonical: name => name,
  distrusts: module => `loads \`${module}\``,
  ownPath: () => null,
  isStrange: () => false,
  bears: () => false,
  dataFile: () => null,
  hatches: new Map(),
  guarded: new Set(),
  inspectors: new Set(),
  showing: new Set(),
  measures: new Set(
    ['isset', 'empty', 'strlen', 'is_null', 'is_string', 'boolval', 'gettype'].map(name => `php.${name}`),
  ),
  sending: new Set(),
  answers,
}

/** Variables, and functions that the code defines. */
const isOwn = (name: string): boolean =>
  name.endsWith('()') || (name.startsWith('$') && tables.get('php')?.has(name) !== true)
