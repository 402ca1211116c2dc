import type { CodeReaders, Language } from '../../core/code.ts'

const mentions: Readonly<Record<Language, RegExp>> = {
  python: /\b(python|pypy|ipython|uv)/,
  javascript: /\b(node|nodejs|bun|deno|tsx|ts-node)\b/,
  php: /\bphp/,
  perl: /\bperl/,
  ruby: /\bj?ruby/,
}

/** Tests and build files are only read if the command may have written them. */
const writes = />|\b(tee|cp|mv|sponge|dd)\b/
const picked: readonly (readonly [Language, RegExp])[] = [
  ['python', /\bpy\.?test\b|\b(conftest|setup|noxfile|sitecustomize|usercustomize|test_\w+|\w+_test)\.py\b/],
  ['javascript', /\.(config|test|spec)\.[cm]?[jt]sx?\b|\.(eslint|babel)rc\.[cm]?js\b/],
  ['ruby', /\b(Rakefile|Gemfile)\b|_spec\.rb\b/],
]

/**
 * The languages of code that a tool's input may contain: a quick text search, so that an ordinary command loads no grammar.
 */
export function languagesIn(json: string): readonly Language[] {
  // The `n` of `\n` is not part of the name after it.
  const text = json.replace(/\\[nrt]/g, ' ')
  const written = writes.test(text) ? picked : []
  return (Object.keys(mentions) as Language[]).filter(
    language => mentions[language].test(text) || written.some(([one, files]) => one === language && files.test(text)),
  )
}

const loaders: Readonly<Record<Language, () => Promise<CodeReaders>>> = {
  python: async () => ({ python: (await import('./python.ts')).readPython }),
  javascript: async () => ({ javascript: (await import('./javascript.ts')).readJavaScript }),
  php: async () => ({ php: (await import('./php.ts')).readPhp }),
  perl: async () => ({ perl: (await import('./perl.ts')).readPerl }),
  ruby: async () => ({ ruby: (await import('./ruby.ts')).readRuby }),
}

let loaded: CodeReaders = {}

/** Loads the readers that a tool's input needs; loaded readers stay loaded. */
export async function loadReaders(json: string): Promise<CodeReaders> {
  for (const language of languagesIn(json)) {
    if (loaded[language] === undefined) loaded = { ...loaded, ...(await loaders[language]()) }
  }
  return loaded
}

/** The readers loaded so far, for callers that cannot wait. */
export const loadedReaders = (): CodeReaders => loaded
