/** A moment of today as a clock on the wall shows it. */
export const clockTime = (ms: number): string => new Date(ms).toTimeString().slice(0, 5)
