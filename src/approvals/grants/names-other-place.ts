import { isNetworkUrl } from '../../core/address/read-address.ts'
import type { World } from '../../core/call.ts'
import type { Zone } from '../../core/effect.ts'
import type { JsonObject } from '../../core/json.ts'
import { limits } from '../../core/limits.ts'
import { touch } from '../../tools/effects.ts'
import { inputTexts } from './unknown-input.ts'

/**
 * Whether a text in the input could be a path outside the workspace, or one to a sensitive file. The names of the fields do
 * not matter, since a tool may take a path in any of them.
 */
export function namesOtherPlace(input: JsonObject, world: World): boolean {
  const guesses = inputTexts(input).flatMap(guessesIn)
  if (guesses.length > maxGuesses) return true
  return guesses.some(guess => leadsElsewhere(guess, world))
}

const maxGuesses = 500

/** A text that could be a path. Words of a sentence may name one by chance, such as `/login`. */
interface Guess {
  readonly text: string
  readonly isProse: boolean
}

function guessesIn(text: string): readonly Guess[] {
  if (/\s/.test(text.trim())) {
    const pieces = text.split(/[\s"'`()<>]+/).flatMap(piecesOf)
    const whole = text.includes('\n') ? [] : [{ text, isProse: false }]
    return [...whole, ...pieces.filter(isPathLike).map(piece => ({ text: piece, isProse: true }))]
  }
  return piecesOf(text).map(piece => ({ text: piece, isProse: false }))
}

/** The text, the parts of `--out=FILE` and `a:b`, and what it means to programs that decode it. */
function piecesOf(text: string): readonly string[] {
  if (text.trim() === '') return []
  if (isNetworkUrl(text)) return []
  const file = /^\s*file:(?:\/\/[^/]*)?(?=\/)/i.exec(text)
  if (file !== null) return [decode(text.slice(file[0].length))]
  const plain = [text, ...text.split(/[=:,;|@[\]{}]+/)]
  const decoded = /%[0-9a-f]{2}/i.test(text) ? plain.map(decode) : []
  return [...new Set([...plain, ...decoded].flatMap(one => [one, one.replaceAll('\\', '/')]))].filter(one => one !== '')
}

const decode = (text: string): string =>
  text.replaceAll(/%([0-9a-f]{2})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** Dots and single slashes are punctuation. */
const isPathLike = (text: string): boolean => /^[~$.]|\//.test(text) && !/^[./~]{1,3}$/.test(text)

function leadsElsewhere({ text, isProse }: Guess, world: World): boolean {
  const path = text.trim().replace(/^\$\{?HOME\}?(?=\/|$)/, '~')
  if (path.length > limits.pathChars) return false
  if (path.includes('\0') || /^\$|^%\w+%|^~[^/]/.test(path)) return !isProse
  return (['read', 'write'] as const)
    .map(kind => touch({ kind, path, key: '' }, world))
    .some(({ sensitive, zone }) => sensitive !== null || (isProse ? strangeZones : otherZones).has(zone))
}

const otherZones: ReadonlySet<Zone> = new Set(['home', 'foreign', 'outside', 'system', 'device', 'unknown'])
/** A sentence may contain `/login`, but a path into these directories is hardly a coincidence. */
const strangeZones: ReadonlySet<Zone> = new Set(['home', 'foreign', 'system', 'device'])
