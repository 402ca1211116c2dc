import type { Connect, EnvEntry, Run, Span, Touch, Where } from '../../../core/effect.ts'
import type { Tier } from '../../../core/tier.ts'
import type { Word } from '../../../core/word.ts'
import type { Frame, Stdin } from '../../frame/frame.ts'
import type { Dialect } from '../../syntax/dialect.ts'
import type { Program } from './table.ts'

export interface Invocation {
  readonly program: Word
  readonly args: readonly Word[]
  readonly env: readonly EnvEntry[]
  readonly span: Span
}

/** One start of a program, with the functions by which its table adds effects. */
export interface ProgramCall extends Invocation {
  readonly name: string
  readonly frame: Frame
  /** The table of another program that Sallyport knows, by its name; null if there is none. */
  readonly findProgram: (name: string) => Program | null
  readonly touch: (
    kind: Touch['kind'],
    path: Word,
    how: string,
    options?: { readonly recursive?: boolean; readonly cwd?: Word },
  ) => void
  /** A file that is renamed or moved away. */
  readonly move: (path: Word) => void
  readonly connect: (host: Word, sends: boolean, more?: Pick<Connect, 'byDefault' | 'leadsTo'>) => void
  readonly change: (change: `${string}/${string}`, target: Word | null) => void
  readonly opaque: (why: string) => void
  /** A command that this program starts: words, or shell text. */
  readonly start: (words: readonly Word[], link: string, options?: StartOptions) => void
  readonly script: (text: Word, link: string, options?: StartOptions) => void
  /** A file whose code runs; `read` gets its text if the call itself wrote it. */
  readonly code: (path: Word, how: string, read?: (text: string) => void) => void
  /** Code of the project in the working directory; outside the workspace it is opaque. */
  readonly project: (cwd: Word | null) => void
  /** Changes the tier of the run itself, or its kind of code. */
  readonly amend: (change: {
    readonly tier?: Tier
    readonly code?: Run['code']
    readonly args?: readonly Word[]
  }) => void
}

export interface StartOptions {
  readonly positional?: readonly Word[]
  readonly where?: Where
  readonly env?: readonly EnvEntry[]
  readonly cwd?: Word
  readonly stdin?: Stdin
  readonly isFromStdin?: boolean
  /** The language of shell text: `sh` if it is not named. */
  readonly dialect?: Dialect
}
