import type { FileFacts } from '../../core/facts.ts'
import { isWithin, parentOf, resolvePath } from '../../core/path.ts'
import { isKnown, type Word } from '../../core/word.ts'

/** The symbolic links that a command makes: later paths are resolved through them. */
export interface Links {
  /** Records that `at` may lead to `target` from now on. */
  readonly add: (at: string, target: Word) => void
  /** Whether one was made at the path or below it. */
  readonly within: (path: string) => boolean
  /** The possible states of the file system: as it was, and with each link that was made. */
  readonly views: () => readonly FileFacts[]
  /** The links so far, one layer per command that made some. */
  readonly layers: readonly Layer[]
  /** Runs code that must not resolve links made by other parts of the command: at these paths, or at any. */
  readonly without: <T>(paths: readonly string[] | 'any', run: () => T) => T
}

type Layer = ReadonlyMap<string, Word>

const maxViews = 4
const maxFollowed = 40

/** `others`: links that other parts of the command make, in any order. */
export const newLinks = (facts: FileFacts, others: readonly Layer[] = []): Links => new MadeLinks(facts, others)

class MadeLinks implements Links {
  // A path that was linked to several targets may lead to any of them: each view has one.
  readonly layers: Map<string, Word>[] = []
  private readonly facts: FileFacts
  private readonly ownViews: FileFacts[]
  private readonly otherViews: readonly FileFacts[]
  private hidden: readonly string[] | 'any' = noPaths

  constructor(facts: FileFacts, others: readonly Layer[]) {
    this.facts = facts
    this.ownViews = [facts]
    this.otherViews = others.map(layer =>
      through({ get: at => (this.hidden.includes(at) ? undefined : layer.get(at)) }, facts),
    )
  }

  views(): readonly FileFacts[] {
    const isAlone = this.hidden === 'any' || this.otherViews.length === 0
    return isAlone ? this.ownViews : [...this.ownViews, ...this.otherViews]
  }

  without<T>(paths: readonly string[] | 'any', run: () => T): T {
    this.hidden = paths
    const result = run()
    this.hidden = noPaths
    return result
  }

  within(path: string): boolean {
    return [...(this.layers.at(-1)?.keys() ?? [])].some(at => isWithin(at, path))
  }

  add(at: string, target: Word): void {
    const last = this.layers.at(-1)
    if (last !== undefined && (!last.has(at) || this.layers.length === maxViews)) {
      last.set(at, last.has(at) ? unknown : target)
      return
    }
    const layer = new Map([...(last ?? []), [at, target] as const])
    this.layers.push(layer)
    this.ownViews.push(through(layer, this.facts))
  }
}

const noPaths: readonly string[] = []

/** The file system after the links were made. */
export const latest = (links: Links): FileFacts => new LatestFacts(links)

class LatestFacts implements FileFacts {
  private readonly made: Links

  constructor(links: Links) {
    this.made = links
  }

  private facts(): FileFacts {
    return this.made.views().at(-1) as FileFacts
  }

  realPath(path: string): string | null {
    return this.facts().realPath(path)
  }

  kind(path: string): ReturnType<FileFacts['kind']> {
    return this.facts().kind(path)
  }

  text(path: string): string | null {
    return this.facts().text(path)
  }

  names(path: string): readonly string[] | null {
    return this.facts().names(path)
  }

  links(path: string): readonly string[] | null {
    return this.facts().links(path)
  }

  ignored(path: string): boolean {
    return this.facts().ignored(path)
  }
}

const unknown: Word = { parts: [{ hole: '…', yields: 'text' }] }

const through = (links: Pick<Layer, 'get'>, facts: FileFacts): FileFacts => {
  const realPath = (path: string): string | null => follow(path, links, facts)
  const at = (path: string): string => realPath(path) ?? path
  return {
    realPath,
    kind: path => facts.kind(at(path)),
    text: path => facts.text(at(path)),
    names: path => facts.names(at(path)),
    links: path => facts.links(at(path)),
    ignored: path => facts.ignored(at(path)),
  }
}

/** Resolves component by component, as the kernel does; null if the target of a link is unknown. */
function follow(path: string, links: Pick<Layer, 'get'>, facts: FileFacts): string | null {
  const rest = path.split('/').reverse()
  let real = '/'
  for (let followed = 0; rest.length > 0; ) {
    const part = rest.pop() ?? ''
    if (part === '' || part === '.') continue
    if (part === '..') {
      real = parentOf(real)
      continue
    }
    const next = resolvePath(real, part)
    const target = links.get(next)
    if (target === undefined) {
      const answer = facts.realPath(next)
      if (answer === null) return null
      real = answer
      continue
    }
    followed += 1
    if (!isKnown(target) || followed > maxFollowed) return null
    if (target.startsWith('/')) real = '/'
    rest.push(...target.split('/').reverse())
  }
  return real
}
