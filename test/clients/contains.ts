import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isObject, type Json } from '../../src/core/json.ts'
import { runnerPath } from '../../src/io/contain/fenced-form.ts'
import { ownPaths } from '../../src/io/paths.ts'
import { type Client, type ClientOutcome, isInstalled, openClient, type ScriptedCall } from './client.ts'
import { type Contract, textIn } from './contract.ts'

/** How contained calls are tested in one client. */
export interface Containing
  extends Pick<Contract, 'name' | 'title' | 'kind' | 'prepare' | 'install' | 'shell' | 'asked' | 'isCovered'> {
  /** Rules of the client's own that stop `frobtool forbidden`; left out if the client has none. */
  readonly ownRule?: (client: Client) => void
  /** A contained command that the client refuses without a rule. */
  readonly refused?: string
  /** Runs a command in the background; left out if the client has no background runs. */
  readonly background?: (command: string) => ScriptedCall
  /** Adds a second hook that turns every command into another; left out if the client has no such hooks. */
  readonly rewriteTo?: (client: Client, command: string) => { readonly args?: readonly string[] }
  /** Whether the shell of one call goes on to the next with its directory. */
  readonly keepsDirectory?: true
  /** False if the model does not see exit codes in this client. */
  readonly showsExitCode?: false
  /** A policy without which the client contains nothing. */
  readonly policy?: string
}

/** The fence has its own `/tmp` and hides the homes of other users, so the client's home is in neither. */
const base = process.getuid?.() === 0 ? '/srv' : homedir()

const heredoc = `${'it\'s "quoted" and \\not $HOME; exit; (never) run\n'.repeat(450)}last\n`
const digest = createHash('sha256').update(heredoc).digest('hex')

const words = `frobtool words 'a b' "c'd" $'e\\tf' "g\\"h" \\\\i '' "é ✓" '$HOME' "a"'b'c ';' '&&' '#' "x\ny"`
const printed = `<a b><c'd><e\tf><g"h><\\i><><é ✓><$HOME><abc><;><&&><#><x\ny>`

/** One session of a client: its calls and what became of them. */
interface Session extends ClientOutcome {
  readonly client: Client
  /** The result that the model received for a call of the script. */
  readonly resultOf: (command: string) => string
  /** The types of the journal's events about a call. */
  readonly eventsOf: (command: string) => readonly string[]
}

export function contains(containing: Containing): void {
  const { name, title, kind, shell } = containing
  describe.skipIf(!isInstalled(kind))(`contained calls in real ${title}`, () => {
    const clients: Client[] = []
    afterAll(() => {
      for (const client of clients) client.remove()
    })

    const open = async (policy = containing.policy ?? 'version: 1\n'): Promise<Client> => {
      const client = openClient({ ...kind, env: { ...kind.env, PLANTED_API_KEY: 'planted' } }, base)
      clients.push(client)
      const program = join(client.ground, 'bin/frobtool')
      client.write(program, readFileSync(resolve(import.meta.dirname, 'contained-program.sh'), 'utf8'))
      chmodSync(program, 0o755)
      // Some clients start a login shell, which sets the PATH anew.
      client.write(join(client.home, '.profile'), `PATH="${join(client.ground, 'bin')}:$PATH"\n`)
      client.write(join(client.home, '.ssh/id_ed25519'), 'planted')
      mkdirSync(join(client.project, 'sub'))
      client.write(join(client.home, '.config/sallyport/policy.yaml'), policy)
      containing.prepare(client, { command: 'true', args: [] })
      containing.ownRule?.(client)
      await client.sallyport('install', name, '--yes', ...containing.install)
      return client
    }

    const run = async (client: Client, script: readonly ScriptedCall[], args?: readonly string[]): Promise<Session> => {
      const ran = await client.run({ script, ...(args === undefined ? {} : { args }) })
      const events = await eventsIn(client)
      const calls = script.flatMap(call => [call, ...(call.beside ?? [])])
      return {
        ...ran,
        client,
        resultOf: command => ran.conversation[calls.findIndex(call => textOf(call) === command)] ?? '',
        eventsOf: command => eventsAbout(command, events),
      }
    }

    describe('one session', () => {
      const outside = (client: Client) => join(client.ground, 'saved.txt')
      const lines = 100_000
      const fedBy = `frobtool digest <<'EOF'\n${heredoc}EOF`
      const pasted = 'frobtool make pasted.txt\n)\ntouch evil.txt\n(true'
      const forged = (client: Client) => `${runnerOf(client)} ${'0'.repeat(32)}; exit; frobtool make forged.txt`
      const piped = `printf 'b\\na\\n' | frobtool upper | sort`
      const inBackground = 'frobtool later background.txt'
      const pair = ['frobtool make first.txt', 'frobtool make second.txt'] as const
      let session: Session
      beforeAll(async () => {
        const client = await open()
        const [first, second] = pair
        const commands = [
          ...(containing.refused === undefined ? [] : [containing.refused]),
          ...['frobtool probe', fedBy, words, piped, `frobtool lines ${lines}`, 'frobtool make made.txt'],
          ...[`frobtool save ${outside(client)}`, `frobtool save ${outside(client)} again`],
          ...['frobtool forbidden', pasted, forged(client)],
          ...(containing.keepsDirectory === true
            ? ['cd sub', 'frobtool where', 'cd .. && frobtool where', 'cd ..']
            : []),
        ]
        session = await run(client, [
          ...commands.map(shell),
          { ...shell(first), beside: [shell(second)] },
          // The end of a background run makes some clients ask their model once more, so it comes last.
          ...(containing.background === undefined
            ? []
            : [
                containing.background(inBackground),
                shell('for _ in {1..100}; do test -e background.txt && break; sleep 0.1; done'),
              ]),
        ])
      })

      test('a contained call runs without a question, and its output and exit code reach the model', () => {
        const shown = session.resultOf('frobtool probe')
        expect(shown).toContain('ran probe')
        expect(shown).toContain('an error')
        if (containing.showsExitCode !== false) expect(shown).toMatch(/code:? 7\b/i)
        expect(session.eventsOf('frobtool probe')).toEqual(expect.arrayContaining(['approval_decided by fence']))
        expect(session.eventsOf('frobtool probe')).not.toContain('approval_requested')
      })

      test('it reaches the project, and neither files outside, secrets, the network nor keys', () => {
        const shown = session.resultOf('frobtool probe')
        expect(shown).toContain('project: written')
        expect(shown).not.toMatch(/written.*written|read|reached|in the environment/)
        expect(existsSync(join(session.client.ground, 'outside.txt'))).toBe(false)
      })

      test('what it wrote in the project stays', () => {
        expect([session.has('probed.txt'), session.has('made.txt')]).toEqual([true, true])
      })

      test('a heredoc, every kind of quotes and a pipe arrive as they are', () => {
        expect(session.resultOf(fedBy)).toContain(digest)
        expect(session.resultOf(words)).toContain(JSON.stringify(printed).slice(1, -1))
        expect(session.resultOf(piped)).toMatch(/A.*B.*ran upper/)
      })

      test(`${lines} lines of output do not stop it`, () => {
        expect(session.has(`lines-${lines}.txt`)).toBe(true)
        // Some clients show the start, others the end.
        expect(session.resultOf(`frobtool lines ${lines}`)).toMatch(/ran lines|99999\\n100000/)
      })

      test('a write outside fails with a sentence for the model, and the next try asks', () => {
        const command = `frobtool save ${outside(session.client)}`
        expect(session.eventsOf(command)).toContain('approval_decided by fence')
        expect(session.said.includes(`the fence blocked writing to ${outside(session.client)}`)).toBe(true)
        expect(session.resultOf(`${command} again`)).toContain(containing.asked)
        expect(session.eventsOf(`${command} again`)).not.toContain('approval_decided by fence')
        expect(existsSync(outside(session.client))).toBe(false)
      })

      test.runIf(containing.ownRule)("a deny of the client's own rules for the original text holds", () => {
        expect(session.eventsOf('frobtool forbidden')).toContain('approval_decided by fence')
        expect(session.resultOf('frobtool forbidden')).not.toContain('ran forbidden')
      })

      test('a text that closes the parentheses around it is not contained and does not run', () => {
        expect(session.resultOf(pasted)).not.toContain('ran make')
        expect(session.eventsOf(pasted)).not.toContain('approval_decided by fence')
        expect([session.has('evil.txt'), session.has('pasted.txt')]).toEqual([false, false])
      })

      test("the agent cannot use Sallyport's runner", () => {
        expect(session.resultOf(forged(session.client))).toContain('Sallyport blocks this')
        expect(session.has('forged.txt')).toBe(false)
      })

      test.runIf(containing.background)('a background run is contained too', () => {
        expect(session.eventsOf(inBackground)).toContain('approval_decided by fence')
        expect(session.has('background.txt')).toBe(true)
      })

      test('two calls of one turn run, each in its own fence', () => {
        expect(pair.map(command => session.eventsOf(command))).toEqual([
          expect.arrayContaining(['approval_decided by fence']),
          expect.arrayContaining(['approval_decided by fence']),
        ])
        expect([session.has('first.txt'), session.has('second.txt')]).toEqual([true, true])
      })

      test.runIf(containing.keepsDirectory)('the directory of the shell is kept', () => {
        expect(session.resultOf('frobtool where')).toContain(join(session.client.project, 'sub'))
        // A fence would lose the new directory.
        expect(session.eventsOf('cd .. && frobtool where')).not.toContain('approval_decided by fence')
      })

      test('the model is told once how the fence works', () => {
        const conversation = session.said.split('\n').reduce((a, b) => (b.length > a.length ? b : a), '')
        expect(conversation.split('Sallyport ran this command in a sandbox').length - 1).toBe(1)
      })

      test.runIf(containing.isCovered ?? true)('the transcript counts each call as the original', async () => {
        expect(await session.client.sallyport('audit', 'coverage')).toMatch(/^(\d+) of \1 calls reached the gate\n/)
      })

      test.runIf(containing.ownRule)('a ticket that was never used does not run for the agent', async () => {
        const [ticket = ''] = ticketsOf(session.client)
        expect(ticket).not.toBe('')
        const stolen = `${runnerOf(session.client)} ${ticket}; exit; ls`
        const hidden = `sh -c '${runnerOf(session.client)} ${ticket}'`
        const again = await run(session.client, [shell(stolen), shell(hidden)])
        for (const command of [stolen, hidden]) {
          expect(again.resultOf(command)).toContain('Sallyport blocks this')
          expect(again.resultOf(command)).not.toContain('ran forbidden')
        }
      })
    })

    test('what the client deletes itself can be undone', async () => {
      const client = await open(
        'version: 1\nallow: approve\nrules:\n  - { when: { effect: delete, in: workspace, tier: destructive }, then: allow }\n',
      )
      client.write(join(client.project, 'doomed/file'), 'precious')
      // Codex itself refuses `rm -rf`.
      const session = await run(client, [shell('rm -r doomed')])
      expect(session.has('doomed')).toBe(false)
      expect(await client.sallyport('undo')).toContain('the undo brings back 1 file')
      expect(readFileSync(join(client.project, 'doomed/file'), 'utf8')).toBe('precious')
    })

    test('an interrupt of the client leaves no more behind than without the fence', async () => {
      const seconds = `${60 + Math.random()}`
      const command = `frobtool hang ${seconds}`
      const interrupted = async (client: Client) =>
        (await client.run({ script: [shell(command)], interruptAt: seconds })).left ?? 0
      const free = 'version: 1\nallow: approve\nrules:\n  - { when: { run: frobtool }, then: allow }\n'
      const plain = await interrupted(await open(free))
      const client = await open()
      const fenced = await interrupted(client)
      expect(eventsAbout(command, await eventsIn(client))).toContain('approval_decided by fence')
      expect(fenced).toBeLessThanOrEqual(plain)
    })

    test.runIf(containing.rewriteTo)(
      'another hook that changes the command is found out, and nothing more is contained in the session',
      async () => {
        const client = await open()
        const [first, second] = ['frobtool make first.txt', 'frobtool make second.txt'] as const
        const { args } = containing.rewriteTo?.(client, `touch rewritten.txt; ${first}`) ?? {}
        const session = await run(client, [shell(first), shell(second)], args)
        expect(session.eventsOf(first)).toContain('approval_decided by fence')
        expect(session.has('rewritten.txt')).toBe(true)
        expect(session.eventsOf(second)).not.toContain('approval_decided by fence')
        expect(session.resultOf(second)).toContain(containing.asked)
      },
    )
  })
}

/** A hook's command that gives always the same answer. */
export const saying = (answer: object): string => `cat > /dev/null; echo '${JSON.stringify(answer)}'`

const runnerOf = ({ home }: Client): string => runnerPath(ownPaths({ HOME: home }).tickets)

/** The tickets that no runner has used. */
const ticketsOf = ({ home }: Client): readonly string[] =>
  readdirSync(join(home, '.local/state/sallyport'), { recursive: true, withFileTypes: true })
    .filter(entry => /^[0-9a-f]{32}$/.test(entry.name) && !existsSync(join(entry.parentPath, entry.name, 'taken')))
    .map(({ name }) => name)

async function eventsIn(client: Client): Promise<readonly Json[]> {
  const text = await client.sallyport('audit', 'tail', '-n', '1000', '--records', '--json')
  return text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line).event)
}

function eventsAbout(command: string, events: readonly Json[]): readonly string[] {
  const of = (event: Json) => textIn(event, 'call')
  const calls = events.flatMap(event =>
    isObject(event) && isObject(event['request']) && asked(event['request']) === command ? [of(event)] : [],
  )
  return events.filter(event => calls.includes(of(event))).map(event => named(event))
}

const asked = (request: Json): string => textIn(request, 'command') + textIn(request, 'cmd')

const named = (event: Json): string => {
  const by = textIn(event, 'by')
  return `${textIn(event, 'type')}${by === '' ? '' : ` by ${by}`}`
}

const textOf = ({ input }: ScriptedCall): string =>
  typeof input === 'string' ? input : String(input['command'] ?? input['cmd'] ?? '')
