import { isKnown, joinWords, makeWord, type Word, wordText } from '../../../core/word.ts'
import type { Stdin } from '../../frame/frame.ts'
import { applyTable } from '../engine/apply.ts'
import { sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import { anyWords, asOneWord, stdinWords } from '../engine/stdin-words.ts'
import type { Program, Programs } from '../engine/table.ts'

/** Options with Perl code in them, other machines and their transports are not listed. */
const table: Program = {
  tier: 'read',
  options: {
    '-j N --jobs=N -P N --max-procs=N --delay=TIME --timeout=TIME --retries=N --halt=WHEN --halt-on-error=WHEN --nice=N --load=N --memfree=SIZE --memsuspend=SIZE --noswap --block=SIZE --block-size=SIZE --recstart=TEXT --recend=TEXT --total-jobs=N --minversion=N --env=NAME':
      'plain',
    '-n N --max-args=N -N N --max-replace-args=N -L N -l[N] --max-lines[=N] -s N --max-chars=N --header=TEXT': 'plain',
    '-d TEXT --delimiter=TEXT': 'plain',
    '-E TEXT -e[TEXT] --eof[=TEXT]': 'plain',
    '-0 --null': 'plain',
    '-k --keep-order --no-keep-order -v --verbose -t -u --ungroup --group --line-buffer --lb --ll --latest-line --tag --bar --eta --progress --color --plain --gnu --will-cite --citation --no-notice --silent --shuf --skip-first-line -m -X -x --xargs --exit -r --no-run-if-empty -o --open-tty -p --interactive --fg --show-limits --number-of-cpus --number-of-cores --number-of-threads --number-of-sockets --round-robin --round --keep-order --resume --resume-failed --retry-failed':
      'plain',
    '-I TEXT -i[TEXT] --replace[=TEXT]': 'plain',
    '--pipe --spreadstdin': 'plain',
    '--dry-run': 'plain',
    '-a FILE --arg-file=FILE': 'read',
    '--joblog=FILE --jl=FILE': 'write',
    '--results=DIR --res=DIR --tmpdir=DIR': 'write below',
    '--wd=DIR --workdir=DIR': 'cwd',
  },
  operands: 'command',
}

/** GNU parallel: a shell runs the command once for each word of its input. */
export const parallel: Programs = {
  parallel: {
    ...table,
    custom: runParallel,
    examples: {
      'parallel rm ::: a': ['run rm a', 'delete a'],
      'parallel -j4 --bar rm {} ::: a': ['run rm a', 'delete a'],
      'parallel rm {.} ::: a.txt': ['run rm a', 'delete a'],
      "parallel rm ::: 'a;b'": ['run rm a;b', 'delete a;b'],
      'parallel --dry-run rm ::: a': [],
      "parallel 'cat {} | rm {/}' ::: src/a": ['run cat src/a', 'run rm a', 'read src/a', 'delete a'],
      'parallel wc {=s/a/b/=} ::: a': [
        'opaque a command that `parallel` assembles at run time',
        'run wc {=s/a/b/=} a',
        'read {=s/a/b/=}',
        'read a',
      ],
      'parallel uptime :::: x': ['opaque a command that `parallel` assembles at run time', 'run uptime x'],
      'parallel -S : rm ::: a': 'opaque unknown option `-S` of `parallel`',
      "echo a | parallel --pipe 'wc -l'": ['run parallel --pipe wc -l', 'run wc -l'],
      'parallel ::: id': ['run id'],
    },
  },
}

const assembled = 'a command that `parallel` assembles at run time'

function runParallel(call: ProgramCall): void {
  const { options, unknownOptions, operands } = sortArguments(call.args, compileProgram(table))
  // The options have effects of their own; the command is started below.
  applyTable(table, { ...call, start: () => undefined })
  if (options.some(({ option, value }) => value !== null && !texts.has(option.name) && !isPlainValue(value)))
    call.opaque(assembled)
  const given = new Map(options.map(({ option, value }) => [option.name, value ?? '']))
  if (given.has('--dry-run') && unknownOptions.length === 0) return
  const at = operands.findIndex(isSource)
  const command = at < 0 ? operands : operands.slice(0, at)
  const cwd = given.get('--wd')
  const start = (text: Word, positional: readonly Word[], stdin: Stdin): void =>
    call.script(text, 'parallel', { positional, stdin, ...(cwd === undefined ? {} : { cwd }) })
  if (given.has('--pipe')) return start(joinWords(command), [], call.frame.stdin)
  const [mark, ...others] = operands.filter(isSource)
  if (others.length > 0 || (mark !== undefined && mark !== ':::')) call.opaque(assembled)
  const fed = at >= 0 ? operands.slice(at + 1).filter(word => !isSource(word)) : inputLines(call.frame.stdin, given)
  const template = templateOf(command, wordText(given.get('-I') ?? given.get('--replace') ?? '{}'))
  for (const value of fed) {
    if (template !== null && !isKnown(value) && isSimple(template)) {
      call.start(asWords(template, value), 'parallel', {
        stdin: { from: 'nothing' },
        ...(cwd === undefined ? {} : { cwd }),
      })
      continue
    }
    const text = template === null ? null : filledIn(template, value)
    if (text === null) call.opaque(assembled)
    start(text ?? joinWords([...command, value]), [value], { from: 'nothing' })
  }
}

/** A program and its words, without anything that a shell would expand. */
const isSimple = (template: string): boolean =>
  /^[\w./@,+=:% {}#-]+$/.test(template) && /^[\w./-]+ /.test(template) && !/\{\//.test(template)

/** The words of a simple command: `{}` is the value, and `{.}` a name in the same directory. */
function asWords(template: string, value: Word): readonly Word[] {
  const one = asOneWord(value)
  return template
    .split(' ')
    .filter(word => word !== '')
    .map(word =>
      makeWord(
        word.split(/(\{[.#%]?\})/).flatMap(part => {
          if (part === '{}' || part === '{.}') return isKnown(one) ? [one] : one.parts
          return part === '{#}' || part === '{%}' ? ['1'] : [part]
        }),
      ),
    )
}

/** Parallel fills in placeholders here too, and some of them are Perl code. */
const isPlainValue = (value: Word): boolean => isKnown(value) && !/\{=|[`$|;&<>]/.test(value)

/** Options whose value is only text that separates words, or the placeholder itself. */
const texts: ReadonlySet<string> = new Set(['-I', '--replace', '-d', '-E', '--recstart', '--recend', '--header'])

/** `:::`, `:::+`, `::::`, `::::+`: where the words of the input begin. */
const isSource = (word: Word): boolean => isKnown(word) && /^::::?\+?$/.test(word)

/** One value for each line. */
function inputLines(stdin: Stdin, given: ReadonlyMap<string, Word>): readonly Word[] {
  if (['-a', '-d', '-0', '-E'].some(name => given.has(name))) return anyWords
  if (stdin.from === 'text' && isKnown(stdin.text)) return stdin.text.split('\n').filter(line => line !== '')
  return stdinWords(stdin) ?? anyWords
}

/** The command as shell text with `{}` for the value; null if Perl code or another input decides a part of it. */
function templateOf(command: readonly Word[], mark: string): string | null {
  if (!command.every(isKnown)) return null
  const text = command.join(' ')
  const marked = mark === '{}' || mark === '' ? text : text.replaceAll(mark, '{}')
  const rest = marked.replaceAll(/\{(\.|\/|\/\/|\/\.|#|%)?\}/g, '')
  if (/\{/.test(rest)) return null
  return /\{(\.|\/|\/\/|\/\.)?\}/.test(marked) ? marked : `${marked} {}`.trim()
}

/**
 * Parallel quotes a value as one word, which is what `"$1"` is. Inside quotes or substitutions of the command itself, only a
 * value without special characters is sure to stay what it is.
 */
function filledIn(template: string, value: Word): string | null {
  const isPlain = isKnown(value) && /^[\w./@,+=-][\w./@,+=:-]*$/.test(value)
  if (!isPlain && (template === '{}' || /["'`\\$(]/.test(template))) return null
  return template.replaceAll(/\{(\.|\/|\/\/|\/\.|#|%)?\}/g, (_, part: string | undefined) =>
    isPlain ? plainPart(value, part) : (quotedParts.get(part ?? '') ?? '1'),
  )
}

const quotedParts: ReadonlyMap<string, string> = new Map([
  ['', '"$1"'],
  ['.', '"${1%.*}"'],
  ['/', '"${1##*/}"'],
  ['//', '"${1%/*}"'],
  ['/.', '"${1##*/}"'],
])

function plainPart(value: string, part: string | undefined): string {
  const base = value.slice(value.lastIndexOf('/') + 1)
  switch (part) {
    case undefined:
      return value
    case '.':
      return value.replace(extension, '')
    case '/':
      return base
    case '/.':
      return base.replace(extension, '')
    case '//':
      return value.includes('/') ? value.slice(0, Math.max(value.lastIndexOf('/'), 1)) : '.'
    default:
      return '1'
  }
}

const extension = /\.[^/.]*$/
