import { baseName } from '../../core/path.ts'
import type { Entry } from '../../fence/ground.ts'
import { listEntries } from './list-entries.ts'

/** Directories of generated and installed files. */
export const generatedDirectories: ReadonlySet<string> = new Set([
  ...['node_modules', '.git', 'target', 'dist', 'build', 'out', '.venv', 'venv', 'vendor', '__pycache__', '.next'],
  ...['.cache', '.tox', '.mypy_cache', '.pytest_cache', 'coverage', '.gradle', '.nuxt', '.turbo', 'Pods'],
])

/** Directories whose names say that the keys in them are made up. */
const madeUp = /^(?:tests?|__tests__|specs?|fixtures?|__fixtures__|testdata|examples?|samples?|mocks?)$/i

/** The names of a workspace that a plan may have to hide or to keep from changes. */
export const workspaceEntries = (
  root: string,
  options: { readonly lost?: boolean; readonly most?: number } = {},
): readonly Entry[] =>
  listEntries(root, {
    // Three levels, and the hidden directories in them: settings lie in those.
    depth: 5,
    skips: generatedDirectories,
    enters: (path, depth) => (depth < 3 || /\/\.[^/]+(?:\/[^/]+)?$/.test(path)) && !madeUp.test(baseName(path)),
    most: 20_000,
    ...options,
  })
