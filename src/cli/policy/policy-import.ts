import { readNamedFile } from '../../io/policies/policy-file.ts'
import { importPolicy, type Source } from '../../policy/dialects/import.ts'
import { readChecked } from '../../policy/read/read-checked.ts'
import { defineCommand } from '../define-command.ts'
import { failedWith, print, printJson } from '../terminal/outcome.ts'

export const policyImportCommand = defineCommand({
  help: `usage: sallyport policy import [--json] FILE…

Prints the policy of another system as a Sallyport policy that decides the same. Read it, change
it, and save it as sallyport.yaml. Sallyport can also use the files of leashd, anteroom,
skills-runtime and letsgo directly. From Claude Code's settings it translates the permissions.

Several files make one configuration: a later file overrides an earlier one.

  --json   print one object with dialect, notes and policy

exit codes: 0 translated, 2 not translated, 64 usage
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
    // Checks the translation now, so that an invalid pattern is reported here and not when the policy is first used.
    const checked = await readChecked(text, `the translation of ${sources.map(source => source.file).join(', ')}`)
    if (!checked.ok) return failedWith(checked.faults)
    return options.flag('json') ? printJson({ dialect, notes: translation.notes, policy: text }) : print(text)
  },
})
