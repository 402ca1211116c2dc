/** The questions that the analysis may ask about files. Answers are cached per call, so that they stay consistent. */
export interface FileFacts {
  /** The path with every link followed, as far as it exists; null if it cannot be resolved. */
  realPath(path: string): string | null
  kind(path: string): 'file' | 'directory' | 'other' | 'missing'
  /** The text of a small file; null if it is missing, too large or not text. */
  text(path: string): string | null
  /** The names in a directory; null if it cannot be read. */
  names(path: string): readonly string[] | null
  /** The names in a directory that are links; null if it cannot be read. */
  links(path: string): readonly string[] | null
  /** Whether git ignores the path. */
  ignored(path: string): boolean
}

/** No file system: nothing exists, and a path has no links. */
export const noFacts: FileFacts = {
  realPath: path => path,
  kind: () => 'missing',
  text: () => null,
  names: () => null,
  links: () => null,
  ignored: () => false,
}

export interface Fact {
  /** `marked`: files that contained runs wrote. `blocked`: what the fence kept from a program. Both come from memory. */
  readonly question: keyof FileFacts | 'marked' | 'blocked'
  readonly path: string
  readonly answer: string | boolean | null
}

/** Facts that keep their answers. */
export interface RememberedFacts extends FileFacts {
  readonly told: () => readonly Fact[]
}

/** Asks each question once and records the answers, for the journal and for replays. */
export const rememberFacts = (facts: FileFacts): RememberedFacts => new FactMemory(facts)

class FactMemory implements RememberedFacts {
  private readonly facts: FileFacts
  private answers: Map<string, unknown> | null = null
  private readonly kept: Fact[] = []

  constructor(facts: FileFacts) {
    this.facts = facts
  }

  realPath(path: string): string | null {
    return this.once('realPath', path)
  }

  kind(path: string): ReturnType<FileFacts['kind']> {
    return this.once('kind', path)
  }

  text(path: string): string | null {
    return this.once('text', path)
  }

  names(path: string): readonly string[] | null {
    return this.once('names', path)
  }

  links(path: string): readonly string[] | null {
    return this.once('links', path)
  }

  ignored(path: string): boolean {
    return this.once('ignored', path)
  }

  told(): readonly Fact[] {
    return this.kept
  }

  private once<Question extends keyof FileFacts>(question: Question, path: string): ReturnType<FileFacts[Question]> {
    const key = `${question} ${path}`
    const before = this.answers?.get(key)
    if (before !== undefined) return before as ReturnType<FileFacts[Question]>
    const value = this.facts[question](path) as ReturnType<FileFacts[Question]>
    this.answers ??= new Map()
    this.answers.set(key, value)
    this.kept.push({ question, path, answer: typeof value === 'object' && value !== null ? value.join('\n') : value })
    return value
  }
}
