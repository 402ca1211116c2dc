/** A figure as it was measured. `atLeast`: there was no time to count everything. */
export type Figure =
  | {
      readonly kind: 'files'
      readonly verb: 'delete' | 'write'
      readonly files: number
      readonly bytes: number
      /** Files that git could not bring back, untracked or in no repository, and files with uncommitted changes; null if git had no time. */
      readonly share: { readonly untracked: number; readonly uncommitted: number } | null
      readonly atLeast: boolean
    }
  | { readonly kind: 'uncommitted'; readonly files: number; readonly atLeast: boolean }
  | { readonly kind: 'untracked'; readonly files: number; readonly bytes: number; readonly atLeast: boolean }
  | { readonly kind: 'commits'; readonly lost: 'reset' | 'branches' | 'push'; readonly count: number }
  | { readonly kind: 'stashes'; readonly count: number }
  | { readonly kind: 'target'; readonly label: string; readonly name: string }
  | { readonly kind: 'unmeasured'; readonly why: string }

/** A figure as a line for the prompt. */
export function figureWords(figure: Figure): string {
  switch (figure.kind) {
    case 'files':
      return fileWords(figure)
    case 'uncommitted':
      return figure.files === 0
        ? 'no uncommitted changes would be lost'
        : `${most(figure)}${counted(figure.files, 'file')} with uncommitted changes would be lost`
    case 'untracked':
      return figure.files === 0
        ? 'no untracked files would be deleted'
        : `${most(figure)}${counted(figure.files, 'untracked file')} (${sizeText(figure.bytes)}) would be deleted; git cannot bring them back`
    case 'commits':
      return commitWords(figure)
    case 'stashes':
      return `${counted(figure.count, 'stash', 'stashes')} would be deleted`
    case 'target':
      return `${figure.label}: ${figure.name}${looksLikeProduction(figure.name) ? '  ← looks like PRODUCTION' : ''}`
    case 'unmeasured':
      return `not measured: ${figure.why}`
  }
}

function fileWords(figure: Extract<Figure, { kind: 'files' }>): string {
  const { verb, files, bytes, share } = figure
  if (files === 0) return verb === 'delete' ? 'no such files exist now' : 'no existing file would be overwritten'
  const done = verb === 'delete' ? 'deleted' : 'overwritten'
  return `${most(figure)}${counted(files, 'file')} (${sizeText(bytes)}) would be ${done}${share === null ? '' : `: ${shareWords(share)}`}`
}

function shareWords({ untracked, uncommitted }: { readonly untracked: number; readonly uncommitted: number }): string {
  const kinds = [
    ...(untracked === 0 ? [] : [`${untracked} that git cannot bring back`]),
    ...(uncommitted === 0 ? [] : [`${uncommitted} with uncommitted changes`]),
  ]
  return kinds.length === 0 ? 'all committed in git' : kinds.join(', ')
}

function commitWords({ lost, count }: Extract<Figure, { kind: 'commits' }>): string {
  if (count === 0) return lost === 'push' ? 'no known commits of the remote would be lost' : 'no commits would be lost'
  const commits = counted(count, 'commit')
  if (lost === 'push') return `${commits} of the remote branch would be lost, as of the last fetch`
  if (lost === 'branches') return `${commits} that no other branch, tag or remote has would be lost`
  return `${commits} that no other branch, tag or remote has would leave this branch; the reflog keeps them for a time`
}

const most = ({ atLeast }: { readonly atLeast: boolean }): string => (atLeast ? 'at least ' : '')

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

export function sizeText(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  let size = bytes
  let unit = 0
  while (size >= 1_000 && unit < units.length - 1) {
    size /= 1_000
    unit += 1
  }
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`
}

/** Whether a name looks like an environment that others depend on. */
export const looksLikeProduction = (name: string): boolean =>
  /(?:^|[^a-z0-9])(?:prod|prd|production|live)(?:[^a-z]|$)/i.test(name) && !/non-?prod|pre-?prod/i.test(name)
