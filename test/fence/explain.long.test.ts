import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attackers } from './attackers.ts'
import { ordinaryFailures, refusedToUser } from './explained/ordinary.ts'
import { preparation, type StoppedCommand, stoppedCommands } from './explained/stopped.ts'
import { type Ended, type Host, openHost } from './host.ts'

/** Each user runs every third command; with SALLYPORT_EXPLAIN=all, every one. The battery needs programs that few machines all have. */
const isWhole = process.env['SALLYPORT_EXPLAIN'] === 'all'
const sampled = <T>(items: readonly T[], offset: number): readonly T[] =>
  isWhole ? items : items.filter((_, index) => index % 3 === offset)

for (const [offset, attacker] of attackers().entries()) {
  describe.skipIf(attacker.missing !== null)(`as ${attacker.name}: the explanation of a failed command`, () => {
    let host: Host
    beforeAll(async () => {
      host = await openHost(attacker, { withGit: true })
      host.plain('bash', '-c', preparation)
    })
    afterAll(() => host.stop())

    const run = async (command: string): Promise<Ended> => {
      const line = `${assignments(host)} timeout 60 $SALLYPORT run --yes -- ${command} < /dev/null`
      const ended = await host.shell(line)
      // A socket of another program may end between the plan and the start.
      return ended.code === 126 && ended.text.includes('bwrap:') ? host.shell(line) : ended
    }

    test('names the right path, host or variable for nine in ten commands that the fence stops', async () => {
      const known = sampled(stoppedCommands, offset).filter(([command]) => isInstalled(host, command))
      const ended = await inTurns(known, ([command]) => run(command))
      const wrong = ended.flatMap(({ item: [command, names], result }) =>
        sentencesOf(result.text).some(line => line.includes(expanded(names, host)))
          ? []
          : [`${command}: exit ${result.code}, ${sentencesOf(result.text).join(' | ') || result.text.slice(-300)}`],
      )
      const right = known.length - wrong.length
      console.log(`as ${attacker.name}: ${right} of ${known.length} stopped commands name the right thing`)
      for (const line of wrong) console.log(`  not named: ${line}`)
      expect(known.length).toBeGreaterThanOrEqual(isWhole ? 60 : 12)
      expect(right / known.length).toBeGreaterThanOrEqual(0.9)
    })

    test('does not blame the fence for an ordinary failure', async () => {
      const all = [...ordinaryFailures, ...(attacker.name === 'root' ? [] : refusedToUser)]
      const known = sampled(all, offset).filter(command => isInstalled(host, command) || command === 'frobnicate')
      const ended = await inTurns(known, run)
      const blamed = ended.flatMap(({ item, result }) => {
        const [line] = sentencesOf(result.text)
        return line === undefined ? [] : [`${item}: ${line}`]
      })
      console.log(`as ${attacker.name}: ${blamed.length} of ${known.length} ordinary failures are blamed on the fence`)
      expect(ended.filter(({ result }) => result.code === 0).map(({ item }) => item)).toEqual([])
      expect(known.length).toBeGreaterThanOrEqual(isWhole ? 40 : 8)
      expect(blamed).toEqual([])
    })
  })
}

/** Variables of the shell, which Sallyport itself does not see. */
const assignments = ({ base, facts }: Host): string =>
  [`OUT=${base}/outside`, ...['TCP', 'SOCK', 'TMUX_SOCKET'].map(name => `${name}=${facts[name] ?? '/none'}`), ''].join(
    '; ',
  )

const expanded = (text: string, { base, facts }: Host): string =>
  text
    .replace('$OUT', `${base}/outside`)
    .replace('~', `${base}/home`)
    .replace(/\$(\w+)/, (_, name: string) => facts[name] ?? '/none')

const sentencesOf = (text: string): readonly string[] =>
  text.split('\n').filter(line => /^sallyport: the (?:fence|variable) /.test(line))

function isInstalled(host: Host, command: StoppedCommand[0]): boolean {
  const [program = ''] = command.split(' ')
  return host.plain('bash', '-c', `command -v ${program}`).code === 0
}

/** Runs a few at a time, as many as a small machine can bear. */
async function inTurns<T>(
  items: readonly T[],
  run: (item: T) => Promise<Ended>,
): Promise<readonly { readonly item: T; readonly result: Ended }[]> {
  const left = items.map((item, index) => ({ item, index }))
  const done: { readonly item: T; readonly result: Ended; readonly index: number }[] = []
  const worker = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift())
      done.push({ ...next, result: await run(next.item) })
  }
  await Promise.all([worker(), worker(), worker(), worker()])
  return done.sort((a, b) => a.index - b.index)
}
