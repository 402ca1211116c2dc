import { writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { faultText } from '../../core/fault.ts'
import { fileFacts } from '../../io/files/file-facts.ts'
import { parseOptions } from '../terminal/options.ts'
import { failed, misused, shown, shownJson } from '../terminal/outcome.ts'
import { visible } from '../terminal/visible.ts'
import { projectFile } from './project-file.ts'
import { starterPolicy } from './starter-policy.ts'
import { testCommand } from './test-command.ts'

export const summary = 'write a commented sallyport.yaml for this project'

export const help = `usage: sallyport init [DIR] [--json]

Writes a first sallyport.yaml into the project's root, with its test command if one is found.
A file that is there already is never overwritten.

exit codes: 0 written, 2 not written, 64 usage
`

const spec = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const

export async function run(args: readonly string[]): Promise<number> {
  const options = parseOptions(args, spec)
  if (!options.ok) return misused(options.faults[0].message)
  if (options.value.flag('help')) return shown(help)
  if (options.value.operands.length > 1) return misused('name one project at most')
  const file = projectFile(options.value.operands[0])
  if (!file.ok) return failed(faultText(file.faults[0]))
  const command = testCommand(dirname(file.value), fileFacts)
  const fault = writeNew(file.value, starterPolicy(command))
  if (fault !== null) return failed(fault)
  if (options.value.flag('json')) return shownJson({ file: file.value, test_command: command })
  return shown(`wrote ${visible(file.value)}${command === null ? '' : `, with \`${command}\` as the test command`}

Next: read it, then put it in force
  sallyport policy test ${visible(file.value)}
  sallyport trust
`)
}

/** INVARIANT: made only where nothing was, so that no policy is ever lost. */
function writeNew(file: string, text: string): string | null {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o644 })
    return null
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    if (code === 'EEXIST') return `\`${file}\` is there already; edit it, or remove it first`
    return `\`${file}\` cannot be written: ${code}`
  }
}
