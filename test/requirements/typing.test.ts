import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { limits } from '../../src/core/limits.ts'
import type { Execute } from '../../src/gate/run-call.ts'
import { ToolFailure } from '../../src/gate/tool-failure.ts'
import { startRun } from '../../src/runtime/run.ts'
import { type ExecSessions, execSessions } from '../../src/tools/families/exec-sessions.ts'
import type { TypedVia } from '../../src/tools/families/typed-line.ts'
import { bash, openGate, person, withPolicy, withPreset } from './open-gate.ts'

const asking = await withPolicy('mode: ask', await withPreset('deep-dive'))

interface Given {
  readonly options?: Parameters<typeof openGate>[0]
  readonly answer?: Parameters<typeof person>[0]
  readonly via?: TypedVia
  /** The command that started the program. */
  readonly command?: string
}

/** A gate with one session that the run `mine` has started, and someone who types. */
function opened({ options = {}, answer = 'approved', via = 'terminal', command = 'sh' }: Given = {}) {
  const { approver, asked } = person(answer)
  const sessions = execSessions()
  const session = sessions.start('mine', via, command)
  const gate = openGate({ policies: asking, approvers: [approver], ...options, tools: { sessions } })
  const arrived: string[] = []
  const type = (chars: string, run = 'mine', execute: Execute<unknown> = () => arrived.push(chars)) =>
    gate.gate.run({ tool: 'write_stdin', input: { session_id: session, chars }, session: run }, execute)
  return { ...gate, sessions, session, type, asked, arrived }
}

describe('C11: the run that started a session types into it without asking', () => {
  test('R117: in the run that started it', async () => {
    const { type, asked, arrived, types } = opened()
    for (const chars of ['make\n', 'make test\n']) expect(await type(chars)).toMatchObject({ ok: true })
    expect(asked).toEqual([])
    expect(arrived).toEqual(['make\n', 'make test\n'])
    expect(types()).not.toContain('approval_requested')
    expect(types().filter(type => type === 'approval_decided')).toHaveLength(2)
  })

  test('R116: another run asks, each time, if it is approved once', async () => {
    const { type, asked } = opened()
    for (const chars of ['a\n', 'b\n']) expect(await type(chars, 'other')).toMatchObject({ ok: true })
    expect(asked).toHaveLength(2)
  })

  test('R117: another run asks once, if it is approved for the session', async () => {
    const { type, asked } = opened({ answer: 'approved_for_session' })
    for (const chars of ['a\n', 'b\n', '']) expect(await type(chars, 'other')).toMatchObject({ ok: true })
    expect(asked).toHaveLength(1)
    await type('c\n', 'a third')
    expect(asked).toHaveLength(2)
  })

  test('an approval for one session is none for another', async () => {
    const { type, gate, sessions, asked } = opened({ answer: 'approved_for_session' })
    await type('a\n', 'other')
    const second = sessions.start('mine', 'terminal')
    await gate.run({ tool: 'write_stdin', input: { session_id: second, chars: 'a\n' }, session: 'other' }, () => null)
    expect(asked).toHaveLength(2)
  })

  test('another run that is denied types nothing', async () => {
    const { type, arrived } = opened({ answer: 'denied' })
    expect(await type('a\n', 'other')).toMatchObject({ ok: false, code: 'approval_denied' })
    expect(arrived).toEqual([])
  })

  test('reading is free for the run that started it, and asks for others', async () => {
    const { type, asked } = opened()
    expect(await type('')).toMatchObject({ ok: true })
    expect(asked).toEqual([])
    await type('', 'other')
    expect(asked).toHaveLength(1)
  })

  const mine = 'write_stdin is'
  test.each([
    ['a rule that denies it', 'rules: [{ when: { tool: write_stdin }, then: deny }]', {}, false, 0],
    ['mode deny', 'mode: deny', {}, false, 0],
    [
      'a rule that wants to be asked each time',
      'rules: [{ when: { tool: write_stdin }, then: ask, remember: no }]',
      {},
      true,
      1,
    ],
    ['careful mode asks all the same', 'mode: ask', { careful: true }, true, 1],
    ['in automation', 'mode: ask', { automation: true }, false, 0],
  ])(`${mine} not approved by it: %s`, async (_how, source, place, ok, times) => {
    const policies = await withPolicy(source)
    const { type, asked } = opened({ options: { policies, place } })
    expect((await type('make\n')).ok).toBe(ok)
    expect(asked).toHaveLength(times)
  })

  test('the organisation’s question is still asked', async () => {
    const user = await withPolicy('rules: [{ when: { tool: write_stdin }, then: ask }]')
    const policies = { ...user, files: user.files.map(file => ({ ...file, layer: 'organisation' as const })) }
    const { type, asked } = opened({ options: { policies } })
    await type('make\n')
    expect(asked).toHaveLength(1)
  })
})

describe('C11: the floor applies to typed lines, even if the session is approved', () => {
  test.each<readonly [how: string, pieces: readonly string[], via: TypedVia]>([
    ['at once', ['rm -rf /\n'], 'terminal'],
    ['in pieces', ['rm', ' -rf', ' /', '\n'], 'terminal'],
    ['by the key Enter', ['rm -rf /\r'], 'terminal'],
    ['corrected on the way', ['rm -rf /x', '\x7f', '\n'], 'terminal'],
    ['after a line that was taken back', ['echo \x15rm -rf /\n'], 'terminal'],
    ['after a line that was interrupted', ['echo ', '\x03', 'rm -rf /\n'], 'terminal'],
    ['through a variable that was set before', ['x=/\n', 'rm -rf "$x"\n'], 'terminal'],
    ['over two lines', ['rm -rf \\\n', '/\n'], 'terminal'],
    ['at the end of input', ['rm -rf /\x04'], 'terminal'],
    ['after text that is not shell code', ["print('it\n", 'rm -rf /\n'], 'terminal'],
    ['on another machine', ['ssh host rm -rf /\n'], 'terminal'],
    ['into a pipe', ['rm -rf', ' /\n'], 'pipe'],
    ['into a device', ['echo x > /dev/sda\n'], 'terminal'],
  ])('%s', async (_how, pieces, via) => {
    const { type, arrived } = opened({ via })
    const outcomes = []
    for (const piece of pieces) outcomes.push(await type(piece))
    expect(outcomes.at(-1)).toMatchObject({ ok: false, code: 'floor', errorKind: 'permission' })
    expect(outcomes.slice(0, -1).every(({ ok }) => ok)).toBe(true)
    expect(arrived).toEqual(pieces.slice(0, -1))
  })

  test.each<readonly [how: string, pieces: readonly string[]]>([
    ['an unfinished line', ['rm -rf /', 'tmp/x\n']],
    ['a quoted text', ['echo "rm -rf /"\n']],
    ['a line that is harmless as a whole', ['rm -rf ', 'build\n']],
  ])('%s is not stopped', async (_how, pieces) => {
    const { type } = opened()
    for (const piece of pieces) expect(await type(piece)).toMatchObject({ ok: true })
  })

  test.each<readonly [how: string, command: string, pieces: readonly string[]]>([
    ['Python', 'python3 -i', ["import shutil; shutil.rmtree('/')\n"]],
    ['Python over several lines', 'python3 -q', ['import shutil as s\n', "x = '/'\n", 's.rmtree(x)\n']],
    ['Python that starts a shell', 'python3', ["import os; os.system('rm -rf /')\n"]],
    ['Python that was started in a shell', 'sh', ['python3 -q\n', "import os; os.system('rm -rf /')\n"]],
    ['JavaScript', 'node -i', ["require('fs').rmSync('/', { recursive: true, force: true })\n"]],
    ['Perl in a shell, after much other text', 'sh', ['perl\n', `${'# x\n'.repeat(900)}`, 'system("rm -rf /");\n']],
  ])('typed into an interpreter, it is read as its code: %s', async (_how, command, pieces) => {
    const { type, arrived, gate } = opened({ command })
    // The command that starts a session is a call of its own, and loads the reader of its language.
    await gate.check({ tool: 'exec_command', input: { cmd: command } })
    const outcomes = []
    for (const piece of pieces) outcomes.push(await type(piece))
    expect(outcomes.at(-1)).toMatchObject({ ok: false, code: 'floor' })
    expect(arrived).toEqual(pieces.slice(0, -1))
  })

  test.each([
    ['Python', 'python3', "print('rm -rf /')\n"],
    ['Python that deletes a build', 'python3', "import shutil; shutil.rmtree('build')\n"],
    ['JavaScript', 'node', "console.log('rm -rf /')\n"],
    ['a shell that knows no Python', 'sh', "import shutil; shutil.rmtree('/')\n"],
  ])('harmless code is not stopped: %s', async (_how, command, chars) => {
    const { type, gate } = opened({ command })
    await gate.check({ tool: 'exec_command', input: { cmd: command } })
    expect(await type(chars)).toMatchObject({ ok: true })
  })

  test('a refused piece was not typed, so the line stays the same', async () => {
    const { type, arrived } = opened()
    await type('rm -rf ')
    expect(await type('/\n')).toMatchObject({ ok: false, code: 'floor' })
    expect(await type('build\n')).toMatchObject({ ok: true })
    expect(arrived).toEqual(['rm -rf ', 'build\n'])
  })

  test('in a container it asks, even if the session is approved', async () => {
    const { type, asked } = opened()
    await type('docker run alpine rm -rf /\n')
    expect(asked).toHaveLength(1)
  })

  test('two pieces at once: the second is judged again, or not typed', async () => {
    const { type, arrived } = opened()
    let arrive = () => {}
    const first = type(
      'echo ',
      'mine',
      () =>
        new Promise<void>(resolve => {
          arrive = resolve
        }),
    )
    const second = type('rm -rf /\n')
    await new Promise(setImmediate)
    // If it were typed now, it could arrive before the word that makes it harmless.
    expect(await second).toMatchObject({ ok: false })
    expect(await type('x')).toMatchObject({ ok: false, code: 'validation' })
    arrive()
    expect(await first).toMatchObject({ ok: true })
    expect(await type('rm -rf /\n')).toMatchObject({ ok: true })
    expect(arrived).toEqual(['rm -rf /\n'])
  })

  test('a piece that may not have arrived makes the line unknown', async () => {
    const { type } = opened()
    const broken = type('echo ', 'mine', () => {
      throw new ToolFailure('timeout', 'no answer')
    })
    expect(await broken).toMatchObject({ ok: false, errorKind: 'timeout' })
    expect(await type('rm -rf /\n')).toMatchObject({ ok: false })
    expect(await type('ls\n')).toMatchObject({ ok: false, code: 'validation' })
    await type('\x03')
    expect(await type('ls\n')).toMatchObject({ ok: true })
  })

  test('a piece that was only checked counts as typed', async () => {
    const { gate, session, type } = opened()
    await gate.check({ tool: 'write_stdin', input: { session_id: session, chars: 'rm -rf ' }, session: 'mine' })
    expect(await type('/\n')).toMatchObject({ ok: false, code: 'floor' })
  })

  test('a piece whose record fails was not typed', async () => {
    const { type, journal } = opened()
    journal.failWith({ code: 'audit_unavailable', message: 'disk full' })
    expect(await type('echo ')).toMatchObject({ ok: false, code: 'audit_unavailable' })
    journal.failWith(null)
    expect(await type('rm -rf /\n')).toMatchObject({ ok: false, code: 'floor' })
    expect(await type('ls\n')).toMatchObject({ ok: true })
  })
})

describe('R118: input that cannot be judged is denied', () => {
  test.each([
    ['a line with keys of unknown effect', '\x1b[A\n', 'validation'],
    ['a name that the shell would complete', 'rm -rf /us\t\n', 'validation'],
    ['a command from before', '!!\n', 'validation'],
    ['a key that makes the next one text', 'rm -rf / ;\x16\x03', 'validation'],
    ['a line that an interrupt may cut', '\x03echo rm -rf /\n', 'validation'],
    ['a line that the terminal would cut', `rm -rf ${' '.repeat(4_088)}/tmp/x\n`, 'validation'],
    ['more code than can be read', `${'a;'.repeat(100)}\n`.repeat(limits.shellCode / 128), 'limit_reached'],
    ['more lines than can be read', 'x\n'.repeat(limits.typedLines + 1), 'limit_reached'],
  ])('%s', async (_what, chars, code) => {
    const { type, arrived } = opened()
    expect(await type(chars)).toMatchObject({ ok: false, code })
    expect(arrived).toEqual([])
  })

  test.each<readonly [what: string, before: (sessions: ExecSessions, session: number) => void, id: number | null]>([
    ['never was', () => {}, 99],
    ['has ended', (sessions, session) => sessions.end(session), null],
  ])('R118: a session that %s is not found', async (_what, before, id) => {
    const { gate, sessions, session, asked } = opened()
    before(sessions, session)
    for (const chars of ['', 'ls\n']) {
      const outcome = await gate.run(
        { tool: 'write_stdin', input: { session_id: id ?? session, chars }, session: 'mine' },
        () => null,
      )
      expect(outcome).toMatchObject({ ok: false, code: 'not_found', errorKind: 'not_found' })
    }
    expect(asked).toEqual([])
  })
})

test('R119: typed text is in no record, event, question or verdict', async () => {
  const { type, gate, journal, asked } = opened({ answer: 'denied' })
  const heard: unknown[] = []
  gate.events.on(event => heard.push(event))
  const marker = 'Zq9marker'
  const outcomes = []
  for (const run of ['mine', 'other'])
    for (const chars of [
      `echo ${marker}\n`,
      `cat ${marker} > /dev/${marker}\n`,
      `rm -rf /proc/${marker}\n`,
      `ssh ${marker} rm -rf /\n`,
      `docker run ${marker} rm -rf /\n`,
      `${marker}\x1b\n`,
      marker,
      `;'"${marker}`,
    ])
      outcomes.push(await type(chars, run))
  expect(asked.length).toBeGreaterThan(0)
  expect(outcomes.some(({ ok }) => ok)).toBe(true)
  const verdicts = outcomes.map(({ verdict }) => verdict)
  const all = JSON.stringify([journal.lines(), journal.events(), heard, asked, verdicts])
  expect(all).not.toContain(marker)
  expect(all).toContain('chars_sha256')
})

test('a real shell from start to end: typed text arrives, and text that the floor forbids does not', async () => {
  const { approver, asked } = person()
  const sessions = execSessions()
  const { gate, clock, types } = openGate({ approvers: [approver], tools: { sessions } })
  const run = await startRun({ gate, ports: { newId: () => 'a run', clock } })
  if (!run.ok) throw new Error(run.faults[0].message)
  const shell = spawn('sh', { stdio: ['pipe', 'pipe', 'ignore'] })
  let said = ''
  shell.stdout.on('data', data => {
    said += data
  })
  const started = await run.value.call({ tool: 'exec_command', input: { cmd: 'sh' } }, ({ call }) =>
    sessions.start(call.place.session, 'pipe'),
  )
  if (!started.ok) throw new Error(started.reason)
  const type = (chars: string) =>
    run.value.call({ tool: 'write_stdin', input: { session_id: started.value, chars } }, () => {
      shell.stdin.write(chars)
    })
  const outcomes = [
    await type('echo on'),
    await type('e\n'),
    // Harmless if it ever arrives.
    await type('cat /proc/self/'),
    await type('environ\n'),
    await type('status > /dev/null; echo two\n'),
  ]
  shell.stdin.end()
  await once(shell, 'close')
  sessions.end(started.value)
  outcomes.push(await type('echo three\n'))
  expect(outcomes.map(outcome => (outcome.ok ? 'ok' : outcome.code))).toEqual([
    'ok',
    'ok',
    'ok',
    'floor',
    'ok',
    'not_found',
  ])
  expect(said).toBe('one\ntwo\n')
  // There was a question for the shell, and none for the typed text.
  expect(asked.map(({ tool }) => tool)).toEqual(['exec_command'])
  expect(types().filter(name => name === 'approval_requested')).toHaveLength(1)
})

test('a session number is used once', () => {
  const sessions = execSessions()
  const first = sessions.start('a', 'pipe')
  sessions.end(first)
  expect(sessions.start('b', 'pipe')).not.toBe(first)
  expect(sessions.find('a', String(first))).toBeNull()
})

test('other tools hold no line', async () => {
  const { gate } = opened({ options: { policies: await withPreset('balanced') } })
  expect(await gate.run(bash('ls'), () => 1)).toMatchObject({ ok: true })
})
