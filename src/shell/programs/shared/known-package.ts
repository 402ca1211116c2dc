import { isObject } from '../../../core/json.ts'
import { isWithin, parentOf } from '../../../core/path.ts'
import { isKnown, type Word, wordText } from '../../../core/word.ts'
import type { Frame } from '../../frame/frame.ts'
import type { ProgramCall } from '../engine/program-call.ts'

/** The registry that a runner gets packages from. */
export type Registry = 'npm' | 'pypi'

/** A tool that a runner downloads, and the words for it. */
export interface KnownTool {
  readonly program: string
  readonly args: readonly Word[]
  readonly isBehindDashes: boolean
}

/**
 * The program of a package that the project declares, or of a well-known formatter, linter or checker. Null for any other
 * package, for a version that the project does not declare, and if options choose another package or registry.
 */
export function knownTool({ args, frame }: Pick<ProgramCall, 'args' | 'frame'>, registry: Registry): KnownTool | null {
  const first = args.findIndex(arg => !harmlessFlags.has(wordText(arg)))
  const isBehindDashes = args[first] === '--'
  const at = isBehindDashes ? first + 1 : first
  const given = args[at]
  if (given === undefined || !isKnown(given) || frame.where.at !== 'local') return null
  const rest = { args: args.slice(at + 1), isBehindDashes }
  const bare = given.replace(/(.)@(latest|\d+)$/, '$1')
  const tool = wellKnown[registry].get(bare)
  if (tool !== undefined) return { program: tool, ...rest }
  return /^[a-z][\w.-]*$/.test(given) && isDeclared(given, registry, frame) ? { program: given, ...rest } : null
}

/** Flags of the runners that choose neither the package nor its source. */
export const harmlessFlags = new Set(['-y', '--yes', '--no', '--no-install', '-q', '--quiet', '--silent', '--bun'])

/** Starts the tool behind these subcommands, `dlx` in `pnpm dlx TOOL`; false if it is not a known one. */
export function startsKnownTool(call: ProgramCall, commands: readonly string[], registry: Registry): boolean {
  if (!commands.every((command, i) => wordText(call.args[i] ?? '') === command)) return false
  const tool = knownTool({ args: call.args.slice(commands.length), frame: call.frame }, registry)
  if (tool === null || tool.isBehindDashes) return false
  call.amend({ code: 'project', tier: 'execute' })
  call.start([tool.program, ...tool.args], [call.name, ...commands].join(' '))
  return true
}

/** Whether the nearest manifest names the package, with a version from the registry. */
function isDeclared(name: string, registry: Registry, { scope, world }: Frame): boolean {
  const { cwd } = scope
  const root = isKnown(cwd) ? world.place.workspace.find(one => isWithin(cwd, one)) : undefined
  if (root === undefined || !isKnown(cwd)) return false
  for (let directory = cwd; isWithin(directory, root); directory = parentOf(directory)) {
    const text = world.facts.text(`${directory}/${manifests[registry]}`)
    if (text !== null) return registry === 'npm' ? isInPackage(name, text) : isInProject(name, text)
  }
  return false
}

const manifests = { npm: 'package.json', pypi: 'pyproject.toml' } as const

/** Whether the text of a `package.json` names the package, with a version from the registry. */
export function isInPackage(name: string, text: string): boolean {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return false
  }
  if (!isObject(value)) return false
  return ['dependencies', 'devDependencies', 'optionalDependencies'].some(key => {
    const all = value[key]
    const version = isObject(all) && Object.hasOwn(all, name) ? all[name] : undefined
    // Not `npm:other@1`, an address, or a directory.
    return typeof version === 'string' && /^[\^~<>=\d*x.\s|-]+$|^latest$|^catalog:/.test(version)
  })
}

/** `"ruff>=0.4"` in a list of requirements, or `ruff = "^0.4"`; not `ruff @ https://…`. */
function isInProject(name: string, text: string): boolean {
  const plain = name.replaceAll('.', '\\.')
  return new RegExp(
    `^[^#\\n]*["']${plain}\\s*(\\[[\\w,\\s-]*\\])?\\s*([<>=!~][^"'@]*)?["']|^${plain}\\s*=\\s*"[\\^~<>=\\d*., ]+"`,
    'im',
  ).test(text)
}

const named = (names: string): readonly (readonly [string, string])[] => names.split(/\s+/).map(name => [name, name])

/** Packages by their exact names; a program of another name is in a package of another name: `npx tsc` gets no TypeScript. */
const wellKnown: Readonly<Record<Registry, ReadonlyMap<string, string>>> = {
  npm: new Map([
    ...named(
      'eslint prettier stylelint markdownlint-cli2 oxlint cspell textlint htmlhint jshint knip depcheck madge publint',
    ),
    ...named('commitlint dprint dependency-cruiser svelte-check vue-tsc'),
    ['@biomejs/biome', 'biome'],
    ['markdownlint-cli', 'markdownlint'],
    ['@commitlint/cli', 'commitlint'],
    ['@arethetypeswrong/cli', 'attw'],
  ]),
  pypi: new Map(
    named(
      'ruff black isort mypy flake8 pylint pyright basedpyright codespell yamllint sqlfluff djlint pyflakes pycodestyle pydocstyle vulture autoflake pyupgrade mdformat',
    ),
  ),
}
