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
  /** Whether anybody reads what it prints. */
  readonly isUnread?: true
  /** Who runs it, if not whoever runs the tests. */
  readonly uid?: number
}

/** The bundled program with a home and a project of its own. */
export interface Cli {
  readonly home: string
  readonly project: string
  readonly run: (run: Run) => Promise<Outcome>
  /** The same at a terminal, where a person types. */
  readonly atTerminal: (typed: string, ...args: readonly string[]) => Promise<Outcome>
  readonly write: (path: string, text: string) => void
  readonly remove: () => void
}

/** The CLI with a place where nothing of this machine's owner can be touched. */
export async function openCli(): Promise<Cli> {
  bundled ??= bundleCli()
  const program = await bundled
  const ground = mkdtempSync(join(tmpdir(), 'sallyport-cli-'))
  const home = join(ground, 'home')
  const project = join(ground, 'project')
  for (const directory of [home, project]) mkdirSync(directory)
  return {
    home,
    project,
    run: run => start(program, run, { home, project }),
    atTerminal: (typed, ...args) => startAtTerminal([process.execPath, program, ...args], typed, { home, project }),
    write: (path, text) => {
      mkdirSync(dirname(join(project, path)), { recursive: true })
      writeFileSync(join(project, path), text)
    },
    remove: () => rmSync(ground, { recursive: true, force: true }),
  }
}

let bundled: Promise<string> | null = null

/** Once for each worker. */
async function bundleCli(): Promise<string> {
  const cache = join(root, 'node_modules', '.cache', 'sallyport-test')
  const bundle = join(cache, `cli-${process.env['VITEST_POOL_ID'] ?? process.pid}`)
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

/** `script` gives a program a terminal of its own; its two kinds take the command in two ways. */
function startAtTerminal(command: readonly string[], typed: string, ground: Ground): Promise<Outcome> {
  const line = command.map(word => `'${word}'`).join(' ')
  const script =
    process.platform === 'darwin' ? ['script', '-q', '/dev/null', ...command] : ['script', '-qec', line, '/dev/null']
  return startProcess(script, { stdin: typed, env: { TERM: 'dumb' } }, ground)
}

/** Any program, in that home and project. */
export function startProcess(
  [program = '', ...args]: readonly string[],
  { stdin, env = {}, isUnread, uid }: Omit<Run, 'args'>,
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
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text
    })
    child.on('error', reject)
    child.on('close', code => resolve({ code: code ?? -1, out, err }))
    // A command that does not read its input may be gone before all of it is written.
    child.stdin.on('error', () => undefined)
    child.stdin.end(stdin)
  })
}
