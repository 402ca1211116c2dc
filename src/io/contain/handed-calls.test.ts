import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { limits } from '../../core/limits.ts'
import type { HandedPlan } from '../../gate/contain/contain-call.ts'
import { ownPaths } from '../paths.ts'
import { dropHanded, endHanded, handedIn, keepHanded } from './handed-calls.ts'

let home: string
let env: NodeJS.ProcessEnv
beforeEach(() => {
  home = mkdtempSync(`${tmpdir()}/sallyport-handed-`)
  env = { HOME: home }
})
afterEach(() => rmSync(home, { recursive: true }))

const ticketOf = (number: number) => number.toString(16).padStart(32, '0')

function keep(ticket: string, session = 's'): void {
  const place = { session, cwd: '/project', home: '/home/dev', workspace: ['/project'] }
  const planned = {
    call: { id: 'c1', tool: 'Bash', place },
    plan: { argv: ['bwrap'], env: [], mounts: [], seccomp: new Uint8Array([1]) },
  }
  const verdict = { effects: [], reasons: [] }
  const handed = { planned, verdict, record: 'r1' } as unknown as Pick<HandedPlan, 'planned' | 'record' | 'verdict'>
  keepHanded(env, ticket, { ...handed, text: 'bd sync', client: 'codex' })
}

test('a handed call is found in its session until its result has arrived', () => {
  keep(ticketOf(1))
  expect(handedIn(env, 's')).toMatchObject([
    { ticket: ticketOf(1), call: 'c1', original: 'bd sync', client: 'codex', isUsed: false, exitCode: null },
  ])
  expect(handedIn(env, 'another')).toEqual([])
  dropHanded(env, ticketOf(1))
  expect(handedIn(env, 's')).toEqual([])
})

test('how the command ended is known after its ticket is gone', () => {
  const ticket = `${ownPaths(env).tickets}/${ticketOf(1)}`
  keep(ticketOf(1))
  mkdirSync(ticket, { recursive: true })
  writeFileSync(`${ticket}/status`, '{ "child-pid": 5 }\n{ "exit-code": 7 }\n')
  endHanded(env, ticketOf(1), true)
  rmSync(ticket, { recursive: true })
  expect(handedIn(env, 's')).toMatchObject([{ isUsed: true, exitCode: 7 }])
})

test('the end of an unknown call is not recorded', () => {
  mkdirSync(ownPaths(env).handed, { recursive: true })
  endHanded(env, ticketOf(1), true)
  expect(readdirSync(ownPaths(env).handed)).toEqual([])
})

test.each([
  ['is damaged', (path: string) => writeFileSync(path, '{"client":')],
  ['lacks a field', (path: string) => writeFileSync(path, '{"client":"codex","session":"s"}')],
  ['can be written by others', (path: string) => chmodSync(path, 0o666)],
])('a record that %s is not used', (_, spoil) => {
  keep(ticketOf(1))
  spoil(`${ownPaths(env).handed}/${ticketOf(1)}.json`)
  expect(handedIn(env, 's')).toEqual([])
})

test('calls without a result do not pile up: the oldest goes first', () => {
  for (let number = 0; number < limits.handedCalls; number++) {
    keep(ticketOf(number))
    utimesSync(`${ownPaths(env).handed}/${ticketOf(number)}.json`, number, number)
  }
  keep(ticketOf(limits.handedCalls))
  const left = handedIn(env, 's').map(({ ticket }) => ticket)
  expect(left).toHaveLength(limits.handedCalls)
  expect(left).not.toContain(ticketOf(0))
})
