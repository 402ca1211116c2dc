import { resolve } from 'node:path'
import { faultText } from '../../core/fault.ts'
import { expandHome } from '../../core/path.ts'
import type { Decided } from '../../explain/decided.ts'
import { fileFacts } from '../../io/files/file-facts.ts'
import { type Decider, type DeciderOptions, openDecider } from '../../io/policies/decider.ts'
import { listPresets } from '../../io/policies/load-policies.ts'
import { parseMode } from '../check/decider-options.ts'
import { playgroundHelp } from './playground-text.ts'

/** The state of a playground: the settings, the decider that they make, and the last call. */
export interface PlaygroundState {
  readonly settings: DeciderOptions
  readonly decider: Decider
  readonly last: Decided | null
}

export interface CommandReply {
  readonly state: PlaygroundState
  readonly text: string
}

/** The commands after a colon, except `:explain` and `:quit`. */
export const playgroundCommands: ReadonlyMap<string, (rest: string, state: PlaygroundState) => Promise<CommandReply>> =
  new Map([
    ['preset', choosePreset],
    ['policy', choosePolicy],
    ['mode', chooseMode],
    ['cwd', chooseCwd],
    ['help', async (_: string, state: PlaygroundState) => ({ state, text: playgroundHelp })],
  ])

async function choosePreset(preset: string, state: PlaygroundState): Promise<CommandReply> {
  if (preset === '') return { state, text: `presets: ${listPresets().join(', ')}` }
  return change(state, { ...state.settings, preset }, `base: ${preset}`)
}

async function choosePolicy(rest: string, state: PlaygroundState): Promise<CommandReply> {
  const { policy: _, ...without } = state.settings
  if (rest === '') return change(state, without, 'no policy of your own')
  const policy = pathOf(rest, state)
  return change(state, { ...without, policy }, `policy: ${policy}`)
}

async function chooseMode(rest: string, state: PlaygroundState): Promise<CommandReply> {
  const { mode: _, ...without } = state.settings
  const mode = parseMode(rest === '' ? undefined : rest)
  if (!mode.ok) return { state, text: mode.faults[0].message }
  if (mode.value === undefined) return change(state, without, 'mode: as the policy says')
  return change(state, { ...without, mode: mode.value }, `mode: ${mode.value}`)
}

async function chooseCwd(rest: string, state: PlaygroundState): Promise<CommandReply> {
  const cwd = pathOf(rest, state)
  if (fileFacts.kind(cwd) !== 'directory') return { state, text: `no directory \`${cwd}\`` }
  return change(state, { ...state.settings, cwd }, `directory: ${cwd}`)
}

const pathOf = (text: string, { settings, decider }: PlaygroundState): string =>
  resolve(settings.cwd, expandHome(text, decider.place.home))

/** Applies new settings only if their policies load. */
async function change(state: PlaygroundState, settings: DeciderOptions, text: string): Promise<CommandReply> {
  const opened = await openDecider(settings)
  return opened.ok
    ? { state: { ...state, settings, decider: opened.value }, text }
    : { state, text: opened.faults.map(faultText).join('\n') }
}
