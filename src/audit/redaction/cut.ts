import { limits } from '../../core/limits.ts'

/** A string as it is recorded: at most 500 characters, with a mark if it was longer (R139). */
export function shortenRecorded(text: string): string {
  return cutTo(text, limits.recordedChars)
}

export function cutTo(text: string, chars: number): string {
  if (text.length <= chars) return text
  const last = text.charCodeAt(chars - 1)
  const splitsPair = last >= 0xd800 && last <= 0xdbff
  return `${text.slice(0, splitsPair ? chars - 1 : chars)}...[truncated]`
}
