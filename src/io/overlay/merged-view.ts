import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mountWords } from '../../fence/overlay.ts'
import { findSystemProgram } from '../fence/find-programs.ts'
import type { OverlayPrograms } from './overlay-programs.ts'

/** The overlays of a run as the command saw them. Node cannot read the attributes in which the kernel notes a replaced directory. */
export interface MergedView {
  /** The names in a directory of a layer. */
  names(layer: number, path: string): ReadonlySet<string>
  close(): void
}

/** Mounts the overlays of a run again, for reading. */
export async function openView(
  roots: readonly string[],
  directory: string,
  { method, unshare, mount }: OverlayPrograms,
): Promise<MergedView> {
  const wait = ['/bin/sh', '-c', 'echo; read -r end', 'sh']
  const [program = '', ...args] =
    method === 'unshare'
      ? [...mountWords(roots, { method, unshare, mount, directory }), ...wait]
      : [...nativeWords(roots, directory), ...wait]
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'], env: { PATH: '/usr/bin:/bin' } })
  child.stdin.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve())
    child.once('error', reject)
    child.once('exit', () => reject(new Error('the overlay cannot be mounted again')))
  })
  const pid = method === 'unshare' ? child.pid : innermost(child.pid ?? 0)
  const rootOf = (layer: number) => (method === 'unshare' ? `${directory}/${layer}/merged` : roots[layer])
  return {
    names: (layer, path) => new Set(readdirSync(`/proc/${pid}/root${rootOf(layer)}/${path}`, 'latin1')),
    close: () => child.stdin.end(),
  }
}

const nativeWords = (roots: readonly string[], directory: string): readonly string[] => [
  ...[findSystemProgram('bwrap') ?? '', '--unshare-user', '--die-with-parent', '--ro-bind', '/', '/'],
  ...roots.flatMap((root, layer) => [
    ...['--overlay-src', root, '--overlay', `${directory}/${layer}/upper`, `${directory}/${layer}/work`, root],
  ]),
  '--',
]

/** Bubblewrap starts the command in a child of its own. */
function innermost(pid: number): number {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return child === undefined ? pid : innermost(Number(child))
}
