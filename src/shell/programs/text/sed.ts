import { isKnown, makeWord, type Word, withNumbers, wordText } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import { sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program, Programs } from '../engine/table.ts'
import { readSedScript } from './sed-script.ts'

const table: Program = {
  tier: 'read',
  options: {
    '-n --quiet --silent -E -r --regexp-extended -s --separate -u --unbuffered -z --null-data --posix --debug --follow-symlinks -b --binary -a':
      'plain',
    '--sandbox': 'plain',
    '-e SCRIPT --expression=SCRIPT': 'first operand',
    '-f FILE --file=FILE': ['first operand', 'code'],
    '-i[SUFFIX] --in-place[=SUFFIX] -I SUFFIX': {
      '': ['operands write', 'tier write'],
      '.bak .orig .old .backup .tmp ~': ['operands write', 'tier write', 'beside'],
      '*': ['operands write', 'tier write', 'opaque a backup file with a chosen name'],
    },
    '-l N --line-length=N': 'plain',
  },
  operands: ['plain', 'read...'],
}

/** `sed`: its script may read and write files and run commands. */
export const sed: Programs = {
  'sed gsed': {
    ...table,
    custom: runSed,
    examples: {
      "sed -i 's/a/b/' x.txt": 'write x.txt',
      "sed -i '' 's/a/b/' x.txt": 'write x.txt',
      "sed -i -e '$a\\' x": 'write x',
      'sed -n 1,5p x.txt': 'read x.txt',
      "sed -n '/re/w out.txt' x": ['write out.txt', 'read x'],
      "sed '1e id' x": ['run id', 'read x'],
      "sed 's/a/b/e' x": ['opaque sed runs the resulting line as a command', 'read x'],
      "sed -e '$r /etc/passwd' x": ['read /etc/passwd', 'read x'],
      "sed 's/a/b/;:l;n;b l' x": 'read x',
      "sed 's|[/|]|e|g; s,x,w y,' x": 'read x',
      'sed "s/a/$UNSET_X/" x': ['opaque a sed script only known at run time: `s/a/$UNSET_X/`', 'read x'],
      'sed -f fix.sed x': ['read fix.sed', 'read x'],
    },
  },
}

function runSed(given: ProgramCall): void {
  const call = { ...given, args: withoutEmptySuffix(given.args) }
  const sorted = sortArguments(call.args, compileProgram(table))
  applyTable(table, call)
  const scripts = sorted.options.filter(({ option }) => option.name === '-e').map(({ value }) => value ?? '')
  const hasFile = sorted.options.some(({ option }) => option.name === '-f')
  const parts = scripts.length > 0 || hasFile ? scripts : sorted.operands.slice(0, 1)
  const script = makeWord(
    parts.flatMap((part, i) => [...(i > 0 ? ['\n'] : []), ...(isKnown(part) ? [part] : part.parts)]),
  )
  if (script !== '') applyScript(script, call)
}

/** BSD writes `-i` without a suffix as `sed -i '' …`. */
const withoutEmptySuffix = (args: readonly Word[]): readonly Word[] =>
  args.filter((arg, i) => arg !== '' || !/^-[a-zA-Z]*i$/.test(wordText(args[i - 1] ?? '')))

/** The script with possible values for its holes: a name could be a command letter or a flag. */
function readings(script: Word): readonly string[] {
  const word = withNumbers(script)
  if (isKnown(word)) return [word]
  const isNames = word.parts.every(part => typeof part === 'string' || part.yields === 'name')
  const filled = (name: string) => word.parts.map(part => (typeof part === 'string' ? part : name)).join('')
  return isNames ? ['x', 'e', 'w', 'r', 'Mew'].map(filled) : []
}

function applyScript(script: Word, call: ProgramCall): void {
  const texts = readings(script)
  const [text] = texts
  if (text === undefined) return call.opaque(`a sed script only known at run time: \`${wordText(script)}\``)
  const actions = readSedScript(text)
  if (actions === null) return call.opaque(`a sed script that could not be parsed: \`${text.slice(0, 60)}\``)
  if (!isKnown(script) && texts.some(other => readSedScript(other)?.length !== 0))
    return call.opaque(`a sed script with effects and unknown parts: \`${wordText(script)}\``)
  for (const action of actions) {
    if (action.does === 'run-line') call.opaque('sed runs the resulting line as a command')
    else if (action.does === 'run') call.script(action.text, 'sed e')
    else if (action.text !== '/dev/stdout' && action.text !== '/dev/stderr' && action.text !== '/dev/stdin')
      call.touch(action.does, action.text, `sed ${action.does === 'read' ? 'r' : 'w'}`)
  }
}
