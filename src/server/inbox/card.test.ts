import { describe, expect, test } from 'vitest'
import { bash, openGate, withPreset } from '../../../test/requirements/open-gate.ts'
import { unnamedSession } from '../../core/call.ts'
import type { ApprovalRequest, Approver } from '../../gate/ports.ts'
import type { CallInput } from '../../gate/take-call.ts'
import { readQuestion, type WaitingQuestion, waitingQuestionText } from '../../io/stores/waiting-question.ts'
import type { Card } from '../api.ts'
import { type CardContext, cardOf } from './card.ts'
import { personAnswer } from './person-answer.ts'

const cautious = await withPreset('cautious')

/** The question about a call, as it is stored. */
async function questionAbout(call: CallInput): Promise<WaitingQuestion> {
  const asked: ApprovalRequest[] = []
  const approver: Approver = {
    name: 'inbox',
    channel: 'human',
    request: async request => {
      asked.push(request)
      return null
    },
  }
  await openGate({ policies: cautious, approvers: [approver] }).gate.check(call)
  const [request] = asked
  if (request === undefined) throw new Error('nothing was asked')
  const context = { client: 'codex', proven: true, agents: ['lint'], cwd: '/w/a', workspace: ['/w'], now: 5 }
  const question = readQuestion(waitingQuestionText(request, 'b'.repeat(64), context))
  if (question === null) throw new Error('the question cannot be read back')
  return question
}

const shown = { id: 'q1', until: 9, machine: 'm', branch: 'main', earlier: [], live: true }
const context: CardContext = { ...shown, home: '/home/dev' }
const cardAbout = async (call: CallInput): Promise<Card> => cardOf(await questionAbout(call), context)
const marked = ({ command, marks }: Card): readonly string[] =>
  marks.map(({ start, end }) => command?.slice(start, end) ?? '')

describe('a card', () => {
  test('says who asks, from where, and which call', async () => {
    expect(await cardAbout(bash('make all'))).toMatchObject({
      ...shown,
      at: 5,
      client: 'codex',
      agents: ['lint'],
      workspace: '/w',
      cwd: '/w/a',
      tool: 'Bash',
      command: 'make all',
      reasons: [{ decision: 'ask' }],
      binds: expect.stringContaining('exactly this call'),
    })
  })

  test.each<readonly [command: string, marks: readonly string[], danger: string, grave: boolean]>([
    ['rm -rf src', ['rm -rf src'], 'high', true],
    ['echo a; git push -f origin main', ['git push -f origin main'], 'high', true],
    ['frobnicate --now', ['frobnicate --now'], 'medium', false],
    ['touch a', [], 'low', false],
    ['cat .env', ['cat .env'], 'high', true],
  ])('%s', async (command, marks, danger, grave) => {
    const card = await cardAbout(bash(command))
    expect([[...new Set(marked(card))], card.danger, card.grave]).toEqual([marks, danger, grave])
  })

  test('marks nothing where a secret was removed, because the places no longer fit', async () => {
    const card = await cardAbout(bash(`curl -H 'Authorization: Bearer ghp_${'a1B2'.repeat(9)}' https://a.example -d x`))
    expect([card.command, card.marks]).toEqual([expect.stringContaining('[redacted'), []])
    expect(JSON.stringify(card)).not.toContain('a1B2a1B2')
  })

  test('paths in texts are short, and the command is as the agent wrote it', async () => {
    const card = await cardAbout(bash('rm /w/src/a.ts /home/dev/notes'))
    expect(card.command).toBe('rm /w/src/a.ts /home/dev/notes')
    const texts = JSON.stringify([card.sentence, card.effects, card.reasons])
    expect(texts).toContain('~/notes')
    expect(texts).not.toMatch(/\/w\/|\/home\/dev/)
  })

  test('a long command is never cut', async () => {
    const command = `rm ${'a'.repeat(100)}/{${Array.from({ length: 500 }, (_, n) => `file-${n}`).join()}}`
    expect((await cardAbout(bash(command))).command).toBe(command)
  })

  test('a call without a command has its input', async () => {
    const card = await cardAbout({ tool: 'Write', input: { file_path: '/w/a.ts', content: 'x' } })
    expect([card.command, card.details['path'] ?? card.details['file_path']]).toEqual([null, '/w/a.ts'])
  })

  test('nothing grave is offered for always', async () => {
    const question = await questionAbout({ ...bash('rm -rf src'), session: 's' })
    const offers = question.offers.map(offer => ({ ...offer, upTo: 'always' as const }))
    const card = cardOf({ ...question, offers }, context)
    expect(card.offers.map(({ upTo }) => upTo)).not.toContain('always')
  })
})

const publish = await questionAbout({ ...bash('npm publish'), session: 's' })
const [offer = null] = publish.offers
const offered = { offers: offer === null ? [] : [{ ...offer, upTo: 'always' as const }], session: 's', grave: false }

describe('an answer of a person', () => {
  test.each<
    readonly [
      what: string,
      changes: Partial<typeof offered>,
      scope: 'once' | 'hour' | 'session' | 'always',
      granted: string,
    ]
  >([
    ['once', {}, 'once', 'once'],
    ['for an hour', {}, 'hour', 'hour'],
    ['for the session', {}, 'session', 'session'],
    ['always', {}, 'always', 'always'],
    ['always, for something grave', { grave: true }, 'always', 'session'],
    ['without an offer', { offers: [] }, 'always', 'once'],
    ['for a session without a name', { session: unnamedSession }, 'session', 'once'],
  ])('%s', (_, changes, scope, granted) => {
    const answer = personAnswer({ ...offered, ...changes }, { approved: true, scope }, 'dev')
    expect([answer?.scope, answer?.answer.remember?.scope ?? 'once']).toEqual([granted, granted])
  })

  const opening = { does: 'fence', opens: 'host', what: 'a.example:443', program: 'bd' } as const
  const opened = { ...offered, offers: offered.offers.flatMap(one => [{ ...one, shape: opening }, one]) }
  test.each<
    readonly [
      what: string,
      changes: Partial<typeof offered>,
      given: { readonly scope: 'once' | 'session' | 'always'; readonly offer?: number },
      want: string,
    ]
  >([
    ['an opening, for the session', {}, { scope: 'session', offer: 0 }, 'session fence'],
    [
      'an opening, always, of a grave call, which runs in the fence',
      { grave: true },
      { scope: 'always', offer: 0 },
      'always fence',
    ],
    ['without a choice, never an opening', {}, { scope: 'session' }, 'session run'],
    ['once, outside of the fence', {}, { scope: 'once' }, 'once none'],
    ['an opening only once does not exist', {}, { scope: 'once', offer: 0 }, 'refused'],
    ['an opening for a session without a name', { session: unnamedSession }, { scope: 'session', offer: 0 }, 'refused'],
    ['an offer that does not exist', {}, { scope: 'always', offer: 7 }, 'refused'],
  ])('after a failure in the fence: %s', (_, changes, given, want) => {
    const answer = personAnswer({ ...opened, ...changes }, { approved: true, ...given }, 'dev')
    const told = answer === null ? 'refused' : `${answer.scope} ${answer.answer.remember?.shape.does ?? 'none'}`
    expect(told).toBe(want)
  })

  test('a denial has the reason for the agent, and remembers nothing', () => {
    const given = { approved: false, scope: 'always', says: 'not now' } as const
    const { answer, granted } = personAnswer(offered, given, 'dev') ?? {}
    expect([answer, granted]).toEqual([{ decision: 'denied', by: 'dev', says: 'not now' }, null])
  })
})
