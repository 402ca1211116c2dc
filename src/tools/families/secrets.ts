import { ok } from '../../core/fault.ts'
import { ownString } from '../../core/json.ts'
import { change } from '../effects.ts'
import { each, field, otherKeys } from '../fields.ts'
import { sanitise } from '../sanitise.ts'
import { defineTool, type Tool } from '../tool.ts'

const looks = new Set(['get', 'read', 'list', 'retrieve', 'use', 'describe', 'exists'])

/** The tool that returns stored secrets, or stores them. */
const secrets: Tool = defineTool({
  family: 'secrets',
  category: 'custom',
  tier: 'execute',
  fields: {
    ...each('operation action name key handle id category', field.text),
    ...each('value metadata', field.note),
  },
  account: input => {
    const operation = ownString(input, 'operation') ?? ownString(input, 'action') ?? 'get'
    const name =
      ['name', 'key', 'handle', 'id'].map(key => ownString(input, key)).find(text => text !== undefined) ?? null
    const value = ownString(input, 'value')
    const { request, secrets } = sanitise(otherKeys(input, ['value']))
    return ok({
      effects: [change('secrets', looks.has(operation) ? 'read' : 'change', name)],
      risk: { argv: [], riskLevel: 'high', reason: 'stored secrets' },
      request,
      secrets: value === undefined ? secrets : [...secrets, value],
      summary: name === null ? operation : `${operation} ${name}`,
    })
  },
})

export const secretsTools: Readonly<Record<string, Tool>> = { secrets }
