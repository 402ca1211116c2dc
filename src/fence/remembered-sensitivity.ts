import { sensitivity } from '../guard/sensitive.ts'

/** `sensitivity`, with its answers kept: a process that plans many calls asks about the same names each time. */
export function rememberedSensitivity(path: string, use: 'read' | 'change'): string | null {
  const answers = use === 'read' ? toRead : toChange
  const known = answers.get(path)
  if (known !== undefined) return known
  const answer = sensitivity(path, use)
  if (answers.size >= most) answers.clear()
  answers.set(path, answer)
  return answer
}

const toRead = new Map<string, string | null>()
const toChange = new Map<string, string | null>()
const most = 50_000
