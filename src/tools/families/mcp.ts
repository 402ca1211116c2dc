import type { World } from '../../core/call.ts'
import type { Effect } from '../../core/effect.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import type { JsonObject } from '../../core/json.ts'
import { limits } from '../../core/limits.ts'
import { higherRisk, type Risk } from '../../core/risk.ts'
import { commandRisk } from '../../guard/risk.ts'
import { analyse, analyseArgv } from '../../shell/analyse.ts'
import type { Analysis } from '../../shell/analysis.ts'
import { joinEffects, opaque, touch } from '../effects.ts'
import { each, field } from '../fields.ts'
import { type InputScan, type ScannedCommand, scanInput } from '../input-scan.ts'
import { sanitise } from '../sanitise.ts'
import { type Account, defineTool, type Setting, type Tool } from '../tool.ts'
import { urlEffects } from '../url-effects.ts'
import { useOf } from '../verbs.ts'
import { worldIn } from './command.ts'

/** Whether a name belongs to an MCP tool. The server's part is never removed: a server's `bash` is not `bash` (C17). */
export const isMcpName = (tool: string): boolean => tool.startsWith('mcp__')

/** Whether a server runs the call: one of its tools, or a client's tool that reads its resources. */
export const isMcpTool = (tool: string): boolean => isMcpName(tool) || resourceTools.split(' ').includes(tool)

const resourceTools = 'read_mcp_resource ReadMcpResourceTool ReadMcpResourceDirTool FetchMcpResource'

/** The part after the server: `tool` in `mcp__server__tool`. */
const ownName = (tool: string): string => tool.split('__').slice(2).join('__') || tool

/** Describes a tool of which only name and input are known: it is opaque, and its input fields add effects. */
export function scannedAccount(input: JsonObject, why: string, setting: Setting): Result<Account> {
  const scanned = scanWithoutNul(input, setting)
  if (!scanned.ok) return scanned
  const scan = scanned.value
  const analyses = scan.commands.flatMap(command => analysesOf(command, setting.world))
  const risks = analyses.map(analysis => commandRisk(analysis))
  return ok({
    effects: joinEffects(
      [opaque(why, setting.tier)],
      ...analyses.map(({ effects }) => (analyses.length === 1 ? effects : effects.map(withoutSpan))),
      fieldEffects(scan, setting),
    ),
    isScanned: true,
    risk: {
      argv: analyses[0]?.intent.argv ?? [],
      riskLevel: risks.reduce<Risk>((worst, { risk }) => higherRisk(worst, risk), 'low'),
      reason: [...new Set(risks.flatMap(({ factors }) => factors))].join(', ') || why,
    },
    ...sanitise(input),
    summary: scan.commands[0]?.text ?? [...scan.paths, ...scan.urls].map(({ text }) => text).join(' '),
    ...only(scan.commands, analyses),
  })
}

/** The fields that name commands, paths and URLs; a fault if one has a NUL byte (R7-R9). */
export function scanWithoutNul(input: JsonObject, { tool }: Setting): Result<InputScan> {
  const scan = scanInput(input)
  const { paths, urls, commands } = scan
  if (paths.length + urls.length + commands.length > limits.effects)
    return fail('limit_reached', `the input of \`${tool}\` names more than ${limits.effects} commands, paths and URLs`)
  const nul = nulField(scan)
  return nul === null ? ok(scan) : fail('nul_byte', `field \`${nul.slice(0, 80)}\` of \`${tool}\` contains a NUL byte`)
}

/** A single command is the text that spans refer to; with several commands there is no such text. */
function only([command, ...more]: readonly ScannedCommand[], analyses: readonly Analysis[]): Partial<Account> {
  const [analysis] = analyses
  if (command === undefined || more.length > 0 || analyses.length !== 1 || analysis === undefined) return {}
  return command.text === null ? { analysis } : { analysis, text: command.text }
}

const withoutSpan = (effect: Effect): Effect => ({ ...effect, span: null })

function analysesOf({ text, argv, cwd }: ScannedCommand, world: World): readonly Analysis[] {
  const place = cwd === null ? world : worldIn(cwd, world)
  return [...(text === null ? [] : [analyse(text, place)]), ...(argv.length === 0 ? [] : [analyseArgv(argv, place)])]
}

function fieldEffects(scan: InputScan, { tool, world }: Setting): readonly Effect[] {
  const kind = useOf(ownName(tool))
  // A tool that does more than read may send its input to the host.
  const sends = kind === 'read' ? 'receives' : 'sends'
  return [
    ...scan.paths.map(({ key, text }) => touch({ kind, path: text, key, recursive: kind === 'delete' }, world)),
    ...scan.urls.flatMap(({ key, text }) => urlEffects({ url: text, key, sends }, world) ?? []),
  ]
}

const nulField = (scan: InputScan): string | null =>
  [...scan.paths, ...scan.urls].find(({ text }) => text.includes('\0'))?.key ??
  scan.commands.find(({ text, argv }) => [text ?? '', ...argv].some(word => word.includes('\0')))?.key ??
  null

/** A resource of a server, by its URI. */
const readResource: Tool = defineTool({
  family: 'mcp',
  category: 'custom',
  tier: 'execute',
  fields: { ...each('server', field.text), ...each('uri', field.address) },
  account: (input, setting) => scannedAccount(input, 'a resource of an MCP server', setting),
})

export const mcpTools: Readonly<Record<string, Tool>> = {
  [resourceTools]: readResource,
}
