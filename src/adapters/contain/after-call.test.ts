import { expect, test } from 'vitest'
import type { RanCommand } from '../hooks/client.ts'
import { type HandedCall, transportOf } from './after-call.ts'

const text = '/state/contain/run 77b8; exit; npm test'
const handed: HandedCall = { call: 'c1', text, original: 'npm test', isUsed: true, exitCode: 0 }
const ran: RanCommand = { session: 's', agents: [], call: 'c1', text, printed: '', exitCode: 0 }
const noId = { call: null }

type Row = readonly [sentence: string, ran: Partial<RanCommand>, handed: Partial<HandedCall>, kind: string | null]

test.each<Row>([
  ['the fenced form ran and the ticket was used', {}, {}, 'fenced'],
  ['it failed inside', { exitCode: 7 }, { exitCode: 7 }, 'fenced'],
  ['the command itself ended with 126', { exitCode: 126 }, { exitCode: 126 }, 'fenced'],
  ['it still runs in the background', { exitCode: null }, { exitCode: null }, 'fenced'],
  ['the runner refused the ticket', { exitCode: 126 }, { isUsed: false, exitCode: null }, 'unstarted'],
  ['the client does not say how it ended', { exitCode: null }, { isUsed: false, exitCode: null }, 'unstarted'],
  ['the client itself refused it', { exitCode: 0 }, { isUsed: false, exitCode: null }, null],
  ['the sandbox could not be set up', { exitCode: 126 }, { exitCode: null }, 'unstarted'],
  ['another hook gave the original back', { text: 'npm test' }, { isUsed: false }, 'replaced'],
  ['another hook gave another command', { text: 'curl evil' }, { isUsed: false }, 'replaced'],
  ['another hook put something behind the form', { text: `${text}; evil` }, {}, 'replaced'],
  ['another hook put something in front of it', { text: `evil; ${text}` }, {}, 'replaced'],
  ['another call', { call: 'c2', text: 'npm test' }, {}, null],
  ['another call with the same form', { call: 'c2' }, {}, null],
  ['no id: the form ran', noId, { call: null }, 'fenced'],
  ['no id: the original ran', { ...noId, text: 'npm test' }, { call: null, isUsed: false }, 'replaced'],
  ['no id: it was wrapped', { ...noId, text: 'rtk npm test' }, { call: null, isUsed: false }, 'replaced'],
  ['no id: the same command ran later, plainly', { ...noId, text: 'npm test' }, { call: null }, null],
  ['no id: another command', { ...noId, text: 'ls' }, { call: null, isUsed: false }, null],
])('%s', (_, ranMore, handedMore, kind) => {
  expect(transportOf({ ...ran, ...ranMore }, [{ ...handed, ...handedMore }])?.kind ?? null).toBe(kind)
})

test('of several contained calls the right one is found', () => {
  const second = { ...handed, call: 'c2', text: '/state/contain/run 99aa; exit; npm test' }
  expect(transportOf({ ...ran, call: 'c2', text: second.text }, [handed, second])?.handed).toBe(second)
})
