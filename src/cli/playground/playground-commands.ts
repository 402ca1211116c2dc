import { resolve } from 'node:path'
import { faultText } from '../../core/fault.ts'
import { expandHome } from '../../core/path.ts'
import { fileFacts } from '../../io/files/file-facts.ts'
import { listPresets } from '../../io/policies/load-policies.ts'
import { type Decided, type Decider, openDecider } from '../check/decider.ts'
import { type DeciderOptions, parseMode } from '../check/decider-options.ts'
import { playgroundHelp } from './playground-text.ts'

/** Where a playground stands: what was chosen, what decides, and the last call. */
export interface PlaygroundState {
  readonly settings: DeciderOptions
  readonly decider: Decider
  readonly last: Decided | null
}

export interface CommandReply {
  readonly playing: PlaygroundState
  readonly text: string
}

/** What follows a colon, beside `:explain` and `:quit`. */
export const playgroundCommands: ReadonlyMap<
  string,
  (rest: string, playing: PlaygroundState) => Promise<CommandReply>
> = new Map([
  ['preset', choosePreset],
  ['policy', choosePolicy],
  ['mode', chooseMode],
  ['cwd', chooseCwd],
  ['help', async (_: string, playing: PlaygroundState) => ({ playing, text: playgroundHelp })],
])

async function choosePreset(preset: string, playing: PlaygroundState): Promise<CommandReply> {
  if (preset === '') return { playing, text: `presets: ${listPresets().join(', ')}` }
  return change(playing, { ...playing.settings, preset }, `the base is ${preset}`)
}

async function choosePolicy(rest: string, playing: PlaygroundState): Promise<CommandReply> {
  const { policy: _, ...without } = playing.settings
  if (rest === '') return change(playing, without, 'no policy on top')
  const policy = pathOf(rest, playing)
  return change(playing, { ...without, policy }, `${policy} is on top`)
}

async function chooseMode(rest: string, playing: PlaygroundState): Promise<CommandReply> {
  const { mode: _, ...without } = playing.settings
  const mode = parseMode(rest === '' ? undefined : rest)
  if (!mode.ok) return { playing, text: mode.faults[0].message }
  if (mode.value === undefined) return change(playing, without, "the mode is the policy's own")
  return change(playing, { ...without, mode: mode.value }, `the mode is ${mode.value}`)
}

async function chooseCwd(rest: string, playing: PlaygroundState): Promise<CommandReply> {
  const cwd = pathOf(rest, playing)
  if (fileFacts.kind(cwd) !== 'directory') return { playing, text: `there is no directory \`${cwd}\`` }
  return change(playing, { ...playing.settings, cwd }, `calls stand in ${cwd}`)
}

const pathOf = (text: string, { settings, decider }: PlaygroundState): string =>
  resolve(settings.cwd, expandHome(text, decider.place.home))

/** New settings come into force only if they work. */
async function change(playing: PlaygroundState, settings: DeciderOptions, text: string): Promise<CommandReply> {
  const opened = await openDecider(settings)
  return opened.ok
    ? { playing: { ...playing, settings, decider: opened.value }, text }
    : { playing, text: opened.faults.map(faultText).join('\n') }
}
