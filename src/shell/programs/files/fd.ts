import { isKnown, knownPrefix, makeWord, type Word, wordText } from '../../../core/word.ts'
import { namesVariables, pickedSecrets } from '../../output/picked-secrets.ts'
import { applyTable } from '../engine/apply.ts'
import { cutPrefix, sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program, Programs } from '../engine/table.ts'

const table: Program = {
  tier: 'read',
  options: {
    '-e EXT --extension=EXT -E GLOB --exclude=GLOB -t TYPE --type=TYPE -d N --max-depth=N --min-depth=N --exact-depth=N -S SIZE --size=SIZE -o OWNER --owner=OWNER -j N --threads=N -c WHEN --color=WHEN --changed-within=WHEN --changed-before=WHEN --newer=WHEN --older=WHEN --max-results=N --and=PATTERN --batch-size=N --format=TEXT --path-separator=TEXT --strip-cwd-prefix[=WHEN] --hyperlink[=WHEN] --max-buffer-time=MS --gen-completions[=SHELL]':
      'plain',
    '--search-path=DIR --ignore-file=FILE': 'read',
    '-C DIR --base-directory=DIR': 'cwd',
    '-x COMMAND --exec=COMMAND -X COMMAND --exec-batch=COMMAND': 'command',
  },
  otherOptions: 'plain',
  operands: ['plain', 'read...'],
}

/** `fd`: like `find`, with a pattern first and commands that it starts for each file. */
export const fd: Programs = {
  'fd fdfind': {
    ...table,
    custom: runFd,
    examples: {
      'fd -e ts pattern src': 'read src',
      'fd pattern': 'read /home/dev/project',
      'fd -e log -x rm': ['read /home/dev/project', 'run rm ./{}', 'delete {}'],
      'fd log -Hxrm': ['read /home/dev/project', 'run rm ./{}', 'delete {}'],
      'fd -e log . /tmp -X wc -l {}': ['read /tmp', 'run wc -l /tmp/{}', 'read /tmp/{}'],
    },
  },
}

/** `-x`, at the end of a cluster or with its command attached. */
const starting = /^(?:-[^-eEtdSojcCxX]*[xX]|--exe[a-z-]*=?)/
const placeholders = /\{(?:\/|\/\/|\.|\/\.)?\}/

function runFd(call: ProgramCall): void {
  const startAt = call.args.findIndex(arg => starting.test(knownPrefix(arg)))
  const own = startAt < 0 ? call.args : call.args.slice(0, startAt)
  const start = call.args[startAt] ?? ''
  const link = starting.exec(knownPrefix(start))?.[0] ?? ''
  const attached = cutPrefix(start, link.length)
  const { operands } = sortArguments(own, compileProgram(table))
  applyTable(table, { ...call, args: own })
  const roots: readonly Word[] = operands.length > 1 ? operands.slice(1) : ['.']
  if (operands.length <= 1) call.touch('read', '.', 'fd', { recursive: true })
  if (startAt < 0) return
  const isPicked = namesVariables.test(wordText(operands[0] ?? ''))
  for (const words of commandsOf([...(attached === '' ? [] : [attached]), ...call.args.slice(startAt + 1)])) {
    const filled = words.some(word => placeholders.test(wordText(word))) ? words : [...words, '{}']
    for (const root of roots)
      call.start(
        filled.map(word => fill(word, root, isPicked)),
        `fd ${link}`,
      )
  }
}

/** Commands end at `;` or at the next `-x`. */
function commandsOf(args: readonly Word[]): readonly (readonly Word[])[] {
  const commands: Word[][] = [[]]
  for (const arg of args) {
    if (arg === ';' || /^(-x|-X|--exec|--exec-batch)$/.test(wordText(arg))) commands.push([])
    else commands.at(-1)?.push(arg)
  }
  return commands.filter(words => words.length > 0)
}

/** A placeholder is some file below the directory where the search starts. */
function fill(word: Word, root: Word, isPicked: boolean): Word {
  const found = isKnown(word) ? placeholders.exec(word) : null
  if (found === null || !isKnown(word)) return word
  return makeWord([
    word.slice(0, found.index),
    ...(isKnown(root) ? [`${root.replace(/\/$/, '')}/`] : root.parts),
    { hole: '{}', yields: 'files', ...(isPicked ? { listed: { sensitive: pickedSecrets } } : {}) },
    word.slice(found.index + found[0].length),
  ])
}
