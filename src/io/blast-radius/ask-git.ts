import { execFile } from 'node:child_process'
import { findSystemProgram } from '../fence/find-programs.ts'

/** Asks git a question about a repository. Null: git could not tell. */
export type AskGit = (cwd: string, ...args: readonly string[]) => Promise<string | null>

/**
 * Only git's plumbing is asked (`ls-files`, `diff-files`, `diff-index`, `rev-list`…). INVARIANT: nothing of the repository's own
 * configuration runs: no hook, no file system monitor, no filter, no fetch of missing objects.
 */
export function askGitWithin(signal: AbortSignal, workspace: readonly string[]): AskGit {
  const git = findSystemProgram('git', workspace)
  const run = (cwd: string, more: readonly Setting[], args: readonly string[]): Promise<string | null> =>
    new Promise(resolve => {
      if (git === null || signal.aborted) return resolve(null)
      execFile(
        git,
        ['--no-optional-locks', '--literal-pathspecs', ...args],
        { cwd, signal, env: environment([...settings, ...more]), maxBuffer: 16 * 2 ** 20, killSignal: 'SIGKILL' },
        (error, stdout) => resolve(error === null ? stdout : null),
      )
    })
  return async (cwd, ...args) => {
    if (!comparesFiles.has(args[0] ?? '')) return run(cwd, [], args)
    const names = await run(cwd, [], ['config', '-z', '--name-only', '--get-regexp', '^filter\\.'])
    return run(cwd, pathsIn(names).flatMap(withoutFilter), args)
  }
}

/** These compare files with the index, and run the filters of files whose time is not conclusive. */
const comparesFiles: ReadonlySet<string> = new Set(['diff-files', 'diff-index'])

/** Switches one filter off: `filter.lfs.process` becomes empty, and no filter is required. */
function withoutFilter(setting: string): readonly Setting[] {
  const driver = setting.slice(0, setting.lastIndexOf('.'))
  return [
    [`${driver}.clean`, ''],
    [`${driver}.smudge`, ''],
    [`${driver}.process`, ''],
    [`${driver}.required`, 'false'],
  ]
}

type Setting = readonly [name: string, value: string]

const settings: readonly Setting[] = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['core.sshCommand', 'false'],
  ['protocol.allow', 'never'],
  ['submodule.recurse', 'false'],
]

/** Settings go through the environment: in `-c`, a filter's name with `=` in it would be cut. */
const environment = (given: readonly Setting[]): NodeJS.ProcessEnv => ({
  GIT_CONFIG_COUNT: String(given.length),
  ...Object.fromEntries(given.flatMap(([name], index) => [[`GIT_CONFIG_KEY_${index}`, name]])),
  ...Object.fromEntries(given.flatMap(([, value], index) => [[`GIT_CONFIG_VALUE_${index}`, value]])),
  PATH: '/usr/bin:/bin',
  LC_ALL: 'C',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
  ...(process.env['HOME'] === undefined ? {} : { HOME: process.env['HOME'] }),
  ...(process.env['XDG_CONFIG_HOME'] === undefined ? {} : { XDG_CONFIG_HOME: process.env['XDG_CONFIG_HOME'] }),
})

/** The paths in an answer that ends each with a NUL. */
export const pathsIn = (answer: string | null): readonly string[] =>
  answer === null ? [] : answer.split('\0').filter(path => path !== '')
