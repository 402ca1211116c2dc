import { expandHome } from '../core/path.ts'
import { wordText } from '../core/word.ts'
import { placeUnder } from '../gate/judge.ts'
import { locate } from '../guard/locate.ts'
import type { EngineOptions } from './policy-engine.ts'

export interface PathCheck {
  readonly ok: boolean
  /** Names the path and its target, if it is a link; empty if the path is allowed. */
  readonly reason: string
}

/**
 * `SandboxEnforcer.validate_path`: expands `~`, follows links, then checks that the path is in an approved directory:
 * the workspace, the directories that the policies add to it, and scratch space.
 *
 * @example
 * validatePath('~/.ssh/id_rsa', { policies, place, facts }) // { ok: false, reason: '`~/.ssh/id_rsa` is outside …' }
 */
export function validatePath(path: string, options: Required<EngineOptions>): PathCheck {
  if (path.includes('\0')) return { ok: false, reason: 'the path contains a NUL byte' }
  const place = placeUnder(options.policies, options.place)
  const asked = { kind: 'read', path: expandHome(path, place.home), cwd: place.cwd, how: 'path' } as const
  const found = locate(asked, { place, facts: options.facts, sensitive: [] })
  if (found.zone === 'workspace' || found.zone === 'scratch') return { ok: true, reason: '' }
  const real = wordText(found.path)
  const leads = real === path ? '' : `, which is \`${real}\`,`
  return {
    ok: false,
    reason: `\`${path}\`${leads} is outside the approved directories (${place.workspace.join(', ')})`,
  }
}
