import { baseName, isWithin, resolvePath } from '../../../core/path.ts'
import { isKnown, isOneWord, knownPrefix, type Word } from '../../../core/word.ts'
import type { Frame } from '../../frame/frame.ts'
import { placeFrom, places } from '../../frame/scope.ts'
import { introducedAt } from '../../provenance/introduced-code.ts'
import { readProjectScript } from '../../provenance/project-script.ts'
import type { Dialect } from '../../syntax/dialect.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Programs } from '../engine/table.ts'

/** Shells: code in `-c`, on standard input, or in a file. */
export const shells: Programs = {
  'bash sh zsh dash ksh ash fish': { tier: 'read', custom: runShell },
  'source .': { tier: 'read', custom: call => runShellFile(call.args[0] ?? '', 'source', call.args.slice(1), call) },
}

function runShell(call: ProgramCall): void {
  const { args } = call
  let takesCode = false
  const letters: string[] = []
  let at = 0
  for (; at < args.length; at += 1) {
    const word = args[at] ?? ''
    const text = knownPrefix(word)
    if (word === '--') {
      at += 1
      break
    }
    if (!/^[-+]./.test(text)) break
    if (text === '--rcfile' || text === '--init-file') {
      call.code(args[at + 1] ?? '', text)
      at += 1
    } else if (text === '--version' || text === '--help') return
    else if (text.startsWith('--')) {
      if (!plainShellOptions.has(text)) call.opaque(`unknown option \`${text}\` of \`${call.name}\``)
    } else {
      if (!isKnown(word)) call.opaque(`options of \`${call.name}\` only known at run time`)
      letters.push(text)
      if (/^-[a-zA-Z]*k/.test(text)) call.opaque('`-k` turns arguments into environment variables')
      if (text.includes('C') && call.name === 'fish') call.opaque('an init command that runs before the code')
      if (text.includes('c')) takesCode = true
      else if (text.includes('s')) return readStdin(call)
      // `-eo pipefail`: each of these letters takes the next word.
      at += text.match(/o/gi)?.length ?? 0
    }
  }
  const operand = args[at]
  if (takesCode) {
    if (operand === undefined) return call.opaque(`\`${call.name} -c\` without code`)
    const isNamed = isOneWord(args[at + 1] ?? '')
    const dialect = dialectOf(call.name)
    return call.script(operand, `${call.name} -c`, isNamed ? { dialect, positional: args.slice(at + 2) } : { dialect })
  }
  if (operand === undefined) return readStdin(call)
  if (isStdin(operand)) return readStdin(call)
  if (isProcessOutput(operand)) return call.opaque('code from a process substitution')
  if (onlyParses(letters)) return call.touch('read', operand, '-n')
  runShellFile(operand, `${call.name} FILE`, args.slice(at + 1), call)
}

/** `bash -n FILE` checks the syntax. An interactive shell ignores the option, and `+n` or `+o noexec` takes it back. */
const onlyParses = (letters: readonly string[]): boolean =>
  letters.some(text => /^-[a-z]*n/.test(text)) && letters.every(text => /^-[a-z]+$/.test(text) && !text.includes('i'))

/** `sh` is dash on Debian and busybox on Alpine; `zsh` and `fish` have checks of their own. */
const dialectOf = (shell: string): Dialect => (/^(sh|dash|ash|ksh)$/.test(shell) ? 'sh' : 'bash')

/** The language of a script that is started as a program, by its first line. */
export function scriptDialect(text: string, otherwise: Dialect): Dialect {
  const [, shell] = /^#!.*?\b(\w*sh)\b/.exec(text) ?? []
  return shell === undefined ? otherwise : dialectOf(shell)
}

const plainShellOptions = new Set(
  '--norc --noprofile --no-rcs --no-globalrcs --posix --login --verbose --noediting --restricted --private --no-config --interactive'.split(
    ' ',
  ),
)

/** Shell text in a file: text that the call wrote is read in full, the project's only for its certain effects. */
function runShellFile(file: Word, how: string, positional: readonly Word[], call: ProgramCall): void {
  const { frame, span } = call
  if (how === 'source' && isSetup(file, frame)) {
    call.amend({ tier: 'write' })
    return call.touch('read', file, how)
  }
  const dialect = how === 'source' ? frame.dialect : dialectOf(call.name)
  call.code(file, how, text => call.script(text, how, { positional, dialect }))
  if (frame.where.at !== 'local' || frame.isProject) return
  const { facts, place } = frame.world
  for (const whole of places(frame.scope).map(from => placeFrom(from, file))) {
    if (!isKnown(whole)) continue
    const path = resolvePath('/', whole)
    const isProjects = place.workspace.some(root => isWithin(facts.realPath(path) ?? path, root))
    const text = isProjects && introducedAt(path, frame) === null ? facts.text(path) : null
    if (text !== null) readProjectScript(text, { link: baseName(path), span, positional }, frame)
  }
}

/** The user's own shell startup files, which an agent cannot change without a prompt. */
function isSetup(file: Word, frame: Frame): boolean {
  const { home } = frame.world.place
  if (!isKnown(file) || frame.where.at !== 'local' || introducedAt(file, frame) !== null) return false
  return file.startsWith(`${home}/`) && setups.has(file.slice(home.length + 1))
}

const setups = new Set([
  ...['.bashrc', '.bash_profile', '.profile', '.zshrc', '.zprofile', '.zshenv'],
  ...['.cargo/env', '.nvm/nvm.sh', '.asdf/asdf.sh', '.sdkman/bin/sdkman-init.sh', '.rvm/scripts/rvm'],
  ...['miniconda3', 'anaconda3', 'miniforge3', 'mambaforge'].map(name => `${name}/etc/profile.d/conda.sh`),
  ...['.deno/env', '.ghcup/env', '.local/bin/env', '.poetry/env', '.rye/env'],
])

/** A file name for standard input. */
export const isStdin = (file: Word): boolean =>
  isKnown(file) && /^(-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/.test(file)

/** A file name for another command's output. */
export const isProcessOutput = (file: Word): boolean => /^(\/dev\/fd\/|\/proc\/[^/]+\/fd\/)/.test(knownPrefix(file))

/** Code on standard input. */
export function readStdin(call: ProgramCall): void {
  const { stdin } = call.frame
  if (stdin.from !== 'text') return call.opaque(fedCode(call.name, call.frame))
  if (stdin.hidden === true) call.change('code/hidden', stdin.text)
  call.script(stdin.text, `${call.name} <`, { isFromStdin: true, dialect: dialectOf(call.name) })
}

/** The reason why the code on a program's standard input is unknown. */
export function fedCode(name: string, { stdin, recorder }: Frame): string {
  switch (stdin.from) {
    case 'text':
      return `code on standard input of \`${name}\``
    case 'pipe':
      if (stdin.downloads) recorder.mark('download')
      return stdin.downloads ? `a download piped into \`${name}\`` : `code piped into \`${name}\``
    case 'file':
      return `code from a file on the standard input of \`${name}\``
    case 'nothing':
      return `an interactive \`${name}\` session`
  }
}
