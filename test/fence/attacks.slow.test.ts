import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attackers } from './attackers.ts'
import type { Attack } from './attacks/attack.ts'
import { fileAttacks } from './attacks/files.ts'
import { gitAttacks, userOfGit } from './attacks/git.ts'
import { lostSocketAttacks, networkAttacks } from './attacks/network.ts'
import { plantedAttacks } from './attacks/planted.ts'
import { processAttacks } from './attacks/processes.ts'
import { type Host, type HostExtras, type NumberedAttack, openHost } from './host.ts'

interface Batch {
  readonly attacks: readonly Attack[]
  readonly extras?: HostExtras
  /** What the user does after the attacks. */
  readonly then?: string
}

const batches: Readonly<Record<string, Batch>> = {
  files: { attacks: fileAttacks },
  'planted names': { attacks: plantedAttacks },
  git: { attacks: gitAttacks, extras: { withGit: true }, then: userOfGit },
  processes: { attacks: processAttacks },
  network: { attacks: networkAttacks },
  'sockets that cannot be found': { attacks: lostSocketAttacks, extras: { withLostSockets: true } },
}

const balanced = ['--yes', '--profile', 'balanced']

for (const attacker of attackers()) {
  describe.each(Object.entries(batches))(`as ${attacker.name}: %s`, (kind, { attacks, extras, then }) => {
    const numbered = attacks
      .map((attack, index) => ({ id: `${kind.slice(0, 3)}${index + 100}`, attack }))
      .filter(({ attack: { only } }) => only === undefined || only === attacker.name)
    const plain = numbered
      .filter(({ attack }) => attack.notPlain === undefined)
      .map(({ id, attack }) => ({ id: `plain-${id}`, attack }))
    let fenced: Host | null = null
    let open: Host | null = null
    const ends: string[] = []

    beforeAll(async () => {
      if (attacker.missing !== null) return
      fenced = await openHost(attacker, extras)
      const opened = await openHost(attacker, extras)
      open = opened
      const runs: readonly (readonly [Host, readonly NumberedAttack[], readonly string[] | null])[] = [
        [fenced, numbered, balanced],
        // The user's work shows an attack only if no other one has changed the repository before.
        ...(then === undefined ? [plain] : plain.map(one => [one])).map(list => [opened, list, null] as const),
      ]
      for (const [host, list, how] of runs) {
        const { text } = await host.attack(list, how)
        ends.push(text)
        if (then === undefined) continue
        host.plain('bash', '-c', then)
        if (how === null) host.restore()
      }
    })
    afterAll(async () => {
      await fenced?.stop()
      await open?.stop()
    })

    test.skipIf(attacker.missing !== null)(
      `all of them ran${attacker.missing === null ? '' : `: skipped, ${attacker.missing}`}`,
      () => {
        expect(ends[0]).toContain(`all attacks ran: ${numbered.length}`)
        expect(ends.slice(1).join('')).toContain('all attacks ran')
      },
    )

    test.skipIf(attacker.missing !== null).each(numbered)(
      'a command that $attack.name does not get through',
      ({ id, attack }: NumberedAttack) => {
        expect(fenced !== null && attack.worked(fenced, id), fenced?.loot(id)).toBe(false)
      },
    )

    test.skipIf(attacker.missing !== null)('each attack works without the fence, so the tests above can fail', () => {
      const weak = plain.filter(({ id, attack }) => open === null || !attack.worked(open, id))
      expect(weak.map(({ id, attack }) => `${attack.name}: ${open?.loot(id).slice(0, 300)}`)).toEqual([])
    })
  })
}
