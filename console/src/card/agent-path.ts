/** The agents of a call, innermost first: `lint-fixer ← main`. */
export const agentPath = (agents: readonly string[]): string => [...agents].reverse().concat('main').join(' ← ')

/** The last two folders of a path: enough to recognise it in a list. The whole path belongs in a tooltip. */
export function shortPath(path: string): string {
  const parts = path.split('/').filter(part => part !== '')
  return parts.length <= 2 ? path : `…/${parts.slice(-2).join('/')}`
}
