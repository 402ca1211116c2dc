import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fail, ok, type Result } from '../../core/fault.ts'
import { mountWords, type OverlayLayers, type OverlayMethod } from '../../fence/overlay.ts'
import { findSystemProgram } from '../fence/find-programs.ts'
import { removeTree } from '../files/remove-tree.ts'
import { randomId } from '../random.ts'

/** The programs that mount an overlay here, and where its layers can be. */
export interface OverlayPrograms extends Pick<OverlayLayers, 'method' | 'unshare' | 'mount'> {
  /** The directory in which each run gets a directory of its own. */
  readonly base: string
}

/**
 * Tries each way to mount an overlay in this directory. A fault says that none works, and why. `bubblewrap` comes second: it is
 * for machines that let only bubblewrap create namespaces.
 */
export async function probeOverlay(base: string): Promise<Result<OverlayPrograms>> {
  const known = probed.get(base)
  if (known !== undefined) return known
  const found = tryMethods(base)
  probed.set(base, found)
  return found
}

const probed = new Map<string, Promise<Result<OverlayPrograms>>>()

async function tryMethods(base: string): Promise<Result<OverlayPrograms>> {
  if (process.platform !== 'linux') return fail('sandbox_denied', 'only Linux has overlays, which a trial needs')
  const unshare = findSystemProgram('unshare') ?? ''
  const mount = findSystemProgram('mount') ?? ''
  const bwrap = findSystemProgram('bwrap') ?? ''
  const methods: readonly (readonly [OverlayMethod, boolean])[] = [
    ['unshare', unshare !== '' && mount !== ''],
    ['bubblewrap', bwrap !== ''],
  ]
  let why = 'neither `unshare` and `mount` nor bubblewrap 0.10 is installed'
  for (const [method, isInstalled] of methods) {
    if (!isInstalled) continue
    const programs: OverlayPrograms = { method, unshare, mount, base }
    const message = await tryOut(programs, bwrap)
    if (message === null) return ok(programs)
    if (method === 'unshare') why = message
  }
  return fail('sandbox_denied', `an overlay cannot be mounted in \`${base}\`: ${why}`)
}

/** Mounts an overlay, changes a file in it and reads it back; null if that works, else the message. */
async function tryOut(programs: OverlayPrograms, bwrap: string): Promise<string | null> {
  const directory = `${programs.base}/probe-${randomId()}`
  try {
    const root = `${directory}/root`
    makeLayer(directory, 0)
    mkdirSync(root)
    writeFileSync(`${root}/deleted`, '')
    const merged = programs.method === 'unshare' ? `${directory}/0/merged` : root
    const words =
      programs.method === 'unshare'
        ? mountWords([root], { ...programs, directory })
        : [
            ...[bwrap, '--unshare-user', '--die-with-parent', '--ro-bind', '/', '/', '--overlay-src', root],
            ...['--overlay', `${directory}/0/upper`, `${directory}/0/work`, root, '--'],
          ]
    return await run([...words, '/bin/sh', '-c', 'rm "$1/deleted" && echo x > "$1/new"', 'sh', merged])
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown error'
  } finally {
    removeTree(directory)
  }
}

/** The directories of one layer. */
export function makeLayer(directory: string, index: number): void {
  for (const name of ['lower', 'upper', 'work', 'merged'])
    mkdirSync(`${directory}/${index}/${name}`, { recursive: true, mode: 0o700 })
}

function run([program = '', ...args]: readonly string[]): Promise<string | null> {
  return new Promise(resolve => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
      timeout: 8_000,
      killSignal: 'SIGKILL',
    })
    let stderr = ''
    child.stderr.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString('utf8')).slice(-2_048)
    })
    child.once('error', error => resolve(error.message))
    child.once('close', code => resolve(code === 0 ? null : (stderr.trim().split('\n').at(-1) ?? 'no message')))
  })
}
