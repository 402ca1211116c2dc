import type { Effect, Run } from '../../core/effect.ts'
import { isTouch } from '../../core/effect.ts'
import type { FileFacts } from '../../core/facts.ts'
import { matchWildcard } from '../../core/glob.ts'
import { baseName, resolvePath } from '../../core/path.ts'
import { isKnown, type Word, wordText } from '../../core/word.ts'
import { sensitivity } from '../../guard/sensitive.ts'

/** Whether a search pattern looks for credentials: `password`, `api[_-]?key`, `BEGIN RSA PRIVATE KEY`. */
export const namesCredentials = (pattern: string): boolean => credentialWords.test(pattern.replace(countedTokens, ''))

/** Tokens that a language model counts: `token usage`, `max_tokens`. */
const countedTokens =
  /(max|min|num|total|input|output|prompt|completion|context|cached|reasoning|used)[ _-]?tokens?\b|\btokens?[ _-]?(usage|used|counts?|counter|limits?|budgets?|benchmarks?|costs?|windows?|savings?|per)\b/gi

const credentialWords =
  /(?<!etc\/)passw(or)?d|passphrase|secret|bearer|authorization|credential|(api|access|private).{0,7}key|(\b|_)tokens?\b|\bAKIA|\bghp_/i

/** Whether a name, with or without wildcards, is typical of credential files: `id_rsa`, `*.pem`, `*password*`. */
export const isCredentialName = (name: string): boolean =>
  namesCredentials(name) || credentialFiles.test(name) || sensitivity(`/${name}`, 'read') !== null

const credentialFiles = /^\W*(id_|g?shadow|sudoers|wp-config|htpasswd)/i

/**
 * The pattern with which a filter searches for credentials in logs, history or files outside the workspace; null if there
 * is none.
 */
export function soughtCredential(
  run: Run,
  derived: () => readonly Effect[],
  isFedRecords: boolean,
  facts: FileFacts,
): Word | null {
  const program = baseName(wordText(run.program))
  if (program === 'git') return run.args.includes('grep') ? soughtBelow(run, derived(), facts) : null
  if (!filters.has(program)) return null
  const own = derived()
  if (!isFedRecords && !own.some(isOutsideWorkspace)) return soughtBelow(run, own, facts)
  const paths = new Set(own.filter(isTouch).map(touch => wordText(touch.path)))
  const isPath = (word: Word) => isKnown(word) && isKnown(run.cwd) && paths.has(resolvePath(run.cwd, word))
  return run.args.find(arg => !/^-[^e]/.test(wordText(arg)) && !isPath(arg) && namesCredentials(wordText(arg))) ?? null
}

/** Programs that select lines from their input. */
const filters = new Set([
  ...['grep', 'egrep', 'fgrep', 'zgrep', 'zegrep', 'zfgrep', 'bzgrep', 'xzgrep', 'ggrep', 'rgrep', 'rg', 'ag', 'ack'],
  ...['awk', 'gawk', 'mawk', 'nawk', 'sed', 'gsed', 'jq', 'perl', 'look', 'fzf'],
])

/**
 * The pattern with which `grep -r` would print lines of a file of secrets in the workspace: `grep -r KEY .` beside `.env`. A
 * search for anything else stays silent, even though it opens that file too.
 */
function soughtBelow(run: Run, own: readonly Effect[], facts: FileFacts): Word | null {
  const search = recursiveSearch(run)
  const words = search?.args.map(wordText) ?? []
  if (search === null || words.some(word => namesOnly.test(word))) return null
  const pattern = search.args.find(arg => !/^-[^e]/.test(wordText(arg)))
  if (pattern === undefined || !printsSettings.test(wordText(pattern))) return null
  const left = words.flatMap(word => /^--(exclude|include)=(.+)$/.exec(word)?.slice(1).join('=') ?? [])
  const isSearched = (name: string): boolean =>
    left.every(one => one.startsWith('exclude=') !== matchWildcard(one.slice(one.indexOf('=') + 1), name))
  const directories = own.flatMap(effect =>
    effect.kind === 'read' && effect.recursive && isKnown(effect.path) ? [effect.path] : [],
  )
  // `:!src` leaves something out of the whole directory.
  if (isKnown(run.cwd) && words.some(word => /^:[!^(]/.test(word))) directories.push(run.cwd)
  const holdsSecret = directories.some(directory =>
    (facts.names(directory) ?? []).some(
      name =>
        environmentFile.test(name) &&
        isSearched(name) &&
        !(search.skipsIgnored && facts.ignored(`${directory}/${name}`)),
    ),
  )
  return holdsSecret ? pattern : null
}

interface RecursiveSearch {
  readonly args: readonly Word[]
  readonly skipsIgnored: boolean
}

/** A search that opens the hidden files of a directory, and the ignored ones unless it skips them. */
function recursiveSearch({ program, args }: Run): RecursiveSearch | null {
  const name = baseName(wordText(program))
  const has = (pattern: RegExp) => args.some(arg => pattern.test(wordText(arg)))
  if (recursiveGreps.has(name)) return { args, skipsIgnored: false }
  if (name === 'rg' && has(/^(-\w*[u.]\w*|--hidden|--unrestricted)$/))
    return { args, skipsIgnored: !has(/^(-\w*u\w*|--unrestricted|--no-ignore(-vcs)?)$/) }
  if (name === 'git' && has(/^--(no-index|untracked)$/))
    return {
      args: args.slice(args.indexOf('grep') + 1),
      skipsIgnored: has(/^--exclude-standard$/) || !has(/^--no-(index|exclude-standard)$/),
    }
  return null
}

/** Whether a program only counts, or searches for a word that does not stand in files of secrets: `grep -n useState`. */
export function isPlainSearch(name: string, args: readonly Word[]): boolean {
  if (name === 'wc') return true
  if (!recursiveGreps.has(name) && !/^(rg|ag|ack)$/.test(name)) return false
  const pattern = args.find(arg => !/^-[^e]/.test(wordText(arg)))
  return (
    pattern !== undefined &&
    isKnown(pattern) &&
    !printsSettings.test(pattern) &&
    !args.some(arg => /^(-\w*[vfABC]|--(invert|file|context|after|before|passthru))/.test(wordText(arg)))
  )
}

/**
 * Whether a search in an environment file shows no secret: it only tells whether a variable is there (`grep -q API_KEY= .env`),
 * or shows variables without secret values (`grep BACKEND_PORT .env`).
 */
export function looksUpNames(name: string, args: readonly Word[]): boolean {
  if (!recursiveGreps.has(name) && name !== 'rg') return false
  const words = args.map(wordText)
  const options = words.filter(word => word.startsWith('-'))
  if (!args.every(isKnown) || !options.every(option => /^-([nHhiEFwSqlc]+|-(quiet|count|no-heading))$/.test(option)))
    return false
  const names = words.find(word => !word.startsWith('-'))?.split(/\\?\|/) ?? []
  const isSilent = options.some(option => namesOnly.test(option))
  return names.length > 0 && names.every(one => (isSilent ? variableName : openVariable).test(one))
}

/** The name of a variable, not the beginning of a value. */
const variableName = /^\^?[A-Z][A-Z0-9]*(_[A-Z0-9]+)+=?$/

/** Variables that are set in public. */
const openVariable = /^\^?([A-Z][A-Z0-9]*_)*(PORT|HOST|HOSTNAME|NODE_ENV|LOG_LEVEL|DEBUG|TZ|TIMEZONE|LOCALE|LANG)=?$/

const recursiveGreps = new Set(['grep', 'egrep', 'fgrep', 'ggrep', 'rgrep'])

/** Options with which grep prints no line of a file. */
const namesOnly = /^(-\w*[lLcq]\w*|--(files-with(out-match|-matches)|count|quiet|silent))$/

/** Words that stand in most files of settings, and patterns that match every line. */
const printsSettings = /key|token|secret|passw|credential|^[\W_]*$|^\W*=|=\W*$/i

/** The file of secrets that projects have most often; its examples are meant to be shared. */
const environmentFile = /^\.env(\.(?!example|sample|template|dist|defaults).*)?$/

/** Whether these effects print logs, a repository's history, or files outside the workspace. */
export const printsRecords = (effects: readonly Effect[]): boolean =>
  effects.some(effect => isOutsideWorkspace(effect) || (effect.kind === 'run' && isLog(effect)))

const isOutsideWorkspace = (effect: Effect): boolean =>
  effect.kind === 'read' && effect.zone !== 'workspace' && effect.zone !== 'scratch' && effect.zone !== 'unknown'

function isLog({ program, args }: Run): boolean {
  const words = args.map(wordText)
  switch (baseName(wordText(program))) {
    case 'journalctl':
    case 'dmesg':
    case 'strings':
      return true
    case 'git':
      return words.includes('log') && words.some(word => /^(-p|-u|--patch)$/.test(word))
    case 'docker':
    case 'docker-compose':
    case 'podman':
    case 'nerdctl':
    case 'kubectl':
    case 'oc':
    case 'heroku':
      return words.includes('logs')
    default:
      return false
  }
}
