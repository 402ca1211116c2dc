import { baseName } from '../../core/path.ts'

/** A process above this one, nearest first. */
export interface Ancestor {
  /** Its command line. */
  readonly words: readonly string[]
  /** The names of its environment variables, as far as they can be read. */
  readonly variables: readonly string[]
  /** Its controlling terminal; null if it has none. */
  readonly terminal: string | null
}

/** This process, and everything above it. */
export interface Lineage {
  readonly variables: readonly string[]
  readonly terminal: string | null
  readonly ancestors: readonly Ancestor[]
}

/**
 * Why no person can be asked at this terminal; null if one can. An agent can open a terminal of its own and type `y` into it, so a
 * terminal alone proves nothing. INVARIANT: in doubt the answer is a reason, and nothing is asked.
 */
export function whyNoPerson(lineage: Lineage | null): string | null {
  if (lineage === null) return 'the programs that started this command cannot be listed'
  const { variables, terminal, ancestors } = lineage
  if (variables.includes('SALLYPORT_FENCE')) return 'this command runs inside the fence'
  for (const marker of [variables, ...ancestors.map(one => one.variables)].flatMap(markersIn))
    return `a coding agent started this command (the variable \`${marker}\` is set)`
  for (const client of ancestors.flatMap(({ words }) => clientIn(words) ?? []))
    return `the coding agent \`${client}\` started this command`
  if (terminal === null) return 'this command has no terminal of its own'
  for (const holder of holders(lineage))
    return `the program \`${holder}\` opened this terminal, so it may not be a person who types`
  return null
}

/** Variables that coding agents set for the commands that they start. */
const markers: ReadonlySet<string> = new Set([
  ...['CLAUDECODE', 'CLAUDE_CODE_ENTRYPOINT', 'CODEX_CI', 'CODEX_SANDBOX', 'CODEX_SANDBOX_NETWORK_DISABLED'],
  ...['CODEX_THREAD_ID', 'GEMINI_CLI', 'COPILOT_CLI', 'CURSOR_AGENT', 'OPENCODE', 'PI_CODING_AGENT'],
  ...['AI_AGENT', 'AGENT', 'AUGMENT_AGENT', 'CLINE_ACTIVE', 'GOOSE_TERMINAL', 'QWEN_CODE', 'REPLIT_AGENT'],
])

const markersIn = (variables: readonly string[]): readonly string[] => variables.filter(name => markers.has(name))

/** Names of programs, and parts of the paths of scripts, that are coding agents. */
const clients: ReadonlySet<string> = new Set([
  ...[
    'claude',
    'codex',
    'gemini',
    'copilot',
    'cursor-agent',
    'opencode',
    'pi',
    'aider',
    'amp',
    'goose',
    'crush',
    'qwen',
  ],
  ...['claude-code', 'gemini-cli', 'opencode-ai', 'pi-coding-agent', 'qwen-code', '@github/copilot', '@openai/codex'],
])

function clientIn(words: readonly string[]): string | null {
  const [program = '', ...rest] = words
  if (clients.has(baseName(program))) return baseName(program)
  const script = isInterpreter(program) ? (rest.find(word => !word.startsWith('-')) ?? '') : ''
  const parts = script.split('/')
  const scoped = parts.map((part, index) => `${parts[index - 1]}/${part}`)
  return [...parts, ...scoped].find(part => clients.has(part) || clients.has(part.replace(/\.\w+$/, ''))) ?? null
}

const interpreters = /^(?:node|nodejs|bun|deno|python[0-9.]*|pypy[0-9.]*|perl|ruby|tclsh[0-9.]*|php[0-9.]*|java)$/
const isInterpreter = (program: string): boolean => interpreters.test(baseName(program))

/** Programs that open a terminal for another program, which a script can do as well as a person. */
const relays: ReadonlySet<string> = new Set(['script', 'expect', 'unbuffer', 'socat', 'empty', 'faketty', 'ptyrun'])

/**
 * The programs that opened a terminal of this lineage without being a terminal: relays, and scripts of any language. The terminals
 * of VS Code and its relatives are scripts too, and known by their option.
 */
function holders({ terminal, ancestors }: Lineage): readonly string[] {
  return ancestors.flatMap(({ words, terminal: own }, index) => {
    const below = index === 0 ? terminal : (ancestors[index - 1]?.terminal ?? null)
    const [program = ''] = words
    const isEditor = words.includes('--type=ptyHost')
    const isScript = relays.has(baseName(program)) || (isInterpreter(program) && !isEditor)
    return below !== null && own !== below && isScript ? [baseName(program)] : []
  })
}
