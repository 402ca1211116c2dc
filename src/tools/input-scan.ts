import { isObject, type Json, type JsonObject, ownString } from '../core/json.ts'
import { textsUnder } from './fields.ts'
import { isUrl } from './url-effects.ts'
import { nameWords } from './verbs.ts'

/** The commands, paths and URLs in the input of an unknown tool. */
export interface InputScan {
  readonly paths: readonly ScannedField[]
  readonly urls: readonly ScannedField[]
  readonly commands: readonly ScannedCommand[]
}

export interface ScannedField {
  readonly key: string
  readonly text: string
}

/** Shell text, or a program with its arguments, and the directory next to it. */
export interface ScannedCommand {
  readonly key: string
  readonly text: string | null
  readonly argv: readonly string[]
  readonly cwd: string | null
}

/** Finds fields by their names, at any depth: a field `path` is taken for a path, `url` for a URL, `command` for a command. */
export function scanInput(input: JsonObject): InputScan {
  const found: Found = { paths: [], urls: [], commands: [] }
  scanObject(input, found)
  return found
}

interface Found {
  readonly paths: ScannedField[]
  readonly urls: ScannedField[]
  readonly commands: ScannedCommand[]
}

function scanObject(object: JsonObject, found: Found): void {
  const keys = Object.keys(object)
  // A directory next to a command is where the command runs; the tool does not touch it.
  const places = keys.some(isCommandKey) ? directoryKeys : noKeys
  for (const key of keys) {
    if (isCommandKey(key)) addCommand(object, key, found)
    else if (!places.has(plain(key))) for (const text of textsUnder(object, key)) addText({ key, text }, found)
    scanInner(object[key] ?? null, found)
  }
}

function scanInner(value: Json, found: Found): void {
  if (isObject(value)) scanObject(value, found)
  else if (Array.isArray(value)) for (const item of value) scanInner(item, found)
}

function addText(field: ScannedField, found: Found): void {
  if (field.text === '') return
  if (isUrl(field.text)) found.urls.push(field)
  else if (isPathKey(field.key)) found.paths.push(field)
  else if (isUrlKey(field.key)) found.urls.push(field)
}

function addCommand(object: JsonObject, key: string, found: Found): void {
  const words = textsUnder(object, key)
  const [first] = words
  if (first === undefined || first.trim() === '') return
  const cwd =
    Object.keys(object)
      .filter(other => directoryKeys.has(plain(other)))
      .map(other => ownString(object, other))
      .find(text => text !== undefined) ?? null
  if (Array.isArray(object[key]) && lists.has(plain(key))) {
    found.commands.push(...words.map(text => ({ key, text, argv: [], cwd })))
  } else if (Array.isArray(object[key])) {
    found.commands.push({ key, text: null, argv: words, cwd })
  } else {
    const args = ['args', 'arguments', 'argv'].flatMap(other => textsUnder(object, other))
    // A server may join the words and pass them to a shell, so their text counts too.
    found.commands.push({ key, text: [first, ...args].join(' '), argv: args.length === 0 ? [] : [first, ...args], cwd })
  }
}

const plain = (key: string): string => nameWords(key).join('')
const lastWord = (key: string): string => nameWords(key).at(-1) ?? ''

const isCommandKey = (key: string): boolean => commandWords.has(lastWord(key))
/** `file_name` counts as one word. */
const isPathKey = (key: string): boolean =>
  pathWords.has(lastWord(key)) || pathWords.has(nameWords(key).slice(-2).join(''))
const isUrlKey = (key: string): boolean => urlWords.has(lastWord(key))

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

const noKeys: ReadonlySet<string> = new Set()
const commandWords = words('command commands cmd cmds script scripts shell commandline cmdline argv')
const lists = words('commands cmds script scripts')
const directoryKeys = words('cwd workdir workingdirectory workingdir directory dirpath dir')
const urlWords = words('url urls uri uris href endpoint host hostname domain website')
const pathWords = words(
  'path paths file files filename filenames filepath filepaths dir dirs directory directories folder folders cwd workdir source sources src destination dest dst notebook',
)
