import { readFileSync, statSync } from 'node:fs'

/** The unix sockets of this machine. */
export interface HostSockets {
  /** Paths at which a socket lies. */
  readonly paths: readonly string[]
  readonly hasAbstract: boolean
  /** Whether a service listens at a path that is not known: its socket was renamed, or its name is relative. */
  readonly hasLost: boolean
}

/** The flag of a socket that accepts connections, and the type of one that receives datagrams. */
const listens = 0x10000
const datagram = 2

export function hostSockets(): HostSockets {
  let text = ''
  try {
    text = readFileSync('/proc/net/unix', 'utf8')
  } catch {
    // Without the list, every kind of socket has to be assumed.
    return { paths: [], hasAbstract: true, hasLost: true }
  }
  const sockets = text.split('\n').flatMap(line => {
    const [, flags = '', type = '', name = ''] = /^\S+ \S+ \S+ (\S+) (\S+) \S+\s+\S+ (.+)$/.exec(line) ?? []
    return name === '' ? [] : [{ name, receives: (parse(flags) & listens) !== 0 || parse(type) === datagram }]
  })
  const named = sockets.filter(({ name }) => !name.startsWith('@'))
  const paths = new Set(named.map(({ name }) => name).filter(isSocket))
  return {
    paths: [...paths],
    hasAbstract: named.length < sockets.length,
    hasLost: named.some(({ name, receives }) => receives && !paths.has(name) && !hidden.test(name)),
  }
}

/** Every profile covers these directories. */
const hidden = /^\/(?:run|tmp|var\/(?:run|tmp))\//

const parse = (hexadecimal: string): number => Number.parseInt(hexadecimal, 16)

function isSocket(path: string): boolean {
  try {
    return path.startsWith('/') && statSync(path).isSocket()
  } catch {
    return false
  }
}
