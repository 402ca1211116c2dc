import { isKnown, makeWord, type Word, wordText } from '../../core/word.ts'
import { type Frame, frameWith } from '../frame/frame.ts'
import type { TextRun } from '../frame/interpreter.ts'
import { childScope, copyScope, foreignScope, forgetAll, type Scope } from '../frame/scope.ts'
import { dashReading, findAmbiguity } from '../syntax/dialect.ts'
import { parseShell } from '../syntax/parse.ts'
import { walkScript } from './walk.ts'

/** Runs code from a word: analysed as shell text if it is known, opaque if not. */
export function runText(given: Word, run: TextRun, frame: Frame): void {
  const text = withParameters(given)
  const where = run.where ?? frame.where
  const chain = [...frame.chain, run.link]
  const opaque = (why: string) =>
    void frame.recorder.add({ kind: 'opaque', why, tier: 'execute', span: run.span, chain, where, by: null })
  if (!isKnown(text)) {
    if (run.shell === 'this') forgetAll(frame.scope)
    return opaque(`\`${wordText(text)}\` is only known at run time`)
  }
  const parsed = parseShell(text)
  if (!parsed.ok) {
    frame.recorder.fault(parsed.faults[0])
    return opaque(parsed.faults[0].message)
  }
  const dialect = typeof run.shell === 'string' ? frame.dialect : (run.dialect ?? 'sh')
  const ambiguity = findAmbiguity(parsed.value, text, dialect)
  if (ambiguity !== null) opaque(ambiguity.why)
  const scope = scopeFor(run, frame)
  if (run.positional !== undefined) scope.positional = run.positional
  const inner = frameWith(frame, {
    detached: frame.detached || run.detached === true,
    scope,
    where,
    chain,
    span: run.span,
    depth: frame.depth + 1,
    dialect,
    stdin: run.isFromStdin === true ? { from: 'nothing' } : frame.stdin,
  })
  walkScript(parsed.value, inner)
  if (ambiguity === null || dialect !== 'sh') return
  const asDash = parseShell(dashReading(parsed.value, text))
  if (asDash.ok) walkScript(asDash.value, frameWith(inner, { scope: copyScope(scope), dialect: 'bash' }))
}

/** `trap "kill $!" EXIT`: the shell's own numbers are numbers in the inner text too. */
const withParameters = (text: Word): Word =>
  isKnown(text)
    ? text
    : makeWord(
        text.parts.map(part =>
          typeof part !== 'string' && part.yields === 'number' && /^\$[!?$#]$/.test(part.hole) ? part.hole : part,
        ),
      )

function scopeFor(run: TextRun, frame: Frame): Scope {
  if (run.where !== undefined) return foreignScope(run.where)
  if (run.shell === 'this') return frame.scope
  return run.shell === 'copy' ? copyScope(frame.scope) : childScope(frame.scope, run.shell.env)
}
