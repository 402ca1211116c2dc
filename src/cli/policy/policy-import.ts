import { resolve } from 'node:path'
import { fail, ok, type Result } from '../../core/fault.ts'
import { readPolicyText } from '../../io/files/read-policy-text.ts'
import { importPolicy, type Source } from '../../policy/dialects/import.ts'
import { readChecked } from '../../policy/read/read-checked.ts'
import { parseOptions } from '../terminal/options.ts'
import { misused, refusedFile, shown, shownJson } from '../terminal/outcome.ts'

export const summary = 'translate the policy of another system'

export const help = `usage: sallyport policy import [--json] FILE…

Prints the policy of another system in Sallyport's own words; it decides the same. Read it, change it,
and keep it as sallyport.yaml. Files of leashd, anteroom, skills-runtime and letsgo are also understood
as they are; of Claude Code's settings, the permissions are translated.

Several files are one configuration: what a later one says replaces what an earlier one said.

  --json   one object: dialect, notes and policy

exit codes: 0 translated, 2 it cannot be, 64 usage
`

const spec = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const

export async function run(args: readonly string[]): Promise<number> {
  const options = parseOptions(args, spec)
  if (!options.ok) return misused(options.faults[0].message)
  if (options.value.flag('help')) return shown(help)
  if (options.value.operands.length === 0) return misused('name the files to import')
  const sources: Source[] = []
  for (const file of options.value.operands) {
    const source = sourceOf(file)
    if (!source.ok) return refusedFile(source.faults)
    sources.push(source.value)
  }
  const imported = importPolicy(sources)
  if (!imported.ok) return refusedFile(imported.faults)
  const { dialect, translation, text } = imported.value
  // What is printed is what will be read: a pattern that does not compile is told now, not when it is needed.
  const checked = await readChecked(text, `the translation of ${sources.map(source => source.file).join(', ')}`)
  if (!checked.ok) return refusedFile(checked.faults)
  return options.value.flag('json') ? shownJson({ dialect, notes: translation.notes, policy: text }) : shown(text)
}

function sourceOf(file: string): Result<Source> {
  const text = readPolicyText(resolve(file))
  if (!text.ok) return text
  return text.value === null ? fail('not_found', `there is no file \`${file}\``) : ok({ file, text: text.value })
}
