import { assertNever } from './assert-never.ts'
import type { Connect, Effect, Where } from './effect.ts'
import { wordText } from './word.ts'

/** An effect in the language of policy files: `run git push`, `write src/a.ts`, `change git/history`. */
export function effectText(effect: Effect): string {
  const place = whereText(effect.where)
  return place === '' ? bare(effect) : `${bare(effect)} ${place}`
}

/** The machine that an effect happens on, in words; empty for this machine. */
export function whereText(where: Where): string {
  switch (where.at) {
    case 'local':
      return ''
    case 'host':
      return `on ${where.name}`
    case 'container':
      return `in container ${where.name}`
    case 'pod':
      return `in pod ${where.name}`
    default:
      return assertNever(where)
  }
}

function bare(effect: Effect): string {
  switch (effect.kind) {
    case 'run':
      return effect.args.reduce<string>((text, arg) => `${text} ${wordText(arg)}`, `run ${wordText(effect.program)}`)
    case 'read':
    case 'write':
    case 'delete':
      return `${effect.kind} ${wordText(effect.path)}`
    case 'connect':
      return `connect ${wordText(effect.host)}${effect.port === null ? '' : `:${effect.port}`}${sendsText(effect)}`
    case 'change':
      return `change ${effect.system}/${effect.action}${effect.target === null ? '' : ` ${wordText(effect.target)}`}`
    case 'spawn':
      return `spawn ${effect.agent}`
    case 'opaque':
      return `opaque ${effect.why}`
    default:
      return assertNever(effect)
  }
}

const sendsText = ({ sends, byDefault }: Connect): string =>
  sends ? ` sends${byDefault === undefined ? '' : ` ${byDefault}`}` : ''
