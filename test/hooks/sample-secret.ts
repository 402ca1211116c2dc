/** Something that looks like a secret, made here so that no scanner mistakes this file for a leak. */
export const entropyOf = (prefix: string, length: number): string =>
  prefix + 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA'.repeat(4).slice(0, length)
