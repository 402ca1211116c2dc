export interface Countdown {
  readonly text: string
  /** `soon`: less than 30 seconds are left. */
  readonly urgency: 'calm' | 'soon' | 'over'
}

/** The time that is left to answer. */
export function countdownTo(until: number, now: number): Countdown {
  const seconds = Math.ceil((until - now) / 1000)
  if (seconds <= 0) return { text: 'expired', urgency: 'over' }
  return { text: `${clockText(seconds)} left`, urgency: seconds < 30 ? 'soon' : 'calm' }
}

function clockText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}:${String(seconds % 60).padStart(2, '0')}`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`
}
