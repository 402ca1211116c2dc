import { assertNever } from '../core/assert-never.ts'
import { type PathPlace, shortPath } from '../core/path.ts'
import type { GrantShape } from './grant.ts'

/** A shape as a person reads it: `git push origin *`, `write below src/`. */
export function shapeText(shape: GrantShape, place: PathPlace): string {
  switch (shape.does) {
    case 'run':
      return `${[...shape.words.map(quoted), ...(shape.open ? ['*'] : [])].join(' ')}${whereText(shape.cwd, place)}`
    case 'read':
    case 'write':
    case 'delete':
      return `${shape.does} ${shape.paths.map(path => pathText(path, shape.below, place)).join(', ')}`
    case 'connect':
      return `${shape.sends ? 'send to' : 'connect to'} ${shape.host}${shape.port === null ? '' : `:${shape.port}`}`
    case 'call':
      return shape.key === null ? `${shape.tool} with any input` : `${shape.tool} with exactly this input`
    default:
      return assertNever(shape)
  }
}

/** What it lets through beside the call that it was made from, and what it does not. */
export function alsoText(shape: GrantShape): string {
  switch (shape.does) {
    case 'run':
      if (shape.open)
        return 'any one plain word in place of `*`; no options, no other directory, no pipes, redirects or variables'
      return 'the same words in the same directory, whatever the files there hold by then'
    case 'read':
    case 'write':
    case 'delete':
      return shape.below
        ? `every file there, by any tool, as long as it is not sensitive`
        : 'nothing else, but by any tool and with any contents'
    case 'connect':
      return shape.sends ? 'anything that is sent there, by any tool' : 'any address there; nothing that sends data'
    case 'call':
      return shape.key === null
        ? 'all that this tool can do, but nothing sensitive, destructive or outside the workspace'
        : 'nothing else'
    default:
      return assertNever(shape)
  }
}

const whereText = (cwd: string, place: PathPlace): string => {
  const short = shortPath(cwd, place)
  return short === '.' ? '' : `  (in ${short})`
}

const pathText = (path: string, below: boolean, place: PathPlace): string =>
  below ? `below ${shortPath(path, place)}/` : shortPath(path, place)

/** A word that could be read as several, or as the wildcard, stands in quotes. */
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)
