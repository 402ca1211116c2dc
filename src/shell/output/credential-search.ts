import type { Effect, Run } from '../../core/effect.ts'
import { isTouch } from '../../core/effect.ts'
import { baseName, resolvePath } from '../../core/path.ts'
import { isKnown, type Word, wordText } from '../../core/word.ts'
import { sensitivity } from '../../guard/sensitive.ts'

/** Whether a search pattern looks for credentials: `password`, `api[_-]?key`, `BEGIN RSA PRIVATE KEY`. */
export const namesCredentials = (pattern: string): boolean => credentialWords.test(pattern)

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
export function soughtCredential(run: Run, derived: () => readonly Effect[], isFedRecords: boolean): Word | null {
  if (!filters.has(baseName(wordText(run.program)))) return null
  const own = derived()
  if (!isFedRecords && !own.some(isOutsideWorkspace)) return null
  const paths = new Set(own.filter(isTouch).map(touch => wordText(touch.path)))
  const isPath = (word: Word) => isKnown(word) && isKnown(run.cwd) && paths.has(resolvePath(run.cwd, word))
  return run.args.find(arg => !/^-[^e]/.test(wordText(arg)) && !isPath(arg) && namesCredentials(wordText(arg))) ?? null
}

/** Programs that select lines from their input. */
const filters = new Set([
  ...['grep', 'egrep', 'fgrep', 'zgrep', 'zegrep', 'zfgrep', 'bzgrep', 'xzgrep', 'ggrep', 'rgrep', 'rg', 'ag', 'ack'],
  ...['awk', 'gawk', 'mawk', 'nawk', 'sed', 'gsed', 'jq', 'perl', 'look', 'fzf'],
])

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
