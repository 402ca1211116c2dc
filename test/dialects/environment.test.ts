import { describe, expect, test } from 'vitest'
import { faultText } from '../../src/core/fault.ts'
import { readEnvironment } from '../../src/policy/dialects/environment.ts'

const read = (env: Readonly<Record<string, string>>) => {
  const result = readEnvironment(env, '/home/dev')
  return result.ok ? result.value : result.faults.map(faultText)
}

const nothing = { mode: null, timeoutMs: null, careful: false, letsgoHome: '/home/dev/.letsgo' }

describe('the environment variables of the dialects', () => {
  test.each([
    ['none', {}, nothing],
    [
      'R170: the approval mode',
      { AI_CHAT_SAFETY_APPROVAL_MODE: 'ask_for_dangerous' },
      { ...nothing, mode: 'ask_for_dangerous' },
    ],
    ['R69: the approval timeout', { LEASHD_APPROVAL_TIMEOUT_SECONDS: '90' }, { ...nothing, timeoutMs: 90_000 }],
    ['R89: careful mode', { LETSGO_CAREFUL_MODE: 'true' }, { ...nothing, careful: true }],
    ['R89: careful mode, as a number', { LETSGO_CAREFUL_MODE: '1' }, { ...nothing, careful: true }],
    ['R89: careful mode, in capitals', { LETSGO_CAREFUL_MODE: 'TRUE' }, { ...nothing, careful: true }],
    ['careful mode off', { LETSGO_CAREFUL_MODE: 'false' }, nothing],
    ['R174: the base directory', { LETSGO_HOME: '/srv/letsgo' }, { ...nothing, letsgoHome: '/srv/letsgo' }],
  ])('%s', (_, env, wanted) => expect(read(env)).toEqual(wanted))

  test.each([
    [
      { AI_CHAT_SAFETY_APPROVAL_MODE: 'never' },
      '`AI_CHAT_SAFETY_APPROVAL_MODE` must be `auto`, `ask_for_dangerous`, `ask_for_writes` or `ask`, not `never` (config_error)',
    ],
    [
      { LEASHD_APPROVAL_TIMEOUT_SECONDS: 'soon' },
      '`LEASHD_APPROVAL_TIMEOUT_SECONDS` must be a number of seconds, at most a week, not `soon` (config_error)',
    ],
    [
      { LEASHD_APPROVAL_TIMEOUT_SECONDS: '0' },
      '`LEASHD_APPROVAL_TIMEOUT_SECONDS` must be a number of seconds, at most a week, not `0` (config_error)',
    ],
    [{ LETSGO_CAREFUL_MODE: 'maybe' }, '`LETSGO_CAREFUL_MODE` must be `true` or `false`, not `maybe` (config_error)'],
    [{ LETSGO_HOME: 'relative' }, '`LETSGO_HOME` must be an absolute path, not `relative` (config_error)'],
  ])('%j is an error', (env, wanted) => expect(read(env as Record<string, string>)).toEqual([wanted]))
})
