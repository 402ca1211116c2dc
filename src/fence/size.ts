import type { Json } from '../core/json.ts'

/** A size such as `512m` or `2g`, or a number of bytes; null if it is neither. */
export function sizeInBytes(value: Json | undefined): number | null {
  const [, digits = '', unit = ''] = typeof value === 'string' ? (/^([0-9]+)([kKmMgG]?)$/.exec(value) ?? []) : []
  if (digits !== '') return Number(digits) * (factors[unit.toLowerCase()] ?? 1)
  return typeof value === 'number' ? value : null
}

/** The same size in the largest unit that needs no fraction. */
export function shortSize(bytes: number): string {
  const [unit, factor] = Object.entries(factors).findLast(([, one]) => bytes % one === 0 && bytes >= one) ?? ['', 1]
  return `${bytes / factor}${unit}`
}

const factors: Readonly<Record<string, number>> = { k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 }
