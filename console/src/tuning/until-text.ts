/** How long until something ends: `in 40 min`, `in 5 h`, `in 12 days`; `ended` if that is over. */
export function untilText(at: number, now: number): string {
  const minutes = Math.ceil((at - now) / 60_000)
  if (minutes <= 0) return 'ended'
  if (minutes < 90) return `in ${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `in ${hours} h` : `in ${Math.round(hours / 24)} days`
}
