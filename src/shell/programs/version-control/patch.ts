import { isKnown, wordText } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import { type Sorted, sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program, Programs } from '../engine/table.ts'
import { applyPatches, type Patching } from './patched-files.ts'

const table: Program = {
  tier: 'write',
  does: ['beside'],
  options: {
    '-p N, --strip=N': 'plain',
    '-R, --reverse': 'plain',
    '-F N --fuzz=N -D NAME --ifdef=NAME -V STYLE --version-control=STYLE --quoting-style=WORD --read-only=HOW --reject-format=FORMAT':
      'plain',
    '-N --forward -s --silent --quiet -f --force -t --batch -E --remove-empty-files -b --backup -l --ignore-whitespace -u --unified -c --context -n --normal --verbose --binary --merge[=STYLE] --no-backup-if-mismatch --backup-if-mismatch --posix -T --set-time -Z --set-utc':
      'plain',
    '--dry-run -C --check': 'dry run',
    '-d DIR --directory=DIR': ['cwd', 'write below'],
    '-i FILE --input=FILE': { '-': 'plain', '*': 'read' },
    '-o FILE --output=FILE -r FILE --reject-file=FILE': { '-': 'plain', '*': 'write' },
    '-B PREFIX --prefix=PREFIX -Y PREFIX --basename-prefix=PREFIX': 'write prefix',
    '-z SUFFIX --suffix=SUFFIX': {
      '.bak .orig .old .backup .tmp ~': 'plain',
      '*': 'opaque a backup file with a chosen name',
    },
    '-e --ed': 'opaque an ed script, which can run commands',
  },
  operands: ['write', 'read'],
}

/** `patch`: the patch names the files it changes, unless a file is given as an operand. */
export const patch: Programs = {
  'patch gpatch': {
    ...table,
    custom: runPatch,
    examples: {
      'patch -p1 -i fix.diff': ['read fix.diff', 'write /home/dev/project'],
      'patch --dry-run -p1 -i fix.diff': 'read fix.diff',
      'patch -p1 <<< "+++ b/src/x"': 'write src/x',
      'patch -p0 <<< "+++ b/src/x"': 'write b/src/x',
      'patch <<< "+++ b/x"': ['write b/x', 'write x'],
      'patch -d sub -p1 <<< "+++ b/x"': ['write sub/*', 'write sub/x'],
      'patch x <<< "+++ b/y"': ['write x', 'write x*'],
      'patch -o out <<< "+++ b/y"': ['write out', 'write out*'],
      'patch -p1 --dry-run <<< "+++ b/y"': [],
      'patch -p1 <<< "1,2d"': 'opaque an ed script, which can run commands',
    },
  },
}

function runPatch(call: ProgramCall): void {
  applyTable(table, call)
  const sorted = sortArguments(call.args, compileProgram(table))
  if (isRehearsal(sorted)) return
  const [target, input] = sorted.operands
  const goesByNames = target === undefined && givenValue('-o', sorted) === null
  const { cwd } = call.frame.scope
  const directory = givenValue('-d', sorted)
  const isKnownPatch = applyPatches(
    {
      inputs: [input ?? givenValue('-i', sorted) ?? '-'],
      cwd: directory ?? cwd,
      ...howApplied(sorted, null),
      goesByNames,
      hasOtherDirectory: directory !== null,
    },
    call,
  )
  if (goesByNames && !isKnownPatch && directory === null)
    call.touch('write', '.', 'current directory', { recursive: true })
}

/** `-p` and `-R`, which git has too. */
export const howApplied = (sorted: Sorted, usual: number | null): Pick<Patching, 'strip' | 'isReversed'> => {
  const strip = givenValue('-p', sorted)
  return {
    strip: strip !== null && isKnown(strip) && /^\d+$/.test(strip) ? Number(wordText(strip)) : usual,
    isReversed: sorted.options.some(({ option }) => option.name === '-R'),
  }
}

export const givenValue = (name: string, { options }: Sorted) =>
  options.findLast(({ option, value }) => option.name === name && value !== null)?.value ?? null

/** Whether nothing is written; false next to an unlisted option. */
export const isRehearsal = ({ options, unknownOptions }: Sorted): boolean =>
  unknownOptions.length === 0 && options.some(({ option, value }) => option.does(value).includes('dry run'))
