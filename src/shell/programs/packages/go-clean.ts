import { baseName, parentOf, resolvePath } from '../../../core/path.ts'
import { type Hole, isKnown, makeWord, type Word, wordText } from '../../../core/word.ts'
import { type GivenOption, sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program } from '../engine/table.ts'

/** The files that `go clean` deletes from package directories, whether go created them or not. */
export function cleanSources(go: Program, call: ProgramCall): void {
  const { path, options, operands, unknownOptions } = sortArguments(call.args, compileProgram(go))
  if (path[0] !== 'clean' || unknownOptions.some(one => /^--?h(elp)?$/.test(one))) return
  const has = (names: RegExp) => options.some(one => names.test(one.spelling) && isOn(one))
  const onlyCaches = has(/^--?(test|mod|fuzz)?cache$/) && !has(/^--?[ir]$/)
  if (has(/^--?n$/) || onlyCaches) return
  const cwd = options.find(({ option, value }) => option.does(value).includes('cwd'))?.value ?? null
  for (const operand of operands.length === 0 ? ['.'] : operands) cleanPackage(operand, cwd, call)
}

const isOn = ({ value }: GivenOption): boolean => value === null || !/^(f|false|0)$/i.test(wordText(value))

/** A directory, a file in one, or a pattern for many: `./...`, `example.com/x`. */
function cleanPackage(name: Word, cwd: Word | null, call: ProgramCall): void {
  const text = wordText(name)
  const isDirectory = isKnown(name) && /^(\.{0,2}\/|\.\.?$)/.test(name) && !name.includes('...')
  const remove = (parts: readonly (string | Hole)[], recursive = false): void =>
    call.touch('delete', makeWord(parts), 'go clean', { recursive, ...(cwd === null ? {} : { cwd }) })
  if (!isDirectory && !text.endsWith('.go')) {
    const start = /^(?:\.{0,2}\/)+(?:[^/.][^/]*\/)*/.exec(text)?.[0] ?? './'
    for (const ending of endings) remove([start, anyBelow, ending])
    return
  }
  const directory = text.endsWith('.go') ? parentOf(`./${text}`.replace('.//', '/')) : text
  for (const ending of endings) remove([`${directory}/`, anyName, ending])
  for (const inner of ['_obj', '_test']) remove([`${directory}/${inner}`], true)
  const { scope, world } = call.frame
  const whole = resolvePath(resolvePath(wordText(scope.cwd), wordText(cwd ?? '.')), directory)
  const own = baseName(whole)
  for (const file of ['test.out', own, `${own}.test`])
    if (world.facts.kind(`${whole}/${file}`) !== 'directory') remove([`${directory}/${file}`])
}

/**
 * Object files can be rebuilt from their sources; these extensions are also used for files that people keep: libraries,
 * manual pages.
 */
const endings = ['.a', '.so', '.5', '.6', '.8']

const anyName: Hole = { hole: '*', yields: 'files', fits: true }
const anyBelow: Hole = { hole: '**/*', yields: 'files' }
