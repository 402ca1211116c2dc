import type { FileFacts } from '../../core/facts.ts'
import { isObject, own } from '../../core/json.ts'

/** The command that runs a project's tests, found by the files in its root; null if none is found. */
export function testCommand(root: string, facts: FileFacts): string | null {
  const text = (name: string) => facts.text(`${root}/${name}`)
  return (
    packageCommand(text('package.json'), name => facts.kind(`${root}/${name}`) === 'file') ??
    (text('Cargo.toml') === null ? null : 'cargo test') ??
    (text('go.mod') === null ? null : 'go test') ??
    pythonCommand(text('pyproject.toml'), text('pytest.ini')) ??
    (/^test\s*:/m.test(text('Makefile') ?? '') ? 'make test' : null)
  )
}

function packageCommand(source: string | null, has: (name: string) => boolean): string | null {
  if (source === null || !hasTestScript(source)) return null
  if (has('pnpm-lock.yaml')) return 'pnpm test'
  if (has('yarn.lock')) return 'yarn test'
  return has('bun.lock') || has('bun.lockb') ? 'bun run test' : 'npm test'
}

function hasTestScript(source: string): boolean {
  try {
    const parsed: unknown = JSON.parse(source)
    const scripts = isObject(parsed) ? own(parsed, 'scripts') : undefined
    return isObject(scripts) && typeof own(scripts, 'test') === 'string'
  } catch {
    return false
  }
}

/** Most Python projects use `pytest`, and a person reads the policy before trusting it. */
const pythonCommand = (pyproject: string | null, pytest: string | null): string | null =>
  pyproject === null && pytest === null ? null : 'pytest'
