import type { EnvEntry, Span } from '../core/effect.ts'
import { knownPrefix, wordText } from '../core/word.ts'
import { executingVariables, historyVariables } from './environment.ts'
import type { Frame } from './frame.ts'

/** Gives a shell variable its value. Some variables make bash, or every program started later, run code. */
export function setVariable({ name, value }: EnvEntry, span: Span, frame: Frame): void {
  frame.scope.variables.set(name, value)
  const origin = { span, chain: frame.chain, where: frame.where, by: null }
  if (runsCode(name, value)) {
    frame.recorder.add({
      kind: 'opaque',
      why: `\`${name}\` makes later commands run code: \`${wordText(value)}\``,
      tier: 'execute',
      ...origin,
    })
  }
  if (historyVariables.has(name)) {
    frame.recorder.add({
      kind: 'change',
      system: 'shell',
      action: 'history',
      target: name,
      tier: 'destructive',
      ...origin,
    })
  }
}

/** `PATH=$PATH:/x` only adds places to look in last. */
export function runsCode(name: string, value: EnvEntry['value']): boolean {
  if (!executingVariables.has(name)) return false
  return name !== 'PATH' || !(knownPrefix(value) === '' && wordText(value).startsWith('$'))
}
