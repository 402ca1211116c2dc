import type { GroupLimit } from './ground.ts'
import type { FenceKey, FenceLimits } from './profile.ts'

/** How each limit is enforced on this machine, in words. */
export const limitWays = (grouped: readonly GroupLimit[]): Readonly<Record<keyof FenceLimits, string>> => ({
  memory: grouped.includes('memory') ? group : 'a watchdog for all processes, the kernel for each one',
  processes: grouped.includes('processes') ? group : 'a watchdog, and the kernel unless you are root',
  cpus: grouped.includes('cpus') ? group : 'affinity to whole processors',
  seconds: 'a timer',
  fileSize: 'the kernel, for each file',
  output: 'Sallyport counts it',
})

const group = 'a control group'

/** The same on one line, for the limits that an adapter can enforce. */
export const limitWaysText = (grouped: readonly GroupLimit[], keys: readonly FenceKey[]): string =>
  Object.entries(limitWays(grouped))
    .map(([limit, way]) => ({ key: limit === 'fileSize' ? 'file_size' : limit, way }))
    .filter(({ key }) => keys.some(one => one === key))
    .map(({ key, way }) => `${key}: ${way}`)
    .join('; ')
