import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { removeTree } from '../../src/io/files/remove-tree.ts'
import { copyTree, describeTree, differenceOf, randomFrom } from './tree.ts'

/** What a killed run left behind after the next command. */
export interface KillRound {
  readonly fault: string | null
  readonly left: 'nothing changed' | 'all changed'
  /** When it was killed. */
  readonly during: 'run' | 'commit'
}

const files = 24

/** Deletes, changes and creates files and directories, in an order that a half commit would show. */
const script = `for n in $(seq 0 ${files - 1}); do case $((n % 4)) in
0) rm f$n;; 1) echo changed >> f$n;; 2) mkdir n$n; echo new > n$n/x;; 3) mv f$n moved$n;; esac; done; rm -rf d; ln -s f1 link`

/** Kills a trial at a random moment, then runs the next command. INVARIANT: all changes are there, or none. */
export async function killRound(base: string, seed: number, cli: readonly string[]): Promise<KillRound> {
  const random = randomFrom(seed)
  const at = `${base}/kill-${seed}`
  const [workspace, direct, home] = [`${at}/workspace`, `${at}/direct`, `${at}/home`]
  const env = { PATH: process.env['PATH'], HOME: home }
  const [program = '', ...words] = cli
  try {
    mkdirSync(home, { recursive: true })
    mkdirSync(`${workspace}/d/e`, { recursive: true })
    for (let n = 0; n < files; n += 1) writeFileSync(`${workspace}/f${n}`, `file ${n}\n`)
    for (let n = 0; n < 9; n += 1) writeFileSync(`${workspace}/d/e/${n}`, `${n}`)
    writeFileSync(`${workspace}/sallyport.yaml`, 'version: 1\n')
    copyTree(workspace, direct)
    spawnSync('sh', ['-c', script], { cwd: direct, stdio: 'ignore' })
    const [before, after] = [describeTree(workspace), describeTree(direct)]
    const child = spawn(program, [...words, 'run', '--trial', '--yes', '--', 'sh', '-c', script], {
      cwd: workspace,
      env,
      stdio: 'ignore',
    })
    let isOver = false
    const ended = new Promise<void>(resolve => child.once('exit', () => resolve())).then(() => {
      isOver = true
    })
    const during = seed % 2 === 0 ? 'commit' : 'run'
    if (during === 'commit') {
      while (!isOver && !hasManifest(home)) await delay(1)
      await delay(random(15))
    } else await Promise.race([ended, delay(100 + random(1_500))])
    child.kill('SIGKILL')
    await ended
    const next = spawnSync(program, [...words, 'state'], { cwd: workspace, env, encoding: 'utf8' })
    const now = describeTree(workspace)
    const [toBefore, toAfter] = [differenceOf(before, now), differenceOf(after, now)]
    const trials = namesIn(`${home}/.local/state/sallyport/trials`).filter(name => /^[0-9a-f-]{36}$/.test(name))
    const left = toAfter === null ? 'all changed' : 'nothing changed'
    if (toBefore !== null && toAfter !== null)
      return { fault: `half committed:\n${toAfter}\n${next.stderr}`, left, during }
    return { fault: trials.length === 0 ? null : `a trial is left: ${next.stderr}`, left, during }
  } finally {
    removeTree(at)
  }
}

const hasManifest = (home: string): boolean =>
  namesIn(`${home}/.local/state/sallyport/trials`).some(id =>
    namesIn(`${home}/.local/state/sallyport/trials/${id}`).includes('manifest.json'),
  )

function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}
