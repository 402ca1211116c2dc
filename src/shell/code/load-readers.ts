import type { CodeReaders, Language } from '../../core/code.ts'

const mentions: Readonly<Record<Language, RegExp>> = {
  // Tests are only read if the command may have written them.
  python: /\b(python|pypy|ipython|uv)|^(?=[\s\S]*>)[\s\S]*\bpy\.?test\b/,
  javascript: /\b(node|nodejs|bun|deno|tsx|ts-node)\b/,
  php: /\bphp/,
  perl: /\bperl/,
  ruby: /\bj?ruby/,
}

/** The languages that a tool's input may bring code in: a quick look, so that an ordinary command loads no grammar. */
export function languagesIn(json: string): readonly Language[] {
  // The `n` of a line's end is no part of the name behind it.
  const text = json.replace(/\\[nrt]/g, ' ')
  return (Object.keys(mentions) as Language[]).filter(language => mentions[language].test(text))
}

const loaders: Readonly<Record<Language, () => Promise<CodeReaders>>> = {
  python: async () => ({ python: (await import('./python.ts')).readPython }),
  javascript: async () => ({ javascript: (await import('./javascript.ts')).readJavaScript }),
  php: async () => ({ php: (await import('./php.ts')).readPhp }),
  perl: async () => ({ perl: (await import('./perl.ts')).readPerl }),
  ruby: async () => ({ ruby: (await import('./ruby.ts')).readRuby }),
}

let loaded: CodeReaders = {}

/** Loads the readers that a tool's input needs; those that are loaded once stay. */
export async function loadReaders(json: string): Promise<CodeReaders> {
  for (const language of languagesIn(json)) {
    if (loaded[language] === undefined) loaded = { ...loaded, ...(await loaders[language]()) }
  }
  return loaded
}

/** What is loaded already, for callers that cannot wait. */
export const loadedReaders = (): CodeReaders => loaded
