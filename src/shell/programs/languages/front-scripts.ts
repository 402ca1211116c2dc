import type { Language } from '../../../core/code.ts'
import { baseName } from '../../../core/path.ts'
import { knownPrefix, type Word, wordText } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import { cutPrefix } from '../engine/arguments.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program, Subcommand } from '../engine/table.ts'
import { type BroughtCode, runCode } from './run-code.ts'

/** `python manage.py flush`: the tasks of a framework whose script has the same name in every project. */
export function runFrontScript(file: Word, args: readonly Word[], call: ProgramCall): void {
  const name = baseName(wordText(file))
  const code = codeIn(name, args)
  if (code !== null) return runCode(code, call)
  const table = scripts.get(name)
  if (table !== undefined) applyTable(table, { ...call, args })
}

/**
 * `manage.py shell -c CODE`, `artisan tinker --execute=CODE`: code for the project's own shell, without further arguments.
 */
function codeIn(name: string, [command = '', first = '', ...rest]: readonly Word[]): BroughtCode | null {
  const how = shells.get(`${name} ${wordText(command)}`)
  const [, option = '', equals] = /^(-[a-z]|--[a-z]+)(=)?/.exec(knownPrefix(first)) ?? []
  if (how === undefined || !how.options.includes(option)) return null
  const words = equals === undefined ? rest : [cutPrefix(first, option.length + 1), ...rest]
  return words.length === 1 ? { texts: words, language: how.language } : null
}

const shells: ReadonlyMap<string, { readonly options: readonly string[]; readonly language: Language }> = new Map([
  ['manage.py shell', { options: ['-c', '--command'], language: 'python' }],
  ['artisan tinker', { options: ['--execute'], language: 'php' }],
])

const drops: Subcommand = { tier: 'execute', does: ['change database/drop'], otherOptions: 'plain', operands: 'plain' }
const reveals: Subcommand = { ...drops, does: ['change secrets/read'] }
const sessions: Subcommand = { ...drops, does: ['opaque an interactive session'] }

/** Any other task is code of the project. */
const tasks = (commands: NonNullable<Program['commands']>): Program => ({
  tier: 'execute',
  options: { '--pythonpath=DIR': 'may name code' },
  otherOptions: 'plain',
  operands: 'plain',
  commands,
})

const scripts: ReadonlyMap<string, Program> = new Map([
  [
    'manage.py',
    tasks({
      'flush reset_db reset_schema drop_test_database delete_squashed_migrations': drops,
      'shell shell_plus dbshell': sessions,
      'dumpdata graph_models spectacular generateschema': {
        tier: 'execute',
        options: { '-o FILE --output=FILE --file=FILE': 'write' },
        otherOptions: 'plain',
        operands: 'plain',
      },
      migrate: { tier: 'execute', otherOptions: 'plain', operands: { zero: 'change database/drop', '*': 'plain' } },
    }),
  ],
  [
    'artisan',
    tasks({
      'migrate:fresh migrate:refresh migrate:reset db:wipe schema:drop': drops,
      'tinker db': sessions,
      'env:decrypt': reveals,
      'config:show': {
        tier: 'execute',
        otherOptions: 'plain',
        operands: {
          'database* mail* services* filesystems* queue* broadcasting* cache*': 'change secrets/read',
          '*': 'plain',
        },
      },
    }),
  ],
  [
    'console',
    tasks({
      'doctrine:database:drop doctrine:schema:drop doctrine:fixtures:load d:d:d d:s:d': drops,
      'secrets:reveal secrets:decrypt-to-local': reveals,
    }),
  ],
  ['ace', tasks({ 'migration:fresh migration:refresh migration:reset db:wipe db:truncate': drops, repl: sessions })],
])
