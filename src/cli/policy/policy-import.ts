import { importPolicy, type Source } from '../../policy/dialects/import.ts'
import { readChecked } from '../../policy/read/read-checked.ts'
import { defineCommand } from '../define-command.ts'
import { failedWith, print, printJson } from '../terminal/outcome.ts'
import { readNamedFile } from './policy-file.ts'

export const policyImportCommand = defineCommand({
  help: `usage: sallyport policy import [--json] FILE…

Prints the policy of another system in Sallyport's own words; it decides the same. Read it, change it,
and keep it as sallyport.yaml. Files of leashd, anteroom, skills-runtime and letsgo are also understood
as they are; of Claude Code's settings, the permissions are translated.

Several files are one configuration: what a later one says replaces what an earlier one said.

  --json   one object: dialect, notes and policy

exit codes: 0 translated, 2 it cannot be, 64 usage
`,
  options: { json: { type: 'boolean' } },
  operands: { least: 1, otherwise: 'name the files to import' },
  async run(options) {
    const sources: Source[] = []
    for (const file of options.operands) {
      const text = readNamedFile(file)
      if (!text.ok) return failedWith(text.faults)
      sources.push({ file, text: text.value })
    }
    const imported = importPolicy(sources)
    if (!imported.ok) return failedWith(imported.faults)
    const { dialect, translation, text } = imported.value
    // What is printed is what will be read: a pattern that does not compile is told now, not when it is needed.
    const checked = await readChecked(text, `the translation of ${sources.map(source => source.file).join(', ')}`)
    if (!checked.ok) return failedWith(checked.faults)
    return options.flag('json') ? printJson({ dialect, notes: translation.notes, policy: text }) : print(text)
  },
})
