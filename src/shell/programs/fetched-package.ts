import { isKnown, knownPrefix, type Word, wordText } from '../../core/word.ts'
import { applyTable } from './apply.ts'
import type { ProgramCall } from './run.ts'
import type { Program } from './table.ts'

/** `npx PACKAGE words`: opaque, since the package is fetched; and the program that it brings counts by its name. */
export const runsFetched = (table: Program): Program => ({
  ...table,
  custom: call => {
    applyTable(table, call)
    const at = call.args.findIndex(
      (arg, i) => !knownPrefix(arg).startsWith('-') && !valued.has(wordText(call.args[i - 1] ?? '')),
    )
    const name = call.args[at]
    if (at >= 0 && name !== undefined && isKnown(name)) startFetched(programOf(name), call.args.slice(at + 1), call)
  },
})

const valued = new Set(['-c', '--call', '-p', '--package'])

function startFetched(program: string, args: readonly Word[], call: ProgramCall): void {
  call.start([program, ...args], call.name)
}

/** The program of a package: its name without scope and version, unless it is known to be called otherwise. */
function programOf(packageName: string): string {
  const name = packageName.replace(/(.)@[^/]*$/, '$1')
  return otherNames.get(name) ?? name.replace(/^@[^/]+\//, '')
}

const otherNames = new Map([
  ['@anthropic-ai/claude-code', 'claude'],
  ['@openai/codex', 'codex'],
  ['@google/gemini-cli', 'gemini'],
  ['@github/copilot', 'copilot'],
  ['opencode-ai', 'opencode'],
])
