/**
 * The path as the most lenient file system compares it. macOS and Windows take `.GIT`, `.gi\u200Ct`, `.git.`, `.git::$DATA` and
 * `git~1` for `.git`. Every comparison with a protected name uses this form, on every system: a disk image, a share or a
 * container may be lenient where the machine is not.
 */
export function foldPath(path: string): string {
  if (plain.test(path) && !path.includes('./') && !path.endsWith('.')) return path
  const folded = path.normalize('NFD').replaceAll(ignored, '').toUpperCase().toLowerCase().normalize('NFC')
  return special.test(folded) ? folded.split('/').map(foldWindowsName).join('/') : folded
}

/** Most paths fold to themselves. */
const plain = /^[a-z0-9_/.-]*$/

/** Code points that HFS+ ignores in names. */
const ignored = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g

const special = /[:~]|[. ](?:\/|$)/

/** Windows drops trailing dots and blanks, and opens `.git` for `.git::$INDEX_ALLOCATION` and for the short name `git~1`. */
function foldWindowsName(name: string): string {
  const stem = name.replace(/^([^:$]+):.*$/, '$1').replace(/(?<=[^. ])[. ]+$/, '')
  return stem.replace(/^([^.~]{1,6})~\d$/, '.$1')
}
