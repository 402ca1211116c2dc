/** Interpreters that read what is typed to them, and the words that run the same text as code. */
const interpreters: Readonly<Record<string, { readonly named: RegExp; readonly words: readonly string[] }>> = {
  python: { named: /\b(?:i?python|pypy)[\d.]*\b/, words: ['python3', '-c'] },
  javascript: { named: /\b(?:node|nodejs|bun|deno)\b/, words: ['node', '-e'] },
  ruby: { named: /\b(?:ruby|irb|pry)\b/, words: ['ruby', '-e'] },
  perl: { named: /\bperl\b/, words: ['perl', '-e'] },
  php: { named: /\bphp\b/, words: ['php', '-r'] },
}

/** The languages of the interpreters that a text names. It may start any of them, so all count. */
export const spokenIn = (text: string): readonly string[] =>
  Object.entries(interpreters).flatMap(([language, { named }]) => (named.test(text) ? [language] : []))

/** The words that run a typed text as code of a language; null if the language is unknown. */
export function codeWords(language: string, text: string): readonly string[] | null {
  const words = interpreters[language]?.words
  return words === undefined ? null : [...words, text]
}
