import { type Word, wordText } from '../../core/word.ts'

/** An address that only this machine reaches, with or without a port. */
export const isLoopback = (address: Word): boolean =>
  /^(localhost|127\.0\.0\.1|\[?::1\]?)(:\d+)?$/i.test(wordText(address))
