import { describe, expect, test } from 'vitest'
import type { HumanQuestion } from '../../runtime/tools/interaction/human.ts'
import { painter } from '../terminal/painter.ts'
import { questionLines, readAnswer } from './question-lines.ts'

const open: HumanQuestion = {
  id: 'answer',
  agents: [],
  timeoutMs: null,
  header: null,
  text: 'Which database?',
  options: [],
  isOpen: true,
}
const options = [
  { label: 'sqlite', description: 'a file, no server' },
  { label: 'postgres', description: null },
]
const lines = (question: Partial<HumanQuestion>) =>
  questionLines({ ...open, ...question }, { paint: painter(false), width: 60 }).join('\n')

describe('a question of an agent', () => {
  test('has the asker, the question and what to type', () =>
    expect(lines({})).toBe('\nthe agent asks you\nWhich database?\ntype your answer; Ctrl-C gives none'))

  test('of a sub-agent names the path to it, and how long it waits', () =>
    expect(lines({ agents: ['tester', 'fixer'], header: 'tests', timeoutMs: 90_000 })).toContain(
      'fixer, started by tester, started by main, asks you about tests (it waits 90 s)',
    ))

  test('lists the answers to choose from', () =>
    expect(lines({ options, isOpen: false })).toContain(
      '  1  sqlite    a file, no server\n  2  postgres\ntype a number from 1 to 2; Ctrl-C gives none',
    ))

  test('cannot move the cursor', () =>
    expect(lines({ text: 'a\u001b[2Jb', options: [{ label: 'x\u001b[1A', description: 'y\r' }] })).not.toMatch(
      /[\u001b\r]/,
    ))
})

test.each<readonly [typed: string, question: Partial<HumanQuestion>, answer: string | null]>([
  ['red', {}, 'red'],
  ['  red ', {}, 'red'],
  ['', {}, null],
  ['2', {}, '2'],
  ['2', { options }, 'postgres'],
  ['3', { options }, '3'],
  ['3', { options, isOpen: false }, null],
  ['SQLite', { options, isOpen: false }, 'sqlite'],
  ['mysql', { options }, 'mysql'],
  ['mysql', { options, isOpen: false }, null],
])('the line `%s` for %j is the answer %s', (typed, question, answer) =>
  expect(readAnswer(typed, { ...open, ...question })).toBe(answer),
)
