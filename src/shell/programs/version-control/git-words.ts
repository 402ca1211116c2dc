import { isKnown, knownPrefix, type Word } from '../../../core/word.ts'
import { placeFrom } from '../../frame/scope.ts'
import { applyTable } from '../engine/apply.ts'
import { type Sorted, sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program } from '../engine/table.ts'
import { resolvesConflict } from './conflict.ts'
import { recordForeignRepository } from './foreign-repository.ts'
import { readSecrets } from './git-secrets.ts'
import { losesBranch } from './moved-branch.ts'
import { givenValue, howApplied, isRehearsal } from './patch.ts'
import { applyPatches, topOf } from './patched-files.ts'
import { withRemote } from './remote-call.ts'

/**
 * Parts of git's behaviour that the table cannot describe, because they depend on neighbouring words: `--`,
 * `REVISION:PATH`, `NAME::ADDRESS`.
 */
export function runGit(table: Program, call: ProgramCall): void {
  const sorted = sortArguments(call.args, compileProgram(table))
  const text = shellText(sorted)
  const bound = withRemote(sorted, call)
  applyTable(table, text === null ? bound : { ...bound, start: () => {} }, sorted)
  if (text !== null) call.script(text, 'git submodule foreach')
  const [command = ''] = sorted.path
  if (reaching.has(command)) {
    for (const word of call.args)
      if (/^[\w+.-]+::/.test(knownPrefix(word))) call.opaque('a transport that runs a command')
  }
  if (command === 'config') writeOwnSettings(sorted, call)
  if (command === 'fetch' && sorted.operands.some(isOtherSource)) call.change('git/fetch', null)
  if (command === 'pull' && isAddress(sorted.operands[0] ?? ''))
    call.opaque('code from a repository that is not a configured remote')
  for (const path of overwritten(command, sorted, call)) call.change('git/discard', path)
  if (losesBranch(sorted, call)) call.change('git/history', null)
  recordForeignRepository(sorted, call)
  readSecrets(sorted, call)
  if (command === 'apply' || command === 'am') patchFiles(sorted, call)
}

/** `git submodule foreach TEXT`: a single word is text for a shell. */
const shellText = ({ path, operands }: Sorted): Word | null =>
  path.join(' ') === 'submodule foreach' && operands.length === 1 ? (operands[0] ?? null) : null

/** Anything but a plain name: another repository than the configured remotes, or a refspec that moves a branch. */
const isOtherSource = (word: Word): boolean => !isKnown(word) || !/^\w[\w.-]*(\/[\w.-]+)*$/.test(word)

/** `https://…`, `git@host:path`, `../other`; unknown words count as well. */
const isAddress = (word: Word): boolean => !isKnown(word) || /:|^[./~]/.test(word)

const reaching = new Set([
  'clone',
  'fetch',
  'pull',
  'push',
  'ls-remote',
  'remote',
  'submodule',
  'archive',
  'fetch-pack',
])
/** The paths whose changes in the working tree are lost. */
function overwritten(command: string, { operands, options }: Sorted, call: ProgramCall): readonly Word[] {
  const has = (name: string) => options.some(({ option }) => option.name === name)
  const picksSide = has('--ours') || has('--theirs')
  if (picksSide && resolvesConflict(operands, call)) return []
  if (command === 'restore') return has('-S') && !has('-W') ? [] : operands
  if (command !== 'checkout') return []
  if (picksSide) return operands.length > 0 ? operands : ['.']
  const dashes = call.args.indexOf('--')
  if (dashes >= 0) return call.args.slice(dashes + 1)
  const [first, ...rest] = operands
  return first !== undefined && isPath(first, call) ? operands : rest
}

/** Settings for all repositories are stored outside the workspace. */
function writeOwnSettings({ operands, options }: Sorted, call: ProgramCall): void {
  const meanings = options.flatMap(({ option, value }) => option.does(value))
  const changes = !meanings.includes('dry run') && (operands.length > 0 || meanings.includes('change git/configure'))
  if (!changes) return
  const has = (name: string) => options.some(({ option }) => option.name === name)
  if (has('--global')) call.touch('write', `${call.frame.world.place.home}/.gitconfig`, '--global')
  if (has('--system')) call.touch('write', '/etc/gitconfig', '--system')
}

/** Options of `git am` that continue or end a running operation. */
const goingOn = new Set([
  '--continue',
  '--skip',
  '--abort',
  '--quit',
  '-r',
  '--resolved',
  '--retry',
  '--show-current-patch',
])

/** Writes the files that a patch names, relative to the top of the repository. */
function patchFiles(sorted: Sorted, call: ProgramCall): void {
  const { options, operands } = sorted
  if (isRehearsal(sorted) || (operands.length === 0 && options.some(({ option }) => goingOn.has(option.name)))) return
  const from = options.findLast(({ option, value }) => option.does(value).includes('cwd'))?.value ?? '.'
  const top = topOf(placeFrom(call.frame.scope.cwd, from), call)
  const below = givenValue('--directory', sorted) ?? '.'
  const hasOtherDirectory = from !== '.' || below !== '.'
  const cwd = placeFrom(top, below)
  applyPatches({ inputs: operands, cwd, ...howApplied(sorted, 1), goesByNames: true, hasOtherDirectory }, call)
}

/** A single operand of checkout is a branch, unless it can only be a path. */
function isPath(word: Word, { frame }: ProgramCall): boolean {
  if (!isKnown(word)) return word.parts.some(part => typeof part !== 'string' && part.yields === 'files')
  if (/^(\.{0,2}\/|\.{1,2}$|:|.*[*?])/.test(word)) return true
  return isKnown(frame.scope.cwd) && frame.world.facts.kind(`${frame.scope.cwd}/${word}`) !== 'missing'
}
