import type { Entry } from '../../fence/ground.ts'
import { entryAt, listEntries } from './list-entries.ts'

/** Directories of generated and installed files. */
export const generatedDirectories: ReadonlySet<string> = new Set([
  ...['node_modules', '.git', 'target', 'dist', 'build', 'out', '.venv', 'venv', 'vendor', '__pycache__', '.next'],
  ...['.cache', '.tox', '.mypy_cache', '.pytest_cache', 'coverage', '.gradle', '.nuxt', '.turbo', 'Pods'],
])

/** Directories whose names say that the keys in them are made up. */
const madeUp = /^(?:tests?|__tests__|specs?|fixtures?|__fixtures__|testdata|examples?|samples?|mocks?)$/i

/** The names of a workspace that a plan may have to hide or to keep from changes. */
export const workspaceEntries = (root: string): readonly Entry[] =>
  listEntries(root, {
    depth: 3,
    skips: generatedDirectories,
    enters: path => !madeUp.test(path.slice(path.lastIndexOf('/') + 1)),
    most: 4_000,
  })

/** Names in a repository that move its settings to another place. */
const gitNames = ['commondir', 'config.worktree', 'hooks', 'config', 'info/attributes']

/** The names of a workspace that a fenced command must not create. */
export const guardedEntries = (root: string): readonly Entry[] => [
  ...workspaceEntries(root),
  ...gitNames.flatMap(name => entryAt(`${root}/.git/${name}`) ?? []),
]
