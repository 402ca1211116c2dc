import { baseName } from '../../core/path.ts'
import { isSecretName } from '../../core/secret-name.ts'
import { isPath, isPlaceholder } from './placeholder.ts'
import { mark } from './secret-kind.ts'

/**
 * Finds arguments that are secrets because of the argument before them or the program: `['--token', 'x']`,
 * `['mysql', '-px']`. Returns the redacted items by index; secrets within one argument are found by `redact`.
 */
export function argvSecrets(items: readonly unknown[]): ReadonlyMap<number, ArgvSecret> {
  if (items.length < 2) return none
  let found: Map<number, ArgvSecret> | null = null
  const program = typeof items[0] === 'string' ? baseName(items[0]) : ''
  const takesPasswords = shortFlags.has(program) || databaseClient.test(program)
  for (let i = 1; i < items.length; i += 1) {
    const item = items[i]
    const previous = items[i - 1]
    if (typeof item !== 'string' || typeof previous !== 'string') continue
    const secret = afterFlag(previous, item) ?? (takesPasswords ? ofProgram({ program, items, previous, item }) : null)
    if (secret === null) continue
    found ??= new Map()
    found.set(i, secret)
  }
  return found ?? none
}

const none: ReadonlyMap<number, ArgvSecret> = new Map()

export interface ArgvSecret {
  readonly text: string
  readonly secret: string
}

function afterFlag(flag: string, value: string): ArgvSecret | null {
  if (!flag.startsWith('-') || !/^--?[A-Za-z]/.test(flag) || flag.includes('=') || !isSecretName(flag)) return null
  return literal(value) && !value.startsWith('-') ? { text: mark('flag'), secret: value } : null
}

const databaseClient = /^(?:mysql|mariadb)[a-z-]{0,20}$/

interface Argument {
  readonly program: string
  readonly items: readonly unknown[]
  readonly previous: string
  readonly item: string
}

function ofProgram({ program, items, previous, item }: Argument): ArgvSecret | null {
  if (databaseClient.test(program)) {
    const secret = item.slice(2)
    return item.startsWith('-p') && literal(secret) ? { text: `-p${mark('mysql-password')}`, secret } : null
  }
  const takes = shortFlags.get(program)
  if (takes === undefined || previous !== takes.flag || !literal(item)) return null
  if (takes.command !== undefined && !items.includes(takes.command)) return null
  if (!takes.pair) return { text: mark('program-password'), secret: item }
  const colon = item.indexOf(':')
  const secret = item.slice(colon + 1)
  return colon >= 0 && literal(secret) ? { text: `${item.slice(0, colon + 1)}${mark('user-password')}`, secret } : null
}

interface ShortFlag {
  readonly flag: string
  /** The subcommand that must be present. */
  readonly command?: string
  /** Whether the value is `user:password`. */
  readonly pair?: true
}

const shortFlags = new Map<string, ShortFlag>([
  ['sshpass', { flag: '-p' }],
  ['redis-cli', { flag: '-a' }],
  ['docker', { flag: '-p', command: 'login' }],
  ['podman', { flag: '-p', command: 'login' }],
  ['az', { flag: '-p', command: 'login' }],
  ['curl', { flag: '-u', pair: true }],
  ['http', { flag: '-a', pair: true }],
])

const literal = (text: string): boolean => text !== '' && !isPlaceholder(text) && !isPath(text)
