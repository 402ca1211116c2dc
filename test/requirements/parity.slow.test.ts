import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { load } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import type { CallInput } from '../../src/gate/take-call.ts'
import { openGate, withPreset } from './open-gate.ts'

/** Reviewed commands of all topics: a third harmless, the others to be asked about or denied. */
const commands = everyNth(12, commandsIn(resolve(import.meta.dirname, '../../cases')))

/** Words that mean the same to a shell and to a program that is started without one. */
const isPlain = (text: string): boolean => /^[\w./:@,+-]+(?: [\w./:=@,+-]+)*$/.test(text)
const wordsOf = (text: string): readonly string[] => (isPlain(text) ? text.split(' ') : ['bash', '-c', text])

const ways: readonly (readonly [tool: string, input: (text: string) => CallInput['input']])[] = [
  ['shell_exec', text => ({ argv: wordsOf(text) })],
  ['shell', text => ({ command: wordsOf(text) })],
  ['shell_command', command => ({ command })],
  ['exec_command', cmd => ({ cmd })],
  ['Bash', command => ({ command })],
  ['bash', command => ({ command })],
  ['sandbox', command => ({ command })],
  ['skill_exec', text => ({ skill_mention: '$any', action_id: text })],
]

describe('R120, R121, R220: the same command has the same decision through every tool', () => {
  test('there are enough commands, of every kind', () => {
    const { gate } = openGate()
    const decisions = commands.map(command => gate.judge({ tool: 'bash', input: { command } }).decision)
    expect(commands.length).toBeGreaterThan(300)
    expect(commands.filter(isPlain).length).toBeGreaterThan(80)
    for (const decision of ['allow', 'ask', 'deny'])
      expect(decisions.filter(one => one === decision).length).toBeGreaterThan(25)
  })

  test.each(['balanced', 'cautious', 'autonomous'])('under %s', async preset => {
    const policies = await withPreset(preset)
    const different = commands.flatMap(text => {
      const { gate } = openGate({
        policies,
        tools: { resolveSkill: (_mention, action) => ({ argv: wordsOf(action) }) },
      })
      const decided = ways.map(([tool, input]) => [tool, gate.judge({ tool, input: input(text) }).decision] as const)
      const [first] = decided
      return decided.every(([, decision]) => decision === first?.[1]) ? [] : [{ text, ...Object.fromEntries(decided) }]
    })
    expect(different).toEqual([])
  })
})

function everyNth(step: number, texts: readonly string[]): readonly string[] {
  return texts.filter((_, index) => index % step === 0)
}

/** The commands of all cases in a folder, each once. */
function commandsIn(folder: string): readonly string[] {
  const found = new Set<string>()
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.yaml')) continue
    const cases: unknown = load(readFileSync(`${folder}/${file}`, 'utf8'))
    for (const one of Array.isArray(cases) ? cases : []) {
      const { tool, command } = one?.call ?? {}
      if (tool === 'Bash' && typeof command === 'string' && command.trim() !== '') found.add(command)
    }
  }
  return [...found]
}
