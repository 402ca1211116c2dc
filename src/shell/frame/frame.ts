import type { World } from '../../core/call.ts'
import type { Span, Where } from '../../core/effect.ts'
import type { Listing, Word } from '../../core/word.ts'
import type { Dialect } from '../syntax/dialect.ts'
import type { Interpreter } from './interpreter.ts'
import type { Links } from './links.ts'
import type { Recorder } from './recorder.ts'
import type { Scope } from './scope.ts'

/** The state of the analysis at one command: the scope, the chain that led here, and the command's input. */
export interface Frame {
  readonly world: World
  readonly recorder: Recorder
  readonly scope: Scope
  readonly links: Links
  readonly chain: readonly string[]
  readonly where: Where
  readonly depth: number
  /** Set inside code from a string, whose offsets do not refer to the call's text: the span of the command that runs it. */
  readonly span: Span | null
  readonly stdin: Stdin
  /** The inputs on other file descriptors, as far as redirects opened them. */
  readonly descriptors: ReadonlyMap<number, Stdin>
  /** Where the output goes: to the terminal, into a file, or to another command or a word. */
  readonly output: 'shown' | 'written' | 'passed on'
  /** Code that runs again at the end: traps. */
  readonly atExit: ((frame: Frame) => void)[]
  /** Whether it runs in the background or later: background jobs, traps, aliases. */
  readonly detached: boolean
  /** Whether other commands run at the same time: the rest of its pipeline, or a process substitution. */
  readonly isBeside: boolean
  /** The shell that reads the text. */
  readonly dialect: Dialect
  /** False in arithmetic, subscripts and heredocs, where single quotes do not quote. */
  readonly singleQuotes: boolean
  /** Whether this is the project's own code, in which only certain effects count. */
  readonly isProject: boolean
  /** Whether the word being read is the value of an assignment. */
  readonly assigns: boolean
  /** Set during the look-ahead that finds out which variables a loop changes. */
  readonly looksAhead: boolean
  /** The number of enclosing loops. */
  readonly loops: number
  /** The functions whose bodies are being analysed, to end recursion. */
  readonly calls: readonly string[]
  /** How expansion, provenance and programs call the interpreter, which they do not import. */
  readonly interpreter: Interpreter
}

/** A copy of the frame with some fields changed. The fields are spelled out because V8 reads objects of one shape faster. */
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
  descriptors: change.descriptors ?? frame.descriptors,
  output: change.output ?? frame.output,
  atExit: change.atExit ?? frame.atExit,
  detached: change.detached ?? frame.detached,
  isBeside: change.isBeside ?? frame.isBeside,
  dialect: change.dialect ?? frame.dialect,
  singleQuotes: change.singleQuotes ?? frame.singleQuotes,
  isProject: change.isProject ?? frame.isProject,
  assigns: change.assigns ?? frame.assigns,
  looksAhead: change.looksAhead ?? frame.looksAhead,
  loops: change.loops ?? frame.loops,
  calls: change.calls ?? frame.calls,
  interpreter: frame.interpreter,
})

/** The standard input of a command. */
export type Stdin =
  | { readonly from: 'nothing' }
  /** `hidden`: the text was decoded on the way. */
  | { readonly from: 'text'; readonly text: Word; readonly hidden?: boolean }
  | Piped
  | { readonly from: 'file'; readonly path: Word }

interface Piped {
  readonly from: 'pipe'
  readonly downloads: boolean
  /** Set if the input is a list of file names in the workspace and nothing else. */
  readonly lists: Listing | null
  /** Whether the input is a list of names, none of which is an option. */
  readonly names: boolean
  /** Whether the input is ids of processes that the developer started. */
  readonly ownProcesses?: boolean
  /** Whether the input is logs, shell history or files outside the workspace. */
  readonly records: boolean
  /** Whether the input is the environment, as `env` prints it. */
  readonly environment: boolean
  /** The whole text, when earlier commands may have read part of it. */
  readonly leftOf?: Word
  /** A file of secrets in the archive that is piped. */
  readonly packed?: string | null
  /** The origin of a patch. */
  readonly patch?: PatchSource | null
}

/** An input whose contents are only known at run time. */
export const unknownInput: Piped = {
  from: 'pipe',
  downloads: false,
  lists: null,
  names: false,
  records: false,
  environment: false,
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
