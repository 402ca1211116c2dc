import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Cli, openCli } from './cli.ts'
import { callHook } from './hook.ts'

interface Ground extends Cli {
  readonly journal: string
  readonly call: (...args: string[]) => ReturnType<Cli['run']>
}

/** A project whose journal has some records. */
const withJournal = (test: (ground: Ground) => Promise<void>) => async () => {
  const cli = await openCli()
  try {
    await callHook(cli, { command: 'touch x' })
    await test({
      ...cli,
      journal: join(cli.home, '.local/state/sallyport/journal'),
      call: (...args) => cli.run({ args }),
    })
  } finally {
    cli.remove()
  }
}

function dropLast({ journal }: Ground): void {
  const segment = join(journal, 'journal-000001.jsonl')
  const lines = readFileSync(segment, 'utf8').split('\n').slice(0, -2)
  writeFileSync(segment, lines.map(line => `${line}\n`).join(''))
}

const breaks: readonly (readonly [sentence: string, harm: (ground: Ground) => void, says: RegExp])[] = [
  ['a cut-off end', dropLast, /ends at record \d+, but record \d+ was written/],
  ['a missing head', ({ journal }) => rmSync(join(journal, 'head.json')), /head\.json` is missing/],
  [
    'a cut-off end with a damaged head',
    ground => {
      dropLast(ground)
      writeFileSync(join(ground.journal, 'head.json'), '{}')
    },
    /head\.json` is damaged/,
  ],
  ['a deleted journal', ({ journal }) => rmSync(journal, { recursive: true }), /was deleted/],
]

describe.concurrent('a broken journal', () => {
  for (const [sentence, harm, says] of breaks)
    it(
      `${sentence} stays broken after further calls, until a person continues`,
      withJournal(async ground => {
        harm(ground)
        expect((await callHook(ground, { command: 'touch x' })).decision).toBe('deny')
        const before = await ground.call('audit', 'verify')
        expect([before.code, before.out]).toEqual([2, expect.stringMatching(says)])
        expect((await ground.atTerminal('y\n', 'audit', 'continue')).out).toContain('continued after a break')
        expect((await callHook(ground, { command: 'touch x' })).decision).toBe('allow')
        const after = await ground.call('audit', 'verify')
        expect([after.code, after.out]).toEqual([3, expect.stringMatching(says)])
        expect(after.out).toMatch(/^CONTINUED .*\n.*continued after a break at record \d+, on .* by /)
      }),
    )

  it(
    'lets reads run, and tells only a person how to go on',
    withJournal(async ground => {
      dropLast(ground)
      expect((await callHook(ground, { command: 'git status' })).decision).toBe('allow')
      const { why } = await callHook(ground, { command: 'touch x' })
      expect(why).toContain('a person has to check the journal')
      expect(why).not.toMatch(/Instead|audit/)
      expect((await ground.call('forget', '--yes')).code).toBe(2)
      const [verified, examined] = [await ground.call('audit', 'verify'), await ground.call('doctor')]
      expect([verified.code, examined.code]).toEqual([2, 2])
      for (const { out } of [verified, examined]) expect(out).toContain('sallyport audit continue')
    }),
  )

  it(
    'is continued only by a person who says yes at a terminal',
    withJournal(async ground => {
      dropLast(ground)
      const piped = await ground.run({ args: ['audit', 'continue'], stdin: 'y\n' })
      const forced = await ground.call('audit', 'continue', '--yes')
      const no = await ground.atTerminal('n\n', 'audit', 'continue')
      expect([piped.code, forced.code, no.code]).toEqual([2, 64, 2])
      expect((await ground.call('audit', 'verify')).code).toBe(2)
    }),
  )

  it(
    'is shown by doctor and tail after a person continued, and an intact journal cannot be continued',
    withJournal(async ground => {
      dropLast(ground)
      await ground.atTerminal('y\n', 'audit', 'continue')
      const [examined, last] = [await ground.call('doctor', '--json'), await ground.call('audit', 'tail')]
      expect(JSON.parse(examined.out).findings).toContainEqual(
        expect.objectContaining({ check: 'journal', state: 'note', says: expect.stringContaining('after a break') }),
      )
      expect(last.out).toContain('continued after a break')
      const again = await ground.atTerminal('y\n', 'audit', 'continue')
      expect([again.code, again.out]).toEqual([2, expect.stringContaining('the journal is intact')])
    }),
  )
})
