import { parser } from '@lezer/php'
import type { CodeEffect, CodeReader, CodeReading } from '../../core/code.ts'
import { knownPrefix } from '../../core/word.ts'
import { checkTree, parseWithin, tooLong, unparsed } from './parsing/tree-limits.ts'
import { phpLibrary } from './php/library.ts'
import { readPhpTree } from './php/syntax.ts'
import { readExpressions } from './read-code.ts'

const untagged = parser.configure({ top: 'Program' })

/**
 * Reads PHP as agents write it into `php -r` and heredocs, with or without `<?php`.
 *
 * ```ts
 * readPhp("unlink('a.txt');").effects // [{ kind: 'delete', path: 'a.txt', recursive: false }]
 * ```
 */
export const readPhp: CodeReader = code => {
  try {
    return read(code)
  } catch {
    return unread('code that could not be analysed')
  }
}

function read(code: string): CodeReading {
  const reason = tooLong(code) ?? (/[\0\uE000]/.test(code) ? 'code with control characters' : null)
  if (reason !== null) return unread(reason)
  const text = code.replace(/\r\n?/g, '\n')
  // Whether short tags open code depends on the configuration, so the text may or may not be code.
  if (/<\?(?!php\s|=|xml)/.test(text)) return unread('code after a short tag')
  const { tree, detours } = parseWithin(/<\?(php\s|=)/.test(text) ? parser : untagged, text)
  if (tree === null) return { ...unread(unparsed), detours }
  const { tooMuch, hasError } = checkTree(tree)
  if (tooMuch !== null) return { ...unread(tooMuch), detours }
  const reading = withoutStreams(readExpressions(readPhpTree(tree.topNode, text), phpLibrary))
  return { ...reading, detours, ...(hasError ? { opaque: unparsed } : {}) }
}

/** A path may name a stream: `php://stdin` is harmless, `phar://x` unserialises objects. */
function withoutStreams({ effects, opaque }: CodeReading): CodeReading {
  const streamOf = (effect: CodeEffect): string | null =>
    'path' in effect ? (/^[a-z][\w.+-]*:.*/is.exec(knownPrefix(effect.path))?.[0] ?? null) : null
  const strange = effects.map(streamOf).find(stream => stream !== null && !standardStreams.test(stream))
  return {
    effects: effects.filter(effect => streamOf(effect) === null),
    opaque: opaque ?? (strange === undefined ? null : `opens the stream \`${strange}\``),
  }
}

const standardStreams = /^php:\/\/(stdin|stdout|stderr|input|output|memory|temp)$/i

const unread = (opaque: string): CodeReading => ({ effects: [], opaque })
