import { fail, ok, type Result } from '../../../core/fault.ts'

/** One replacement of a text by another. */
export interface TextEdit {
  readonly old: string
  readonly new: string
  /** Whether every place counts. Otherwise there must be exactly one. */
  readonly all: boolean
  /** How often the old text must occur, if the caller said so. */
  readonly expected?: number
}

/** Applies edits one after the other: all of them, or none. */
export function editText(text: string, edits: readonly TextEdit[]): Result<string> {
  let edited = text
  for (const [i, edit] of edits.entries()) {
    const which = edits.length === 1 ? '' : `edit ${i + 1}: `
    const old = edit.old.replaceAll('\r\n', '\n')
    if (old === '') return fail('validation', `${which}the old text is empty`)
    if (edit.old === edit.new) return fail('validation', `${which}the old and the new text are the same`)
    const parts = edited.split(old)
    const count = parts.length - 1
    if (count === 0)
      return fail('not_found', `${which}the old text does not occur in the file; read it again and copy it exactly`)
    if (edit.expected !== undefined && count !== edit.expected)
      return fail('validation', `${which}the old text occurs ${count} times, not ${edit.expected}`)
    if (!edit.all && edit.expected === undefined && count > 1)
      return fail('validation', `${which}the old text occurs ${count} times; add lines around it, or replace all`)
    edited = parts.join(edit.new.replaceAll('\r\n', '\n'))
  }
  return ok(edited)
}
