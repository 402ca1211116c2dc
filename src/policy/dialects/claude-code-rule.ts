import type { JsonObject } from '../../core/json.ts'
import { findTool, toolNames } from '../../tools/catalog.ts'
import type { Category } from '../../tools/descriptor.ts'
import type { TranslatedRule } from './dialect.ts'
import { namesOf } from './tool-names.ts'

/** `Tool` or `Tool(specifier)`. */
export const rulePattern = /^(mcp__[\w*-]+|[A-Za-z_][\w-]*)(?:\(([\s\S]*)\))?$/

export interface Permission {
  readonly rule: string
  readonly then: TranslatedRule['then']
  readonly index: number
}

interface Made {
  readonly rules: readonly TranslatedRule[]
  readonly notes: readonly string[]
}

/**
 * Translates one entry of `allow`, `ask` or `deny`. An entry without an equivalent is never loosened: an allow is left
 * out, and an ask or deny becomes an ask for every call of the tool.
 */
export function permissionRule(permission: Permission): Made {
  const { rule, then, index } = permission
  const [, tool = '', specifier] = rulePattern.exec(rule) ?? []
  const made = (when: JsonObject | null, decided = then): readonly TranslatedRule[] =>
    when === null
      ? []
      : [{ id: `${then}-${index + 1}`, when, then: decided, comment: rule, from: ['permissions', then, index] }]
  const isWhole = specifier === undefined || ['*', ':*', '**', ''].includes(specifier)
  if (isWhole) return { rules: made({ tool: wholeTool(tool) }), notes: [] }
  const when = specific(tool, specifier, then)
  if (when !== null) return { rules: made(when), notes: [] }
  return then === 'allow'
    ? { rules: [], notes: [`\`${rule}\` has no equivalent here, so it allows nothing`] }
    : {
        rules: made({ tool: wholeTool(tool) }, 'ask'),
        notes: [`\`${rule}\` has no equivalent here, so every call of \`${tool}\` asks`],
      }
}

/** Every tool that a bare name covers; a server's name covers all of its tools. */
function wholeTool(tool: string): readonly string[] {
  if (/^mcp__[^_*]+(_[^_*]+)*$/.test(tool)) return [`${tool}__*`]
  if (tool === 'Read') return ofCategory('file_read')
  return tool === 'Edit' ? ofCategory('file_write') : namesOf([tool])
}

export const ofCategory = (category: Category): readonly string[] =>
  toolNames.filter(name => findTool(name)?.category === category)

function specific(tool: string, specifier: string, then: Permission['then']): JsonObject | null {
  switch (tool) {
    case 'Bash':
      return commandWhen(specifier, then)
    case 'Read':
      // One denied file does not stop a search of its whole directory: Claude Code skips that file itself.
      return pathWhen(specifier, then, path =>
        then === 'allow' ? { read: [path] } : { effect: ['read'], path: [globRegex(path)] },
      )
    case 'Edit':
    case 'Write':
    case 'MultiEdit':
    case 'NotebookEdit':
      return pathWhen(specifier, then, path =>
        then === 'allow' ? { write: [path] } : { write: [path], delete: [path] },
      )
    case 'WebFetch':
      return domainWhen(specifier, then)
    case 'Task':
    case 'Agent':
      return { spawn: [specifier] }
    default:
      return null
  }
}

/** `npm test` is exactly that command; `npm run test:*` and `npm run test *` also match with more words. */
function commandWhen(specifier: string, then: Permission['then']): JsonObject {
  const prefix = /^(.*?)(?::\*| \*)$/s.exec(specifier)?.[1]
  const words = prefix ?? specifier
  // An ask or deny matches the command by any path and with its flags in any order.
  if (then !== 'allow' && prefix !== undefined && /^[^\s*-][^*]*$/.test(prefix)) return { run: [prefix] }
  const pattern = words.split('*').map(literal).join('.*')
  return { command: [`^${pattern}${prefix === undefined ? '$' : '( |$)'}`] }
}

const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Patterns as in `.gitignore`. If one cannot be translated exactly, an ask or deny is widened and an allow is left out. */
function pathWhen(specifier: string, then: Permission['then'], when: (path: string) => JsonObject): JsonObject | null {
  if (specifier.startsWith('!')) return null
  const path = fromGitignore(specifier)
  const isPlain = !/[[\]{}\\]/.test(path)
  if (isPlain) return when(path)
  return then === 'allow' ? null : when(path.replaceAll(/\[[^\]]*\]|\{[^}]*\}|\\/g, '*'))
}

/** `//x` is absolute, `/x` and `./x` start at the project, a single name matches at any depth. */
function fromGitignore(pattern: string): string {
  if (pattern.startsWith('//')) return pattern.slice(1)
  const path = pattern.replace(/(.)\/+$/, '$1')
  if (path.startsWith('/')) return `.${path}`
  return path.startsWith('~') || path.startsWith('./') || !path.includes('/') ? path : `./${path}`
}

/** A regular expression for the path and everything below it. */
function globRegex(glob: string): string {
  const isName = !glob.includes('/')
  const text = literal(glob.replace(/^\.\//, ''))
    .replaceAll('\\?', '[^/]')
    .replaceAll(/\/\\\*\\\*$/g, '(/|$)')
    .replaceAll('\\*\\*/', '(.*/)?')
    .replaceAll('\\*\\*', '.*')
    .replaceAll('\\*', '[^/]*')
  return `${isName ? '(^|/)' : '^'}${text}${text.endsWith('(/|$)') ? '' : '(/|$)'}`
}

function domainWhen(specifier: string, then: Permission['then']): JsonObject | null {
  const domain = /^domain:([^\s/]+)$/.exec(specifier)?.[1]
  if (domain === undefined) return null
  const connect = [domain.toLowerCase()]
  return then === 'allow' ? { tool: namesOf(['WebFetch']), connect } : { connect }
}
