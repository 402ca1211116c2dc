import { describe, expect, test } from 'vitest'
import { variableRunsCode } from './environment.ts'

const rows: readonly (readonly [name: string, runs: boolean])[] = [
  ['LD_PRELOAD', true],
  ['PATH', true],
  ['HOME', true],
  ['GIT_SSH_COMMAND', true],
  ['GIT_CONFIG_COUNT', true],
  ['PAGER', true],
  ['EDITOR', true],
  ['NODE_OPTIONS', true],
  ['PYTHONPATH', true],
  ['npm_config_script_shell', true],
  ['BASH_FUNC_ls%%', true],
  ['RUSTC_WRAPPER', true],
  ['https_proxy', true],
  ['RSYNC_RSH', true],
  ['TOKEN', false],
  ['GITHUB_TOKEN', false],
  ['GOOGLE_API_KEY', false],
  ['DATABASE_URL', false],
  ['NODE_ENV', false],
  ['CI', false],
  ['PORT', false],
  ['PYTHONUNBUFFERED', false],
  ['GIT_AUTHOR_NAME', false],
  ['RUST_LOG', false],
]

describe('which variables can run code', () => {
  test.each(rows)('%s: %s', (name, runs) => expect(variableRunsCode(name)).toBe(runs))
})
