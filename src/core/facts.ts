/** What analysis may ask about files. Answers are remembered for one call, so that one call sees one world. */
export interface FileFacts {
  /** The path with every link followed, as far as it exists; null when that cannot be told. */
  realPath(path: string): string | null
  kind(path: string): 'file' | 'directory' | 'other' | 'missing'
  /** The text of a small file; null when it is missing, too large or not text. */
  text(path: string): string | null
  /** The names in a directory; null when it cannot be read. */
  names(path: string): readonly string[] | null
  /** Whether git ignores the path. */
  ignored(path: string): boolean
}

/** No file system: every path is what it says, and nothing exists. */
export const noFacts: FileFacts = {
  realPath: path => path,
  kind: () => 'missing',
  text: () => null,
  names: () => null,
  ignored: () => false,
}

export interface Fact {
  readonly question: 'realPath' | 'kind' | 'text' | 'names' | 'ignored'
  readonly path: string
  readonly answer: string | boolean | null
}

/** A view on `facts` that asks each question once and keeps what it was told, for the journal and for replays. */
export function rememberFacts(facts: FileFacts): FileFacts & { readonly told: () => readonly Fact[] } {
  const answers = new Map<string, unknown>()
  const told: Fact[] = []
  function once<T>(
    question: Fact['question'],
    path: string,
    ask: (path: string) => T,
    record: (value: T) => Fact['answer'],
  ): T {
    const key = `${question} ${path}`
    const before = answers.get(key)
    if (before !== undefined) return before as T
    const value = ask(path)
    answers.set(key, value)
    told.push({ question, path, answer: record(value) })
    return value
  }
  return {
    realPath: path => once('realPath', path, facts.realPath, value => value),
    kind: path => once('kind', path, facts.kind, value => value),
    text: path => once('text', path, facts.text, value => value),
    names: path => once('names', path, facts.names, value => (value === null ? null : value.join('\n'))),
    ignored: path => once('ignored', path, facts.ignored, value => value),
    told: () => told,
  }
}
