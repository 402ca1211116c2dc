import type { Grant } from '../approvals/grants/grant.ts'
import type { Call } from '../core/call.ts'
import type { Effect, Run } from '../core/effect.ts'
import { baseName } from '../core/path.ts'
import type { Verdict } from '../core/verdict.ts'
import { isKnown } from '../core/word.ts'
import type { FenceAllowance } from '../fence/profile.ts'
import type { FenceSettings } from '../fence/settings.ts'
import { withAsk } from '../fence/wish.ts'
import type { Description } from '../tools/descriptor.ts'

export interface FencedCall {
  readonly call: Call
  readonly verdict: Verdict
  readonly description: Description | null
  readonly grants: readonly Grant[]
}

/** The fence settings for one allowed call: the policies', what a person opened for this project, and what the call itself asks for. */
export function callFence(settings: FenceSettings, { call, verdict, description, grants }: FencedCall): FenceSettings {
  const ask = description?.fenceAsk ?? null
  const allowed = allowances(grants, call, verdict.effects).filter(({ opens }) => !settings.pinned.includes(opens))
  const profile = {
    ...settings.profile,
    ...(allowed.length === 0 ? {} : { allowed }),
    ...(verdict.effects.some(usesRegistry) ? { registries: true } : {}),
  }
  // INVARIANT: a policy that only watches has not answered the question, so it opens no network.
  return ask === null
    ? { ...settings, profile }
    : { ...settings, profile: withAsk(profile, ask, verdict.watched === null) }
}

/** Access that a person has opened in this workspace for a call like this one. */
export const allowances = (
  grants: readonly Grant[],
  { place }: Call,
  effects: readonly Effect[],
): readonly FenceAllowance[] =>
  grants.flatMap(({ shape, workspace, session }) =>
    shape.does === 'fence' &&
    (session === null || session === place.session) &&
    workspace.length > 0 &&
    workspace.every(root => place.workspace.includes(root)) &&
    (shape.program === null || runsOnly(shape.program, effects))
      ? [{ opens: shape.opens, what: shape.what }]
      : [],
  )

/**
 * Whether a call runs this program, and besides it only filters with fixed words: an opening for one program is not for another
 * one in the same command. What the program itself starts shares its fence.
 */
function runsOnly(program: string, effects: readonly Effect[]): boolean {
  const isProgram = (word: string): boolean => word === program || baseName(word) === program
  const runs = effects.flatMap(effect =>
    effect.kind === 'run' && !effect.chain.some(startedBy(isProgram)) ? [effect] : [],
  )
  const isMeant = ({ program: word }: Run): boolean => isKnown(word) && isProgram(word)
  const isOpen = effects.some(effect => effect.kind === 'opaque' && !effect.chain.some(startedBy(isProgram)))
  return !isOpen && runs.some(isMeant) && runs.every(run => isMeant(run) || isFilter(run))
}

/** A chain names a wrapper by its command: `npm test`. */
const startedBy =
  (isProgram: (word: string) => boolean) =>
  (wrapper: string): boolean =>
    isProgram(wrapper.split(' ')[0] ?? '')

const isFilter = ({ program, args }: Run): boolean =>
  isKnown(program) && filters.has(baseName(program)) && args.every(isKnown)

/** Programs that print no variable, write no file and reach no host. */
const filters = new Set(['head', 'tail', 'grep', 'wc', 'sort', 'uniq', 'cat', 'timeout', 'time', 'nice'])

/** Project code and package managers: what they need from a registry, the project's own files name. */
const usesRegistry = (effect: Effect): boolean =>
  effect.kind === 'run' &&
  effect.where.at === 'local' &&
  (effect.code === 'project' || (isKnown(effect.program) && packageManagers.has(baseName(effect.program))))

const packageManagers = new Set([
  ...[
    'npm',
    'npx',
    'pnpm',
    'pnpx',
    'yarn',
    'bun',
    'bunx',
    'corepack',
    'pip',
    'pip3',
    'pipx',
    'uv',
    'uvx',
    'poetry',
    'pdm',
  ],
  ...['pipenv', 'cargo', 'go'],
])
