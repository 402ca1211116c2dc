import type { World } from '../../core/call.ts'
import type { Span, Where } from '../../core/effect.ts'
import type { Listing, Word } from '../../core/word.ts'
import type { Interpreter } from './interpreter.ts'
import type { Links } from './links.ts'
import type { Recorder } from './recorder.ts'
import type { Scope } from './scope.ts'

/** Where the walk stands: what is known, what led here, and what feeds the command. */
export interface Frame {
  readonly world: World
  readonly recorder: Recorder
  readonly scope: Scope
  readonly links: Links
  readonly chain: readonly string[]
  readonly where: Where
  readonly depth: number
  /** Set inside code that stands in a string: its own offsets mean nothing in the call's text. */
  readonly span: Span | null
  readonly stdin: Stdin
  /** Where what it prints goes: to whoever reads along, into a file, or to another command and into words. */
  readonly output: 'shown' | 'written' | 'passed on'
  /** Code that runs once more when everything else has run: traps. */
  readonly atExit: ((frame: Frame) => void)[]
  /** Whether it goes on, or comes back, when nobody looks: background jobs, traps, aliases. */
  readonly detached: boolean
  /** Whether other commands run at the same time: those of its pipeline, or who reads what it prints. */
  readonly isBeside: boolean
  /** False in arithmetic, subscripts and heredocs, where single quotes do not quote. */
  readonly singleQuotes: boolean
  /** Whether this is the project's own code, of which only what is certain counts. */
  readonly isProject: boolean
  /** Whether the word being read is the value of an assignment. */
  readonly assigns: boolean
  /** Set in the look ahead that tells what a loop changes. */
  readonly looksAhead: boolean
  /** How many loops stand around. */
  readonly loops: number
  /** Functions whose bodies are being read, to end recursion. */
  readonly calls: readonly string[]
  /** How expansion, provenance and programs call the interpreter, which they do not import. */
  readonly interpreter: Interpreter
}

/** The frame with some of it changed. Spelled out: frames of one form are read faster than those that spreading makes. */
export const frameWith = (frame: Frame, change: Partial<Omit<Frame, 'world' | 'links' | 'interpreter'>>): Frame => ({
  world: frame.world,
  recorder: change.recorder ?? frame.recorder,
  scope: change.scope ?? frame.scope,
  links: frame.links,
  chain: change.chain ?? frame.chain,
  where: change.where ?? frame.where,
  depth: change.depth ?? frame.depth,
  span: change.span === undefined ? frame.span : change.span,
  stdin: change.stdin ?? frame.stdin,
  output: change.output ?? frame.output,
  atExit: change.atExit ?? frame.atExit,
  detached: change.detached ?? frame.detached,
  isBeside: change.isBeside ?? frame.isBeside,
  singleQuotes: change.singleQuotes ?? frame.singleQuotes,
  isProject: change.isProject ?? frame.isProject,
  assigns: change.assigns ?? frame.assigns,
  looksAhead: change.looksAhead ?? frame.looksAhead,
  loops: change.loops ?? frame.loops,
  calls: change.calls ?? frame.calls,
  interpreter: frame.interpreter,
})

/** What a command would read from its standard input. */
export type Stdin =
  | { readonly from: 'nothing' }
  /** `hidden`: the text was decoded on the way. */
  | { readonly from: 'text'; readonly text: Word; readonly hidden?: boolean }
  | Piped
  | { readonly from: 'file'; readonly path: Word }

interface Piped {
  readonly from: 'pipe'
  readonly downloads: boolean
  /** Set if it is names of files in the workspace, and nothing else. */
  readonly lists: Listing | null
  /** Names that are no options, and nothing else. */
  readonly names: boolean
  /** Logs, history, files from elsewhere. */
  readonly records: boolean
  /** All variables, with their names: `env`. */
  readonly environment: boolean
  /** Text that others read from, too: what is left of it. */
  readonly leftOf?: Word
  /** Where it comes from, if it is a patch. */
  readonly patch?: PatchSource | null
}

/** Where the text of a patch comes from: the repository's own changes, as git prints them, or files. */
export type PatchSource = 'repository' | readonly string[]

export const spanIn = (frame: Frame, node: { readonly pos: number; readonly end: number }): Span =>
  frame.span ?? { start: node.pos, end: node.end }

/** Records that the analysis cannot tell what a piece of the command does. */
export function addOpaque(why: string, node: { readonly pos: number; readonly end: number }, frame: Frame): void {
  frame.recorder.add({
    kind: 'opaque',
    why,
    tier: 'execute',
    span: spanIn(frame, node),
    chain: frame.chain,
    where: frame.where,
    by: null,
  })
}
