import { expect, test } from 'vitest'
import { fail, ok, type Result } from '../core/fault.ts'
import type { Json } from '../core/json.ts'
import { type FenceKey, fenceKeys } from '../fence/profile.ts'
import { combineFences } from '../fence/settings.ts'
import { type FenceGap, fenceGaps } from './fence-gaps.ts'

const all = ok(fenceKeys)
const without = (...keys: readonly FenceKey[]) => ok(fenceKeys.filter(key => !keys.includes(key)))
const broken: Result<readonly FenceKey[]> = fail('sandbox_denied', 'bubblewrap is not installed; install it')

test.each<
  readonly [what: string, fence: Json, probed: Result<readonly FenceKey[]>, gaps: readonly Partial<FenceGap>[]]
>([
  ['a fence that can do everything', { mode: 'enforce', profile: 'strict' }, all, []],
  ['no policy about it', null, all, []],
  ['a required fence that does not work', { mode: 'enforce' }, broken, [{ then: 'denied' }]],
  ['a fence that is not required', null, broken, [{ then: 'unfenced' }]],
  ['a fence that is off', { mode: 'off', limits: { cpus: 1 } }, broken, []],
  ['a fence that only records', { mode: 'audit', limits: { cpus: 1 } }, broken, []],
  [
    'hosts that cannot be told apart',
    { network: { allow: ['a.com'] } },
    without('hosts'),
    [
      {
        then: 'denied',
        message: '`bubblewrap` cannot enforce `hosts` here',
        remedy: expect.stringContaining('nsenter'),
      },
    ],
  ],
  ['no hosts, where they cannot be told apart', { network: 'none' }, without('hosts'), []],
  [
    'limits of a profile',
    { profile: 'strict' },
    without('memory', 'processes'),
    [{ then: 'denied' }, { then: 'denied' }],
  ],
  ['another fence', { adapter: 'seatbelt' }, all, [{ then: 'denied', message: expect.stringContaining('`seatbelt`') }]],
])('%s', (_what, fence, probed, gaps) =>
  expect(fenceGaps(combineFences({ trusted: [fence], base: null, kept: [] }), { name: 'bubblewrap', probed })).toEqual(
    gaps.map(gap => expect.objectContaining(gap)),
  ),
)
