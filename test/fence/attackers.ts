import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { homedir } from 'node:os'
import { whyNoBash } from '../oracle/sandbox.ts'

/** The user that a fenced command runs as. */
export interface Attacker {
  readonly name: 'root' | 'a normal user'
  readonly uid: number
  readonly gid: number
  /** Why this user cannot be tried here; null if it can. */
  readonly missing: string | null
}

const nobody = 65_534

/** Root and a normal user. Only root can become another user, so others try themselves alone. */
export function attackers(): readonly Attacker[] {
  const noFence = whyNoFence()
  const uid = process.getuid?.() ?? 0
  const gid = process.getgid?.() ?? 0
  if (uid !== 0)
    return [
      { name: 'root', uid: 0, gid: 0, missing: noFence ?? 'only root can run it as root' },
      { name: 'a normal user', uid, gid, missing: noFence },
    ]
  const cannot = spawnSync(process.execPath, ['--version'], { uid: nobody, gid: nobody }).status === 0
  return [
    { name: 'root', uid, gid, missing: noFence },
    {
      name: 'a normal user',
      uid: nobody,
      gid: nobody,
      missing: noFence ?? (cannot ? null : `user ${nobody} cannot start Node here`),
    },
  ]
}

export const python = '/usr/bin/python3'

function whyNoFence(): string | null {
  if (process.platform !== 'linux') return 'the fence needs Linux'
  if (spawnSync(python, ['--version']).status !== 0) return `${python} is missing`
  return whyNoBash()
}

/** A directory outside /tmp, since the fence has its own /tmp and would hide everything in it. */
export function temporaryBase({ uid, gid }: Attacker): string {
  const base = mkdtempSync(process.getuid?.() === 0 ? '/srv/sallyport-fence-' : `${homedir()}/.sallyport-fence-`)
  execFileSync('chmod', ['755', base])
  if (uid !== process.getuid?.()) execFileSync('chown', [`${uid}:${gid}`, base])
  return base
}
