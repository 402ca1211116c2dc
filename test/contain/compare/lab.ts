import { spawn } from 'node:child_process'
import { lstatSync, readdirSync, readlinkSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, resolve } from 'node:path'
import type { ComparedCall } from './call-file.ts'

/** The directories of this machine that stand for those of a call. */
export interface Ground {
  readonly workspace: string
  readonly home: string
  readonly tmp: string
}

export interface LabEnd {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
  readonly isLate: boolean
}

export interface LabRun {
  readonly call: ComparedCall
  readonly ground: Ground
  readonly argv: readonly string[]
  readonly seconds: number
  /** Further directories of this machine that are visible at their own place. */
  readonly sees?: readonly string[]
}

/**
 * Runs a program on a machine that can be thrown away. It has the programs of this one, read-only, and the call's directories as
 * its own. INVARIANT: it has no network but its own loopback, no file of a real home, and no process or socket of this machine.
 */
export function runInLab({ call, ground, argv, seconds, sees = [] }: LabRun): Promise<LabEnd> {
  const words = [
    // A fence inside can only mount its own `/proc` if this one is whole, and bubblewrap covers parts of the one that it mounts.
    ...['--user', '--map-root-user', '--mount', '--pid', '--fork', '--kill-child', '--ipc', '--uts', '--'],
    ...['/bin/sh', '-c', 'mount -t proc proc /proc && exec "$@"', 'sh'],
    ...['bwrap', '--unshare-net', '--new-session', '--die-with-parent', '--cap-add', 'ALL', '--clearenv'],
    ...machineWords(),
    ...sees.flatMap(path => ['--ro-bind', path, path]),
    ...['--bind', ground.tmp, '/tmp', '--bind', ground.home, call.home, '--bind', ground.workspace, call.workspace],
    ...Object.entries({ ...usual, HOME: call.home, ...call.env }).flatMap(pair => ['--setenv', ...pair]),
    ...['--chdir', call.cwd, '--', process.execPath, '-e', serveAndRun, JSON.stringify(call.serves), ...argv],
  ]
  const child = spawn('unshare', words, { stdio: ['ignore', 'pipe', 'pipe'] })
  const printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      if (printed[name].length < mostPrinted) printed[name] += chunk
    })
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    child.kill('SIGKILL')
  }, seconds * 1_000)
  return new Promise((done, failed) => {
    child.once('error', failed)
    child.once('close', code => {
      clearTimeout(timer)
      done({ exitCode: code ?? 137, ...printed, isLate })
    })
  })
}

const mostPrinted = 2_000_000

const usual = { PATH: '/usr/local/bin:/usr/bin:/bin', USER: 'dev', LANG: 'C.UTF-8', TERM: 'dumb' }

/** The programs and settings of this machine. Homes, temporary files and sockets are left out. */
function machineWords(): readonly string[] {
  const roots = readdirSync('/').filter(name => !leftOut.has(name))
  const own = [dirname(dirname(process.execPath)), resolve('.')].filter(path => isBelowHome(path))
  return [
    ...['--tmpfs', '/'],
    ...roots.flatMap(name => {
      const stats = lstatSync(`/${name}`)
      if (stats.isSymbolicLink()) return ['--symlink', readlinkSync(`/${name}`), `/${name}`]
      return stats.isDirectory() ? ['--ro-bind', `/${name}`, `/${name}`] : []
    }),
    ...['--tmpfs', '/var/tmp', '--dev', '/dev', '--dev-bind', '/proc', '/proc', '--tmpfs', '/run'],
    ...['--ro-bind', '/dev/null', '/etc/shadow', '--ro-bind', '/dev/null', '/etc/gshadow'],
    ...own.flatMap(path => ['--ro-bind', path, path]),
  ]
}

const leftOut = new Set(['home', 'root', 'tmp', 'run', 'proc', 'dev', 'srv', 'mnt', 'media', 'lost+found'])

const isBelowHome = (path: string): boolean =>
  [homedir(), '/home', '/root', '/srv'].some(home => path.startsWith(`${home}/`))

/** Node code that starts the services of a call, runs its command, and ends with its exit code. */
const serveAndRun = `
const { createServer } = require('node:net'), { spawn } = require('node:child_process')
const [serves, program, ...args] = process.argv.slice(1)
const opened = Object.entries(JSON.parse(serves)).map(([port, text]) => new Promise(done =>
  createServer(socket => { socket.on('error', () => {}); socket.end(text) }).listen(Number(port), '127.0.0.1', done)))
Promise.all(opened).then(() => spawn(program, args, { stdio: 'inherit' })
  .on('error', () => process.exit(127))
  .on('exit', (code, signal) => process.exit(code ?? 128 + require('node:os').constants.signals[signal])))
`
