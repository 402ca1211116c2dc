import { readFileSync } from 'node:fs'

/** The unix sockets of this machine: those with a path, and whether there are others. */
export interface HostSockets {
  readonly paths: readonly string[]
  readonly hasAbstract: boolean
}

export function hostSockets(): HostSockets {
  let text = ''
  try {
    text = readFileSync('/proc/net/unix', 'utf8')
  } catch {
    // Without the list, every abstract socket has to be assumed.
    return { paths: [], hasAbstract: true }
  }
  const names = text.split('\n').flatMap(line => /^(?:\S+\s+){7}(\S.*)$/.exec(line)?.[1] ?? [])
  return {
    paths: [...new Set(names.filter(name => name.startsWith('/')))],
    hasAbstract: names.some(name => name.startsWith('@')),
  }
}
