import type { Run, Touch } from '../../src/core/effect.ts'

/** Patterns as plain regular expressions, to compare the real matchers with. */
const home = '/home/dev'
const workspace = '/home/dev/project'

export const pathOf = (effect: Touch): string => String(effect.path)
export const below = (path: string, root: string): boolean => path === root || path.startsWith(`${root}/`)
export const absolute = (pattern: string): string =>
  pattern.startsWith('/')
    ? pattern
    : pattern.startsWith('~')
      ? home + pattern.slice(1)
      : `${workspace}/${pattern.replace(/^\.\//, '')}`
export const wild = (pattern: string, text: string): boolean =>
  new RegExp(`^${pattern.replaceAll(/[.+^$()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`).test(text)

export function touches(pattern: string, effect: Touch, exact: boolean): boolean {
  const path = pathOf(effect)
  if (!pattern.includes('/') && pattern !== '~')
    return (exact && !below(path, workspace) ? [] : (exact ? path.slice(workspace.length) : path).split('/')).some(
      part => wild(pattern, part),
    )
  const whole = absolute(pattern)
  const source = whole
    .replaceAll(/[.+^$()|[\]\\]/g, '\\$&')
    .replaceAll(/\/\*\*$/g, '(/.*)?')
    .replaceAll(/(?<!\.)\*/g, '[^/]*')
  const fits = whole.includes('*') ? new RegExp(`^${source}$`).test(path) : below(path, whole)
  return fits || (!exact && effect.recursive && below(whole.replace(/\/[^/]*\*.*$/, ''), path))
}

export function runs(pattern: string, run: Run, exact: boolean): boolean {
  const [program = '', ...wanted] = pattern.split(' ')
  const name = String(run.program)
  const subject = exact || program.includes('/') ? name : name.replace(/^.*\//, '')
  const args = run.args.map(arg => (arg === '-f' ? '--force' : String(arg)))
  const flags = wanted.filter(word => word.startsWith('-')).map(word => (word === '-f' ? '--force' : word))
  const words = wanted.filter(word => !word.startsWith('-'))
  const given = args.filter(word => !word.startsWith('-'))
  return (
    wild(program, subject) && flags.every(flag => args.includes(flag)) && words.every((word, i) => word === given[i])
  )
}

/** The texts of a command that a regular expression searches; an ask or deny also searches the program's bare name. */
export function typed(run: Run, exact: boolean): readonly string[] {
  const [program, args] = [String(run.program), run.args.map(String)]
  const names = exact ? [program] : [program, program.replace(/^.*\//, '')]
  return names.map(name => [name, ...args].join(' '))
}

/** The forms of a path that a regular expression searches. */
export function forms(effect: Touch): readonly string[] {
  const path = pathOf(effect)
  return [
    path,
    ...(below(path, home) ? [path.replace(home, '~')] : []),
    ...(below(path, workspace) ? [path.slice(workspace.length + 1)] : []),
  ]
}

export const regex = (pattern: string, text: string): boolean => new RegExp(pattern).test(text)
