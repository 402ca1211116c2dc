import type { Programs, Subcommand } from '../engine/table.ts'
import { packageReads, projectCode } from '../shared/package-commands.ts'

const migrates: Subcommand = { ...projectCode, does: ['change database/migrate'] }
const drops: Subcommand = { tier: 'execute', does: ['change database/drop'], otherOptions: 'plain', operands: 'plain' }

/** Database schemas and data models. */
export const schemaTools: Programs = {
  sqlmesh: {
    tier: 'execute',
    code: 'project',
    options: {
      '-p DIR --paths=DIR --dotenv=FILE': 'code',
      '--log-file-dir=DIR': 'write',
      '--gateway=NAME --config=NAME --debug --ignore-warnings': 'plain',
    },
    commands: {
      // Models may be Python, which every command loads.
      'lint format info render diff dag test audit table_name environments': projectCode,
      'plan run migrate rollback': migrates,
      'invalidate destroy janitor clean': drops,
    },
    examples: {
      'sqlmesh lint': [],
      'sqlmesh plan prod': 'change database/migrate',
      'sqlmesh -p /tmp/x lint': ['read /tmp/x', 'opaque code in `/tmp/x`'],
    },
  },
  squawk: {
    tier: 'read',
    options: { '-c FILE --config=FILE': 'read' },
    otherOptions: 'plain',
    commands: {
      'upload-to-github': { tier: 'execute', does: ['connect sends'], otherOptions: 'plain', operands: 'read' },
    },
    operands: 'read',
    examples: { 'squawk migrations/1.sql': 'read migrations/1.sql' },
  },
  diesel: {
    tier: 'execute',
    options: {
      '--database-url=URL --migration-dir=DIR --config-file=FILE --locked-schema': 'plain',
    },
    commands: {
      migration: {
        commands: {
          'list pending': packageReads,
          'run redo revert': migrates,
          generate: {
            tier: 'write',
            options: { '--version=TEXT --migration-format=NAME': 'plain' },
            operands: 'plain',
          },
        },
      },
      'print-schema': packageReads,
      setup: migrates,
      database: { commands: { setup: migrates, 'reset drop': drops } },
    },
    examples: {
      'diesel migration list': [],
      'diesel migration run': 'change database/migrate',
      'diesel database reset': 'change database/drop',
    },
  },
}
