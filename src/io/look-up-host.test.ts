import { expect, test } from 'vitest'
import { hostReadings } from '../core/address/host-readings.ts'
import { networksOf } from '../core/address/network.ts'
import { lookUpHost } from './look-up-host.ts'

test('the name of this machine has loopback addresses only', async () => {
  const addresses = await lookUpHost('localhost')
  expect(addresses.length).toBeGreaterThan(0)
  expect(addresses.flatMap(hostReadings).every(host => networksOf(host).includes('loopback'))).toBe(true)
})
