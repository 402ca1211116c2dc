/** The location of a text: an object and a key. */
export interface Spot {
  readonly holder: Record<string, unknown>
  readonly key: string
}

/** Every text in a tool result, at any depth. */
export function textSpots(value: unknown): readonly Spot[] {
  if (!isHolder(value)) return []
  return Object.entries(value).flatMap(([key, item]) => {
    if (typeof item === 'string') return isBytes(value, key) ? [] : [{ holder: value, key }]
    return textSpots(item)
  })
}

export const textAt = ({ holder, key }: Spot): string => String(holder[key])

export function putTexts(spots: readonly Spot[], texts: readonly string[]): void {
  for (const [i, { holder, key }] of spots.entries()) holder[key] = texts[i]
}

/** Images and files are encoded as text, too; they are not searched. */
const isBytes = (holder: Record<string, unknown>, key: string): boolean =>
  ['data', 'blob'].includes(key) && typeof holder['mimeType'] === 'string'

const isHolder = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
