/** The local time of day: `09:30`. */
export const clockTime = (ms: number): string => new Date(ms).toTimeString().slice(0, 5)

/** The time of a record to the second: `2026-01-31 09:30:00`. */
export const recordTime = (at: string): string => at.slice(0, 19).replace('T', ' ')

/** The same without the year, for lists: `01-31 09:30:00`. */
export const shortTime = (at: string): string => at.slice(5, 19).replace('T', ' ')
