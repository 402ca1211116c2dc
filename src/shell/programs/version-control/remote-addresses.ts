import type { World } from '../../../core/call.ts'
import type { FileFacts } from '../../../core/facts.ts'
import { resolvePath } from '../../../core/path.ts'
import { type GitSetting, readGitSettings } from './git-config.ts'
import { gitDirectory, type Repository } from './git-directory.ts'

/** Where git looks for the addresses of a remote. */
export interface RemoteUse {
  /** The directory that git runs in. */
  readonly directory: string
  readonly does: 'push' | 'fetch'
  /** The remote that the command names; null for the configured one. */
  readonly named: string | null
}

export interface RemoteAddresses {
  /** Every address that git contacts, without credentials. */
  readonly addresses: readonly string[]
  /** The files and directories that decide it. */
  readonly from: readonly string[]
}

/**
 * The addresses that a remote leads to now, as `git push` and `git fetch` find them. Null if the files do not tell: then
 * no grant may rely on it.
 */
export function remoteAddresses(
  use: RemoteUse,
  { facts, place }: Pick<World, 'facts' | 'place'>,
): RemoteAddresses | null {
  const git = gitDirectory(use.directory, facts)
  if (git === null || 'unread' in git) return null
  const { home } = place
  const own = `${git.own}/config.worktree`
  const paths = ['/etc/gitconfig', `${home}/.config/git/config`, `${home}/.gitconfig`, `${git.common}/config`, own]
  const read = readGitSettings(paths, { facts, home })
  if (read === null || read.settings.some(({ conditional, section }) => conditional && deciding.has(section)))
    return null
  const { settings } = read
  // Without the extension git does not read the file of a single worktree.
  if (facts.kind(own) !== 'missing' && !isOn(lastOf(settings, 'extensions', null, 'worktreeconfig'))) return null
  if (use.does === 'push' && (pushesSubmodules(settings) || hasLargeFiles(git, settings, facts))) return null
  const head = use.named === null ? facts.text(`${git.own}/HEAD`) : ''
  const name = use.named ?? (head === null ? null : usualRemote(settings, branchIn(head), use.does))
  const addresses = name === null ? null : addressesOf(name, settings, use.does)
  if (addresses === null || addresses.length === 0 || addresses.some(isOdd)) return null
  return { addresses: [...new Set(addresses.map(withoutUser))].sort(), from: [...read.files, git.own, git.common] }
}

/** The sections that decide where a push goes. */
const deciding = new Set(['remote', 'remotes', 'branch', 'url', 'push', 'submodule', 'extensions'])

const isOn = (value: string | null | undefined): boolean => value === null || value?.toLowerCase() === 'true'

/**
 * Whether a push may also send files with Git LFS. They go to an address that a file of the project names, or a commit that
 * cannot be read here.
 */
function hasLargeFiles({ common, top }: Repository, settings: readonly GitSetting[], facts: FileFacts): boolean {
  if ([`${top}/.lfsconfig`, `${common}/lfs`].some(path => facts.kind(path) !== 'missing')) return true
  // Attributes in a directory below count as well; the hook sends the files, wherever they are.
  const below = (facts.names(top) ?? []).slice(0, mostLooked).map(name => `${top}/${name}/.gitattributes`)
  const hooks = lastOf(settings, 'core', null, 'hookspath') ?? null
  const files = [
    `${common}/hooks/pre-push`,
    `${common}/info/attributes`,
    `${top}/.gitattributes`,
    ...(hooks === null ? [] : [`${resolvePath(top, hooks)}/pre-push`]),
    ...below,
  ]
  return files.some(file => facts.text(file)?.includes('lfs') === true)
}

const mostLooked = 100

/** Whether a push also pushes submodules, each to a remote of its own. */
const pushesSubmodules = (settings: readonly GitSetting[]): boolean => {
  const chosen = lastOf(settings, 'push', null, 'recursesubmodules')
  const value = chosen === undefined ? lastOf(settings, 'submodule', null, 'recurse') : chosen
  return value !== undefined && !/^(no|false|off|0|check)$/i.test(value ?? '')
}

/** The branch that is checked out; null for a commit without a branch, undefined if the text does not tell. */
function branchIn(head: string): string | null | undefined {
  const branch = /^ref: refs\/heads\/(\S+)\n?$/.exec(head)?.[1]
  // A repository with another ref storage has this name in its HEAD.
  if (branch !== undefined) return branch === '.invalid' ? undefined : branch
  return /^[0-9a-f]{40,64}\n?$/.test(head) ? null : undefined
}

/** The remote of a command that names none; null if it is not known. */
function usualRemote(
  settings: readonly GitSetting[],
  branch: string | null | undefined,
  does: RemoteUse['does'],
): string | null {
  if (branch === undefined) return null
  const ofBranch = (name: string) => (branch === null ? undefined : lastOf(settings, 'branch', branch, name))
  const forPush =
    does === 'push' ? (ofBranch('pushremote') ?? lastOf(settings, 'remote', null, 'pushdefault')) : undefined
  const chosen = forPush ?? ofBranch('remote')
  if (chosen !== undefined) return chosen
  const names = new Set(settings.flatMap(one => (one.section === 'remote' ? (one.subsection ?? []) : [])))
  const [only] = names
  return names.size === 1 && only !== undefined ? only : 'origin'
}

function addressesOf(name: string, settings: readonly GitSetting[], does: RemoteUse['does']): readonly string[] | null {
  const all = (key: string) => valuesOf(settings, 'remote', name, key)
  // A helper program or a group of remotes decides.
  if (
    all('vcs').length > 0 ||
    settings.some(({ section, name: key }) => section === 'remotes' && key === name.toLowerCase())
  )
    return null
  const urls = all('url')
  const pushUrls = does === 'push' ? all('pushurl') : []
  const instead = rewriter(settings, 'insteadof')
  const pushInstead = rewriter(settings, 'pushinsteadof')
  if (pushUrls.length > 0) return pushUrls.map(url => instead(url) ?? url)
  const given = urls.length > 0 ? urls : isAddress(name) ? [name] : []
  const rewritten = does === 'push' ? given.flatMap(url => pushInstead(url) ?? []) : []
  return rewritten.length > 0 ? rewritten : given.map(url => instead(url) ?? url)
}

/** Replaces the longest beginning that `url.BASE.insteadOf` names; null if it names none. */
const rewriter =
  (settings: readonly GitSetting[], name: 'insteadof' | 'pushinsteadof') =>
  (url: string): string | null => {
    let best: { readonly base: string; readonly start: string } | null = null
    for (const { section, subsection, name: key, value } of settings) {
      if (section !== 'url' || key !== name || subsection === null || value === null || !url.startsWith(value)) continue
      if (best === null || value.length > best.start.length) best = { base: subsection, start: value }
    }
    return best === null ? null : best.base + url.slice(best.start.length)
  }

const isAddress = (name: string): boolean => /^[a-z][a-z0-9+.-]*:\/\/|^[^/]+:/i.test(name)

const isSetting = (one: GitSetting, section: string, subsection: string | null, name: string): boolean =>
  one.section === section && one.subsection === subsection && one.name === name

/** An empty value counts as it is: newer versions of git empty the list there. */
const valuesOf = (settings: readonly GitSetting[], section: string, subsection: string, name: string): string[] =>
  settings.flatMap(one => (isSetting(one, section, subsection, name) ? [one.value ?? ''] : []))

/** Undefined if it is not set, null if it is set without a value. */
const lastOf = (settings: readonly GitSetting[], section: string, subsection: string | null, name: string) =>
  settings.findLast(one => isSetting(one, section, subsection, name))?.value

/** Empty, or with characters that programs read in different ways. */
const isOdd = (address: string): boolean => address === '' || /[\s\\\p{Cc}]/u.test(address)

/** The user and password of a web address do not change where it leads. */
const withoutUser = (address: string): string => address.replace(/^((?:https?|ftps?):\/\/)[^/?#]*@/i, '$1')
