import { isKnown, knownPrefix, mayBe, type Word, withNumbers, wordText } from '../../../core/word.ts'
import { isSecretVariable } from '../../frame/environment.ts'
import { applyTable } from '../engine/apply.ts'
import { sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import { onlyCallsShell } from '../engine/only-calls-shell.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program, Programs } from '../engine/table.ts'
import { type AwkAction, type AwkTarget, readAwkProgram } from './awk-program.ts'

const table: Program = {
  tier: 'read',
  options: {
    '-F SEP --field-separator=SEP -v ASSIGNMENT --assign=ASSIGNMENT': 'plain',
    '-f FILE --file=FILE -E FILE --exec=FILE': ['first operand', 'code'],
    '-e PROGRAM --source=PROGRAM': 'first operand',
    '-i FILE --include=FILE': { inplace: 'plain', '*': 'code' },
    '-l LIBRARY --load=LIBRARY': 'opaque a library that awk loads',
    '-D[FILE] --debug[=FILE]': 'opaque the awk debugger',
    '-o[FILE] --pretty-print[=FILE] -p[FILE] --profile[=FILE] -d[FILE] --dump-variables[=FILE]': 'write',
    '-W OPTION': { 'version dump help usage interactive posix* sprintf=* random=*': 'plain' },
    '-b -c -C -g -h -I -k -M -n -N -O -P -r -s -S -t -V --csv --characters-as-bytes --traditional --posix --sandbox --bignum --re-interval --lint[=LEVEL] --non-decimal-data --optimize --use-lc-numeric --version':
      'plain',
  },
  optionsFirst: true,
  operands: 'plain',
}

/** `awk`: a program that only prints is a read; pipes, redirections and `system` add their effects. */
export const awk: Programs = {
  'awk gawk mawk nawk original-awk': {
    ...table,
    custom: runAwk,
    examples: {
      "awk -F, '$1 > 10 {print $2}' x.csv": 'read x.csv',
      "awk '/system/ {n++} END {print n/NR}' x": 'read x',
      'awk \'{print > "out.txt"}\' x': ['write out.txt', 'read x'],
      'awk \'{print | "sort"}\' x': ['run sort', 'read x'],
      'awk \'BEGIN {system("id")}\'': ['change code/hidden BEGIN {system("id")}', 'run id'],
      "awk 'BEGIN {system($0)}'": 'opaque awk runs a command only known at run time',
      'awk \'BEGIN {while (("date" | getline d) > 0) print d}\'': 'run date',
      'awk \'BEGIN {getline x < "/etc/passwd"; print x}\'': 'read /etc/passwd',
      'awk \'BEGIN {f = ".e" "nv"; getline x < f; print x}\'': ['read …', 'read .env'],
      'awk "{print $UNSET_X}" x': ['opaque an awk program only known at run time: `{print $UNSET_X}`', 'read x'],
      'awk -f p.awk x': ['read p.awk', 'read x'],
      "awk -i inplace '{print}' x": 'write x',
      'awk \'BEGIN {print ENVIRON["API_TOKEN"]}\'': 'change secrets/read API_TOKEN',
      "awk 'BEGIN {for (k in ENVIRON) print k, ENVIRON[k]}'": 'change secrets/read',
      'awk \'BEGIN {print ENVIRON["HOME"], length(ENVIRON["API_TOKEN"]), ("X" in ENVIRON)}\'': [],
    },
  },
}

function runAwk(call: ProgramCall): void {
  const { options, operands } = sortArguments(call.args, compileProgram(table))
  applyTable(table, call)
  const named = options.filter(({ option }) => option.name === '-e').map(({ value }) => value ?? '')
  const hasFile = options.some(({ option }) => option.name === '-f' || option.name === '-E')
  const fromOperand = named.length === 0 && !hasFile
  for (const program of fromOperand ? operands.slice(0, 1) : named) applyProgram(program, call)
  const inPlace = options.some(({ option, value }) => option.name === '-i' && value === 'inplace')
  for (const word of fromOperand ? operands.slice(1) : operands) {
    if (!/^[A-Za-z_]\w*=/.test(knownPrefix(word))) call.touch(inPlace ? 'write' : 'read', word, 'operand')
  }
}

function applyProgram(given: Word, call: ProgramCall): void {
  const program = withNumbers(given)
  if (!isKnown(program)) return call.opaque(`an awk program only known at run time: \`${wordText(program)}\``)
  const actions = readAwkProgram(program)
  if (actions === null) return call.opaque(`an awk program that could not be parsed: \`${program.slice(0, 60)}\``)
  if (!isKnown(given) && actions.length > 0)
    return call.opaque(`an awk program with effects and unknown parts: \`${wordText(given)}\``)
  if (actions.length === 1 && onlyCallsShell(program)) call.change('code/hidden', program)
  for (const action of actions) {
    const { does, target } = action
    if (does === 'run') runTarget(target, call)
    else if (does === 'reveal') revealVariable(target, call)
    else touchTarget(does, action, call)
  }
}

function runTarget(target: AwkTarget, call: ProgramCall): void {
  if (target === null) call.opaque('awk runs a command only known at run time')
  else call.script(target, 'awk')
}

/** All variables, or one with a secret's name. */
function revealVariable(name: AwkTarget, call: ProgramCall): void {
  if (name === null || isSecretVariable(name)) call.change('secrets/read', name)
}

function touchTarget(does: 'read' | 'write', { target, among }: AwkAction, call: ProgramCall): void {
  const network = target === null ? null : /^\/inet[46]?\/(?:tcp|udp)\/[^/]*\/([^/]+)/.exec(target)
  if (network !== null) return call.connect(network[1] ?? '', true)
  if (target === '-' || target === '/dev/stdout' || target === '/dev/stderr') return
  call.touch(does, target ?? { parts: [mayBe({ hole: '…', yields: 'text' }, among ?? [])] }, 'awk')
}
