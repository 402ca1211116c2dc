import { shortPath } from '../core/path.ts'
import type { CallRequested, RecordedEffect } from './event.ts'

export type SuggestedFor = Pick<CallRequested, 'tool' | 'effects' | 'workspace'>

/**
 * The `when` of a rule that speaks about a recorded effect and little else, as YAML; null where no rule would be wise: nobody
 * can say what code does that nobody can read.
 *
 * @example
 * suggestedRule({ tool: 'Bash', workspace: [], effects: [{ kind: 'run', text: 'run git push', tier: 'write', chain: [] }] }, 0, '/home/me')
 */
export function suggestedRule(call: SuggestedFor, index: number, home: string): string | null {
  const effect = call.effects[index]
  if (effect === undefined) return null
  const key = keyOf(effect, call, home) ?? runKeyOf(runOf(call.effects, index))
  const reach = effect.tier === 'destructive' ? ', tier: destructive' : ''
  return key === null ? null : `{ ${key}${reach} }`
}

function keyOf(effect: RecordedEffect, { tool, workspace }: SuggestedFor, home: string): string | null {
  const [, target = '', ...more] = effect.text.split(' ')
  switch (effect.kind) {
    case 'run':
      return runKeyOf(effect)
    case 'read':
    case 'write':
    case 'delete': {
      const path = shortPath(effect.text.slice(effect.kind.length + 1), { workspace, home })
      return isNamed(path) ? `${effect.kind}: ${yamlText(path)}` : null
    }
    case 'connect': {
      const host = target.replace(/:\d+$/, '')
      return isNamed(host) ? `connect: ${yamlText(host)}${more.includes('sends') ? ', sends: true' : ''}` : null
    }
    case 'change':
      return `change: ${target}`
    case 'opaque':
      return tool.startsWith('mcp__') ? `tool: ${yamlText(tool)}` : null
    default:
      return null
  }
}

/** The program and its first word, which is its subcommand where it has some. */
function runKeyOf(run: RecordedEffect | null): string | null {
  const [, program = '', word = ''] = run?.text.split(' ') ?? []
  if (!isPlain(program)) return null
  return `run: ${yamlText(isPlain(word) && !word.startsWith('-') ? `${program} ${word}` : program)}`
}

/** The run whose own table told of the effect: a rule about the one reaches the other. */
function runOf(effects: readonly RecordedEffect[], index: number): RecordedEffect | null {
  const effect = effects[index]
  if (effect === undefined || effect.kind === 'opaque' || effect.kind === 'spawn') return null
  const chain = effect.chain.join('\n')
  return effects.slice(0, index).findLast(one => one.kind === 'run' && one.chain.join('\n') === chain) ?? null
}

/** Known as a whole: nothing that only running would tell. */
const isNamed = (text: string): boolean => text !== '' && !/[$`*?{}…]/.test(text)

const isPlain = (word: string): boolean => /^[\w./-]+$/.test(word)

const yamlText = (text: string): string => (/^[A-Za-z0-9./_][\w./ -]*$/.test(text) ? text : JSON.stringify(text))
