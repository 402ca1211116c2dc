import type { EnvEntry } from '../../../core/effect.ts'
import { isKnown, type Word } from '../../../core/word.ts'
import type { Frame } from '../../frame/frame.ts'
import { isAsAtFirst } from '../../frame/scope.ts'
import { lookUp } from './compile.ts'
import type { Program } from './table.ts'

/**
 * Variables that the call exported before (`export RUSTC_WRAPPER=x; cargo build`), and those set in front of the program.
 */
export function environment(env: readonly EnvEntry[], { scope, world }: Frame): readonly EnvEntry[] {
  const before: EnvEntry[] = []
  for (const [name, value] of scope.variables)
    if (scope.exported.has(name) && !isAsAtFirst(name, value, world.place)) before.unshift({ name, value })
  return before.length === 0 ? env : [...before, ...env]
}

/** The arguments, preceded by those that variables add: `PYTEST_ADDOPTS='-p x' pytest`. */
export function withOptions(
  table: Program | undefined,
  call: { readonly args: readonly Word[]; readonly env: readonly EnvEntry[] },
  frame: Frame,
): readonly Word[] {
  if (table?.env === undefined) return call.args
  const given = environment(call.env, frame)
  if (given.length === 0) return call.args
  const added = given.flatMap(({ name, value }) =>
    lookUp(table.env, name) === 'more options' && isPlainList(value) ? value.split(/\s+/).filter(Boolean) : [],
  )
  return added.length === 0 ? call.args : [...added, ...call.args]
}

/** Words separated by spaces; a value with quotes or unknown parts needs approval. */
export const isPlainList = (value: Word): value is string => isKnown(value) && !/["'\\$`]/.test(value)
