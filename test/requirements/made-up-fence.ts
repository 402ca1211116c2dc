import { ok, type Result } from '../../src/core/fault.ts'
import type { FenceKey, FenceProfile } from '../../src/fence/profile.ts'
import { fenceKeys } from '../../src/fence/profile.ts'
import type { Fence, FencePlan } from '../../src/gate/ports.ts'

/** A fence for tests: it plans, starts nothing, and keeps its arguments. */
export function madeUpFence(change: Partial<Fence> = {}) {
  const planned: FenceProfile[] = []
  const fence: Fence = {
    name: 'bubblewrap',
    probe: async (): Promise<Result<readonly FenceKey[]>> => ok(fenceKeys),
    plan: (profile, { place }) => {
      planned.push(profile)
      return ok({ ...planFor(profile.name, place.cwd), limits: profile.limits })
    },
    ...change,
  }
  return { fence, planned }
}

export const planFor = (profile: string, cwd: string): FencePlan => ({
  argv: ['bwrap', '--profile', profile, '--'],
  env: ['PATH'],
  mounts: [{ path: cwd, how: 'write', because: 'the workspace' }],
  seccomp: null,
  network: [],
  limits: { memory: null, cpus: null, processes: null, seconds: null, fileSize: null, output: null },
  guarded: [],
})
