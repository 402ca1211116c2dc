import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { limits } from '../../src/core/limits.ts'
import { type Cli, openCli } from './cli.ts'
import { callHook, type HookAnswer, type SentCall } from './hook.ts'

const push: SentCall = { command: 'git push origin main' }

interface Ground extends Cli {
  readonly hook: (call: SentCall) => Promise<HookAnswer>
  /** Makes a call that needs approval, and returns the id of its question. */
  readonly waiting: (call: SentCall) => Promise<string>
  /** A person at a terminal answers the question. */
  readonly approve: (id: string, typed?: string, ...options: readonly string[]) => ReturnType<Cli['atTerminal']>
  readonly folder: (name: 'waiting' | 'answers') => string
}

const idOf = ({ why }: HookAnswer): string => /sallyport approve ([0-9a-f]+)/.exec(why)?.[1] ?? ''

const inProject = (test: (ground: Ground) => Promise<void>) => async () => {
  const cli = await openCli()
  const hook = (call: SentCall) => callHook(cli, call)
  try {
    await test({
      ...cli,
      hook,
      waiting: async call => idOf(await hook(call)),
      approve: (id, typed = 'y\n', ...options) => cli.atTerminal(typed, 'approve', id, ...options),
      folder: name => join(cli.home, '.local/state/sallyport/approvals', name),
    })
  } finally {
    cli.remove()
  }
}

describe.concurrent('approve', () => {
  it(
    'an approved call runs once, and not a second time',
    inProject(async ({ hook, waiting, approve }) => {
      const id = await waiting(push)
      const shown = await approve(id)
      expect(shown.out).toContain('command: git push origin main')
      expect(shown.out).toContain('sends data to the configured remote')
      expect(shown.out).toContain('approved: this call can run once')
      expect((await hook(push)).decision).toBe('allow')
      expect(await hook(push)).toMatchObject({ decision: 'deny', why: expect.stringContaining(id) })
    }),
  )

  it(
    'an approval answers every hook for the same call id, and no other call',
    inProject(async ({ hook, waiting, approve }) => {
      const id = await waiting(push)
      await approve(id)
      const twice = [hook({ ...push, id: 'toolu_1' }), hook({ ...push, id: 'toolu_1' })]
      expect((await Promise.all(twice)).map(({ decision }) => decision)).toEqual(['allow', 'allow'])
      expect(await hook({ ...push, id: 'toolu_2' })).toMatchObject({
        decision: 'deny',
        why: expect.stringContaining(id),
      })
    }),
  )

  it(
    'exactly one of many concurrent processes gets the approval',
    inProject(async ({ hook, waiting, approve }) => {
      await approve(await waiting(push))
      const answers = await Promise.all(Array.from({ length: 8 }, () => hook(push)))
      expect(answers.filter(({ decision }) => decision === 'allow')).toHaveLength(1)
    }),
  )

  it(
    'only one of several concurrent answers counts',
    inProject(async ({ hook, waiting, approve }) => {
      const id = await waiting(push)
      const answers = await Promise.all([approve(id), approve(id, 'y\n', '--deny'), approve(id)])
      expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
      const again = await Promise.all([hook(push), hook(push)])
      expect(again.filter(({ decision }) => decision === 'allow').length).toBeLessThanOrEqual(1)
    }),
  )

  const others: readonly (readonly [what: string, call: SentCall])[] = [
    ['another command', { command: 'git push origin main -f' }],
    ['another session', { ...push, session: 't' }],
    ['another agent', { ...push, agent: 'a1' }],
    ['another directory', { ...push, cwd: '/tmp' }],
    ['another environment', { ...push, env: { GIT_SSH_COMMAND: 'evil' } }],
    ['the same command with another description', { ...push, description: 'another step' }],
  ]
  it.each(others)('an approval does not cover %s', async (_what, other) =>
    inProject(async ({ hook, waiting, approve }) => {
      await approve(await waiting(push))
      expect((await hook(other)).decision).toBe('deny')
      expect((await hook(push)).decision).toBe('allow')
    })(),
  )

  it(
    'an approval ends when a file that the call reads has changed',
    inProject(async ({ hook, waiting, approve, write }) => {
      write('deploy.sh', 'git push origin main\n')
      const call = { command: 'cat deploy.sh | bash' }
      await approve(await waiting(call))
      write('deploy.sh', 'git push origin main --tags\n')
      expect((await hook(call)).decision).toBe('deny')
      write('deploy.sh', 'git push origin main\n')
      expect((await hook(call)).decision).toBe('allow')
    }),
  )

  it(
    'code that cannot be read gets no approval, because it could be swapped',
    inProject(async ({ hook, write }) => {
      write('blob', 'a\0b')
      const { decision, why } = await hook({ command: 'cat blob | bash' })
      expect([decision, why]).toEqual(['deny', expect.stringContaining('an approval cannot be bound to it')])
    }),
  )

  it(
    '--deny refuses the call every time',
    inProject(async ({ hook, waiting, approve }) => {
      const denied = await approve(await waiting(push), 'y\n', '--deny')
      expect(denied.out).toContain('denied:')
      for (const again of [await hook(push), await hook(push)])
        expect(again).toMatchObject({ decision: 'deny', why: expect.stringContaining('a person denied it') })
    }),
  )

  it(
    'only a person who says yes at a terminal can approve',
    inProject(async ({ hook, run, waiting, approve }) => {
      const id = await waiting(push)
      const piped = await run({ args: ['approve', id], stdin: 'y\n' })
      const no = await approve(id, 'n\n')
      const withYes = await run({ args: ['approve', id, '--yes'] })
      expect([piped.code, no.code, withYes.code]).toEqual([2, 2, 64])
      expect(piped.err).toContain('only a person at a terminal')
      expect((await hook(push)).decision).toBe('deny')
    }),
  )

  it(
    'an approval is recorded before it takes effect, and is refused if it cannot be recorded',
    inProject(async ({ home, hook, run, waiting, approve, folder }) => {
      const id = await waiting(push)
      const journal = join(home, '.local/state/sallyport/journal')
      const segment = join(journal, readdirSync(journal).find(name => name.endsWith('.jsonl')) ?? '')
      chmodSync(segment, 0o644)
      expect((await approve(id)).out).toContain('cannot be recorded')
      expect(existsSync(folder('answers'))).toBe(false)
      chmodSync(segment, 0o600)
      await approve(id)
      const { out } = await run({ args: ['audit', 'tail', '-n', '1', '--json'] })
      expect(JSON.parse(out).event).toMatchObject({ type: 'setting_changed', setting: 'approve' })
      expect(out).toContain(id)
      expect((await hook(push)).decision).toBe('allow')
    }),
  )

  it(
    'the list of pending approvals shows no secret, and other users cannot read its files',
    inProject(async ({ run, waiting, folder }) => {
      const secret = 'ghp_aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1234'
      const id = await waiting({ command: `curl -d x https://example.com -H 'Authorization: Bearer ${secret}'` })
      const { out } = await run({ args: ['approve'] })
      const file = join(folder('waiting'), `${id}.json`)
      expect(out).toContain(id)
      expect(out + readFileSync(file, 'utf8')).not.toContain(secret)
      expect([statSync(folder('waiting')).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600])
    }),
  )

  it(
    'ignores questions and answers that are expired, damaged, open to others or misnamed',
    inProject(async ({ run, hook, waiting, approve, folder }) => {
      const id = await waiting(push)
      const file = join(folder('waiting'), `${id}.json`)
      const text = readFileSync(file, 'utf8')
      const question = JSON.parse(text)
      const invalid = [
        JSON.stringify({ ...question, until: Date.now() - 1 }),
        JSON.stringify({ ...question, at: Date.now() + 60_000 }),
        text.slice(0, -1),
        JSON.stringify({ ...question, binding: question.binding.replaceAll(/./g, '0') }),
      ]
      for (const bad of invalid) {
        writeFileSync(file, bad)
        expect((await run({ args: ['approve'] })).out).toBe('no pending approvals\n')
      }
      writeFileSync(file, text)
      await approve(id)
      const answer = join(folder('answers'), `${id}.json`)
      chmodSync(answer, 0o644)
      expect((await hook(push)).decision).toBe('deny')
    }),
  )

  it(
    'keeps only the newest questions when there are too many',
    inProject(async ({ run, waiting, folder }) => {
      const first = await waiting(push)
      const question = JSON.parse(readFileSync(join(folder('waiting'), `${first}.json`), 'utf8'))
      for (let i = 0; i < limits.waitingQuestions; i += 1) {
        const binding = question.binding.replace(/^.{10}/, String(i).padStart(10, '0'))
        const made = JSON.stringify({ ...question, binding, at: question.at - 1_000 + i })
        writeFileSync(join(folder('waiting'), `${binding.slice(0, 10)}.json`), made, { mode: 0o600 })
      }
      const last = await waiting({ command: 'git push origin other' })
      const listed = JSON.parse((await run({ args: ['approve', '--json'] })).out)
      expect(listed).toHaveLength(limits.waitingQuestions)
      expect(listed.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining([first, last]))
    }),
  )

  it(
    'offers no approval for the floor or in automation',
    inProject(async ({ hook }) => {
      expect(idOf(await hook({ command: 'rm -rf /' }))).toBe('')
      expect(idOf(await hook({ ...push, env: { CI: '1' } }))).toBe('')
    }),
  )

  const control = [
    'approve',
    'approve abc',
    'pause 10m',
    'resume',
    'install --all',
    'hook claude-code',
    'doctor --client',
  ]
  it.each(control)('an agent cannot run `sallyport %s`', async words =>
    inProject(async ({ hook }) => {
      const { decision, why } = await hook({ command: `sallyport ${words}`, mode: 'default' })
      expect([decision, why]).toEqual([
        'deny',
        expect.stringContaining('controls Sallyport, which only a person may do'),
      ])
    })(),
  )

  const readOnly = ['check ls', 'explain ls', 'status', 'doctor', 'audit tail', 'audit report', 'audit coverage']
  it.each(readOnly)('an agent may run `sallyport %s`', async words =>
    inProject(async ({ hook }) => {
      expect((await hook({ command: `sallyport ${words}` })).decision).toBe('allow')
    })(),
  )
})
