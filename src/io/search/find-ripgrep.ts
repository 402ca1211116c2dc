import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { fail, ok, type Result } from '../../core/fault.ts'
import { isWithin } from '../../core/path.ts'

/** The program that searches: the optional package, or an `rg` on the PATH that the agent cannot have written. */
export async function findRipgrep(
  workspace: readonly string[],
  path = process.env['PATH'] ?? '',
): Promise<Result<string>> {
  const found = (await packaged()) ?? onPath(path, workspace)
  return found === null
    ? fail('not_found', 'searching needs ripgrep: run `npm install @vscode/ripgrep`, or put `rg` on the PATH')
    : ok(found)
}

async function packaged(): Promise<string | null> {
  try {
    const { rgPath } = await import('@vscode/ripgrep')
    return isProgram(rgPath) ? rgPath : null
  } catch {
    return null
  }
}

export function onPath(path: string, workspace: readonly string[]): string | null {
  for (const directory of path.split(':').filter(one => one.startsWith('/'))) {
    const program = `${directory}/rg`
    if (!isProgram(program)) continue
    const real = realpathSync(program)
    if (![program, real].some(one => workspace.some(root => isWithin(one, root)))) return real
  }
  return null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
