import type { Program } from '../engine/table.ts'

/** Settings that only change git's output or how it merges; all others may run code or contact other hosts. */
export const plainSettings = [
  'user.* author.* committer.* color.* column.* advice.* log.* status.* stash.* grep.* i18n.* rerere.* feature.*',
  'core.quotepath core.quotePath core.autocrlf core.safecrlf core.eol core.filemode core.fileMode core.ignorecase',
  'core.ignoreCase core.abbrev core.longpaths core.symlinks core.whitespace core.commentChar core.preloadIndex',
  'core.untrackedCache core.precomposeunicode core.compression core.bigFileThreshold',
  'init.defaultBranch init.defaultbranch commit.verbose commit.cleanup commit.status tag.sort branch.sort versionsort.*',
  'branch.*.merge branch.*.rebase branch.*.description branch.autoSetupMerge branch.autoSetupRebase',
  'diff.noprefix diff.mnemonicPrefix diff.renames diff.renameLimit diff.context diff.algorithm diff.colorMoved diff.submodule',
  'merge.conflictStyle merge.conflictstyle merge.ff merge.renames merge.renameLimit merge.log merge.stat merge.autoStash',
  'pull.rebase pull.ff push.default push.autoSetupRemote push.followTags rebase.* fetch.* submodule.recurse gc.auto',
  'maintenance.auto pack.* index.* format.pretty protocol.version http.version http.postBuffer http.lowSpeed*',
  'blame.coloring blame.date blame.showEmail blame.showRoot blame.blankBoundary blame.ignoreRevsFile blame.repeatedLines',
  'blame.markIgnoredLines blame.markUnblamableLines',
  'commit.gpgsign commit.gpgSign tag.gpgsign tag.gpgSign',
].join(' ')

/** The effect of a value in `git -c KEY=VALUE`. */
export const settings: NonNullable<Program['settings']> = {
  // git prints a line of this file that it cannot parse.
  'blame.ignoreRevsFile': 'read',
  [plainSettings]: 'plain',
  'filter.*.required': 'plain',
  'alias.*': 'opaque an alias, which can run commands',
  'core.hooksPath core.hookspath': 'code',
  'core.pager core.editor core.sshCommand core.sshcommand core.askPass core.askpass core.gitProxy core.fsmonitor core.alternateRefsCommand pager.* sequence.editor interactive.diffFilter':
    'run',
  'diff.external diff.*.textconv diff.*.command merge.*.driver filter.*.clean filter.*.smudge filter.*.process difftool.*.cmd mergetool.*.cmd browser.*.cmd man.*.cmd':
    'run',
  'gpg.program gpg.*.program credential.helper credential.*.helper remote.*.uploadpack remote.*.receivepack uploadpack.packObjectsHook trailer.*.command trailer.*.cmd':
    'run',
}

/** Variables that only git reads, or that it reads in a narrower sense than other programs. */
export const env: NonNullable<Program['env']> = {
  'GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM': { '/dev/null': 'plain', '*': 'opaque a custom configuration for git' },
  'GIT_EXEC_PATH GIT_TEMPLATE_DIR': 'opaque programs from another directory',
  GIT_DIR: 'code',
  GIT_COMMON_DIR: { '.git': 'plain', '*': 'opaque the settings of another repository' },
  'GIT_WORK_TREE GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES': 'read',
  'GIT_TRACE*': 'write',
}
