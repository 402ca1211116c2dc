import { assertNever } from '../../core/assert-never.ts'
import { type PathPlace, shortPath } from '../../core/path.ts'
import type { GrantShape, RunShape } from './grant.ts'

/** A shape as a person reads it: `git push origin *`, `write below src/`. */
export function shapeText(shape: GrantShape, place: PathPlace): string {
  switch (shape.does) {
    case 'run':
      return `${[...shape.words.map(quoted), ...(shape.open ? ['*'] : [])].join(' ')}${aside(shape, place)}`
    case 'read':
    case 'write':
    case 'delete':
      return `${shape.does} ${shape.paths.map(path => pathText(path, shape.below, place)).join(', ')}`
    case 'work':
      return `also work in ${shortPath(shape.root, place)}`
    case 'connect':
      return `${shape.sends ? 'send to' : 'connect to'} ${shape.host}${shape.port === null ? '' : `:${shape.port}`}`
    case 'call':
      return `${shape.tool} with ${shape.key === null ? 'any input' : 'exactly this input'}`
    case 'fence':
      return `in the fence: ${fenceText[shape.opens]} ${shape.opens === 'path' ? shortPath(shape.what, place) : shape.what}${shape.program === null ? '' : `, for ${shape.program} alone`}`
    default:
      return assertNever(shape)
  }
}

const fenceText = { path: 'write to', host: 'reach', variable: 'pass on' } as const

/** Says what else the grant would allow, and what not. */
export function alsoText(shape: GrantShape): string {
  switch (shape.does) {
    case 'run':
      return [
        shape.open
          ? 'any one plain word in place of `*`; no options, no other directory, no pipes, redirects or variables'
          : 'the same words in the same directory, even if the files there change',
        ...(shape.leadsTo === undefined ? [] : ['nothing that leads to another address']),
      ].join('; ')
    case 'read':
      return shape.below
        ? 'every file in there that is not sensitive, by any tool'
        : 'other tools that show it, such as `cat` and `grep`; nothing that copies, sends or loads it'
    case 'write':
      return shape.below
        ? 'every file in there that is not sensitive, by any tool'
        : 'any contents, by tools that write files, `>`, `tee` and `sed -i`; no link or other file in its place'
    case 'delete':
      return 'the same files, by any tool'
    case 'work':
      return "what runs in this project without a question: reads, writes, commits, and that repository's own code; no secrets, no push"
    case 'connect':
      return shape.sends ? 'any data that any tool sends there' : 'any address on that host; nothing that sends data'
    case 'call':
      if (shape.key !== null) return 'nothing else'
      return `${
        shape.keys === undefined ? 'everything this tool can do' : 'other values in the same fields'
      }, except sensitive, destructive or outside the workspace`
    case 'fence':
      return fenceAlso[shape.opens]
    default:
      return assertNever(shape)
  }
}

const fenceAlso = {
  path: 'every file below it that is not protected, to change and to delete',
  host: 'anything that can be sent there or loaded from there: the fence cannot tell upload from download',
  variable: 'its value, to every program that the command starts',
} as const

/** The directory, if it is not the workspace, and the addresses that its remote leads to. */
const aside = ({ cwd, leadsTo = [] }: RunShape, place: PathPlace): string => {
  const short = shortPath(cwd, place)
  const notes = [
    ...(short === '.' ? [] : [`in ${short}`]),
    ...(leadsTo.length === 0 ? [] : [`to ${leadsTo.join(', ')}`]),
  ]
  return notes.length === 0 ? '' : `  (${notes.join(', ')})`
}

const pathText = (path: string, below: boolean, place: PathPlace): string =>
  below ? `below ${shortPath(path, place)}/` : shortPath(path, place)

/** Quotes a word that could be read as several words or as the wildcard. */
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)
