import type { Place } from '../../core/call.ts'
import { isWithin } from '../../core/path.ts'

/** Whether a path is in a directory of programs installed for all users, where an agent does not write without a prompt. */
export const isInstalledForAll = (path: string): boolean =>
  /^\/(usr|opt|bin|lib|lib64|nix|snap|Library|Applications)\//.test(path) && !/(^|\/)\.\.(\/|$)/.test(path)

/** `~/.cargo/bin`, `/usr/local/go/bin`: directories that installers write to, and agents only after a prompt. */
export function isInstallPath(directory: string, { home, workspace, scratch }: Place): boolean {
  const inHome = isWithin(directory, home) && homeBins.test(directory.slice(home.length))
  return (
    (inHome || systemBins.test(directory)) &&
    !directory.includes('/..') &&
    ![...workspace, ...scratch].some(root => isWithin(directory, root) || isWithin(root, directory))
  )
}

const homeBins =
  /^\/(((\.[\w.-]+|go|(mini|ana)conda3?|miniforge3|mambaforge)(\/[\w.-]+)*\/(bin|shims))|(Library\/Android\/sdk|Android\/Sdk)\/(platform-tools|emulator|tools\/bin|cmdline-tools\/[\w.-]+\/bin))$/

const systemBins = /^\/(usr\/local|opt)(\/[\w@.-]+)+\/s?bin$|^\/Applications\/[\w .-]+\.app\/Contents(\/[\w.-]+)*\/bin$/

/** The directories of the system's own programs. */
export const systemDirectories: ReadonlySet<string> = new Set([
  '/bin',
  '/usr/bin',
  '/usr/local/bin',
  '/sbin',
  '/usr/sbin',
  '/usr/local/sbin',
  '/usr/libexec',
  '/opt/homebrew/bin',
  '/snap/bin',
])
