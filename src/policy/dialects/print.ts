import { isObject, type Json } from '../../core/json.ts'
import type { TranslatedRule, Translation } from './dialect.ts'

/** A translation as a policy file that people can read and edit. */
export function printPolicy(
  translation: Translation,
  origin: { readonly dialect: string; readonly files: readonly string[] },
): string {
  return [
    ...comment(`Translated from ${origin.dialect}: ${origin.files.join(', ')}`, ''),
    ...comment(
      'It gives the same decisions as the original file does in Sallyport: for each effect, the first matching rule decides.',
      '',
    ),
    ...(translation.notes.length === 0 ? [] : ['#', '# Left out, or stricter than the original:']),
    ...translation.notes.flatMap(note => comment(`- ${note}`, '')),
    'version: 1',
    ...Object.entries(translation.settings).map(([key, value]) => `${key}: ${flow(value)}`),
    '',
    translation.rules.length === 0 ? 'rules: []' : 'rules:',
    translation.rules.map(ruleText).join('\n'),
  ].join('\n')
}

function ruleText({ id, when, then, because, comment: said }: TranslatedRule): string {
  const lines = [
    ...(said === undefined ? [] : comment(said, '  ')),
    `  - id: ${flow(id)}`,
    `    when: ${flow(when)}`,
    `    then: ${then}`,
    ...(because === undefined ? [] : [`    because: ${flow(because)}`]),
  ]
  return `${lines.join('\n')}\n`
}

/** Removes line breaks, so that a text from the original cannot end the comment. */
const comment = (text: string, indent: string): readonly string[] => [
  `${indent}# ${text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')}`,
]

/** A value on one line: `{ run: [git, "npm test"] }`. */
function flow(value: Json): string {
  if (typeof value === 'string') return isPlain(value) ? value : JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`
  if (!isObject(value)) return String(value)
  const entries = Object.entries(value).map(([key, item]) => `${flow(key)}: ${flow(item)}`)
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}

/** Whether YAML reads the text as a string without quotes, even inside `{ }` and `[ ]`. */
const isPlain = (text: string): boolean =>
  /^[0-9]+(ms|s|m|h)$/.test(text) ||
  (/^[A-Za-z/~.][\w./~-]*( [\w./~-]+)*$/.test(text) &&
    !/^(true|false|null|yes|no|on|off|nan|~|\.+(inf|nan)?)$/i.test(text))
