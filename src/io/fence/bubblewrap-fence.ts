import { fail, ok, type Result } from '../../core/fault.ts'
import { type BubblewrapPrograms, bubblewrapPlan } from '../../fence/bubblewrap.ts'
import type { Fence } from '../../fence/fence.ts'
import { type FenceKey, fenceKeys } from '../../fence/profile.ts'
import { findSystemProgram, programDirectories } from './find-programs.ts'
import { probeBubblewrap } from './probe.ts'
import { readGround } from './read-ground.ts'

/** The fence of a Linux machine. It is probed once for each process. */
export function bubblewrapFence(
  env: NodeJS.ProcessEnv = process.env,
  workspace: readonly string[] = [],
  directories: readonly string[] = programDirectories,
): Fence {
  let probing: Promise<Result<BubblewrapPrograms>> | null = null
  let programs: BubblewrapPrograms | null = null
  return {
    name: 'bubblewrap',
    async probe(): Promise<Result<readonly FenceKey[]>> {
      probing ??= probeBubblewrap(workspace, directories)
      const probed = await probing
      if (!probed.ok) return probed
      programs = probed.value
      // A list of hosts needs a network that commands can enter; all other keys need no more than the probe has tried.
      const canEnter = findSystemProgram('nsenter', workspace, directories) !== null
      return ok(fenceKeys.filter(key => key !== 'hosts' || canEnter))
    },
    plan(profile, call) {
      if (programs === null) return fail('sandbox_denied', 'the fence was not probed')
      const ground = readGround(profile, call, env)
      return ground.ok ? bubblewrapPlan(profile, ground.value, programs) : ground
    },
  }
}
