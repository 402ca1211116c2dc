import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Checkup } from '../../adapters/install/settings.ts'
import { isWithin } from '../../core/path.ts'
import { systemClock } from '../../io/clock.ts'
import { readFencedText, shellWord } from '../../io/contain/fenced-form.ts'
import { dropHanded } from '../../io/contain/handed-calls.ts'
import { findSystemProgram } from '../../io/fence/find-programs.ts'
import { ownPaths } from '../../io/paths.ts'
import { openContainStore } from '../../io/stores/contain-store.ts'
import { cutText } from '../terminal/wrap-text.ts'
import { type Finding, fault, healthy, note } from './finding.ts'

interface Canary {
  readonly checkup: Checkup
  /** The installed hook, as the client starts it. */
  readonly command: string
}

/**
 * Asks the installed hook about a program that Sallyport does not know, runs the form that it answers with as the client would, and
 * looks whether the program could write outside its project.
 */
export async function containedCanary(client: string, { checkup, command }: Canary): Promise<readonly Finding[]> {
  const touch = findSystemProgram('touch')
  if (checkup.fenced === undefined || touch === null) return []
  const ground = realpathSync(mkdtempSync(join(ownPaths().home, '.sallyport-doctor-')))
  try {
    const project = join(ground, 'project')
    mkdirSync(join(project, '.git'), { recursive: true })
    // A copy under a name that no table knows; programs of the project itself are known by the project.
    const program = join(ground, 'sallyport-canary')
    copyFileSync(touch, program)
    chmodSync(program, 0o755)
    const outside = join(ground, 'outside')
    const input = checkup.canary(`${shellWord(program)} inside ${shellWord(outside)}`, project)
    const asked = spawnSync('/bin/sh', ['-c', command], { input, cwd: project, encoding: 'utf8', timeout: 30_000 })
    const text = asked.status === 0 ? checkup.fenced(asked.stdout) : null
    const form = text === null ? null : readFencedText(text)
    if (text === null || form === null)
      return [note(client, 'the policy does not contain a program that Sallyport does not know: it asks')]
    const ran = spawnSync('bash', ['-c', text], { cwd: project, encoding: 'utf8', timeout: 60_000 })
    dropHanded(process.env, form.ticket)
    // Where the home lies in /tmp, the program writes outside its project into an empty directory, and succeeds.
    const isHeld = existsSync(join(project, 'inside')) && !existsSync(outside)
    return [
      isHeld
        ? healthy(client, 'a contained call ran in the fence: it wrote in its project and could not write outside')
        : fault(client, `a contained call was not held by the fence: ${seen(outside, ran)}`, 'sallyport fence probe'),
    ]
  } finally {
    rmSync(ground, { recursive: true, force: true })
    const store = openContainStore(ownPaths(), systemClock)
    await store.accept(store.marksIn([ground]).filter(mark => isWithin(mark, ground)))
  }
}

const seen = (
  outside: string,
  { status, stderr }: { readonly status: number | null; readonly stderr: string },
): string => (existsSync(outside) ? 'it wrote outside its project' : `exit ${status}: ${cutText(stderr.trim(), 160)}`)
