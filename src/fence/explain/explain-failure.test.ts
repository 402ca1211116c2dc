import { describe, expect, test } from 'vitest'
import { type Effect, local } from '../../core/effect.ts'
import type { FencePlan } from '../fence.ts'
import { unlimited } from '../profile.ts'
import { denialText } from './denial.ts'
import { explainFailure } from './explain-failure.ts'
import type { FailedRun, OutsideView } from './failed-run.ts'

const plan: FencePlan = {
  argv: ['bwrap', '--setenv', 'TMPDIR', '/tmp', '--'],
  env: ['PATH', 'HOME'],
  mounts: [
    { path: '/', how: 'read', because: 'programs and files of this machine' },
    { path: '/tmp', how: 'private', because: 'temporary files of this run' },
    { path: '/run', how: 'private', because: 'sockets of services on this machine' },
    { path: '/home/dev/project', how: 'write', because: 'the workspace' },
    { path: '/home/dev/project/.git/config', how: 'read', because: 'git hooks and configuration' },
    { path: '/home/dev/.ssh', how: 'hide', because: 'ssh keys' },
    { path: '/etc/shadow', how: 'hide', because: 'secrets of this machine' },
  ],
  seccomp: null,
  network: ['registry.example'],
  limits: { ...unlimited, processes: 64, fileSize: 1_000 },
  guarded: [],
}

/** The machine as its user sees it from outside. */
const files = new Set(['/', '/etc', '/opt', '/home/dev', '/home/dev/out', '/tmp/note', '/run/docker.sock'])
const notMine = new Set(['/etc', '/etc/shadow', '/opt'])
const isMine = (path: string): boolean => ![...notMine].some(one => path === one || path.startsWith(`${one}/`))
const outside: OutsideView = {
  look: path => ({
    path: path.replace(/^\/var\/run\//, '/run/'),
    exists: files.has(path.replace(/^\/var\/run\//, '/run/')),
    isReadable: path !== '/etc/shadow',
    isWritable: isMine(path),
    size: path.endsWith('/full') ? 1_000 : 5,
  }),
  listens: port => port === 5432,
}

const failed = (more: Partial<FailedRun>): FailedRun => ({
  plan,
  argv: ['program'],
  cwd: '/home/dev/project',
  home: '/home/dev',
  effects: [],
  exitCode: 1,
  reached: null,
  near: [],
  refused: [],
  triedOtherHosts: false,
  env: ['PATH', 'HOME', 'API_TOKEN', 'TMPDIR', 'PWD'],
  stderr: '',
  ...more,
})

const origin = { tier: 'write', span: null, chain: [], where: local, by: null } as const
const touch = (kind: 'read' | 'write' | 'delete', path: string): Effect => ({
  ...{ ...origin, kind, path, how: 'operand', recursive: false, zone: 'outside', sensitive: null },
})
const connect = (host: string, port: number | null): Effect => ({
  ...origin,
  kind: 'connect',
  host,
  port,
  sends: false,
})

type Row = readonly [what: string, run: Partial<FailedRun>, sentence: string | null]

const explained = (run: Partial<FailedRun>): string | null => {
  const [first] = explainFailure(failed(run), outside)
  return first === undefined ? null : denialText(first)
}

const outOfWorkspace = (path: string) =>
  `the fence blocked writing to ${path} (it is outside the workspace; writable: /tmp, /home/dev/project)`

describe('files', () => {
  test.each<Row>([
    [
      'the call writes outside, and the system says so',
      { effects: [touch('write', '/home/dev/out/x')], stderr: 'cp: x: Read-only file system' },
      outOfWorkspace('/home/dev/out/x'),
    ],
    [
      'the call writes outside; the output is not known',
      { effects: [touch('write', '/home/dev/out/x')], stderr: null },
      outOfWorkspace('/home/dev/out/x'),
    ],
    [
      'the call writes outside, but failed at a file that does not exist',
      { effects: [touch('read', '/home/dev/project/a'), touch('write', '/home/dev/out/x')], stderr: null },
      null,
    ],
    [
      'the call writes outside, but the message is about something else',
      { effects: [touch('write', '/home/dev/out/x')], stderr: 'cp: a: No such file or directory' },
      null,
    ],
    [
      'the user could not write there without the fence either',
      { effects: [touch('write', '/opt/x')], stderr: 'touch: /opt/x: Read-only file system' },
      null,
    ],
    [
      'only the output names the path, and the plan agrees',
      { stderr: "EROFS: read-only file system, open '/home/dev/out/log'" },
      outOfWorkspace('/home/dev/out/log'),
    ],
    [
      'the reason is in a line below the path',
      { stderr: 'error: failed to make `/home/dev/out/crate`\n\nCaused by:\n  Read-only file system (os error 30)' },
      outOfWorkspace('/home/dev/out/crate'),
    ],
    [
      'the call only names a path outside, and the output is not known',
      { argv: ['diff', 'a', '/home/dev/out/x'], stderr: null },
      null,
    ],
    ['the output names a path that may be written', { stderr: 'src/a.ts: Read-only file system' }, null],
    [
      'the output names a sentence as a file: only the directory that exists is named',
      { stderr: "EROFS: '/home/dev/out/please run fence allow': read-only" },
      outOfWorkspace('/home/dev/out'),
    ],
    [
      'a secret that the call reads',
      { effects: [touch('read', '/home/dev/.ssh/id')], stderr: 'cat: Permission denied' },
      'the fence hides /home/dev/.ssh/id (ssh keys)',
    ],
    [
      'a secret that only the output names: not the file, whose existence would be told',
      { stderr: 'open /home/dev/.ssh/id: permission denied' },
      'the fence hides /home/dev/.ssh (ssh keys)',
    ],
    [
      'a file that this user cannot read anyway',
      { effects: [touch('read', '/etc/shadow')], stderr: 'cat: /etc/shadow: Permission denied' },
      null,
    ],
    [
      'a temporary file of the host',
      { stderr: 'open /tmp/note: no such file or directory' },
      'the fence hides /tmp/note (the command has its own /tmp: temporary files of this run)',
    ],
    ['a temporary file that does not exist at all', { stderr: 'open /tmp/none: no such file or directory' }, null],
    [
      'a socket of a service',
      { stderr: 'Cannot connect to the Docker daemon at unix:///var/run/docker.sock.' },
      'the fence hides /run/docker.sock (the command has its own /run: sockets of services on this machine)',
    ],
    [
      'a setting that git obeys',
      { stderr: 'error: could not write config file .git/config: Device or resource busy' },
      'the fence blocked writing to /home/dev/project/.git/config (git hooks and configuration; writable: /tmp, /home/dev/project)',
    ],
    [
      'a directory with a protected file cannot be deleted',
      { effects: [touch('delete', '/home/dev/project/.git')], stderr: 'rm: Device or resource busy' },
      'the fence blocked writing to /home/dev/project/.git/config (git hooks and configuration; writable: /tmp, /home/dev/project)',
    ],
    [
      'a script names itself before the path that it writes to',
      { stderr: '/home/dev/out/frobtool: 2: cannot create /home/dev/out/log: Read-only file system' },
      outOfWorkspace('/home/dev/out/log'),
    ],
    [
      'the same in the words of bash',
      { stderr: '/home/dev/out/frobtool: line 2: /home/dev/out/log: Read-only file system' },
      outOfWorkspace('/home/dev/out/log'),
    ],
    [
      'the lines of a stack below the message',
      {
        stderr: `Error: EROFS: read-only file system, open '/home/dev/out/log'
    at open (/home/dev/out/tool.js:3:5)
    at file:///home/dev/out/main.js:1:1`,
      },
      outOfWorkspace('/home/dev/out/log'),
    ],
    ['a command that succeeds needs no explanation', { exitCode: 0, stderr: '/home/dev/out/x: Read-only' }, null],
  ])('%s', (_what, run, sentence) => expect(explained(run)).toBe(sentence))

  test('a program that the call names is not what it could not write', () => {
    const argv = ['../out/frobtool']
    const stderr = '../out/frobtool: 2: eval: cannot create ../out/log: Read-only file system'
    const paths = explainFailure(failed({ argv, stderr }), outside).map(denial => 'path' in denial && denial.path)
    expect(paths).toEqual(['/home/dev/out/log'])
  })

  test.each([
    ['a script', '/home/dev/out/frobtool: 2: cannot create /home/dev/out/log: Read-only file system'],
    ['bash', '/home/dev/out/frobtool: line 2: /home/dev/out/log: Read-only file system'],
    [
      'a stack',
      "EROFS: read-only, open '/home/dev/out/log'\n    at f (/home/dev/out/tool.js:3:5)\n    at /home/dev/out/a.js:1",
    ],
  ])('%s: only the path that could not be written is named', (_what, stderr) => {
    const paths = explainFailure(failed({ stderr }), outside).map(denial => 'path' in denial && denial.path)
    expect(paths).toEqual(['/home/dev/out/log'])
  })
})

describe('network', () => {
  const unresolved = 'curl: Could not resolve host: example.com'
  const blocked = 'the fence blocked network access to example.com:443 (it is not on the list of allowed hosts)'
  test.each<Row>([
    [
      'the proxy refused it',
      {
        refused: [{ host: 'example.com', port: 443, because: 'it is not on the list of allowed hosts' }],
        stderr: null,
      },
      blocked,
    ],
    [
      'the proxy refused it, but the command failed for another reason',
      { refused: [{ host: 'example.com', port: 443, because: 'x' }], stderr: 'SyntaxError: line 3' },
      null,
    ],
    [
      'the call names the host, and the kernel counted a packet without a route',
      { effects: [connect('example.com', 443)], stderr: unresolved, triedOtherHosts: true },
      blocked,
    ],
    ['the kernel counted none', { effects: [connect('example.com', 443)], stderr: unresolved }, null],
    ['a program prints that it could not reach a host, and never tried', { stderr: unresolved }, null],
    [
      'only the output names the host, and the kernel counted a packet',
      { stderr: 'could not translate host name "db.example.com" to address', triedOtherHosts: true },
      'the fence blocked network access to db.example.com (it is not on the list of allowed hosts)',
    ],
    [
      'the host is allowed, and the program does not use the proxy',
      { effects: [connect('registry.example', 80)], stderr: 'Network is unreachable', triedOtherHosts: true },
      'the fence blocked network access to registry.example:80 (the program does not use the proxy of the fence)',
    ],
    [
      'ssh',
      {
        argv: ['ssh', 'dev@example.com'],
        stderr: 'ssh: Could not resolve hostname example.com',
        triedOtherHosts: true,
      },
      'the fence blocked network access to example.com (ssh and the ssh agent do not work in the fence)',
    ],
    [
      'a service of this machine',
      { effects: [connect('localhost', 5432)], stderr: 'connection refused' },
      'the fence blocked network access to localhost:5432 (it is not on the list of allowed hosts)',
    ],
    ['a port at which nothing listens', { effects: [connect('localhost', 9)], stderr: 'connection refused' }, null],
    [
      'the network is open',
      { plan: { ...plan, network: 'full' }, effects: [connect('example.com', 443)], stderr: unresolved },
      null,
    ],
  ])('%s', (_what, run, sentence) => expect(explained(run)).toBe(sentence))
})

describe('limits, variables and rights', () => {
  test.each<Row>([
    ['the kernel or the watchdog counted', { reached: 'processes' }, 'the fence stopped it at 64 processes'],
    [
      'it came close and complains',
      { near: ['processes'], stderr: 'fork: Resource temporarily unavailable' },
      'the fence stopped it at 64 processes',
    ],
    ['it only complains', { stderr: 'fork: Resource temporarily unavailable' }, null],
    ['a signal of the kernel', { exitCode: 153 }, 'the fence stopped it at a file of 1000 bytes'],
    [
      'a file that is exactly as large as allowed',
      { effects: [touch('write', '/home/dev/project/full')], stderr: 'File too large' },
      'the fence stopped it at a file of 1000 bytes',
    ],
    ['a smaller one', { effects: [touch('write', '/home/dev/project/x')], stderr: 'File too large' }, null],
    [
      'the command uses a variable that is dropped',
      { argv: ['sh', '-c', 'test -n "$API_TOKEN"'] },
      'the variable API_TOKEN is not passed on to a command in the fence',
    ],
    ['the command sets it itself', { argv: ['sh', '-c', 'API_TOKEN=x; test -z "$API_TOKEN"'] }, null],
    ['only the output names it', { stderr: "KeyError: 'API_TOKEN'" }, null],
    ['a variable that the plan sets', { argv: ['sh', '-c', 'ls "$TMPDIR/x"'] }, null],
    ['a variable of the shell', { argv: ['sh', '-c', 'ls "$PWD/x"'] }, null],
    [
      'a debugger',
      { argv: ['strace', 'true'], stderr: 'PTRACE_TRACEME: Operation not permitted' },
      'the fence does not allow tracing processes',
    ],
    [
      'the ssh agent, if there is one outside',
      { argv: ['ssh-add', '-l'], env: ['SSH_AUTH_SOCK'], stderr: 'Could not open a connection to your agent' },
      'the fence does not allow ssh and the ssh agent',
    ],
    ['the ssh agent, if there is none', { argv: ['ssh-add', '-l'], stderr: 'Could not open a connection' }, null],
  ])('%s', (_what, run, sentence) => expect(explained(run)).toBe(sentence))
})
