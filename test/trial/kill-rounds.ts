import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { removeTree } from '../../src/io/files/remove-tree.ts'
import { copyTree, describeTree, differenceOf, randomFrom } from './tree.ts'

/** What is killed: the run before its commit, the commit, the undo of a commit, or the command that finishes a killed commit. */
export const killKinds = ['commit', 'undo', 'commit', 'recovery', 'commit', 'run'] as const
export type KillKind = (typeof killKinds)[number]

export interface KillRound {
  readonly kind: KillKind
  /** What the next command did wrong; null if nothing. */
  readonly fault: string | null
  /** The tree at the moment of the kill: as before the work, as after it, or something between. */
  readonly found: 'before' | 'after' | 'half way'
  /** The tree after the next command. */
  readonly left: 'before' | 'after' | 'half way'
}

/** How long the work takes from the first sign of it, so that a kill can fall inside. */
export type KillWindows = ReadonlyMap<string, number>

/** One round, again if the program ended before it could be killed: other programs of the machine can stop a fence from starting. */
export async function killRound(...setting: Parameters<typeof oneRound>): Promise<KillRound> {
  for (let attempt = 1; ; attempt += 1) {
    const round = await oneRound(...setting)
    if (round !== null) return round
    if (attempt === 8) throw new Error('no program ran long enough to be killed')
  }
}

/** Kills a program at a random moment, then runs the next command. INVARIANT: all changes are there, or none. */
async function oneRound(
  base: string,
  seed: number,
  cli: readonly string[],
  windows: KillWindows,
): Promise<KillRound | null> {
  const random = randomFrom(seed)
  const kind = killKinds[seed % killKinds.length] ?? 'commit'
  const ground = newGround(base, seed, cli)
  try {
    const { before, after, tree } = ground
    const within = () => delay(random(1 + (windows.get(windowName(kind, seed)) ?? 50)))
    if (kind === 'run') {
      const child = ground.start(trialWords(ground))
      await Promise.race([child.ended, delay(50 + random(1_000))])
      await child.kill()
    } else if (kind === 'undo') {
      ground.finish(trialWords(ground))
      if (!(await ground.killDuring(['undo'], ground.isUndoing, within))) return null
    } else {
      if (!(await ground.killDuring(trialWords(ground), ground.isCommitting, within))) return null
      if (kind === 'recovery') await ground.killDuring(['state'], ground.isRecovering, within)
    }
    const nameOf = (now: readonly string[]) =>
      differenceOf(before, now) === null ? 'before' : differenceOf(after, now) === null ? 'after' : 'half way'
    const found = nameOf(tree())
    const wasCommitting = ground.isCommitting()
    const next = ground.finish(['state'])
    const now = tree()
    const left = nameOf(now)
    const fault =
      left === 'half way'
        ? `half done:\n${differenceOf(after, now)}\n${next}`
        : ground.leftovers().length > 0
          ? `left behind: ${ground.leftovers().join(', ')}\n${next}`
          : wasCommitting && left === 'before'
            ? `a commit that had started was not finished\n${next}`
            : null
    return { kind, fault, found, left }
  } finally {
    ground.remove()
  }
}

/** Measures how long commits and undos take here. */
export async function measureWindows(base: string, cli: readonly string[]): Promise<KillWindows> {
  const windows = new Map<string, number>()
  for (const seed of [0, 1, 2, 3]) {
    const ground = newGround(base, seed, cli)
    try {
      const commit = await ground.timeOf(trialWords(ground), ground.isCommitting)
      const undo = await ground.timeOf(['undo'], ground.isUndoing)
      for (const kind of ['commit', 'recovery'] as const) windows.set(windowName(kind, seed), commit)
      windows.set(windowName('undo', seed), undo)
    } finally {
      ground.remove()
    }
  }
  return windows
}

/** Few or many files, in the file system of the state or in another one. */
const shapeOf = (seed: number) => ({ files: seed % 2 === 0 ? 16 : 400, isElsewhere: seed % 4 >= 2 })
const windowName = (kind: KillKind, seed: number): string => `${kind} ${seed % 4}`

const trialWords = ({ script }: Pick<Ground, 'script'>): readonly string[] => [
  ...['run', '--trial', '--yes', '--', 'sh', '-c', script],
]

/** Deletes, changes and creates files and directories, in an order that a half commit would show. */
const scriptFor = (files: number): string => `for n in $(seq 0 ${files - 1}); do case $((n % 4)) in
0) rm f$n;; 1) echo changed >> f$n;; 2) mkdir n$n; echo new > n$n/x;; 3) mv f$n moved$n;; esac; done; rm -rf d; ln -s f1 link; chmod 600 mode`

type Ground = ReturnType<typeof newGround>

function newGround(base: string, seed: number, [program = '', ...words]: readonly string[]) {
  const { files, isElsewhere } = shapeOf(seed)
  const at = mkdtempSync(`${base}/kill-`)
  const elsewhere = isElsewhere && existsSync('/dev/shm') ? mkdtempSync('/dev/shm/sallyport-kill-') : at
  const [workspace, direct, home] = [`${at}/workspace`, `${at}/direct`, `${at}/home`]
  const state = `${elsewhere}/state/sallyport`
  const script = scriptFor(files)
  const env = { PATH: process.env['PATH'], HOME: home, XDG_STATE_HOME: `${elsewhere}/state` }
  mkdirSync(home)
  mkdirSync(`${workspace}/d/e`, { recursive: true })
  for (let n = 0; n < files; n += 1) writeFileSync(`${workspace}/f${n}`, `file ${n}\n`)
  for (let n = 0; n < 9; n += 1) writeFileSync(`${workspace}/d/e/${n}`, `${n}`)
  writeFileSync(`${workspace}/mode`, '')
  writeFileSync(`${workspace}/sallyport.yaml`, 'version: 1\n')
  copyTree(workspace, direct)
  spawnSync('sh', ['-c', script], { cwd: direct, stdio: 'ignore' })
  const tree = () => describeTree(workspace)
  const holds = (part: string, name: string) =>
    namesIn(`${state}/${part}`).some(id => existsSync(`${state}/${part}/${id}/${name}`))
  const isCommitting = () => holds('trials', 'manifest.json')
  const start = (args: readonly string[]) => {
    const child: ChildProcess = spawn(program, [...words, ...args], { cwd: workspace, env, stdio: 'ignore' })
    const running = {
      isOver: false,
      ended: new Promise<void>(resolve => child.once('exit', () => resolve())).then(() => {
        running.isOver = true
      }),
      kill: () => {
        child.kill('SIGKILL')
        return running.ended
      },
    }
    return running
  }
  return {
    script,
    tree,
    start,
    isCommitting,
    isUndoing: () => holds('undo', 'undoing'),
    /** The command that finishes a commit shows it by the lock. */
    isRecovering: () => namesIn(`${state}/trials`).some(name => name.startsWith('commit')),
    before: tree(),
    after: describeTree(direct),
    finish: (args: readonly string[]): string =>
      spawnSync(program, [...words, ...args], { cwd: workspace, env, encoding: 'utf8' }).stderr,
    async killDuring(args: readonly string[], isAtWork: () => boolean, wait: () => Promise<unknown>) {
      const child = start(args)
      while (!child.isOver && !isAtWork()) await delay(1)
      const wasReached = isAtWork()
      if (wasReached) await wait()
      await child.kill()
      return wasReached
    },
    async timeOf(args: readonly string[], isAtWork: () => boolean): Promise<number> {
      const child = start(args)
      while (!child.isOver && !isAtWork()) await delay(1)
      const began = performance.now()
      while (!child.isOver && isAtWork()) await delay(1)
      const took = performance.now() - began
      await child.ended
      return Math.max(Math.round(took), 2)
    },
    leftovers: (): readonly string[] => [
      ...namesIn(`${state}/trials`).filter(name => /^[0-9a-f-]{36}$/.test(name)),
      ...namesIn(`${state}/undo`).filter(id => existsSync(`${state}/undo/${id}/undoing`)),
    ],
    remove() {
      removeTree(at)
      if (elsewhere !== at) removeTree(elsewhere)
    },
  }
}

function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}
