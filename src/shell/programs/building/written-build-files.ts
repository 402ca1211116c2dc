import type { Language } from '../../../core/code.ts'
import { baseName, isWithin, parentOf } from '../../../core/path.ts'
import { isKnown, wordText } from '../../../core/word.ts'
import { introducedAt } from '../../provenance/introduced-code.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import { runCode } from '../languages/run-code.ts'
import { recipesOf } from './makefile.ts'

/**
 * Files that the call itself wrote, with a known text, and that running the project runs: `printf '…' > Makefile && make`.
 * They are judged as if the call ran that text; a file of the project is not read here, and one whose text is unknown asks.
 */
export function judgeWrittenBuildFiles(directory: string, call: ProgramCall): void {
  const { recorder, world } = call.frame
  if (recorder.texts.size === 0 || call.frame.where.at !== 'local') return
  const roots = world.place.workspace.filter(root => isWithin(directory, root))
  for (const path of recorder.texts.keys()) {
    if (!roots.some(root => isWithin(path, root))) continue
    const text = introducedAt(path, call.frame)?.text ?? null
    if (text !== null) judge({ path, text, directory }, call)
  }
}

interface WrittenFile {
  readonly path: string
  readonly text: string
  /** The directory of the project that runs it. */
  readonly directory: string
}

function judge({ path, text, directory }: WrittenFile, call: ProgramCall): void {
  const name = baseName(path)
  if (makers.has(call.name)) {
    if (parentOf(path) === directory && /^(GNU)?[Mm]akefile$/.test(name)) runRecipes(text, directory, call)
    return
  }
  const language = picked.find(([pattern]) => pattern.test(name))?.[1]
  if (language !== undefined)
    runCode({ texts: [text], language, bases: [parentOf(path), directory] }, withImports(call))
}

const makers = new Set(['make', 'gmake', 'bmake'])

/** Files that tests and builds load by their names. */
const picked: readonly (readonly [RegExp, Language])[] = [
  [/^(conftest|setup|noxfile|sitecustomize|usercustomize|test_\w+|\w+_test)\.py$/, 'python'],
  [/\.(config|test|spec)\.[cm]?[jt]sx?$|^\.(eslint|babel)rc\.[cm]?js$/, 'javascript'],
  [/^(Rakefile|Gemfile)$|_spec\.rb$/, 'ruby'],
]

/** Modules that such a file imports are those that the project's code imports anyway. */
const withImports = (call: ProgramCall): ProgramCall => ({
  ...call,
  opaque: why => {
    if (!/ code: (imports|loads) `/.test(why)) call.opaque(why)
  },
})

function runRecipes(text: string, directory: string, call: ProgramCall): void {
  const words = call.args.filter(isKnown).map(wordText)
  const targets = words.filter(word => /^[\w./-]+$/.test(word) && !word.startsWith('-'))
  const recipes = recipesOf(text, targets)
  if ('why' in recipes) return call.opaque(recipes.why)
  const link = `${call.name} ${targets.join(' ')}`.trim()
  if (call.frame.chain.includes(link)) return
  for (const line of recipes.lines) call.script(line, link, { cwd: directory })
}
