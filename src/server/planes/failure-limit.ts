/** Counts failed attempts in a sliding minute. */
export interface FailureLimit {
  /** Records a failure; true if there were too many lately. */
  fail(now: number): boolean
}

/**
 * Slows down guessing. It never refuses a right answer: codes and cookies are too long to guess, and a program that guesses must not be
 * able to lock the person out.
 */
export function failureLimit(most: number, windowMs = 60_000): FailureLimit {
  let failures: number[] = []
  return {
    fail: now => {
      failures = [...failures.filter(at => at > now - windowMs), now].slice(-most - 1)
      return failures.length > most
    },
  }
}
