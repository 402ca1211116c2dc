import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

export interface Outcome {
  readonly code: number
  readonly out: string
  readonly err: string
}

export interface Run {
  readonly args: readonly string[]
  readonly stdin?: string
  readonly env?: Readonly<Record<string, string>>
  /** Closes the pipe, so that the output is not read. */
  readonly isUnread?: true
  /** Runs it as this user instead of the one who runs the tests. */
  readonly uid?: number
  /** Kills it then. */
  readonly killedAfter?: Promise<unknown>
}

/** The bundled program with its own temporary home and project. */
export interface Cli {
  readonly home: string
  readonly project: string
  readonly run: (run: Run) => Promise<Outcome>
  /** Runs it at a terminal, where a person types. */
  readonly atTerminal: (typed: string, ...args: readonly string[]) => Promise<Outcome>
  readonly write: (path: string, text: string) => void
  readonly remove: () => void
}

/** Opens the CLI in temporary directories, so that it cannot touch the files of this machine's owner. */
export async function openCli(ground: Ground = newGround()): Promise<Cli> {
  const program = await bundledCli()
  const { home, project } = ground
  return {
    home,
    project,
    run: run => start(program, run, { home, project }),
    atTerminal: (typed, ...args) => startAtTerminal([process.execPath, program, ...args], typed, { home, project }),
    write: (path, text) => {
      mkdirSync(dirname(join(project, path)), { recursive: true })
      writeFileSync(join(project, path), text)
    },
    remove: () => rmSync(dirname(home), { recursive: true, force: true }),
  }
}

function newGround(): Ground {
  const root = mkdtempSync(join(tmpdir(), 'sallyport-cli-'))
  const ground = { home: join(root, 'home'), project: join(root, 'project') }
  for (const directory of Object.values(ground)) mkdirSync(directory)
  return ground
}

let bundled: Promise<string> | null = null

/** The path of the bundled program. */
export function bundledCli(): Promise<string> {
  bundled ??= bundleCli()
  return bundled
}

/** Below node_modules, where the bundle finds its packages. Several checkouts may share that folder, so each has its own. */
export const bundleCache = join(root, 'node_modules', '.cache', 'sallyport-test', root.replaceAll('/', '-'))

/** Bundles once per test worker. */
async function bundleCli(): Promise<string> {
  const bundle = join(bundleCache, `cli-${process.env['VITEST_POOL_ID'] ?? process.pid}`)
  rmSync(bundle, { recursive: true, force: true })
  mkdirSync(bundle, { recursive: true })
  await build({
    entryPoints: [join(root, 'src/cli/main.ts')],
    outdir: bundle,
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outExtension: { '.js': '.mjs' },
    logLevel: 'error',
  }).catch(error => {
    rmSync(bundle, { recursive: true, force: true })
    throw error
  })
  return join(bundle, 'main.mjs')
}

type Ground = Pick<Cli, 'home' | 'project'>

const start = (program: string, { args, stdin = '', ...run }: Run, ground: Ground): Promise<Outcome> =>
  startProcess([process.execPath, program, ...args], { stdin, ...run }, ground)

/** `script` runs a program in a terminal; on Linux and macOS it takes the command differently. */
function startAtTerminal(command: readonly string[], typed: string, ground: Ground): Promise<Outcome> {
  const line = command.map(word => `'${word}'`).join(' ')
  const script =
    process.platform === 'darwin' ? ['script', '-q', '/dev/null', ...command] : ['script', '-qec', line, '/dev/null']
  return startProcess(script, { stdin: typed, env: { TERM: 'dumb' } }, ground)
}

/** Runs any program in that home and project. */
export function startProcess(
  [program = '', ...args]: readonly string[],
  { stdin, env = {}, isUnread, uid, killedAfter }: Omit<Run, 'args'>,
  { home, project }: Ground,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: project,
      ...(uid === undefined ? {} : { uid }),
      env: { PATH: process.env['PATH'] ?? '', HOME: home, TMPDIR: join(home, 'tmp'), ...env },
    })
    let out = ''
    let err = ''
    if (isUnread) child.stdout.destroy()
    void killedAfter?.then(() => child.kill('SIGKILL'))
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text
    })
    child.on('error', reject)
    child.on('close', code => resolve({ code: code ?? -1, out, err }))
    // A command that does not read its input may end before all of it is written.
    child.stdin.on('error', () => undefined)
    child.stdin.end(stdin)
  })
}
