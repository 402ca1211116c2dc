import { expect, test } from 'vitest'
import { isAtLeast } from './client-version.ts'

test.each([
  ['2.1.295', true],
  ['2.1.1000', true],
  ['2.2.0', true],
  ['3', true],
  ['2.1.294', false],
  ['2.1', false],
  ['2.0.999', false],
])('%s is at least 2.1.295: %s', (version, want) => expect(isAtLeast(version, '2.1.295')).toBe(want))
