import { describe, expect, test } from 'vitest'
import { type Asks, asked, balanced, cautious, mustAsk, withEffect } from '../../../test/approvals/asked.ts'
import { newRandom } from '../../../test/oracle/random.ts'
import { withFiles } from '../../../test/requirements/open-gate.ts'
import type { Place } from '../../core/call.ts'
import { type Connect, type Effect, local } from '../../core/effect.ts'
import { limits } from '../../core/limits.ts'
import { madeUpPlace } from '../../testing.ts'
import type { Grant, GrantScope } from './grant.ts'
import { covers, coversShape } from './grant-covers.ts'
import { grantFor, grantFrom, offersFor } from './grant-offer.ts'
import { derivedText } from './grant-shape.ts'

const at = Date.parse('2026-01-01T00:00:00Z')
const writes = (path: string): Asks => ['Write', { file_path: path, content: 'x' }]
const reads = (path: string): Asks => ['Read', { file_path: path }]
const issue: Asks = ['mcp__github__create_issue', { owner: 'acme', title: 'one' }]

const offers = (what: Asks, policies = cautious) => offersFor(mustAsk(what, {}, policies), policies)

/** The grant that an approval of this call creates. */
function granted(what: Asks, scope: GrantScope = 'session', place: Partial<Place> = {}): Grant {
  const [offer] = offersFor(mustAsk(what, place), cautious)
  if (offer === undefined) throw new Error(`nothing is offered for ${JSON.stringify(what)}`)
  return grantFrom(offer, { id: 'a0000000', scope, by: 'dev', at })
}

const isCovered = (grant: Grant, what: Asks, place: Partial<Place> = {}): boolean =>
  covers(grant, mustAsk(what, place), at)

describe('the offer is the narrowest shape that a person can read at a glance', () => {
  const rows: readonly (readonly [what: Asks, text: string | null, upTo: GrantScope | null])[] = [
    ['git push origin main', 'git push origin *  (to https://github.com/acme/app)', 'always'],
    [
      ['shell_exec', { argv: ['git', 'push', 'origin', 'main'] }],
      'git push origin *  (to https://github.com/acme/app)',
      'always',
    ],
    ['git -C sub push origin main', 'git -C sub push origin *  (to https://github.com/acme/app)', 'always'],
    ['git push', 'git push  (to https://github.com/acme/app)', 'always'],
    ['git push origin', 'git push origin  (to https://github.com/acme/app)', 'always'],
    ['git push origin main:release', 'git push origin main:release  (to https://github.com/acme/app)', 'always'],
    ['git push origin main --force', 'git push origin main --force  (to https://github.com/acme/app)', 'session'],
    ['npm test', 'npm test', 'always'],
    ["git commit -m 'a *'", "git commit -m 'a *'", 'always'],
    ['pip install left-pad', 'pip install left-pad', 'always'],
    ['frobnicate deploy staging', 'frobnicate deploy staging', 'always'],
    ['npm publish', 'npm publish  (to https://registry.npmjs.org/)', 'session'],
    ['rm -rf src', 'rm -rf src', 'session'],
    ['/tmp/x.sh', null, null],
    ['FOO=1 npm test', null, null],
    ['sudo npm test', null, null],
    ['git push origin "$BRANCH"', null, null],
    ['cd /home/dev/project && git push origin main', 'git push origin *  (to https://github.com/acme/app)', 'always'],
    ['cd sub && git push origin main', 'git push origin *  (in sub, to https://github.com/acme/app)', 'always'],
    ['npm test && git push origin main', null, null],
    ['npm test; git push origin main', null, null],
    ['npm test > log', null, null],
    ['echo $(npm test)', null, null],
    [writes('src/a.ts'), 'write below src/', 'always'],
    [writes('a.ts'), 'write a.ts', 'always'],
    [writes('src/.env'), 'write src/.env', 'session'],
    [writes('/home/dev/other/a.ts'), 'write ~/other/a.ts', 'always'],
    [reads('/home/dev/.ssh/id_rsa'), 'read ~/.ssh/id_rsa', 'session'],
    [issue, 'mcp__github__create_issue with exactly this input', 'session'],
    [['mcp__x__run_command', { command: 'make' }], null, null],
    [['Bash', { command: 'npm test', dangerouslyDisableSandbox: true }], null, null],
  ]
  test.each(rows)('%j: %s', (what, text, upTo) => {
    const [offer] = offers(what)
    expect([offer?.text ?? null, offer?.upTo ?? null]).toEqual([text, upTo])
  })

  test('a call with a secret gets no offer', () => {
    const token = `ghp_${'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1234'}`
    expect(offers(`frobnicate --token ${token}`)).toEqual([])
    expect(offers(['mcp__x__post', { text: token }])).toEqual([])
  })
})

test('a stored grant names a connection that sends by default without its sentence', () => {
  const connect: Connect = {
    ...{ kind: 'connect', tier: 'write', span: null, chain: [], where: local, by: 0 },
    ...{ host: 'example.com', port: null, sends: true },
  }
  const texts = ['standard input', 'its input'].map(byDefault => derivedText({ ...connect, byDefault }))
  expect(texts[0]).toBe(texts[1])
  expect(texts[0]).not.toBe(derivedText(connect))
})

describe('C10: a whole tool is offered only where it cannot start a program', () => {
  const whole = (what: Asks) => offers(what).find(({ shape }) => shape.does === 'call' && shape.key === null)?.text
  test.each([
    [writes('src/a.ts'), 'Write with any input'],
    [issue, 'mcp__github__create_issue with any input'],
    ['npm test', undefined],
    [['shell_exec', { argv: ['npm', 'test'] }], undefined],
    [['mcp__x__run_command', { command: 'make' }], undefined],
    [['write_stdin', { session_id: 1, chars: 'make\n' }], undefined],
    [writes('.env'), undefined],
  ] as readonly (readonly [Asks, string | undefined])[])('%j: %s', (what, text) => expect(whole(what)).toBe(text))

  test.each([
    [writes('lib/b.ts'), true],
    [writes('.env'), false],
    [writes('/home/dev/other/a.ts'), false],
    [['Edit', { file_path: 'src/a.ts', old_string: 'a', new_string: 'b' }], false],
    ['touch src/a.ts', false],
  ] as readonly (readonly [Asks, boolean])[])('`Write` as a whole, and %j: %s', (what, covered) =>
    expect(coversShape({ does: 'call', tool: 'Write', key: null }, mustAsk(what))).toBe(covered),
  )

  test.each(['Bash', 'shell_exec', 'exec_command'])(
    'INVARIANT: a grant for all of `%s` covers nothing, though somebody wrote it by hand',
    tool => {
      const input = tool === 'shell_exec' ? { argv: ['make'] } : tool === 'Bash' ? { command: 'make' } : { cmd: 'make' }
      expect(coversShape({ does: 'call', tool, key: null }, mustAsk([tool, input]))).toBe(false)
    },
  )
})

describe('a grant for `git push origin *`', () => {
  const grant = granted('git push origin main')
  test.each([
    'git push origin main',
    'git push origin feature/x-1',
    'git  push "origin"  v1.2',
    'git push origin main # once more',
    'cd /home/dev/project && git push origin main',
    'git status && git push origin a && git push origin b',
  ])('covers %s', command => expect(isCovered(grant, command)).toBe(true))

  test.each([
    'git push origin',
    'git push origin a b',
    'git push other main',
    'git push origin x --receive-pack=evil',
    'git push --receive-pack=evil origin x',
    'git push origin -f',
    'git push -f origin x',
    'git push origin --all',
    'git push origin +main',
    'git push origin :main',
    'git push origin a:b',
    'git push origin ../x',
    'git push origin /x',
    'git push origin a/-x',
    'git push origin "$BRANCH"',
    'git push origin $(cat branch)',
    'git push origin {a,b}',
    'git push origin *',
    "git push origin $'a\\nb'",
    'git -c core.sshCommand=evil push origin main',
    'git -C /home/dev/other push origin main',
    'GIT_SSH_COMMAND=evil git push origin main',
    'PATH=/tmp git push origin main',
    'env git push origin main',
    'sudo git push origin main',
    'bash -c "git push origin main"',
    'ssh host git push origin main',
    './git push origin main',
    '/tmp/git push origin main',
    'git push origin main > src/log',
    'git push origin main < /dev/null',
    'git push origin main | cat',
    'cat x | git push origin main',
    'git push origin main; rm -rf ~/x',
    'git push origin main && make',
    'git push origin main && git push -f origin main',
    'make && git push origin main',
    'cd /home/dev/other && git push origin main',
    'cd /home/dev/project; git push origin main',
    'cd /home/dev/project || git push origin main',
    'cd /home/dev/project && cd sub && git push origin main',
    'PATH=/tmp && git push origin main',
    'export PATH=/tmp && git push origin main',
    'alias git=evil && git push origin main',
    'hash -p /tmp/git git && git push origin main',
    'set -a && git push origin main',
    'trap evil DEBUG && git push origin main',
    'source x && git push origin main',
    '. ./x && git push origin main',
    'read PATH && git push origin main',
    'printf -v PATH x && git push origin main',
    'true ${PATH:=x} && git push origin main',
    'ls && git push origin main > log',
    'ls | cat && git push origin main',
    '(cd sub) && git push origin main',
    '! ls && git push origin main',
    'time git push origin main',
    'ls <(evil) && git push origin main',
    'enable -f x git && git push origin main',
    'exec git push origin main',
    'builtin cd sub && git push origin main',
    'pushd sub && git push origin main',
    'git push origin main & make',
    'git push origin main\nmake',
    'cd sub && git push origin main',
    'git() { evil; }; git push origin main',
    'alias git=evil; git push origin main',
    'export GIT_SSH=evil; git push origin main',
    'npm publish',
  ])('does not cover %s', command => expect(isCovered(grant, command)).toBe(false))

  test.each([
    ['a variable', { argv: ['git', 'push', 'origin', 'x'], env: { GIT_SSH_COMMAND: 'evil' } }],
    ['another directory', { argv: ['git', 'push', 'origin', 'x'], cwd: 'sub' }],
    ['more rights', { argv: ['git', 'push', 'origin', 'x'], sandbox_permissions: 'require_escalated' }],
    ['no fence', { argv: ['git', 'push', 'origin', 'x'], sandbox: 'none' }],
  ])('does not cover `shell_exec` with %s', (_what, input) =>
    expect(isCovered(grant, ['shell_exec', input])).toBe(false),
  )
})

describe('a grant covers exactly what it says', () => {
  const rows: readonly (readonly [of: Asks, what: Asks, covered: boolean])[] = [
    ['npm test', 'npm test', true],
    ['npm test', 'npm test; rm -rf ~/x', false],
    ['npm test', 'npm test -- --watch', false],
    ['npm test', 'npm run test', false],
    ['npm test', 'FOO=1 npm test', false],
    ['npm test', 'npm test > ~/.bashrc', false],
    ['npm test', 'npm test $(evil)', false],
    [writes('src/a.ts'), writes('src/deep/b.ts'), true],
    [writes('src/a.ts'), ['Edit', { file_path: 'src/b.ts', old_string: 'a', new_string: 'b' }], true],
    [writes('src/a.ts'), writes('src-evil/b.ts'), false],
    [writes('src/a.ts'), writes('src/../lib/b.ts'), false],
    [writes('src/a.ts'), writes('src/.env'), false],
    [writes('link/a.ts'), writes('src/a.ts'), false],
    [writes('src/a.ts'), 'rm src/a.ts', false],
    [writes('a.ts'), writes('b.ts'), false],
    [reads('/home/dev/.ssh/id_rsa'), reads('/home/dev/.ssh/id_ed25519'), false],
    [issue, issue, true],
    [issue, ['mcp__github__create_issue', { owner: 'acme', title: 'two' }], false],
    [issue, ['mcp__other__create_issue', { owner: 'acme', title: 'one' }], false],
  ]
  test.each(rows)('%j and %j: %s', (of, what, covered) => expect(isCovered(granted(of), what)).toBe(covered))
})

describe('a grant is valid where it was given', () => {
  const grant = granted('npm test')
  const always = granted('npm test', 'always')
  const rows: readonly (readonly [what: string, grant: Grant, place: Partial<Place>, covered: boolean])[] = [
    ['here', grant, {}, true],
    ['in another session', grant, { session: 'other' }, false],
    ['in another session, if it is for always', always, { session: 'other' }, true],
    ['in another directory', always, { cwd: '/home/dev/project/sub' }, false],
    ['in another workspace', always, { workspace: ['/home/dev/other'], cwd: '/home/dev/project' }, false],
    ['in a wider workspace', always, { workspace: ['/home/dev/project', '/home/dev/other'] }, false],
    ['in careful mode, given without care', always, { careful: true }, false],
    ['in careful mode, given with care', granted('npm test', 'session', { careful: true }), { careful: true }, true],
    ['in automation', always, { automation: true }, false],
    ['for a sub-agent', grant, { agents: ['helper'] }, true],
    ['for the agent above the one that it was given to', granted('npm test', 'session', { agents: ['a'] }), {}, false],
    ['for another sub-agent', granted('npm test', 'session', { agents: ['a'] }), { agents: ['b'] }, false],
  ]
  test.each(rows)('%s: %#', (_what, of, place, covered) => expect(isCovered(of, 'npm test', place)).toBe(covered))

  test('a sub-agent does not inherit a grant for destructive effects', () => {
    const destructive = granted('rm -rf src')
    expect(isCovered(destructive, 'rm -rf src')).toBe(true)
    expect(isCovered(destructive, 'rm -rf src', { agents: ['helper'] })).toBe(false)
  })

  test.each([
    ['at the end', 'session', limits.sessionGrantMs - 1, true],
    ['after its end', 'session', limits.sessionGrantMs, false],
    ['after a session, if it is for always', 'always', limits.sessionGrantMs, true],
    ['after its end', 'always', limits.alwaysGrantMs, false],
    ['when the clock was turned back', 'always', -1, false],
  ] as const)('%s (%s)', (_when, scope, ms, covered) =>
    expect(covers(granted('npm test', scope), mustAsk('npm test'), at + ms)).toBe(covered),
  )
})

describe('rules limit how long an answer is remembered', () => {
  const rule = (extra: string) => `rules: [{ id: mine, when: { run: make }, then: ask${extra} }]`
  const user = (source: string) => withFiles([{ layer: 'user', trusted: true, source }])
  const upTo = async (policies: Awaited<ReturnType<typeof user>>, what: Asks) => offers(what, policies)[0]?.upTo ?? 'no'

  test.each([
    ['unless they say otherwise', '', 'make', 'always'],
    ['never', ', remember: no', 'make', 'no'],
    ['for the session', ', remember: session', 'make', 'session'],
    ['a trial is tried each time', '', 'trial', 'no'],
  ])('%s', async (_how, extra, what, want) => {
    const source = what === 'trial' ? rule('').replace('then: ask', 'then: trial') : rule(extra)
    expect(await upTo(await user(source), 'make')).toBe(want)
  })

  test('a rule of the organisation asks each time', async () => {
    const policies = await withFiles([{ layer: 'organisation', trusted: true, source: rule(', remember: always') }])
    expect(await upTo(policies, 'make')).toBe('no')
  })

  test('the shortest of several limits counts', async () => {
    const policies = await withFiles([
      { layer: 'user', trusted: true, source: rule('') },
      { layer: 'project', trusted: false, source: rule(', remember: session') },
    ])
    expect(await upTo(policies, 'make')).toBe('session')
  })

  test('a new limit applies to existing grants', async () => {
    const lax = await user(rule(''))
    const [offer] = offers('make', lax)
    if (offer === undefined) throw new Error('nothing is offered')
    const grant = grantFrom(offer, { id: 'a0000000', scope: 'always', by: 'dev', at })
    const answer = async (source: string) => {
      const policies = await user(source)
      return grantFor([grant], mustAsk('make', {}, policies), { policies, now: at })
    }
    expect(await answer(rule(''))).toBe(grant)
    expect(await answer(rule(', remember: session'))).toBeNull()
    expect(await answer(rule(', remember: no'))).toBeNull()
  })

  test('a new rule that asks is not covered', async () => {
    const [offer] = offers('git push origin main', balanced)
    if (offer === undefined) throw new Error('nothing is offered')
    const grant = grantFrom(offer, { id: 'a0000000', scope: 'always', by: 'dev', at })
    const policies = await user('rules: [{ id: freeze, when: { run: git push }, then: ask }]')
    expect(grantFor([grant], mustAsk('git push origin main', {}, balanced), { policies: balanced, now: at })).toBe(
      grant,
    )
    expect(grantFor([grant], mustAsk('git push origin main', {}, policies), { policies, now: at })).toBeNull()
  })
})

describe('INVARIANT: a grant never allows an effect that it does not cover', () => {
  const of = { span: null, chain: [], where: local, by: null } as const
  const touch = { recursive: false, how: 'operand', sensitive: null } as const
  const others: readonly Effect[] = [
    { ...of, kind: 'run', program: 'evil', args: [], env: [], cwd: madeUpPlace.cwd, code: 'unknown', tier: 'execute' },
    {
      ...of,
      kind: 'run',
      program: 'git',
      args: ['push', 'origin', 'x'],
      env: [],
      cwd: '/',
      code: 'known',
      tier: 'write',
    },
    { ...of, ...touch, kind: 'write', path: '/home/dev/.bashrc', zone: 'home', tier: 'write' },
    { ...of, ...touch, kind: 'delete', path: '/home/dev/project/src', zone: 'workspace', tier: 'destructive' },
    { ...of, ...touch, kind: 'read', path: '/home/dev/.ssh/id_rsa', zone: 'home', tier: 'read', sensitive: 'a key' },
    { ...of, kind: 'connect', host: 'evil.example', port: null, sends: true, tier: 'write' },
    { ...of, kind: 'change', system: 'git', action: 'overwrite-remote', target: null, tier: 'destructive' },
    { ...of, kind: 'change', system: 'git', action: 'overwrite-remote', target: null, tier: 'destructive', by: 0 },
    { ...of, kind: 'spawn', agent: 'other', depth: 1, tier: 'execute' },
    { ...of, kind: 'opaque', why: 'code', tier: 'execute' },
  ]
  const grantable: readonly Asks[] = [
    'git push origin main',
    'npm test',
    'rm -rf src',
    writes('src/a.ts'),
    writes('a.ts'),
  ]

  test.each(grantable)('with any additional effect: %j', what => {
    const grant = granted(what)
    expect(isCovered(grant, what)).toBe(true)
    for (const effect of others) expect(covers(grant, withEffect(mustAsk(what), effect), at)).toBe(false)
  })

  test('for any random command: only the same words, or one other plain word, are covered', () => {
    const { pick, below } = newRandom(20_260_101)
    const parts = [
      'git push origin',
      'git status',
      'git',
      'push',
      'origin',
      'main',
      'x',
      '-f',
      '--all',
      '--receive-pack=e',
      '+x',
      ':x',
      '"$B"',
      '../x',
    ]
    const glue = [' ', ' ', ' ', ' ', ' ', ' ; ', ' | ', ' && ', ' > ', '\n', '=', ' & ', ' # ']
    const grants = ['git push origin main', 'git push', 'git push origin main --all'].map(what => granted(what))
    let coveredCount = 0
    for (let i = 0; i < 1_500; i += 1) {
      let command = pick(['git push', 'git push origin', 'git push origin'])
      for (let more = below(4); more > 0; more -= 1) command += pick(glue) + pick(parts)
      const call = asked(command)
      for (const grant of call === null ? [] : grants) {
        if (call === null || !covers(grant, call, at) || grant.shape.does !== 'run') continue
        coveredCount += 1
        const { words, open } = grant.shape
        // Checked again, from the text alone.
        const code = command.replaceAll(/\s#[^\n]*/g, '')
        const pushes = code.split(' && ').filter(one => one.trim().startsWith('git push'))
        for (const push of pushes) {
          const typed = push.trim().split(/ +/)
          const tail = typed.slice(words.length)
          expect(typed.slice(0, words.length), command).toEqual(words)
          expect(open ? tail.length === 1 && /^[a-z]+$/.test(tail[0] ?? '') : tail.length === 0, command).toBe(true)
        }
        expect(code, command).not.toMatch(/[;|>$\n=]| & /)
      }
    }
    expect(coveredCount).toBeGreaterThan(150)
  })
})
