import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attackers, python } from './attackers.ts'
import type { Attack } from './attacks/attack.ts'
import { bypassAttacks } from './attacks/bypasses.ts'
import { fileAttacks } from './attacks/files.ts'
import { gitAttacks, userOfGit } from './attacks/git.ts'
import { moreAttacks, moreGitAttacks, userOfMoreGit } from './attacks/more.ts'
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
  bypasses: { attacks: bypassAttacks },
  'links, kernel and proxy': { attacks: moreAttacks },
  'new repositories': { attacks: moreGitAttacks, extras: { withGit: true }, then: userOfMoreGit },
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
      // The user's work takes long, and hooks do not depend on the user: once is enough.
      .filter(({ attack }) => attack.notPlain === undefined && (then === undefined || attacker.name !== 'root'))
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
        expect(ends.slice(1).join('').split('all attacks ran').length > 1).toBe(plain.length > 0)
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

const run = '$SALLYPORT run --yes --'

/** Each takes memory in another way, and prints `through` if no one stops it. */
const memoryBombs: readonly (readonly [what: string, script: string])[] = [
  ['of one process', 'x = []\nwhile len(x) < 99: x.append(bytearray(b"1" * (1 << 24)))'],
  [
    'of many processes',
    'import os, time\nfor _ in range(30):\n  if os.fork() == 0: x = bytearray(b"1" * (1 << 24)); time.sleep(5); os._exit(0)\ntime.sleep(5)',
  ],
  [
    'that processes share',
    'import mmap, time\nm = mmap.mmap(-1, 1 << 29)\nfor i in range(0, 1 << 29, 4096): m[i] = 1\ntime.sleep(5)',
  ],
  ['in files of /tmp', 'f = open("/tmp/x", "wb")\nfor _ in range(64): f.write(bytes(1 << 23)); f.flush()'],
  ['in files of /dev/shm', 'f = open("/dev/shm/x", "wb")\nfor _ in range(64): f.write(bytes(1 << 23)); f.flush()'],
]

for (const attacker of attackers()) {
  describe(`as ${attacker.name}: one run each`, () => {
    const skipped = attacker.missing !== null
    let host: Host
    beforeAll(async () => {
      if (!skipped) host = await openHost(attacker)
    })
    afterAll(() => host?.stop())

    test.skipIf(skipped)('a descriptor of the shell does not lead past the fence', async () => {
      const script = host.script(`
import os
for path in ('9/id_ed25519', '200/credentials'):
    try: print(open('/proc/self/fd/' + path).read())
    except OSError as e: print(e)
try: open('/proc/self/fd/50', 'w').write('changed')
except OSError as e: print(e)
print('tried')
`)
      const { text } = await host.shell(
        `${run} ${python} ${script} 9< $HOME/.ssh 50<> ../outside/victim 200< $HOME/.aws`,
      )
      expect(text).toContain('tried')
      expect(text).not.toContain(host.secret)
      expect(host.hasChanged('outside/victim')).toBe(false)
    })

    test.skipIf(skipped)('a command cannot type into the terminal', async () => {
      const script = host.script('import fcntl\nfor c in b"touch typed\\n": fcntl.ioctl(0, 0x5412, bytes([c]))')
      const { text } = await host.shell(`script -qec "${run} ${python} ${script}" /dev/null < /dev/null`)
      expect(text).toContain('Operation not permitted')
    })

    test.skipIf(skipped)('a command cannot paste into the terminal', async () => {
      const script = host.script(
        'import fcntl\nfor code in (2, 3, 10, 15):\n  try: fcntl.ioctl(0, 0x541C, bytes([code] + [0] * 11)); print("through")\n  except OSError as e: print(e)',
      )
      const { text } = await host.shell(`script -qec "${run} ${python} ${script}" /dev/null < /dev/null`)
      expect(text).toContain('Operation not permitted')
      expect(text).not.toContain('through')
    })

    test.skipIf(skipped)('a command cannot report another exit code than its own', async () => {
      const script = host.script(
        'import os\nfor fd in range(3, 20):\n  try: os.write(fd, b\'{"exit-code": 0, "started": 1}\\n\')\n  except OSError: pass\nos._exit(7)',
      )
      expect(await host.shell(`${run} ${python} ${script}`)).toMatchObject({ code: 7 })
    })

    test.skipIf(skipped)('a pipe or an endless file in place of a git file does not stop Sallyport', async () => {
      const lines = ['mkfifo', 'ln -s /dev/zero'].flatMap((how, n) => [
        `mkdir -p packages/odd${n}/.git`,
        `echo x > packages/odd${n}/.git/HEAD`,
        `${how} packages/odd${n}/.git/config`,
        `mkdir -p packages/file${n}`,
        `${how} packages/file${n}/.git`,
      ])
      host.write('project/odd.sh', lines.join('\n'))
      for (const words of ['bash odd.sh', 'true']) {
        const { code, text } = await host.shell(`timeout -s KILL 60 ${run} ${words}`)
        expect([code, text.includes('Killed')]).toEqual([0, false])
      }
    })

    test.skipIf(skipped)('killing all its processes and the first one does not hang the run', async () => {
      const { code } = await host.shell(
        `timeout -s KILL 60 ${run} bash -c 'trap "" TERM; sleep 99 & kill -9 -1; kill -9 1'`,
      )
      expect(code).toBe(0)
    })

    test.skipIf(skipped)(
      'in a home that is the workspace, keys are hidden and the profile cannot be changed',
      async () => {
        const { text } = await host.shell(
          `cd $HOME && ${run} bash -c 'cat .ssh/id_ed25519 .netrc .aws/credentials .bash_history; echo x >> .bashrc; mv .ssh k; cat k/*; echo tried'`,
        )
        expect(text).toContain('tried')
        expect(text).not.toContain(host.secret)
        expect(host.hasChanged('home/.bashrc')).toBe(false)
      },
    )

    test.skipIf(skipped)('in a workspace below a link, the same files are hidden and kept', async () => {
      host.plain('ln', '-sfn', 'project', `${host.base}/linked`)
      const { text } = await host.shell(
        `cd ../linked && ${run} bash -c 'cat .env plain.txt $HOME/.netrc; echo x >> CLAUDE.md; echo x > ../outside/linked; echo tried'`,
      )
      expect(text).toContain('tried')
      expect(text).not.toContain(host.secret)
      expect(host.hasChanged('project/CLAUDE.md')).toBe(false)
      expect(host.exists('outside/linked')).toBe(false)
    })

    test.skipIf(skipped)('a server inside is not reached from the machine', async () => {
      const script = host.script(
        'import socket, sys, time\ns = socket.socket(); s.bind(("0.0.0.0", 0)); s.listen(); s.settimeout(3)\nopen("port", "w").write(str(s.getsockname()[1]))\ntry: s.accept(); print("through")\nexcept OSError: print("alone")',
      )
      const { text } = await host.shell(
        `${run} ${python} ${script} & until test -s port; do sleep 0.05; done; for i in 1 2 3 4 5; do (echo hi > /dev/tcp/127.0.0.1/$(cat port)) 2>/dev/null; sleep 0.1; done; wait`,
      )
      expect(text).toContain('alone')
    })

    test.skipIf(skipped)('a fork bomb stops at the limit, and none of it is left', async () => {
      limit(host, 'processes: 40')
      const script = host.script(`
import os, time
for i in range(400):
    if os.fork() == 0: os.execv('/bin/sleep', ['left-bomb', '20'])
time.sleep(20)
`)
      const { code, text } = await host.shell(`${run} ${python} ${script}`)
      expect(code, text).not.toBe(0)
      expect(host.isRunning('left-bomb')).toBe(false)
    })

    test.skipIf(skipped).each(memoryBombs)('the memory %s stops at the limit', async (_what, bomb) => {
      limit(host, 'memory: 200m')
      const { code, text } = await host.shell(`${run} ${python} ${host.script(`${bomb}\nprint("through")`)}`)
      expect(code, text).not.toBe(0)
      expect(text).not.toContain('through')
    })

    test.skipIf(skipped)('if Sallyport is killed, all its processes end, and the workspace is as it was', async () => {
      limit(host, 'processes: 100')
      const before = host.plain('find', '.').text
      const script = host.script(`
import os
for i in range(3):
    if os.fork() == 0:
        os.setsid()
        os.execv('/bin/sleep', ['left-tree', '60'])
os.execv('/bin/sleep', ['left-tree', '60'])
`)
      const running = host.start(['run', '--yes', '--', python, script])
      await until(() => host.count('left-tree') >= 4)
      running.kill('SIGKILL')
      await until(() => !host.isRunning('left-tree'))
      expect(host.plain('find', '.').text).toBe(before)
    })
  })
}

const limit = (host: Host, text: string): void =>
  host.write('home/.config/sallyport/policy.yaml', `version: 1\nmode: ask\nfence: { limits: { ${text} } }\n`)

/** Waits for at most half a minute. */
async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds() && tries < 1_500; tries += 1) await new Promise(resolve => setTimeout(resolve, 20))
  expect(holds()).toBe(true)
}
