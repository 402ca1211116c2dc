const unitMs = new Map([
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
])

/** `30m`, `24h`, `7d` in milliseconds; null for anything else. */
export function parseAge(text: string): number | null {
  const [, amount, unit] = /^([1-9][0-9]{0,4})([mhd])$/.exec(text) ?? []
  const factor = unitMs.get(unit ?? '')
  return amount === undefined || factor === undefined ? null : Number(amount) * factor
}
