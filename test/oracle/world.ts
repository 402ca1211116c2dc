import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { MadeUpFile } from '../../src/testing.ts'

export const workspace = '/home/dev/project'

/** The files of a small machine: a project, a home and system directories, with links that point outside the project. */
export const files: Readonly<Record<string, MadeUpFile>> = {
  '/home/dev/project/a': 'a\n',
  '/home/dev/project/b.txt': 'b\nc\n',
  '/home/dev/project/src/c.ts': 'c\n',
  '/home/dev/project/sub/deep/d': 'd\n',
  '/home/dev/project/fix.diff': '--- f\n+++ f\n@@ -1 +1 @@\n-f\n+g\n',
  '/home/dev/project/out': { link: '/opt/app' },
  '/home/dev/project/notes': { link: '/home/dev/.notes' },
  '/home/dev/project/up': { link: '..' },
  '/home/dev/project/new': { link: '/srv/new' },
  '/home/dev/project/sub/far': { link: '../../docs' },
  '/home/dev/.bashrc': '# rc\n',
  '/home/dev/.notes': 'n\n',
  '/home/dev/docs/x': 'x\n',
  '/home/dev/docs/y.txt': 'y\n',
  '/etc/hosts': 'h\n',
  '/etc/conf.d/one': '1\n',
  '/opt/app/run': 'r\n',
  '/opt/app/cfg/f': 'f\n',
  '/srv/data/f': 'f\n',
  '/var/tmp/old': 'o\n',
  '/root/r': 'r\n',
  '/tmp/t': 't\n',
  '/mnt': { directory: true },
}

/** Directories that the sandbox mounts: the programs, and on some systems the links to them. */
export const mounted: readonly string[] = ['/usr', '/dev', '/proc', '/etc/alternatives']

const longAgo = new Date('2001-01-01T00:00:00Z')

/** Creates the files below a directory that becomes the root of a sandbox. */
export function layOut(root: string): void {
  for (const directory of mounted) mkdirSync(join(root, directory), { recursive: true })
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) symlinkSync(`usr/${name}`, join(root, name))
  for (const [path, file] of Object.entries(files)) {
    const at = join(root, path)
    mkdirSync(typeof file === 'object' && 'directory' in file ? at : dirname(at), { recursive: true })
    if (typeof file === 'string') {
      writeFileSync(at, file)
      chmodSync(at, 0o644)
      utimesSync(at, longAgo, longAgo)
    } else if ('link' in file) symlinkSync(file.link, at)
  }
}

/** The kind, mode, time and content of everything below a root, except the mounted directories. */
export function snapshot(root: string): ReadonlyMap<string, string> {
  const seen = new Map<string, string>()
  const visit = (path: string): void => {
    for (const name of readdirSync(join(root, path))) {
      const at = `${path}/${name}`
      const stat = lstatSync(join(root, at))
      if (mounted.includes(at)) continue
      if (stat.isSymbolicLink()) seen.set(at, `link ${readlinkSync(join(root, at))}`)
      else if (stat.isDirectory()) {
        seen.set(at, `directory ${stat.mode} ${stat.uid}`)
        visit(at)
      } else if (stat.isFile())
        seen.set(at, `file ${stat.mode} ${stat.uid} ${stat.mtimeMs} ${readFileSync(join(root, at), 'latin1')}`)
      else seen.set(at, `other ${stat.mode}`)
    }
  }
  visit('')
  return seen
}
