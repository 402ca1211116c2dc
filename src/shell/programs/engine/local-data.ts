import { isNetworkUrl } from '../../../core/address/read-address.ts'
import { type Hole, type HoledWord, isKnown, knownPrefix, type Word, wordText } from '../../../core/word.ts'
import { cutPrefix } from './arguments.ts'

/**
 * Whether a word contains data read on this machine, or a secret: in an address, a header or a field that leaves the
 * machine.
 */
export const carriesLocalData = (word: Word): boolean =>
  !isKnown(word) && word.parts.some((part, i) => typeof part !== 'string' && isCarried(part, word.parts, i))

function isCarried(hole: Hole, parts: HoledWord['parts'], at: number): boolean {
  if (hole.secret === true) return true
  return (hole.mayRun === true || hole.hole === '{}') && (isPrinted(hole) || !isWholeHost(parts, at))
}

const isPrinted = ({ hole }: Hole): boolean => /^(\$\(|`)/.test(hole)

/** A line of a list that is itself the host is only visited, not sent: `curl "https://$host/health"`. */
function isWholeHost(parts: HoledWord['parts'], at: number): boolean {
  const [before = '', after = ''] = [parts[at - 1], parts[at + 1]]
  return at < 2 && /^([a-z]+:\/\/)?$/i.test(String(before)) && typeof after === 'string' && /^([:/?]|$)/.test(after)
}

/**
 * The address among a program's words, in any option, that contains data read on this machine: `npm view x --registry
 * "https://…/$(cat x)"`. A name made from a commit or date does not count.
 */
export function addressWithLocalData(name: string, args: readonly Word[]): Word | null {
  if (textPrograms.has(name) || args.every(isKnown)) return null
  const isImage = args.some(arg => arg === 'pull' || arg === '-m')
  for (const [i, arg] of args.entries()) {
    if (messageOption.test(wordText(args[i - 1] ?? ''))) continue
    const address = cutPrefix(arg, /^--?[\w-]+=/.exec(knownPrefix(arg))?.[0].length ?? 0)
    const isAddress = isNetworkUrl(knownPrefix(address)) || (isImage && hostStart.test(knownPrefix(arg)))
    if (isAddress && carriesText(address)) return address
  }
  return null
}

const carriesText = (word: Word): boolean =>
  carriesLocalData(word) &&
  !isKnown(word) &&
  word.parts.some(part => typeof part !== 'string' && part.yields !== 'name')

/** Options whose value is text for people: `git commit -m`, `gh pr create --body`. */
const messageOption = /^(-m|--(message|body|title|notes|comment|description|subject))$/

const hostStart = /^[\w-]+(\.[\w-]+)+(:\d+)?\//

/** Whether the program opens the word as an address: it is a URL, and the program does more than handle text. */
export const opensUrl = (name: string, word: Word): boolean =>
  isNetworkUrl(knownPrefix(word)) && !textPrograms.has(name)

/** Programs that print, compare or search text, or handle files on this machine: a URL in their arguments is not opened. */
const textPrograms: ReadonlySet<string> = new Set([
  ...['echo', 'printf', 'print', 'test', '[', '[[', ':', 'true', 'false', 'export', 'declare', 'typeset', 'local'],
  ...[
    'readonly',
    'read',
    'set',
    'unset',
    'alias',
    'let',
    'return',
    'exit',
    'expr',
    'basename',
    'dirname',
    'seq',
    'date',
  ],
  ...[
    'cat',
    'tac',
    'head',
    'tail',
    'less',
    'more',
    'tee',
    'wc',
    'sort',
    'uniq',
    'cut',
    'tr',
    'rev',
    'nl',
    'fold',
    'fmt',
  ],
  ...[
    'column',
    'paste',
    'join',
    'comm',
    'diff',
    'cmp',
    'split',
    'csplit',
    'base64',
    'xxd',
    'od',
    'md5sum',
    'sha256sum',
  ],
  ...['grep', 'egrep', 'fgrep', 'zgrep', 'rg', 'ag', 'ack', 'sed', 'gsed', 'awk', 'gawk', 'mawk', 'nawk', 'jq', 'yq'],
  ...[
    'find',
    'fd',
    'ls',
    'stat',
    'file',
    'touch',
    'mkdir',
    'rm',
    'rmdir',
    'cp',
    'mv',
    'ln',
    'chmod',
    'chown',
    'install',
  ],
  ...[
    'which',
    'type',
    'command',
    'hash',
    'logger',
    'notify-send',
    'say',
    'figlet',
    'cowsay',
    'trap',
    'shift',
    'getopts',
  ],
  ...['qrencode', 'xclip', 'xsel', 'pbcopy', 'wl-copy', 'tmux', 'screen'],
])

/** Whether only the host itself learns the requested address: public registries and forges. */
export const isPublicHost = (host: Word): boolean => isKnown(host) && publicHosts.has(host.toLowerCase())

const publicHosts = new Set([
  ...[
    'github.com',
    'api.github.com',
    'raw.githubusercontent.com',
    'codeload.github.com',
    'objects.githubusercontent.com',
  ],
  ...['gitlab.com', 'bitbucket.org', 'api.bitbucket.org', 'codeberg.org'],
  ...['registry.npmjs.org', 'registry.yarnpkg.com', 'npm.jsr.io', 'jsr.io', 'api.npmjs.org', 'pypi.org'],
  ...['files.pythonhosted.org', 'crates.io', 'static.crates.io', 'index.crates.io', 'docs.rs', 'rubygems.org'],
  ...['proxy.golang.org', 'sum.golang.org', 'pkg.go.dev', 'go.dev', 'repo1.maven.org', 'repo.maven.apache.org'],
  ...['search.maven.org', 'plugins.gradle.org', 'services.gradle.org', 'packagist.org', 'repo.packagist.org'],
  ...['api.nuget.org', 'www.nuget.org', 'hex.pm', 'pub.dev', 'hub.docker.com', 'registry-1.docker.io', 'quay.io'],
  ...['docker.io', 'ghcr.io', 'gcr.io', 'mcr.microsoft.com', 'public.ecr.aws', 'registry.gitlab.com'],
  ...['nodejs.org', 'dl.k8s.io', 'get.helm.sh', 'releases.hashicorp.com', 'formulae.brew.sh', 'api.osv.dev'],
])
