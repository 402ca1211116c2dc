import { isKnown, type Word } from '../../../core/word.ts'

export type Opened =
  | { readonly touches: readonly ('read' | 'write')[]; readonly path: Word }
  | { readonly script: Word }
  | { readonly words: readonly Word[] }

/**
 * The file or command that `open` opens, from the arguments after the handle (`"<", "x"`, `">x"`, `"ls |"`); null if
 * uncertain.
 */
export function openWords([mode, path, ...rest]: readonly Word[]): Opened | null {
  if (mode === undefined || !isKnown(mode)) return null
  if (path === undefined) return openMagic(mode)
  const [, sign = '', layers = ''] = /^\s*(\+?[<>]|>>|\+>>|-\||\|-)\s*((?::\w+(?:\([\w-]+\))?\s*)*)$/.exec(mode) ?? []
  if (sign === '' || /:(?!utf8|raw|crlf|bytes|unix|perlio|std|encoding)/.test(layers)) return null
  if (sign === '-|' || sign === '|-') return rest.length === 0 ? { script: path } : { words: [path, ...rest] }
  return rest.length > 0 ? null : { touches: touchesOf(sign), path }
}

/** With two arguments the name contains the mode: `>x`, `x`, `cmd|`. */
function openMagic(text: string): Opened | null {
  const name = text.trim()
  if (name.startsWith('|')) return { script: name.slice(1) }
  if (name.endsWith('|')) return { script: name.slice(0, -1) }
  const [, sign = '<', path = ''] = /^(\+?[<>]|>>|\+>>)?\s*([^<>&|]+)$/.exec(name) ?? []
  if (path === '') return null
  return path === '-' ? { touches: [], path } : { touches: touchesOf(sign), path }
}

const touchesOf = (sign: string): readonly ('read' | 'write')[] => [
  ...(sign.includes('<') || sign.startsWith('+') ? (['read'] as const) : []),
  ...(sign.includes('>') || sign.startsWith('+') ? (['write'] as const) : []),
]
