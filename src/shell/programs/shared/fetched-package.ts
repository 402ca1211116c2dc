import { isWithin, parentOf } from '../../../core/path.ts'
import { isKnown, knownPrefix, type Word, wordText } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program } from '../engine/table.ts'
import { harmlessFlags, type KnownTool, knownTool } from './known-package.ts'

/**
 * `npx PACKAGE words`: opaque, since the package is downloaded; the program's name also counts, as if it were started
 * directly. With `installed first`, a package in the project's `node_modules` is project code, and so is a known tool.
 */
export const runsFetched = (table: Program, order?: 'installed first'): Program => ({
  ...table,
  custom: call => {
    const local = (order === undefined ? null : installedProgram(call)) ?? knownTool(call, 'npm')
    if (local !== null) {
      call.amend({ code: 'project' })
      return call.start([local.program, ...local.args], call.name)
    }
    applyTable(table, call)
    const at = call.args.findIndex(
      (arg, i) => !knownPrefix(arg).startsWith('-') && !valued.has(wordText(call.args[i - 1] ?? '')),
    )
    const name = call.args[at]
    if (at >= 0 && name !== undefined && isKnown(name)) startFetched(programOf(name), call.args.slice(at + 1), call)
  },
})

/**
 * `npm exec TOOL -- words`, `bun x TOOL words`: the same with a subcommand. Options between npm's tool and the `--` belong
 * to npm.
 */
export function startsInstalled(call: ProgramCall): boolean {
  const [command = '', ...args] = call.args
  if (!['exec', 'x'].includes(wordText(command))) return false
  const local = installedProgram({ ...call, args }) ?? knownTool({ ...call, args }, 'npm')
  if (local === null) return false
  const dashes = local.args.indexOf('--')
  const before = dashes < 0 ? local.args : local.args.slice(0, dashes)
  const isOwn = call.name === 'npm' && !local.isBehindDashes
  if (isOwn && before.some(word => knownPrefix(word).startsWith('-') || !isKnown(word))) return false
  const words = isOwn && dashes >= 0 ? [...before, ...local.args.slice(dashes + 1)] : local.args
  call.amend({ code: 'project', tier: 'execute' })
  call.start([local.program, ...words], `${call.name} ${wordText(command)}`)
  return true
}

/** The program of that name in the project's `node_modules`; null if other options decide which program runs. */
export function installedProgram({ args, frame }: Pick<ProgramCall, 'args' | 'frame'>): KnownTool | null {
  const first = args.findIndex(arg => !harmlessFlags.has(wordText(arg)))
  const isBehindDashes = args[first] === '--'
  const at = isBehindDashes ? first + 1 : first
  const name = args[at]
  const { cwd } = frame.scope
  if (name === undefined || !isKnown(name) || !/^(@[\w.-]+\/)?[\w.-]+$/.test(name)) return null
  if (!isKnown(cwd) || frame.where.at !== 'local') return null
  const isThere = (path: string) => frame.world.facts.kind(path) !== 'missing'
  const root = frame.world.place.workspace.find(one => isWithin(cwd, one))
  for (let directory = cwd; root !== undefined && isWithin(directory, root); directory = parentOf(directory)) {
    const program = `${directory}/node_modules/.bin/${programOf(name)}`
    const hasPackage = !name.startsWith('@') || isThere(`${directory}/node_modules/${name}`)
    if (hasPackage && isThere(program)) return { program, args: args.slice(at + 1), isBehindDashes }
  }
  return null
}

const valued = new Set(['-c', '--call', '-p', '--package'])

function startFetched(program: string, args: readonly Word[], call: ProgramCall): void {
  call.start([program, ...args], call.name)
}

/** The program of a package: the package's name without scope and version, unless listed under another name. */
function programOf(packageName: string): string {
  const name = packageName.replace(/(.)@[^/]*$/, '$1')
  return otherNames.get(name) ?? name.replace(/^@[^/]+\//, '')
}

const otherNames = new Map([
  ['@anthropic-ai/claude-code', 'claude'],
  ['@openai/codex', 'codex'],
  ['@google/gemini-cli', 'gemini'],
  ['@github/copilot', 'copilot'],
  ['opencode-ai', 'opencode'],
  ['@earendil-works/pi-coding-agent', 'pi'],
  ['@mariozechner/pi-coding-agent', 'pi'],
])
