import { parseEvents, YAMLException } from 'js-yaml'
import { limits } from '../../core/limits.ts'
import { utf8Length } from '../../core/utf8-length.ts'
import { escapeText } from '../schema/schema-words.ts'
import type { Flaw, YamlNode } from './yaml-node.ts'
import { buildTree } from './yaml-tree.ts'

export interface ParsedYaml {
  /** Null if the source cannot be parsed. */
  readonly root: YamlNode | null
  readonly flaws: readonly Flaw[]
}

/**
 * YAML as a tree with places. Only plain data is accepted: no aliases, tags, merge keys, second documents, repeated keys,
 * or keys that an object inherits. Never throws.
 */
export function parseYaml(source: string): ParsedYaml {
  const refusal = refuseSource(source)
  if (refusal !== null) return { root: null, flaws: [refusal] }
  try {
    return buildTree(parseEvents(source, { maxDepth: limits.policyDepth }), source)
  } catch (error) {
    return { root: null, flaws: [syntaxFlaw(error)] }
  }
}

/** Refuses a source before parsing; the parser does not check quoted strings and comments for these. */
function refuseSource(source: string): Flaw | null {
  if (source.length > limits.policyBytes || utf8Length(source) > limits.policyBytes) {
    return { at: 0, message: `the file is larger than ${limits.policyBytes} bytes; split it and use \`extends\`` }
  }
  const nul = source.indexOf('\0')
  if (nul >= 0) return { at: nul, message: 'the file contains a NUL byte; remove it' }
  const surrogate = source.search(/\p{Surrogate}/u)
  if (surrogate >= 0) return { at: surrogate, message: 'the file is not valid Unicode; save it as UTF-8' }
  return null
}

function syntaxFlaw(error: unknown): Flaw {
  if (!(error instanceof YAMLException)) return { at: 0, message: 'the file cannot be read as YAML' }
  const at = error.mark?.position ?? 0
  if (error.reason.startsWith('nesting exceeded')) {
    return { at, message: `the file nests deeper than ${limits.policyDepth} levels` }
  }
  return { at, message: `not valid YAML: ${escapeText(error.reason, 200)}` }
}
