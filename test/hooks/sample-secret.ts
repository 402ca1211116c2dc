/** A text that looks like a secret, built at run time so that secret scanners do not report this file. */
export const entropyOf = (prefix: string, length: number): string =>
  prefix + 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA'.repeat(4).slice(0, length)
