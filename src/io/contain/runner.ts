import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { fail, ok, type Result } from '../../core/fault.ts'
import { findSystemProgram } from '../fence/find-programs.ts'
import { packageRoot } from '../policies/presets.ts'
import { randomId } from '../random.ts'
import { runnerPath, shellWord } from './fenced-form.ts'

/** The programs that the runner starts, by absolute path. */
export interface RunnerPrograms {
  readonly bash: string
  readonly env: string
  readonly sha256sum: string
}

/** A fault says which program is missing. Other shells cannot close every descriptor, so the runner needs bash. */
export function findRunnerPrograms(): Result<RunnerPrograms> {
  const [bash, env, sha256sum] = ['bash', 'env', 'sha256sum'].map(name => findSystemProgram(name))
  if (bash == null || env == null || sha256sum == null)
    return fail('sandbox_denied', 'a contained call needs `bash`, `env` and `sha256sum` of the system')
  return ok({ bash, env, sha256sum })
}

/**
 * Puts the runner where clients start it, and returns its path. INVARIANT: the file has exactly the text of this installation
 * before any client is told to start it, and only this user can change it.
 */
export function placeRunner(tickets: string, programs: RunnerPrograms): Result<string> {
  const path = runnerPath(tickets)
  const text = runnerText(tickets, programs)
  try {
    mkdirSync(tickets, { recursive: true, mode: 0o700 })
    if (!isPrivateDirectory(tickets)) return fail('sandbox_denied', `other users can access \`${tickets}\``)
    if (isInPlace(path, text)) return ok(path)
    if (!canResetSignals(programs)) return fail('sandbox_denied', '`env` has no option `--default-signal`')
    const aside = `${path}.${randomId()}.new`
    try {
      writeFileSync(aside, text, { mode: 0o500, flag: 'wx' })
      chmodSync(aside, 0o500)
      renameSync(aside, path)
    } finally {
      rmSync(aside, { force: true })
    }
    return ok(path)
  } catch (error) {
    return fail(
      'sandbox_denied',
      `\`${path}\` cannot be written: ${error instanceof Error ? error.message : 'unknown'}`,
    )
  }
}

/** The runner's text, with the paths of this machine in it. */
export function runnerText(tickets: string, programs: RunnerPrograms): string {
  const words: Readonly<Record<string, string>> = { ...programs, tickets }
  return readFileSync(scriptFile(), 'utf8').replaceAll(/@(\w+)@/g, (whole, name: string) => {
    const word = words[name]
    // The shell does not read the first line of a script.
    return word === undefined ? whole : name === 'bash' ? word : shellWord(word)
  })
}

const scriptFile = (): string => {
  const places = ['src/io/contain/runner.sh', 'dist/hook/runner.sh'].map(name => `${packageRoot()}/${name}`)
  return places.find(path => existsSync(path)) ?? places[0] ?? ''
}

function isPrivateDirectory(path: string): boolean {
  const { uid, mode } = lstatSync(path)
  return lstatSync(path).isDirectory() && uid === process.getuid?.() && (mode & 0o077) === 0
}

function isInPlace(path: string, text: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined || !found.isFile() || found.uid !== process.getuid?.() || (found.mode & 0o777) !== 0o500)
    return false
  return readFileSync(path, 'utf8') === text
}

/** Tried once, when the runner is written. */
const canResetSignals = ({ env }: RunnerPrograms): boolean =>
  spawnSync(env, ['--default-signal=INT', '--', '/bin/sh', '-c', ':'], { stdio: 'ignore', env: {} }).status === 0
