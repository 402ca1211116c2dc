import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../src/io/clock.ts'
import { finishEnded } from '../../src/io/contain/finish.ts'
import { lastRecords } from '../../src/io/journal/journal-read.ts'
import { ownPaths } from '../../src/io/paths.ts'
import { openContainStore } from '../../src/io/stores/contain-store.ts'
import { withVanishingSocket } from '../fence/vanishing-socket.ts'
import { attackTickets } from './ticket-attacks.ts'
import { type FormOptions, runShell, type TicketGround, ticketGround } from './ticket-ground.ts'

/** Tests with real sandboxes; the runner starts the built `dist/cli.js` for what a command changed. */
let ground: TicketGround
beforeAll(async () => {
  ground = await ticketGround()
})
afterAll(() => ground.remove())

async function contained(command: string, options: FormOptions & { readonly shell?: string } = {}) {
  const form = await ground.fencedForm(command, options)
  expect(form).not.toBeNull()
  const ended = runShell(form ?? '', {
    env: ground.env,
    cwd: ground.project,
    ...(options.shell ? { shell: options.shell } : {}),
  })
  // If a socket of another program ends while the sandbox is set up, the sandbox says so, and the runner tries again.
  return { ...ended, stderr: ended.stderr.replace(/^bwrap: .*\n/gm, '') }
}

const inProject = (name: string): string | null =>
  existsSync(`${ground.project}/${name}`) ? readFileSync(`${ground.project}/${name}`, 'utf8') : null

const marks = () => openContainStore(ownPaths(ground.env), systemClock).recall().marks

describe('a contained call behind a hook', () => {
  const awkward = 'single \' double " dollar $HOME back ` slash \\ bang ! hash # star * é 漢'
  const long = Array.from({ length: 400 }, (_, line) => `${line} ${awkward}\n`).join('')

  test.each<readonly [what: string, command: string, stdout: string, status: number]>([
    ['output and exit code', 'frob sh -c "echo out; exit 7"', 'out\n', 7],
    ['a pipe', 'frob printf "b\\na\\n" | sort', 'a\nb\n', 0],
    ['a list', 'frob false || frob echo no && frob echo and', 'no\nand\n', 0],
    ['quotes of all kinds', `frob cat <<'END'\n${awkward}\nEND`, `${awkward}\n`, 0],
    ['a heredoc of 20 KB', `frob cat <<'END'\n${long}END`, long, 0],
    ['a missing program', 'frobnicate-missing', '', 127],
    ['a signal', 'frob sh -c "kill -9 \\$\\$"', '', 137],
    ['an exit in the text', 'frob echo one; exit 3; frob echo two', 'one\n', 3],
    ['its own directory', 'frob pwd', '', 0],
  ])('%s', async (what, command, stdout, status) => {
    const ended = await contained(command)
    expect(ended).toMatchObject({ status, stdout: what === 'its own directory' ? `${ground.project}\n` : stdout })
  })

  test.each(['/bin/dash', '/usr/bin/zsh'].filter(shell => existsSync(shell)))('starts from %s', async shell => {
    expect(await contained("frob echo 'it works'; exit 4", { shell })).toMatchObject({
      status: 4,
      stdout: 'it works\n',
    })
  })

  test('keeps what the policies allow, and marks it', async () => {
    expect(await contained('frob tee made.txt <<< made')).toMatchObject({ status: 0, stderr: '' })
    expect(inProject('made.txt')).toBe('made\n')
    expect(marks()).toContain(`${ground.project}/made.txt`)
    expect(readdirSync(ground.tickets).filter(name => name !== 'run')).toEqual([])
  })

  test('discards what they do not allow, all of it, and says so', async () => {
    mkdirSync(`${ground.project}/.vscode`, { recursive: true })
    const { status, stderr } = await contained('frob tee .vscode/tasks.json also.txt <<< x')
    expect(status).toBe(0)
    expect(stderr).toMatch(/^sallyport: discarded what the command changed .*tasks\.json.*; ask the person\n$/)
    expect([inProject('.vscode/tasks.json'), inProject('also.txt')]).toEqual([null, null])
    expect(marks()).not.toContain(ground.project)
  })

  test('the journal says under the id of the call what became of the changes', async () => {
    await contained('frob tee recorded.txt <<< x')
    const records = [...lastRecords(ownPaths(ground.env).journal, 20)].map(({ event }) => event)
    const ended = records.find(event => event['type'] === 'trial_ended')
    const judged = records.find(event => event['type'] === 'tool_call_judged' && event['call'] === ended?.['call'])
    expect([ended, judged]).toMatchObject([{ committed: true, session: 's1' }, { contained: true }])
  })

  test('a background run writes to the project itself, without its protected names', async () => {
    const command =
      'frob sh -c "echo a > direct.txt; mkdir -p .idea; echo x > .idea/workspace.xml; mkdir -p sub/.vscode; echo x > sub/.vscode/tasks.json; echo x >> .git/config"'
    const { stderr } = await contained(command, { input: { run_in_background: true } })
    expect(inProject('direct.txt')).toBe('a\n')
    expect(stderr).toContain('.git/config: Read-only file system')
    expect(inProject('sub/.vscode/tasks.json')).toBeNull()
    expect(marks()).toContain(`${ground.project}/direct.txt`)
  })

  test('runs though a socket of another program disappears while the sandbox is set up', async () => {
    for (let afterMs = 6; afterMs <= 36; afterMs += 2) {
      const ended = await withVanishingSocket(
        { directory: `${ground.home}/outside`, afterMs },
        {
          plan: () => ground.fencedForm('frob echo x'),
          start: form => runShell(form ?? '', { env: ground.env, cwd: ground.project }),
        },
      )
      expect(ended).toMatchObject({ status: 0, stdout: 'x\n' })
    }
  })

  test('what it reads is protected: no secrets, no network, no tickets', async () => {
    const look = `cat ~/.ssh/id_ed25519 ${ground.tickets}/run; cat /sys/class/net/*/operstate | wc -l`
    expect((await contained(`frob sh -c '${look}' 2>/dev/null`)).stdout.trim()).toMatch(/^\d+$/)
  })
})

describe('a contained call that is interrupted', () => {
  const waiting =
    'frob bash -c \'trap "echo got int; exit 9" INT; trap "echo got term; exit 8" TERM; (setsid sleep 347 &); echo left > left.txt; echo up; sleep 347 & wait\''

  async function started(
    command: string,
    input = {},
  ): Promise<{ child: ChildProcess; output: () => string; end: Promise<unknown> }> {
    const form = await ground.fencedForm(command, { input })
    const child = spawn('/bin/bash', ['-c', form ?? 'exit 1'], { env: ground.env, cwd: ground.project, detached: true })
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
    const end = new Promise(resolve => child.once('close', (code, signal) => resolve(signal ?? code)))
    while (!text.includes('up')) await delay(20)
    return { child, output: () => text, end }
  }

  const leftBehind = () => spawnSync('pgrep', ['-f', `sleep 34[7]`], { encoding: 'utf8' }).stdout

  test.each<readonly [NodeJS.Signals, unknown, string]>([
    ['SIGINT', 9, 'up\ngot int\n'],
    ['SIGTERM', 'SIGTERM', 'up\ngot term\n'],
    ['SIGKILL', 'SIGKILL', 'up\n'],
  ])('%s to the process group ends everything', async (signal, code, output) => {
    const run = await started(waiting)
    process.kill(-(run.child.pid ?? 0), signal)
    expect(await run.end).toBe(code)
    expect(run.output()).toBe(output)
    while (leftBehind() !== '') await delay(20)
  })

  test('commits nothing, and the next call knows what was written', async () => {
    rmSync(`${ground.project}/left.txt`, { force: true })
    const run = await started(waiting)
    expect(marks()).toContain(ground.project)
    process.kill(-(run.child.pid ?? 0), 'SIGKILL')
    await run.end
    while (leftBehind() !== '') await delay(20)
    expect(marks()).toContain(ground.project)
    expect(await finishEnded(ground.env)).toMatchObject({ ok: true })
    expect(inProject('left.txt')).toBeNull()
    expect(marks()).not.toContain(ground.project)
    expect(readdirSync(`${ground.home}/.local/state/sallyport/trials`)).toEqual([])
  })

  test('a killed background run keeps its marks, and loses its protected names', async () => {
    const run = await started(
      "frob sh -c 'echo x > kept.txt; mkdir -p two/.vscode; echo x > two/.vscode/tasks.json; echo up; sleep 347'",
      {
        run_in_background: true,
      },
    )
    process.kill(-(run.child.pid ?? 0), 'SIGKILL')
    await run.end
    while (leftBehind() !== '') await delay(20)
    await finishEnded(ground.env)
    expect([inProject('kept.txt'), inProject('two/.vscode/tasks.json')]).toEqual(['x\n', null])
    expect(marks()).toContain(`${ground.project}/kept.txt`)
  })

  test('a ticket in use is not finished by others', async () => {
    const run = await started(waiting)
    expect(await finishEnded(ground.env)).toEqual({ ok: true, value: [] })
    process.kill(-(run.child.pid ?? 0), 'SIGINT')
    await run.end
  })

  test('three at once keep their own output and files', async () => {
    const forms = await Promise.all(
      [1, 2, 3].map(n => ground.fencedForm(`frob sh -c 'sleep 0.3; echo ${n} > at-once-${n}; echo ${n}'`)),
    )
    const ends = await Promise.all(
      forms.map(
        form =>
          new Promise<string>(resolve => {
            const child = spawn('/bin/bash', ['-c', form ?? ''], { env: ground.env, cwd: ground.project })
            let text = ''
            child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
            child.once('close', code => resolve(`${code} ${text}`))
          }),
      ),
    )
    expect(ends).toEqual(['0 1\n', '0 2\n', '0 3\n'])
    expect([1, 2, 3].map(n => inProject(`at-once-${n}`))).toEqual(['1\n', '2\n', '3\n'])
  })
})

describe('the fence does not answer behind a hook', () => {
  test.each<readonly [why: string, policy: string]>([
    ['if its hosts need a proxy', 'fence: { network: { allow: [api.example] } }'],
    ['if its limits need a Sallyport that watches', 'fence: { limits: { seconds: 5 } }'],
    ['if the profile has such limits', 'fence: { profile: strict }'],
  ])('%s', async (_why, policy) => {
    mkdirSync(`${ground.home}/.config/sallyport`, { recursive: true })
    writeFileSync(`${ground.home}/.config/sallyport/policy.yaml`, `version: 1\n${policy}\n`)
    try {
      expect(await ground.fencedForm('frob echo x')).toBeNull()
      expect(marks()).not.toContain(ground.project)
    } finally {
      rmSync(`${ground.home}/.config/sallyport/policy.yaml`)
    }
  })
})

/** `npm run attack:tickets` makes more of them. */
const attempts = Number(process.env['SALLYPORT_TICKET_ATTACKS'] ?? 120)

test('attempts to run anything else with a ticket fail', async () => {
  const { faults, refused, planned } = await attackTickets(ground, { attempts })
  expect(faults).toEqual([])
  expect(refused + planned).toBeGreaterThanOrEqual(attempts)
  console.log(`${refused} attempts were refused, ${planned} ran only what the plan says`)
}, 1_500_000)
