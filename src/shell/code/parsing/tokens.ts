import { makeWord, type Word } from '../../../core/word.ts'
import { applyRow } from '../effects/apply-row.ts'
import type { CodeRecorder } from '../effects/recorder.ts'
import { filesNamed } from '../evaluation/answers.ts'
import { holeFor, textValue, unknown } from '../evaluation/value.ts'
import type { CallRow } from '../table.ts'

/** A token of a language that is read token by token. */
export interface Token {
  readonly kind: 'name' | 'method' | 'variable' | 'text' | 'list' | 'value' | 'sign' | 'end'
  readonly text: string
  /** The words of a text or of a list of texts, with holes for parts only known at run time. */
  readonly words?: readonly Word[]
  /** Whether whitespace precedes it, which distinguishes `f (x)` from `f(x)`. */
  readonly apart: boolean
}

/** Code with more tokens than this is too long for a one-liner. */
export const mostTokens = 2_000

export const isSign = (token: Token | undefined, ...texts: readonly string[]): boolean =>
  token?.kind === 'sign' && texts.includes(token.text)

export const isName = (token: Token | undefined, ...texts: readonly string[]): boolean =>
  token?.kind === 'name' && texts.includes(token.text)

/** The arguments of the call at `at`: in parentheses, or up to a token that ends the statement. */
export function argumentsAt(
  tokens: readonly Token[],
  at: number,
  ends: ReadonlySet<string>,
): readonly (readonly Token[])[] {
  const inBrackets = isSign(tokens[at + 1], '(')
  const parts: Token[][] = [[]]
  let depth = 0
  for (const token of tokens.slice(at + (inBrackets ? 2 : 1))) {
    if (depth === 0 && (closes(token) || (!inBrackets && isEnd(token, ends)))) break
    if (opens(token)) depth += 1
    if (closes(token)) depth -= 1
    if (depth === 0 && isSign(token, ',', '=>')) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts.filter(part => part.length > 0)
}

export const opens = (token: Token): boolean => isSign(token, '(', '[', '{')
export const closes = (token: Token): boolean => isSign(token, ')', ']', '}')

const isEnd = (token: Token, ends: ReadonlySet<string>): boolean =>
  token.kind === 'end' || (token.kind === 'name' && ends.has(token.text))

/** The words of an argument: a lone text is itself, a glob stands for files, anything else is only known at run time. */
export function argumentWordsOf(tokens: readonly Token[]): readonly Word[] {
  const [first, ...rest] = tokens.filter(token => !isSign(token, '(', ')'))
  if (first?.words !== undefined && rest.length === 0) return first.words
  const pattern = rest[0]?.words?.[0]
  if (first?.text === 'glob' && pattern !== undefined && rest.length === 1) return [filesNamed(pattern, first.text)]
  return [
    makeWord([
      holeFor(
        tokens
          .slice(0, 20)
          .map(token => token.text)
          .join(' '),
      ),
    ]),
  ]
}

/** Records the effects that a row declares for a call with these words. */
export function applyWords(row: CallRow, words: readonly Word[], source: string, recorder: CodeRecorder): void {
  const given = (param: string): readonly Word[] => {
    const at = row.params.indexOf(param)
    if (at < 0) return []
    return param.startsWith('...') ? words.slice(at) : words.slice(at, at + 1)
  }
  applyRow(row, {
    given: {
      words: given,
      values: param => given(param).map(textValue),
      commands: params => [params.flatMap(given)],
      expression: () => null,
    },
    source,
    inLoop: true,
    carries: () => true,
    carriesAny: () => true,
    recorder,
    evaluate: expression => [unknown(expression.source)],
    load: () => recorder.opaque(`loads code by \`${source}\``),
    sends: true,
  })
}
