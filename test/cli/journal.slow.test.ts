import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Cli, type Outcome, openCli } from './cli.ts'

const policy = `version: 1
rules:
  - { id: make-it, when: { run: unknown-builder }, then: allow }
  - { id: no-ls, when: { run: ls }, then: deny }
`

/** A project with the policy above, and shortcuts to use it. */
interface Ground extends Cli {
  readonly call: (...args: string[]) => Promise<Outcome>
  readonly journal: string
  /** The journal's one file. */
  readonly segment: () => string
}

const inProject = (test: (ground: Ground) => Promise<void>) => async () => {
  const cli = await openCli()
  const journal = join(cli.home, '.local/state/sallyport/journal')
  cli.write('sallyport.yaml', policy)
  try {
    await test({
      ...cli,
      journal,
      call: (...args) => cli.run({ args }),
      segment: () => join(journal, readdirSync(journal).find(name => name.endsWith('.jsonl')) ?? ''),
    })
  } finally {
    cli.remove()
  }
}

const loosening: readonly (readonly [sentence: string, text: string, parts: readonly string[]])[] = [
  [
    'warns first that a mode allows everything else',
    'mode: allow',
    [
      'This file would loosen the gate: ! mode `allow`: everything that no rule matches runs without a prompt None of its rules',
    ],
  ],
  [
    'says up to which tier a mode allows',
    'mode: ask_for_dangerous',
    ['! mode `ask_for_dangerous`: up to tier `execute`', 'without a prompt'],
  ],
  [
    'says that a mode that only watches has no effect',
    'mode: watch',
    ["· mode: watch — it has no effect in a project's"],
  ],
  ['a stricter mode is not reported as loosening', 'mode: deny', ['· mode: deny']],
  [
    'warns that calls that time out would run',
    'approvals: { on_timeout: allow }',
    ['! approvals.on_timeout: allow: calls that time out would run'],
  ],
  [
    'warns that rules that ask and deny are switched off too',
    'enabled: false\nrules: [{ when: { run: ls }, then: deny }]',
    [
      '! enabled: false: the base and the rules of this file no longer ask or deny',
      '1 rule asks or denies: in force without trust, switched off with it.',
    ],
  ],
  [
    'warns that another base replaces the current one',
    'extends: bare',
    ['! `bare.yaml` replaces `balanced.yaml`, which asks or denies by rule: never-the-machine, '],
  ],
  ['warns about a larger workspace', 'workspace: [., /srv/other]', ['! workspace: /srv/other']],
]

describe.concurrent('trust', () => {
  it(
    'a trusted project can allow calls until the file changes or is forgotten',
    inProject(async ground => {
      const before = await ground.call('check', 'unknown-builder')
      const trusted = await ground.call('trust', '--yes')
      const after = await ground.call('check', 'unknown-builder')
      ground.write('sallyport.yaml', `${policy}#\n`)
      const changed = await ground.call('check', 'unknown-builder')
      const listed = await ground.call('trust', '--list')
      const forgotten = await ground.call('forget', '--yes')
      const again = await ground.call('forget', '--yes')
      expect([before, trusted, after, changed, forgotten, again].map(one => one.code)).toEqual([3, 0, 0, 3, 0, 2])
      expect(trusted.out).toContain('· run unknown-builder  [make-it, line 3]')
      expect(trusted.out).toContain('1 rule asks or denies')
      expect(trusted.out).toMatch(/sha256 [0-9a-f]{64}/)
      expect(listed.out).toMatch(/^changed/)
      expect(again.err).toContain('is not trusted')
    }),
  )

  it(
    'shows the programs that would become known',
    inProject(async ground => {
      ground.write(
        'sallyport.yaml',
        'version: 1\nprograms: { acme: { tier: read, commands: { push: { tier: write } } } }\n',
      )
      const { out } = await ground.call('trust', '--yes')
      expect(out).toContain('· program acme: tier read; subcommands: push (write)  [line 2]')
    }),
  )

  for (const [sentence, text, parts] of loosening)
    it(
      sentence,
      inProject(async ground => {
        ground.write('sallyport.yaml', `version: 1\n${text}\n`)
        const { out } = await ground.call('trust', '--yes')
        const words = out.replaceAll(/\s+/g, ' ')
        for (const part of parts) expect(words).toContain(part)
        expect(words.includes('It allows nothing beyond the base.')).toBe(!words.includes('would loosen the gate'))
      }),
    )

  it(
    'needs a person at a terminal, or --yes',
    inProject(async ground => {
      const trusted = await ground.call('trust')
      await ground.call('trust', '--yes')
      const forgotten = await ground.call('forget')
      expect([trusted.code, forgotten.code]).toEqual([2, 2])
      expect(trusted.err).toContain('only a person at a terminal')
      expect((await ground.call('trust', '--list', '--json')).out).toContain('"state":"unchanged"')
    }),
  )

  it(
    'shows added and removed rules when a file is trusted again',
    inProject(async ground => {
      await ground.call('trust', '--yes')
      ground.write('sallyport.yaml', policy.replace('unknown-builder', 'other-builder'))
      const { out } = await ground.call('trust', '--yes')
      expect(out).toContain('+ run other-builder')
      expect(out).toContain('- run unknown-builder')
    }),
  )

  it(
    'trust is recorded before it takes effect',
    inProject(async ground => {
      await ground.call('trust', '--yes')
      const { out } = await ground.call('audit', 'tail', '--json')
      const last = JSON.parse(out.trim().split('\n').at(-1) ?? '')
      expect(last.event).toMatchObject({ type: 'setting_changed', setting: 'trust' })
      expect(last.event.value).toContain(join(ground.project, 'sallyport.yaml'))
    }),
  )

  it(
    'trust is refused if it cannot be recorded',
    inProject(async ground => {
      await ground.call('trust', '--yes')
      await ground.call('forget', '--yes')
      chmodSync(ground.segment(), 0o644)
      const { code, err } = await ground.call('trust', '--yes')
      expect([code, err]).toEqual([2, expect.stringContaining('cannot be recorded')])
      expect((await ground.call('trust', '--list')).out).toBe('no project is trusted\n')
    }),
  )

  it(
    'refuses a policy with faults, and a missing one',
    inProject(async ground => {
      ground.write('sallyport.yaml', 'version: 1\nrulez: []\n')
      const faulty = await ground.call('trust', '--yes')
      const missing = await ground.call('trust', '--yes', ground.home)
      ground.write('empty/x', '')
      const none = await ground.call('trust', '--yes', 'empty')
      expect([faulty.code, missing.code, none.code]).toEqual([2, 2, 2])
      expect(faulty.err).toContain('sallyport.yaml:2:1')
      expect(none.err).toContain('sallyport init')
    }),
  )

  it(
    'shows what extended files allow, and that they are pinned too',
    inProject(async ground => {
      ground.write(
        'team.yaml',
        'version: 1\nextends: cautious\nmode: auto\nrules: [{ when: { run: x }, then: allow }]\n',
      )
      ground.write('sallyport.yaml', 'version: 1\nextends: ./team.yaml\n')
      const { out } = await ground.call('trust', '--yes')
      expect(out).toMatch(/· run x {2}\[.*team\.yaml: rule-1, line 4\]/)
      expect(out).toMatch(/· mode: auto {2}\[.*team\.yaml\]/)
      expect(out.replaceAll('\n', ' ')).toContain('team.yaml is part of this policy')
    }),
  )

  it(
    'a policy cannot hide its rules with control characters',
    inProject(async ground => {
      ground.write('sallyport.yaml', 'version: 1\nrules:\n  - { when: { run: "a\\e[2K" }, then: allow }\n')
      const { out } = await ground.call('trust', '--yes')
      expect(out).not.toContain('\u001b')
    }),
  )
})

describe.concurrent('audit', () => {
  it(
    'verify, tail and show print the journal',
    inProject(async ground => {
      await ground.call('trust', '--yes')
      const verified = await ground.call('audit', 'verify')
      const asData = await ground.call('audit', 'verify', '--json')
      const tail = await ground.call('audit', 'tail', '-n', '1')
      const shown = await ground.call('audit', 'show', '2', '--json')
      expect([verified.code, tail.code, shown.code]).toEqual([0, 0, 0])
      expect(verified.out).toMatch(/^OK {2}2 records in 1 segment, checked in \d+ ms/)
      expect(JSON.parse(asData.out)).toMatchObject({ ok: true, records: 2, segments: 1 })
      expect(tail.out).toMatch(/^ {5}2 {2}\S+ \S+ {2}setting {6}trust /)
      expect(shown.out).toContain('"type":"setting_changed"')
    }),
  )

  it(
    'verify finds the first broken record',
    inProject(async ground => {
      await ground.call('trust', '--yes')
      writeFileSync(
        ground.segment(),
        readFileSync(ground.segment(), 'utf8').replace('"setting":"trust"', '"setting":"forge"'),
      )
      const { code, out } = await ground.call('audit', 'verify')
      expect([code, out]).toEqual([2, expect.stringContaining('BROKEN  journal-000001.jsonl, line 2')])
      const asData = await ground.call('audit', 'verify', '--json')
      expect([asData.code, JSON.parse(asData.out)]).toEqual([
        2,
        expect.objectContaining({ ok: false, code: 'audit_broken' }),
      ])
    }),
  )

  it(
    'verify compares the journal with a record that was noted earlier',
    inProject(async ground => {
      await ground.call('trust', '--yes')
      const { out } = await ground.call('audit', 'verify')
      const [, point = ''] = /last record (\S+)/.exec(out) ?? []
      await ground.call('forget', '--yes')
      const [same, other, wrong] = [
        await ground.call('audit', 'verify', '--checkpoint', point),
        await ground.call('audit', 'verify', '--checkpoint', `2:${'f'.repeat(64)}`),
        await ground.call('audit', 'verify', '--checkpoint', 'x'),
      ]
      expect([same.code, other.code, wrong.code]).toEqual([0, 2, 64])
      expect(other.out).toContain('record 2 differs from the checkpoint')
    }),
  )

  it(
    '--dir names another journal',
    inProject(async ground => {
      await ground.call('trust', '--yes')
      expect((await ground.call('audit', 'verify', '--dir', ground.journal)).code).toBe(0)
    }),
  )

  for (const [sentence, args, code, part] of [
    ['verify fails without a journal', ['verify'], 2, 'no journal in'],
    ['tail fails without a journal', ['tail'], 2, 'no journal in'],
    ['-n must be a number', ['tail', '-n', 'x'], 64, '-n must be a number'],
    ['show needs a record or a call', ['show'], 64, 'name one record'],
    ['show fails without a journal', ['show', '9'], 2, 'no journal in'],
    ['verify takes no operands', ['verify', 'x'], 64, '--dir'],
    ['a misspelt subcommand suggests the nearest', ['verfy'], 64, 'did you mean `verify`?'],
  ] as const)
    it(
      sentence,
      inProject(async ground => {
        const outcome = await ground.call('audit', ...args)
        expect(outcome.code).toBe(code)
        expect(outcome.err).toContain(part)
      }),
    )
})
