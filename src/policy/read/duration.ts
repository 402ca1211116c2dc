const milliseconds = new Map([
  ['ms', 1],
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
])

/** `500ms`, `90s`, `5m`, `1h`; no zero, no fraction. */
export const durationPattern = /^([1-9][0-9]*)(ms|s|m|h)$/

/** Longer waits overflow a timer's 32 bits, and would end at once. */
export const maxDuration = 7 * 24 * 3_600_000

/** A duration in milliseconds, where a bare number means seconds; null if it is not valid, or longer than a week. */
export function parseDuration(value: string | number): number | null {
  const duration = typeof value === 'number' ? Math.round(value * 1_000) : textDuration(value)
  return duration !== null && duration > 0 && duration <= maxDuration ? duration : null
}

function textDuration(text: string): number | null {
  const [, amount, unit] = durationPattern.exec(text) ?? []
  const factor = milliseconds.get(unit ?? '')
  return amount === undefined || factor === undefined ? null : Number(amount) * factor
}
