import { ok, type Result } from '../../core/fault.ts'
import type { JsonObject } from '../../core/json.ts'
import { visible } from '../../core/wording/visible.ts'
import { explain } from '../../explain/explanation.ts'
import { readPlaygroundLine } from '../../explain/playground-line.ts'
import { verdictJson } from '../../explain/verdict-json.ts'
import { type DeciderOptions, openDecider } from '../../io/policies/decider.ts'
import { listPresets } from '../../io/policies/load-policies.ts'
import { modes } from '../../policy/schema/document.ts'
import { toolNames } from '../../tools/catalog.ts'
import { notePolicyWarnings } from '../check/stderr-notes.ts'
import type { DrawingOptions } from '../explain/drawing.ts'
import { explanationText } from '../explain/explanation-text.ts'
import { unknownWord } from '../terminal/unknown-word.ts'
import { type PlaygroundState, playgroundCommands } from './playground-commands.ts'
import { playgroundText } from './playground-text.ts'

/** A playground without a terminal: it takes lines and returns the texts to print. */
export interface PlaygroundSession {
  take(line: string): Promise<PlaygroundReply>
  prompt(): string
  /** The completions of the line's last word, and that word. */
  complete(line: string): readonly [readonly string[], string]
}

export interface PlaygroundReply {
  readonly text: string
  readonly isOver: boolean
}

export interface Screen {
  readonly colour: boolean
  readonly width: () => number
  readonly json: boolean
}

export async function openSession(settings: DeciderOptions, screen: Screen): Promise<Result<PlaygroundSession>> {
  const opened = await openDecider(settings)
  if (!opened.ok) return opened
  notePolicyWarnings(opened.value.policies)
  let state: PlaygroundState = { settings, decider: opened.value, last: null }

  async function judge(call: JsonObject): Promise<string> {
    const last = await state.decider.decide(call)
    state = { ...state, last }
    if (screen.json) return `${JSON.stringify(verdictJson(last.verdict))}\n`
    return playgroundText(explain(last), drawing(screen, state))
  }

  async function runCommand(name: string, rest: string): Promise<string> {
    if (name === 'explain') return explainLast(screen, state)
    const command = playgroundCommands.get(name)
    if (command === undefined) return indented(unknownCommand(name))
    const reply = await command(rest, state)
    state = reply.state
    return indented(reply.text)
  }

  return ok({
    prompt: () => promptText(state),
    complete: completions,
    take: async line => {
      const parsed = readPlaygroundLine(line)
      switch (parsed.kind) {
        case 'empty':
          return { text: '', isOver: false }
        case 'fault':
          return { text: indented(parsed.message), isOver: false }
        case 'call':
          return { text: await judge(parsed.call), isOver: false }
        case 'command':
          return quitNames.has(parsed.name)
            ? { text: '', isOver: true }
            : { text: await runCommand(parsed.name, parsed.rest), isOver: false }
      }
    },
  })
}

const quitNames = new Set(['quit', 'q', 'exit'])

const drawing = (screen: Screen, { decider }: PlaygroundState): DrawingOptions => ({
  colour: screen.colour,
  place: decider.place,
  width: Math.min(screen.width(), 110),
  all: false,
})

function explainLast(screen: Screen, state: PlaygroundState): string {
  return state.last === null
    ? indented('nothing to explain yet; type a command first')
    : `\n${explanationText(explain(state.last), drawing(screen, state))}\n`
}

const commandNames = [':explain', ...[...playgroundCommands.keys()].map(name => `:${name}`), ':quit']

const unknownCommand = (name: string): string =>
  unknownWord({ what: 'command', given: `:${name}`, known: commandNames, help: ':help' })

const indented = (text: string): string =>
  `${text
    .trimEnd()
    .split('\n')
    .map(line => `  ${visible(line)}`.trimEnd())
    .join('\n')}\n\n`

/** The base, and the settings that were changed here. */
function promptText({ decider, settings }: PlaygroundState): string {
  const base = /([^/]+?)(\.yaml)?$/.exec(decider.policies.base.document.file)?.[1] ?? 'base'
  return [
    base,
    ...(settings.mode === undefined ? [] : [settings.mode]),
    ...(settings.policy === undefined ? [] : ['+policy']),
  ].join(' ')
}

function completions(line: string): readonly [readonly string[], string] {
  const [, command, given = ''] = /^:(\S+)\s+(\S*)$/.exec(line) ?? []
  if (command === 'preset') return [starting(listPresets(), given), given]
  if (command === 'mode') return [starting(modes, given), given]
  if (line.startsWith(':'))
    return [
      starting(
        commandNames.map(name => `${name} `),
        line,
      ),
      line,
    ]
  return /^[A-Z]\w*$/.test(line) ? [starting(toolNames, line), line] : [[], line]
}

const starting = (words: readonly string[], given: string): readonly string[] =>
  words.filter(word => word.startsWith(given))
