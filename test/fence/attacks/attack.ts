import type { Attacker } from '../attackers.ts'
import type { Host } from '../host.ts'

/** One attempt to get out of the fence. */
export interface Attack {
  /** A sentence without its subject: what the command does. */
  readonly name: string
  /** A bash script, or a Python script that starts with `prelude`. It runs in the workspace. */
  readonly sh?: string
  readonly py?: string
  /** Whether the attack got through, seen from outside. */
  readonly worked: (host: Host, id: string) => boolean
  /** The users for whom it can work. */
  readonly only?: Attacker['name']
  /** Why it is not tried without the fence, where it should work. */
  readonly notPlain?: string
}

/** The attack printed or wrote down the secret. */
export const looted = (host: Host, id: string): boolean => host.loot(id).includes(host.secret)
/** The attack created its file outside the workspace. */
export const escaped = (host: Host, id: string): boolean => host.exists(`outside/${id}`)
/** A service of the host received a message from the attack. */
export const heard = (host: Host, id: string): boolean => host.heard(id)
/** A file does not have the text any more that it had at the start. */
export const changed =
  (...paths: readonly string[]) =>
  (host: Host): boolean =>
    paths.some(path => host.hasChanged(path))

/** What every Python attack may use. `call` makes a system call by its numbers on x64 and arm64. */
export const prelude = `
import ctypes, os, platform, socket, stat, struct, sys, time
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
E, WS, OUT, HOME, ID = os.environ, os.environ['WS'], os.environ['OUT'], os.environ['HOME'], os.environ['ID']
SECRET = 'S3CRET' + '-' + 'of-the-host'
def call(x64, arm64, *args):
    words = [ctypes.c_long(a) if isinstance(a, int) else a for a in (x64 if platform.machine() == 'x86_64' else arm64, *args)]
    return libc.syscall(*words)
def got(result):
    print(SECRET if result >= 0 else os.strerror(ctypes.get_errno()))
`
