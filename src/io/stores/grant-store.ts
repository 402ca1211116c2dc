import { type Grant, type GrantStore, grantsText, readGrants } from '../../approvals/grants/grant.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import type { Clock } from '../../gate/ports.ts'
import { readPrivate } from '../files/private-file.ts'
import { realDisk } from '../journal/journal-disk.ts'
import type { OwnPaths } from '../paths.ts'
import { replaceLocked } from './replace-locked.ts'

/** The grants in `state/grants.json`, shared by all processes of this user. */
export interface GrantFiles extends GrantStore {
  /** The current grants, newest first; a fault if the file exists but cannot be trusted. */
  list(): Result<readonly Grant[]>
  /** Returns the revoked grant; null if it does not exist. */
  revoke(id: string): Promise<Result<Grant | null>>
}

export function openGrants(paths: Pick<OwnPaths, 'grants' | 'journal'>, clock: Clock): GrantFiles {
  const now = () => clock.now().getTime()
  const holds = ({ at, until }: Grant) => at <= now() && now() < until

  /** Null if the file is damaged or not this user's own; then it is neither used nor overwritten. */
  function stored(): readonly Grant[] | null {
    const text = readPrivate(paths.grants, limits.grantBytes)
    if (text === null) return realDisk.look(paths.grants) === null ? [] : null
    return readGrants(text)
  }

  const untrustedFile = () =>
    fail(
      'config_error',
      `\`${paths.grants}\` is damaged, or other users can access it, so no grants apply; check the file and remove it`,
    )

  const read = () => (stored() ?? []).filter(holds)

  const change = (update: (grants: readonly Grant[]) => readonly Grant[]) =>
    replaceLocked({ path: paths.grants, journal: paths.journal, clock }, () => {
      const before = stored()
      if (before === null) return untrustedFile()
      const after = grantsText(update(before.filter(holds)).slice(-limits.grants))
      return Buffer.byteLength(after) > limits.grantBytes
        ? fail('limit_reached', 'there are too many grants')
        : ok(after)
    })

  return {
    read,
    list: () => (stored() === null ? untrustedFile() : ok([...read()].reverse())),
    save: grant => change(grants => [...grants, grant]),
    revoke: async id => {
      const found = read().find(grant => grant.id === id) ?? null
      if (found === null) return ok(null)
      const changed = await change(grants => grants.filter(grant => grant.id !== id))
      return changed.ok ? ok(found) : changed
    },
  }
}
