import { wordText } from '../../../core/word.ts'
import { sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program, Subcommand } from '../engine/table.ts'

const fields = '-f FIELD --raw-field=FIELD -F FIELD --field=FIELD'
const shared = {
  '-H HEADER --header=HEADER -q FILTER --jq=FILTER -t TEMPLATE --template=TEMPLATE -p NAME --preview=NAME --hostname=HOST --cache=TIME --output=FORMAT':
    'plain',
  '-i --include --paginate --slurp --silent --verbose': 'plain',
} as const

/** `gh api` and `glab api`: a field makes the request a POST unless `--method` says otherwise. */
export const apiCommand = (system: 'github' | 'gitlab'): Subcommand => ({
  tier: 'read',
  options: {
    ...shared,
    '-X METHOD --method=METHOD': {
      'GET get HEAD head OPTIONS options': 'plain',
      'DELETE delete': `change ${system}/delete`,
      '*': `change ${system}/apply`,
    },
    [fields]: `change ${system}/apply`,
    '--input=FILE': ['read', `change ${system}/apply`],
  },
  operands: 'plain',
  commands: {
    graphql: {
      tier: 'read',
      options: {
        [fields]: {
          'query=@*': 'opaque a query read from a file',
          'query=$* query=`*': 'opaque a query only known at run time',
          'query=*mutation*': `change ${system}/apply`,
          '*': 'plain',
        },
      },
    },
  },
})

/** The same with `--method GET`: fields become part of the URL. */
export const readingApiCommand: Subcommand = {
  tier: 'read',
  options: { ...shared, '-X METHOD --method=METHOD': 'plain', [fields]: 'plain', '--input=FILE': 'read' },
  operands: 'plain',
}

/** Whether the last `--method` option is one that only reads. */
export function readsOnly(program: Program, call: ProgramCall): boolean {
  const { options } = sortArguments(call.args, compileProgram(program))
  const method = options.findLast(({ spelling }) => spelling === '-X' || spelling === '--method')?.value
  return method != null && /^(get|head|options)$/i.test(wordText(method))
}
