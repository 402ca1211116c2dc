import { sha256 } from '../../core/digest.ts'
import { visible } from '../../core/wording/visible.ts'
import type { FencePlan, MountKind } from '../../fence/fence.ts'

interface PlanNames {
  readonly profile: string
  readonly digest: string
}

const titles: Readonly<Record<MountKind, string>> = {
  write: 'can write',
  read: 'can only read',
  private: 'has its own, empty at the start',
  hide: 'does not see',
}

/** A plan for people: what the command can reach, and why. */
export function planText(plan: FencePlan, { profile, digest }: PlanNames): string {
  const { mounts, env, network, hosts = [], limits, seccomp, guarded } = plan
  const files = (['write', 'read', 'private', 'hide'] as const).flatMap(how => {
    const rows = mounts.filter(mount => mount.how === how).map(mount => ({ ...mount, path: visible(mount.path) }))
    const width = Math.min(48, Math.max(0, ...rows.map(({ path }) => path.length)))
    return rows.length === 0
      ? []
      : ['', `The command ${titles[how]}`, ...rows.map(({ path, because }) => `  ${path.padEnd(width)}  ${because}`)]
  })
  return [
    `profile    ${profile}`,
    `network    ${network === 'full' ? "the host's" : network.length === 0 ? 'none' : visible(network.join(', '))}`,
    ...hosts.map(({ host, because }) => `           ${visible(host)}: ${visible(because)}`),
    `limits     ${limitsText(limits)}`,
    `variables  ${visible(env.join(' '))}`,
    `filter     ${seccomp === null ? 'none' : `${atob(seccomp).length / 8} instructions, sha256 ${sha256(seccomp).slice(0, 16)}`}`,
    `guarded    ${guarded.length === 0 ? 'nothing' : `new protected names in ${visible(guarded.join(', '))} are moved away after the run`}`,
    `digest     ${digest}`,
    ...files,
    '',
  ].join('\n')
}

function limitsText({ memory, cpus, processes, seconds, fileSize, output }: FencePlan['limits']): string {
  const given = [
    memory === null ? null : `${memory} bytes of memory`,
    cpus === null ? null : `${cpus} processors`,
    processes === null ? null : `${processes} processes`,
    seconds === null ? null : `${seconds} seconds`,
    fileSize === null ? null : `${fileSize} bytes for each file`,
    output === null ? null : `${output} bytes of output`,
  ].filter(one => one !== null)
  return given.length === 0 ? 'none' : given.join(', ')
}
