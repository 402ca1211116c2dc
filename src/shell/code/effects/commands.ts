import type { CodeEffect } from '../../../core/code.ts'
import { type Hole, makeWord, type Word } from '../../../core/word.ts'
import { home } from '../evaluation/path-words.ts'
import { wordParts } from '../evaluation/value.ts'

/** A program or script that code starts, with the directory and variables it starts with. */
export interface StartedCommand {
  readonly does: { readonly words: readonly Word[] } | { readonly script: Word }
  readonly cwd: Word | null
  readonly env: readonly EnvPair[]
}

export interface EnvPair {
  readonly name: string
  readonly value: Word
}

/** A command as an effect. Its directory and variables become `cd` and assignments in front of it. */
export function commandEffect({ does, cwd, env }: StartedCommand): CodeEffect {
  const changes = env.filter(({ name }) => !isIdle(name))
  if ('words' in does && cwd === null && !does.words.some(hasHome)) {
    return { kind: 'run', words: [...envWords(changes), ...does.words] }
  }
  const lead = [
    ...(cwd === null ? [] : ['cd ', ...quoted(cwd), ' && ']),
    ...changes.flatMap(({ name, value }) => ['export ', name, '=', ...quoted(value), '; ']),
  ]
  if ('script' in does) return { kind: 'script', text: makeWord([...lead, ...atHome(does.script)]) }
  return {
    kind: 'script',
    text: makeWord([...lead, ...does.words.flatMap((word, i) => [i > 0 ? ' ' : '', ...quoted(word)])]),
  }
}

const envWords = (env: readonly EnvPair[]): readonly Word[] =>
  env.length === 0 ? [] : ['env', ...env.map(({ name, value }) => makeWord([`${name}=`, ...wordParts(value)]))]

/** Variables that change a program's output, not its effects. */
const isIdle = (name: string): boolean =>
  /^(LANG|LC_[A-Z]+|TZ|TERM|NO_COLOR|FORCE_COLOR|COLUMNS|LINES|CI|DEBUG|NODE_ENV|PYTHONIOENCODING|PYTHONUNBUFFERED|PYTHONUTF8|PYTHONDONTWRITEBYTECODE|PYTHONHASHSEED|PYTHONWARNINGS|TOKENIZERS_PARALLELISM|TF_CPP_MIN_LOG_LEVEL|CUDA_VISIBLE_DEVICES|OMP_NUM_THREADS|MPLBACKEND)$/.test(
    name,
  )

const hasHome = (word: Word): boolean => wordParts(word).some(part => typeof part === 'string' && part.includes(home))

const atHome = (word: Word): readonly (string | Hole)[] =>
  wordParts(word).map(part => (typeof part === 'string' ? part.replaceAll(home, '~') : part))

/** Quoted for a shell, with the home directory left outside the quotes. */
const quoted = (word: Word): readonly (string | Hole)[] =>
  wordParts(word).flatMap((part): readonly (string | Hole)[] => {
    if (typeof part !== 'string') return [part]
    if (!part.startsWith(home)) return [quote(part.replaceAll(home, '~'))]
    const [, slash = '', rest = ''] = /^.(\/?)(.*)$/s.exec(part) ?? []
    return [`~${slash}${rest === '' ? '' : quote(rest)}`]
  })

const quote = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
