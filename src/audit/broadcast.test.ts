import { expect, test } from 'vitest'
import { broadcast } from './broadcast.ts'

test('a value is created once for all listeners that want it', () => {
  const events = broadcast<string>()
  const heard: string[] = []
  let made = 0
  const send = (value: string) =>
    events.send(() => {
      made += 1
      return value
    })
  let wants = false
  events.on(
    value => heard.push(`a ${value}`),
    () => wants,
  )
  send('first')
  expect({ made, heard }).toEqual({ made: 0, heard: [] })
  wants = true
  const stop = events.on(value => heard.push(`b ${value}`))
  send('second')
  expect({ made, heard }).toEqual({ made: 1, heard: ['a second', 'b second'] })
  stop()
  wants = false
  send('third')
  expect(made).toBe(1)
})
