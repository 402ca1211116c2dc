import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../io/policies/presets.ts'
import { parseOptions } from './terminal/options.ts'
import { misused, shown, shownJson } from './terminal/outcome.ts'

export const summary = 'print the version'

export const help = `usage: sallyport version [--json]
`

const spec = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const

export async function run(args: readonly string[]): Promise<number> {
  const options = parseOptions(args, spec)
  if (!options.ok) return misused(options.faults[0].message)
  if (options.value.flag('help')) return shown(help)
  const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string }
  return options.value.flag('json') ? shownJson({ version }) : shown(`${version}\n`)
}
