import { isSecretVariable } from '../../frame/environment.ts'
import type { Value } from '../evaluation/value.ts'
import { type Library, rowOf } from '../library.ts'
import { isName, isSign, type Token } from '../parsing/tokens.ts'
import type { CodeRecorder } from './recorder.ts'

/** The name of the environment variable that a value refers to, if the name marks a secret; else null. */
export function secretOf(value: Value, library: Library): string | null {
  if (value.is !== 'ref') return null
  const dot = value.name.lastIndexOf('.')
  const name = value.name.slice(dot + 1)
  if (dot < 0 || !isSecretVariable(name)) return null
  const row = rowOf(value.name.slice(0, dot), library)
  return row?.steps.some(({ verb }) => verb === 'environment') === true ? name : null
}

/** The value of a call that reads one variable; a secret one stays traceable by its name. */
export const secretVariable = (environment: string, name: string): Value | null =>
  isSecretVariable(name) ? { is: 'ref', name: `${environment}.${name}` } : null

/** Whether a member of a text only reveals that it exists, its length or its beginning. */
export const isMeasure = (member: string): boolean => measures.has(member)

const measures = new Set(
  'length size bytesize startsWith startswith start_with? endsWith endswith nil? empty? present? blank?'.split(' '),
)

/** Whether code only tests that a variable is set; the tokens from `start` to `end` are the lookup. */
function isOnlyTested(tokens: readonly Token[], start: number, end: number): boolean {
  const before = isSign(tokens[start - 1], '(') ? tokens[start - 2] : tokens[start - 1]
  const after = tokens[end + 1]
  const member = tokens[end + 2]
  return (
    isName(before, 'exists', 'defined', 'defined?', 'length', 'if', 'unless', 'elsif') ||
    isSign(before, '!') ||
    isSign(after, '?', '==', '!=') ||
    (isSign(after, '.', '&.') && member !== undefined && isMeasure(member.text))
  )
}

/**
 * Records a lookup that begins at `start`, with the variable's name at `nameAt`, if the name marks a secret or is only
 * known at run time.
 */
export function revealLookup(tokens: readonly Token[], start: number, nameAt: number, recorder: CodeRecorder): void {
  const isAlone = isSign(tokens[nameAt + 1], '}', ']', ')', ',') || tokens[nameAt + 1] === undefined
  const name = isAlone ? nameIn(tokens[nameAt]) : null
  if (name !== null && !isSecretVariable(name)) return
  if (!isOnlyTested(tokens, start, nameAt + 1)) recorder.change('secrets/read', name)
}

function nameIn(token: Token | undefined): string | null {
  const [word] = token?.words ?? []
  if (typeof word === 'string') return word
  return token?.kind === 'name' ? token.text : null
}
