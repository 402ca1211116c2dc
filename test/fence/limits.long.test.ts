import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attackers, python } from './attackers.ts'
import { type Host, openHost } from './host.ts'

const run = '$SALLYPORT run --yes --'

/** Starts this many sleeping processes at once, and prints how many started. */
const forks = (count: number): string => `
import os, time, sys
made = 0
for _ in range(${count}):
    try:
        if os.fork() == 0: time.sleep(30); os._exit(0)
        made += 1
    except OSError as e:
        print(e, file=sys.stderr); print('made', made, flush=True); time.sleep(0.5); sys.exit(1)
time.sleep(0.5)
print('made', made, flush=True)
os._exit(0)
`

const allocates = (megabytes: number): string =>
  `x = bytearray(b"1") * (${megabytes} << 20)\nimport time; time.sleep(0.3)\nprint("through")`

for (const attacker of attackers()) {
  describe.skipIf(attacker.missing !== null)(`as ${attacker.name}: limits`, () => {
    let host: Host
    beforeAll(async () => {
      host = await openHost(attacker)
    })
    afterAll(() => host.stop())

    const limited = (text: string) =>
      host.write('home/.config/sallyport/policy.yaml', `version: 1\nmode: ask\nfence: { limits: { ${text} } }\n`)
    const script = (text: string) => `${python} ${host.script(text)}`

    test('processes: below the limit it runs, above it is stopped and says so', async () => {
      limited('processes: 40')
      expect((await host.shell(`${run} ${script(forks(20))}`)).text).toContain('made 20')
      const { code, text } = await host.shell(`${run} ${script(forks(200))}`)
      expect(code).not.toBe(0)
      expect(text).toContain('the fence stopped it at 40 processes')
    })

    test('memory: below the limit it runs, above it is stopped and says so', async () => {
      limited('memory: 300m')
      expect((await host.shell(`${run} ${script(allocates(150))}`)).text).toContain('through')
      const grows = 'x = []\nimport time\nwhile len(x) < 99: x.append(bytearray(b"1" * (1 << 24))); time.sleep(0.02)'
      const { code, text } = await host.shell(`${run} ${script(`${grows}\nprint("through")`)}`)
      expect(code).not.toBe(0)
      expect(text).not.toContain('through')
      expect(text).toContain(`the fence stopped it at ${300 * 2 ** 20} bytes of memory`)
    })

    test('processors: the run cannot take more than its share', async () => {
      limited('cpus: 1')
      const counts =
        'import os\ntry: os.sched_setaffinity(0, range(64)); print("chose")\nexcept OSError as e: print(e)\nprint(len(os.sched_getaffinity(0)))'
      const { text } = await host.shell(`${run} ${script(counts)}`)
      // A control group limits the time and not the choice.
      const way = (await host.shell('$SALLYPORT fence probe --json')).text
      if (JSON.parse(way).limits.cpus === 'a control group') expect(text).toMatch(/chose|not permitted/)
      else expect(text).toBe('[Errno 1] Operation not permitted\n1\n')
    })

    test('file size: a file stops growing at the limit', async () => {
      limited('file_size: 64k')
      const { code, text } = await host.shell(`${run} sh -c 'head -c 65536 /dev/urandom > small'`)
      expect(code, text).toBe(0)
      const over = await host.shell(`${run} sh -c 'head -c 65537 /dev/urandom > large'`)
      expect(over.code).not.toBe(0)
      expect(over.text).toContain('the fence stopped it at a file of 65536 bytes')
      expect(readFileSync(`${host.base}/project/large`).length).toBe(65_536)
    })

    test('output: exactly the limit is printed, then the run is stopped', async () => {
      limited('output: 1000')
      const exact = await host.shell(`${run} head -c 1000 /dev/zero | wc -c`)
      expect(exact.text.trim()).toBe('1000')
      const { text } = await host.shell(`${run} yes > out.txt; echo "code $?"; wc -c < out.txt`)
      expect(text).toContain('the fence stopped it after 1000 bytes of output')
      expect(text).toContain('code 137\n1000\n')
    })

    test('seconds: the run ends, and says so', async () => {
      limited('seconds: 1')
      const { code, text } = await host.shell(`${run} sleep 30`)
      expect(code, text).toBe(137)
      expect(text).toContain('did not finish in 1000 ms')
    })

    test('standard error is a pipe that programs can open by its name, and lines stay in order', async () => {
      limited('seconds: 60')
      const line = "sh -c 'for i in 1 2 3; do echo out $i; echo err $i > /dev/stderr; done; exit 4'"
      const { code, text } = await host.shell(`${run} ${line} > both.txt 2>&1; echo "code $?"; cat both.txt`)
      expect(code).toBe(0)
      expect(text).toBe('code 4\nout 1\nerr 1\nout 2\nerr 2\nout 3\nerr 3\n')
    })

    test('the journal records what the fence held back', async () => {
      limited('seconds: 60')
      await host.shell(`${run} touch ../outside/x`)
      const { text } = await host.shell('$SALLYPORT audit tail --json')
      const record = text.split('\n').find(line => line.includes('fence_denied')) ?? ''
      expect(record).toContain('"kind":"write"')
      expect(record).toContain(`${host.base}/outside/x`)
    })
  })
}
