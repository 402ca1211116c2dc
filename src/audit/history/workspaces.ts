import { textIn, textsIn } from '../recorded-fields.ts'
import type { History } from './history.ts'

/** The workspaces of calls, the one that was used last first. */
export function collectWorkspaces(most: number): History<readonly string[]> {
  const roots = new Set<string>()
  return {
    add: event => {
      if (textIn(event, 'type') !== 'tool_call_requested') return
      for (const root of textsIn(event, 'workspace')) {
        roots.delete(root)
        roots.add(root)
      }
    },
    total: () => [...roots].reverse().slice(0, most),
  }
}
