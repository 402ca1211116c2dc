import { writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { faultText } from '../../core/fault.ts'
import { visible } from '../../core/wording/visible.ts'
import { fileFacts } from '../../io/files/file-facts.ts'
import { defineCommand } from '../define-command.ts'
import { failed, print, printJson } from '../terminal/outcome.ts'
import { projectFile } from './project-file.ts'
import { starterPolicy } from './starter-policy.ts'
import { testCommand } from './test-command.ts'

export const initCommand = defineCommand({
  help: `usage: sallyport init [DIR] [--json]

Writes a commented sallyport.yaml into the project's root, with the project's test command if
one is found. It never overwrites a file.

  --json   print the result as JSON

exit codes: 0 written, 2 not written, 64 usage
`,
  options: { json: { type: 'boolean' } },
  operands: { most: 1, otherwise: 'name one project at most' },
  run(options) {
    const file = projectFile(options.operands[0])
    if (!file.ok) return failed(faultText(file.faults[0]))
    const command = testCommand(dirname(file.value), fileFacts)
    const fault = writeNew(file.value, starterPolicy(command))
    if (fault !== null) return failed(fault)
    if (options.flag('json')) return printJson({ file: file.value, test_command: command })
    const found = command === null ? '' : `, with \`${command}\` as the test command`
    return print(`wrote ${visible(file.value)}${found}\n\n${nextSteps(visible(file.value))}`)
  },
})

const nextSteps = (file: string): string => `Next: read it, run its examples, and trust it so that it takes effect
  sallyport policy test ${file}
  sallyport trust
`

/** INVARIANT: it never overwrites a file, so that no policy is lost. */
function writeNew(file: string, text: string): string | null {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o644 })
    return null
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    if (code === 'EEXIST') return `\`${file}\` already exists; edit it, or remove it first`
    return `\`${file}\` cannot be written: ${code}`
  }
}
