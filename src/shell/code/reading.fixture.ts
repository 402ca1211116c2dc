import { targetsOf } from '../../core/address/read-address.ts'
import { assertNever } from '../../core/assert-never.ts'
import type { CodeEffect, CodeReading } from '../../core/code.ts'
import { type Word, wordText } from '../../core/word.ts'

/**
 * A reading in the notation of the tests: `['read a.txt', 'delete tree ‹x›/b', 'opaque …']`, with holes in angle quotes.
 */
export const readingLines = ({ effects, opaque }: CodeReading): readonly string[] => [
  ...effects.map(effectLine),
  ...(opaque === null ? [] : [`opaque ${opaque}`]),
]

function effectLine(effect: CodeEffect): string {
  switch (effect.kind) {
    case 'read':
    case 'write':
    case 'delete':
      return `${effect.kind}${effect.recursive ? ' tree' : ''} ${show(effect.path)}`
    case 'run':
      return `run ${effect.words.map(show).join(' ')}`
    case 'script':
      return `script ${show(effect.text)}`
    case 'connect':
      return `connect ${showTarget(effect.address)}${effect.sends ? ' sends' : ''}`
    case 'change':
      return `change ${effect.change}${effect.target === null ? '' : ` ${show(effect.target)}`}`
    case 'load':
      return `${effect.uses.length === 0 && /^\w/.test(effect.path) ? 'look at' : 'load'} ${effect.path}`
    case 'search':
      return `search ${show(effect.directory)}`
    default:
      return assertNever(effect)
  }
}

/** The host and port that the code connects to. */
const showTarget = (address: Word): string =>
  targetsOf(address)
    .map(({ host, port }) => (port === null ? show(host) : `${show(host)}:${port}`))
    .join(' or ')

const show = (word: Word): string =>
  typeof word === 'string'
    ? word
    : word.parts.map(part => (typeof part === 'string' ? part : `‹${wordText({ parts: [part] })}›`)).join('')
