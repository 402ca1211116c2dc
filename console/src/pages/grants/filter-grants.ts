import type { GrantRow } from '../../../../src/server/tuning/shapes.ts'

export const scopeNames: Readonly<Record<GrantRow['scope'], string>> = {
  hour: 'one hour',
  session: 'this session',
  always: 'always',
}

/** The grants that a filter leaves. Every word must occur. */
export function filterGrants(
  grants: readonly GrantRow[],
  { text = '', scope = '', use = '' }: Readonly<Record<string, string>>,
): readonly GrantRow[] {
  const words = text.toLowerCase().split(/\s+/)
  return grants.filter(grant => {
    const all = [grant.text, grant.also, grant.by, ...grant.workspace, ...grant.agents].join('\n').toLowerCase()
    if (scope !== '' && grant.scope !== scope) return false
    if (use !== '' && grant.uses > 0 !== (use === 'used')) return false
    return words.every(word => all.includes(word))
  })
}
