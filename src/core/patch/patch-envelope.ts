import type { PatchName } from './patch-text.ts'

const header = /^\s*\*\*\* (Add File|Update File|Delete File|Move to): (.*)$/

const doesBy = new Map<string, PatchName['does']>([
  ['Add File', 'add'],
  ['Update File', 'change'],
  ['Delete File', 'remove'],
  ['Move to', 'add'],
])

/** The files that the envelope form names: `*** Update File: x`. */
export function envelopeNames(lines: readonly string[]): readonly PatchName[] {
  const names: PatchName[] = []
  let updated: number | null = null
  for (const line of lines) {
    const [, verb = '', text = ''] = header.exec(line) ?? []
    const does = doesBy.get(verb)
    const path = text.trim()
    if (does === undefined) continue
    const moved = verb === 'Move to' && updated !== null ? names[updated] : undefined
    if (updated !== null && moved !== undefined) names[updated] = { ...moved, does: 'remove' }
    if (verb === 'Update File') updated = path === '' ? null : names.length
    if (path === '') continue
    names.push({ path, does, isBare: true, form: 'envelope', isInChange: false, isOldName: false })
  }
  return names
}

/** The section of a line, outside the hunks that count their lines. */
export type EnvelopeChange = 'none' | 'hunk' | 'envelope' | 'envelope end'

export function changeAt(line: string, before: EnvelopeChange): EnvelopeChange {
  if (/^\s*\*\*\* Begin Patch\s*$/.test(line) || header.test(line)) return 'envelope'
  if (/^\s*\*\*\* End Patch\s*$/.test(line)) return 'envelope end'
  if (before === 'envelope') return before
  if (line.startsWith('@@')) return /^@@ -\d/.test(line) ? 'none' : 'hunk'
  return before === 'hunk' && /^([ +\\-]|$)/.test(line) ? 'hunk' : 'none'
}
