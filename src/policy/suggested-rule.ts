import type { CallRequested, RecordedEffect } from '../audit/event.ts'
import { shortPath } from '../core/path.ts'
import { sensitivity } from '../guard/sensitive.ts'
import { yamlText } from './read/yaml-text.ts'
import { suggestedRun } from './suggested-run.ts'

export type SuggestedFor = Pick<CallRequested, 'tool' | 'effects' | 'workspace'>

/**
 * The `when` of a rule that matches a recorded effect and little else, as YAML. Null where an allow rule would be unwise:
 * destructive effects, code that cannot be read, and a program whose arguments are not known.
 *
 * @example
 * suggestedRule({ tool: 'Bash', workspace: [], effects: [{ kind: 'run', text: 'run git push', tier: 'write', chain: [] }] }, 0, '/home/me')
 */
export function suggestedRule(call: SuggestedFor, index: number, home: string): string | null {
  const effect = call.effects[index]
  if (effect === undefined || effect.tier === 'destructive') return null
  if (isSecret(effect)) return null
  const key = keyOf(effect, call, home) ?? saferRun(call, index)
  return key === null ? null : `{ ${key} }`
}

/** A rule about a run also allows what the program does, so none is suggested for a call with a destructive effect. */
const saferRun = ({ effects }: SuggestedFor, index: number): string | null =>
  effects.some(({ tier }) => tier === 'destructive') ? null : suggestedRun(effects, index)

/** A file that holds secrets: a rule would let every later call read it. */
const isSecret = ({ kind, text }: RecordedEffect): boolean =>
  (kind === 'read' || kind === 'write' || kind === 'delete') &&
  sensitivity(text.slice(kind.length + 1), kind === 'read' ? 'read' : 'change') !== null

function keyOf(effect: RecordedEffect, { tool, workspace }: SuggestedFor, home: string): string | null {
  const [, target = '', ...more] = effect.text.split(' ')
  switch (effect.kind) {
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
    case 'opaque':
      return tool.startsWith('mcp__') ? `tool: ${yamlText(tool)}` : null
    default:
      return null
  }
}

/** Whether the whole text is known before the call runs. */
const isNamed = (text: string): boolean => text !== '' && !/[$`*?{}\u2026]/.test(text)
