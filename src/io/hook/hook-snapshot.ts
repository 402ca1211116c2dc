import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fail, ok, type Result } from '../../core/fault.ts'
import { slimSnapshot } from './slim-snapshot.ts'
import { snapshotOptions } from './snapshot-start.ts'

/** A snapshot of the loaded hook from which Node can start. It is code, so it is stored where an agent cannot write. */
export interface HookSnapshot {
  readonly node: string
  /** The script that builds it, `dist/hook/snapshot.cjs`. */
  readonly script: string
  readonly path: string
}

/** Whether the snapshot matches this Node and this installation. */
export const isFresh = ({ node, path }: Omit<HookSnapshot, 'script'>): boolean =>
  spawnSync(node, [...snapshotOptions, '--snapshot-blob', path, 'fresh'], { env: {}, cwd: '/' }).status === 0

/** Builds a snapshot atomically, as small as this Node allows, and only keeps one from which a hook answers. */
export function makeSnapshot({ node, script, path }: HookSnapshot): Result<null> {
  const aside = `${path}.${process.pid}.new`
  let why = 'a hook that starts from the snapshot does not answer'
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    for (const options of [internalsOptions, []]) {
      // The snapshot must contain nothing from this person's environment.
      const building = [...snapshotOptions, ...options, '--snapshot-blob', aside, '--build-snapshot', script]
      const made = spawnSync(node, building, { env: {}, cwd: '/' })
      if (made.status !== 0) {
        why = `Node cannot build it: ${made.stderr.toString().trim().slice(0, 300)}`
        continue
      }
      chmodSync(aside, 0o600)
      const whole = readFileSync(aside)
      for (const bytes of [slimSnapshot(whole), whole]) {
        writeFileSync(aside, bytes)
        if (!isAnswering(node, aside)) continue
        renameSync(aside, path)
        return ok(null)
      }
    }
    return fail('config_error', why)
  } catch (error) {
    return fail('config_error', error instanceof Error ? error.message : 'unknown')
  } finally {
    rmSync(aside, { force: true })
  }
}

/** Lets `bare-node.cjs` use Node's internals, and suppresses Node's warning about that. */
export const internalsOptions: readonly string[] = ['--expose-internals', '--no-warnings']

function isAnswering(node: string, path: string): boolean {
  const home = mkdtempSync(join(tmpdir(), 'sallyport-snapshot-'))
  try {
    const sent = { ...request, cwd: home }
    const ran = spawnSync(node, [...snapshotOptions, '--snapshot-blob', path, 'claude-code'], {
      input: JSON.stringify(sent),
      env: { HOME: home },
      cwd: '/',
      encoding: 'utf8',
    })
    return ran.status === 0 && ran.stdout.includes('"permissionDecision":"allow"')
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

const request = {
  hook_event_name: 'PreToolUse',
  session_id: 's',
  permission_mode: 'default',
  tool_name: 'Bash',
  tool_input: { command: 'pwd' },
}
