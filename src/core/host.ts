import { type Word, wordText } from './word.ts'

/** A host as rules compare it: `Example.COM.` is `example.com`. */
export const hostName = (host: Word): string => wordText(host).toLowerCase().replace(/\.$/, '')
