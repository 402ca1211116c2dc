import { nearest } from '../../core/wording/nearest.ts'

/** The message for an unknown command: the nearest known one, or the help that lists them. */
export function unknownWord(given: {
  readonly what: string
  readonly given: string
  readonly known: readonly string[]
  readonly help: string
}): string {
  const near = nearest(given.given, given.known)
  const next = near === null ? `see \`${given.help}\`` : `did you mean \`${near}\`?`
  return `unknown ${given.what} \`${given.given}\`; ${next}`
}
