import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../io/policies/presets.ts'
import { defineCommand } from './define-command.ts'
import { print, printJson } from './terminal/outcome.ts'

export const versionCommand = defineCommand({
  help: `usage: sallyport version [--json]

Prints the version.
`,
  options: { json: { type: 'boolean' } },
  run(options) {
    const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string }
    return options.flag('json') ? printJson({ version }) : print(`${version}\n`)
  },
})
