import type { FileFacts } from '../core/facts.ts'
import { parentOf, resolvePath } from '../core/path.ts'

/** Links that a call itself makes, from where they stand to where they lead. */
export type Links = Map<string, string>

/** The file system as it is once the links are there. */
export function withLinks(facts: FileFacts, links: Links): FileFacts {
  return {
    realPath: path => facts.realPath(follow(path, links)),
    kind: path => facts.kind(follow(path, links)),
    text: path => facts.text(follow(path, links)),
    names: path => facts.names(follow(path, links)),
    ignored: path => facts.ignored(follow(path, links)),
  }
}

const maxHops = 40

function follow(path: string, links: Links): string {
  if (links.size === 0) return path
  let hops = 0
  let real = '/'
  for (const part of path.split('/')) {
    real = part === '..' ? parentOf(real) : resolvePath(real, part)
    for (let to = links.get(real); to !== undefined && hops < maxHops; to = links.get(real)) {
      real = to
      hops += 1
    }
  }
  // Without a link of the call's own on the way, `..` is the disk's to say.
  return hops === 0 ? path : real
}
