import { assertNever } from '../../core/assert-never.ts'
import { type PathPlace, shortPath } from '../../core/path.ts'
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

/** Says what else the grant would allow, and what not. */
export function alsoText(shape: GrantShape): string {
  switch (shape.does) {
    case 'run':
      if (shape.open)
        return 'any one plain word in place of `*`; no options, no other directory, no pipes, redirects or variables'
      return 'the same words in the same directory, even if the files there change'
    case 'read':
    case 'write':
    case 'delete':
      return shape.below
        ? `every file in there that is not sensitive, by any tool`
        : 'nothing else, but any tool and any contents'
    case 'connect':
      return shape.sends ? 'any data that any tool sends there' : 'any address on that host; nothing that sends data'
    case 'call':
      return shape.key === null
        ? 'everything this tool can do, except sensitive, destructive or outside the workspace'
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

/** Quotes a word that could be read as several words or as the wildcard. */
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)
