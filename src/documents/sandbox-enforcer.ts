import { expandHome } from '../core/path.ts'
import { wordText } from '../core/word.ts'
import { placeUnder } from '../gate/judge.ts'
import { locate } from '../guard/locate.ts'
import type { EngineOptions } from './policy-engine.ts'

export interface PathCheck {
  readonly ok: boolean
  /** Names the path, and where it leads if that is another one; empty if it is fine. */
  readonly reason: string
}

/**
 * `SandboxEnforcer.validate_path`: `~` expanded, links followed, then at or below an approved directory (R13, R14). Approved
 * are the workspace, what the policies add to it, and scratch space.
 *
 * @example
 * validatePath('~/.ssh/id_rsa', { policies, place, facts }) // { ok: false, reason: '`~/.ssh/id_rsa` lies outside …' }
 */
export function validatePath(path: string, options: Required<EngineOptions>): PathCheck {
  if (path.includes('\0')) return { ok: false, reason: 'the path holds a NUL byte' }
  const place = placeUnder(options.policies, options.place)
  const asked = { kind: 'read', path: expandHome(path, place.home), cwd: place.cwd, how: 'path' } as const
  const found = locate(asked, { place, facts: options.facts, sensitive: [] })
  if (found.zone === 'workspace' || found.zone === 'scratch') return { ok: true, reason: '' }
  const real = wordText(found.path)
  const leads = real === path ? '' : `, which is \`${real}\`,`
  return {
    ok: false,
    reason: `\`${path}\`${leads} lies outside the approved directories (${place.workspace.join(', ')})`,
  }
}
