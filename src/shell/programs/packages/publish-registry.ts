import { isObject, type JsonObject, ownString } from '../../../core/json.ts'
import { isWithin, parentOf } from '../../../core/path.ts'
import { isKnown, type Word, wordText } from '../../../core/word.ts'
import { introducedAt } from '../../provenance/introduced-code.ts'
import { argumentsByTable } from '../engine/named-arguments.ts'
import type { ProgramCall } from '../engine/program-call.ts'

/**
 * The connection of `npm publish` and its kin, to the registry that an option, `publishConfig` or `.npmrc` names. A grant
 * for the command is bound to it, so that another registry asks again.
 */
export function connectToRegistry(call: ProgramCall): void {
  const { words } = argumentsByTable(call.findProgram(call.name), call.args)
  const [first = '', second = ''] = words.map(wordText)
  if ((first === 'npm' ? second : first) !== 'publish' || call.args.some(isQuiet)) return
  const registry = givenRegistry(call) ?? configured(call)
  call.connect(registry ?? usual, true, { leadsTo: registry === null ? null : [registry] })
}

/** Nothing is published. */
const isQuiet = (word: Word): boolean => /^(--dry-run|--help|-h)$/.test(wordText(word))

function givenRegistry({ args }: ProgramCall): string | null {
  const at = args.findIndex(arg => /^--registry(=|$)/.test(wordText(arg)))
  if (at < 0) return null
  const text = wordText(args[at] ?? '')
  return text.includes('=') ? text.slice(text.indexOf('=') + 1) : wordText(args[at + 1] ?? '')
}

const usual = 'https://registry.npmjs.org/'

/** The registry in the project's files; null if one of them cannot be read, or the same call wrote it. */
function configured({ frame }: ProgramCall): string | null {
  const { scope, world, where } = frame
  if (!isKnown(scope.cwd) || where.at !== 'local') return null
  const { facts, place } = world
  /** Undefined for a file that does not exist. */
  const read = (file: string): string | null | undefined => {
    if (introducedAt(file, frame) !== null) return null
    return facts.kind(file) === 'missing' ? undefined : facts.text(file)
  }
  let manifest: string | null | undefined
  const settings: (string | null | undefined)[] = []
  for (let at = scope.cwd; place.workspace.some(root => isWithin(at, root)); at = parentOf(at)) {
    manifest ??= read(`${at}/package.json`)
    settings.push(read(`${at}/.npmrc`))
  }
  settings.push(read(`${place.home}/.npmrc`))
  if (manifest === null || settings.includes(null)) return null
  const { name, publishConfig } = described(manifest ?? '{}')
  const scopeName = /^@[^/]+(?=\/)/.exec(name)?.[0]
  const keys = scopeName === undefined ? ['registry'] : [`${scopeName}:registry`, 'registry']
  for (const key of keys) {
    const own = ownString(publishConfig, key)
    if (own !== undefined) return own
  }
  for (const key of keys)
    for (const text of settings) {
      const found = text?.split('\n').findLast(line => line.split('=')[0]?.trim() === key)
      if (found !== undefined) return found.slice(found.indexOf('=') + 1).trim()
    }
  return usual
}

function described(text: string): { readonly name: string; readonly publishConfig: JsonObject } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = null
  }
  if (!isObject(value)) return { name: '', publishConfig: {} }
  const config = value['publishConfig']
  return { name: ownString(value, 'name') ?? '', publishConfig: isObject(config) ? config : {} }
}
