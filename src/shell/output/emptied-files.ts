import type { Effect, Run, Span } from '../../core/effect.ts'
import { baseName } from '../../core/path.ts'
import { type Hole, isKnown, type Word, wordText } from '../../core/word.ts'
import type { Frame, Stdin } from '../frame/frame.ts'
import { locateAll } from '../frame/touch.ts'
import { deleteTier } from '../provenance/delete-tier.ts'

/** Files that a command empties. One named file is taken for a log that starts over; many are data loss. */
export function recordEmptied(paths: readonly Word[], span: Span, frame: Frame): void {
  if (paths.length === 0) return
  for (const path of paths) frame.recorder.emptied.push(path)
  lose(paths, span, frame)
}

/** Files that the iterations of a loop have emptied together. */
export function recordEmptiedInLoop(before: number, span: Span, frame: Frame): void {
  const paths = frame.recorder.emptied.slice(before)
  if (paths.length > 1) lose(paths, span, frame)
}

function lose(paths: readonly Word[], span: Span, frame: Frame): void {
  const origin = { span, chain: frame.chain, where: frame.where }
  const lost = amongMany(paths)
    .flatMap(path => locateAll({ kind: 'delete', path, how: 'emptied', ...origin }, frame))
    .map(touch => ({ ...touch, tier: deleteTier(touch, frame) }))
  for (const touch of lost) frame.recorder.add(touch)
}

/** The paths that are part of many files. The same name in two directories counts as one file. */
const amongMany = (paths: readonly Word[]): readonly Word[] =>
  new Set(paths.map(path => baseName(wordText(path)))).size > 1 ? paths : paths.filter(isOneOfMany)

/** The files that a program leaves empty. */
export function filesEmptiedBy(run: Run, derived: () => readonly Effect[], stdin: Stdin): readonly Word[] {
  const empties = emptying.get(baseName(wordText(run.program)))
  if (empties === undefined || !empties(run.args.map(wordText), stdin)) return noFiles
  return derived().flatMap(effect => (effect.kind === 'write' ? [effect.path] : []))
}

const noFiles: readonly Word[] = []

/** Whether a path stands for each of many files: `*.ts`, a loop's `$f`; but not `$f.bak` or `$d/.gitkeep`. */
function isOneOfMany(path: Word): boolean {
  if (isKnown(path)) return false
  const at = path.parts.findLastIndex(part => typeof part !== 'string')
  const hole = path.parts[at] as Hole
  const behind = wordText({ parts: path.parts.slice(at + 1) })
  if (hole.yields !== 'files' && hole.yields !== 'file') return false
  return behind === '' || (/^[*?[]/.test(hole.hole) && !behind.includes('/'))
}

/** Whether standard input is empty. */
export const isEmptyStdin = (stdin: Stdin): boolean =>
  (stdin.from === 'file' && stdin.path === nothing) || (stdin.from === 'text' && stdin.text === '')

const nothing = '/dev/null'

type Empties = (words: readonly string[], stdin: Stdin) => boolean

const fromNothing: Empties = words => words.slice(0, -1).includes(nothing)

const inPlace = (words: readonly string[]): boolean => words.some(word => /^(-[a-zA-Z]*i|--in-place)/.test(word))

/** Code that runs for each line (`-n`) and prints none. */
const printsNoLine: Empties = words =>
  inPlace(words) &&
  words.some(word => /^-\w*n/.test(word)) &&
  !words.some(word => /\b(print|say|puts|p|write)\b/.test(word))

const emptying: ReadonlyMap<string, Empties> = new Map<string, Empties>([
  ...['cp', 'gcp', 'install', 'ginstall', 'ln', 'rsync', 'scp'].map(name => [name, fromNothing] as const),
  ['dd', words => words.includes(`if=${nothing}`)],
  ['tee', (words, stdin) => isEmptyStdin(stdin) && !words.some(word => /^(-[a-z]*a|--append)/.test(word))],
  ['sed', words => inPlace(words) && dropsAll.test(scriptIn(words))],
  ['gsed', words => inPlace(words) && dropsAll.test(scriptIn(words))],
  ['perl', printsNoLine],
  ['ruby', printsNoLine],
])

const scriptIn = (words: readonly string[]): string =>
  words[words.indexOf('-e') + 1 || words.findIndex(word => /^[^-]/.test(word))] ?? ''

// A script that deletes every line, or the text of every line: `d`, `1,$d`, `s/.*//`.
const dropsAll = /^\s*((1,\$|\/(\.\*|\^)?\/)?\s*[dz]|s(.)\.\*\4\4g?)\s*;?\s*$/
