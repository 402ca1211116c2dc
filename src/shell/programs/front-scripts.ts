import { baseName } from '../../core/path.ts'
import { type Word, wordText } from '../../core/word.ts'
import { applyTable } from './apply.ts'
import type { ProgramCall } from './run.ts'
import type { Command, Program } from './table.ts'

/** `python manage.py flush`: what the tasks of a framework do, whose script every project has under the same name. */
export function runFrontScript(file: Word, args: readonly Word[], call: ProgramCall): void {
  const table = scripts.get(baseName(wordText(file)))
  if (table !== undefined) applyTable(table, { ...call, args })
}

const drops: Command = { tier: 'execute', does: ['change database/drop'], otherOptions: 'plain', operands: 'plain' }
const reveals: Command = { ...drops, does: ['change secrets/read'] }
const sessions: Command = { ...drops, does: ['opaque an interactive session'] }

/** Any other task is code of the project. */
const tasks = (commands: NonNullable<Program['commands']>): Program => ({
  tier: 'execute',
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
      migrate: { tier: 'execute', otherOptions: 'plain', operands: { zero: 'change database/drop', '*': 'plain' } },
    }),
  ],
  [
    'artisan',
    tasks({
      'migrate:fresh migrate:refresh migrate:reset db:wipe schema:drop': drops,
      'tinker db': sessions,
      'env:decrypt': reveals,
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
