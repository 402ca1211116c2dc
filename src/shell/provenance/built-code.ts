import type { Effect, Run, Touch } from '../../core/effect.ts'
import { baseName, isWithin, resolvePath } from '../../core/path.ts'
import { isKnown, type Word, wordText } from '../../core/word.ts'
import type { Frame } from '../frame/frame.ts'
import { introducedAt, keepsText } from './introduced-code.ts'

/**
 * Whether the call itself built the file at this path from the project's sources, and nothing else wrote it: `gcc -o /tmp/t
 * src/t.c && /tmp/t` runs the same code as `go run` would.
 */
export function isBuiltHere(path: string, frame: Frame): boolean {
  const { effects } = frame.recorder
  const [write, ...others] = effects.filter(
    effect => isChange(effect) && reaches(effect, path) && !keepsText(effect, effects),
  )
  if (write === undefined || others.length > 0 || write.kind !== 'write' || write.path !== path) return false
  const run = write.by === null ? undefined : effects[write.by]
  if (run?.kind !== 'run' || !isBuild(run)) return false
  const isOwn = (effect: Effect): boolean =>
    effect.kind === 'read' &&
    effect.zone === 'workspace' &&
    isKnown(effect.path) &&
    introducedAt(effect.path, frame) === null
  return (
    effects.every(effect => effect.by !== write.by || effect === write || isOwn(effect)) &&
    run.args.every(arg => isOwnWord(arg, path, frame))
  )
}

const isChange = (effect: Effect): effect is Touch => effect.kind === 'write' || effect.kind === 'delete'

const reaches = (touch: Touch, path: string): boolean =>
  !isKnown(touch.path) || touch.path === path || (touch.recursive && isWithin(path, touch.path))

const isBuild = ({ program, args, code, where }: Run): boolean =>
  where.at === 'local' &&
  code !== 'unknown' &&
  compilers.has(baseName(wordText(program))) &&
  (program !== 'go' || args[0] === 'build' || (args[0] === 'test' && args.includes('-c')))

const compilers = new Set('gcc g++ cc c++ clang clang++ gfortran rustc go swiftc kotlinc ocamlopt ghc'.split(' '))

/** Sources and headers must be in the project or installed system-wide, and must not come from a pipe. */
function isOwnWord(word: Word, built: string, { scope, world }: Frame): boolean {
  if (!isKnown(word) || !isKnown(scope.cwd) || word === '-' || word.startsWith('@')) return false
  const path = resolvePath(scope.cwd, word.replace(/^-(I|L|isystem|o)(?=[/.~])/, ''))
  const isElsewhere = !world.place.workspace.some(root => isWithin(path, root))
  return path === built || !isElsewhere || /^\/(usr|opt)\//.test(path)
}
