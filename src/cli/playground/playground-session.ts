import { ok, type Result } from '../../core/fault.ts'
import type { JsonObject } from '../../core/json.ts'
import { listPresets } from '../../io/policies/load-policies.ts'
import { modes } from '../../policy/schema/document.ts'
import { toolNames } from '../../tools/catalog.ts'
import { openDecider } from '../check/decider.ts'
import type { DeciderOptions } from '../check/decider-options.ts'
import { notePolicyWarnings } from '../check/stderr-notes.ts'
import { verdictJson } from '../check/verdict-json.ts'
import type { DrawingOptions } from '../explain/drawing.ts'
import { explain } from '../explain/explanation.ts'
import { explanationText } from '../explain/explanation-text.ts'
import { unknownWord } from '../terminal/unknown-word.ts'
import { visible } from '../terminal/visible.ts'
import { type PlaygroundState, playgroundCommands } from './playground-commands.ts'
import { readPlaygroundLine } from './playground-line.ts'
import { playgroundText } from './playground-text.ts'

/** A playground that takes lines and gives texts; whoever holds the terminal prints them. */
export interface PlaygroundSession {
  take(line: string): Promise<PlaygroundReply>
  prompt(): string
  /** What could stand in place of the line's last word, and that word. */
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
  let playing: PlaygroundState = { settings, decider: opened.value, last: null }

  async function judge(call: JsonObject): Promise<string> {
    const last = await playing.decider.decide(call)
    playing = { ...playing, last }
    if (screen.json) return `${JSON.stringify(verdictJson(last.verdict))}\n`
    return playgroundText(explain(last), drawing(screen, playing))
  }

  async function obey(name: string, rest: string): Promise<string> {
    if (name === 'explain') return explainLast(screen, playing)
    const order = playgroundCommands.get(name)
    if (order === undefined) return indented(unknownOrder(name))
    const obeyed = await order(rest, playing)
    playing = obeyed.playing
    return indented(obeyed.text)
  }

  return ok({
    prompt: () => promptText(playing),
    complete: completions,
    take: async line => {
      const meant = readPlaygroundLine(line)
      switch (meant.kind) {
        case 'nothing':
          return { text: '', isOver: false }
        case 'fault':
          return { text: indented(meant.message), isOver: false }
        case 'call':
          return { text: await judge(meant.call), isOver: false }
        case 'order':
          return quits.has(meant.name)
            ? { text: '', isOver: true }
            : { text: await obey(meant.name, meant.rest), isOver: false }
      }
    },
  })
}

const quits = new Set(['quit', 'q', 'exit'])

const drawing = (screen: Screen, { decider }: PlaygroundState): DrawingOptions => ({
  colour: screen.colour,
  place: decider.place,
  width: Math.min(screen.width(), 110),
  all: false,
})

function explainLast(screen: Screen, playing: PlaygroundState): string {
  return playing.last === null
    ? indented('nothing to explain yet; type a command first')
    : `\n${explanationText(explain(playing.last), drawing(screen, playing))}\n`
}

const orderNames = [':explain', ...[...playgroundCommands.keys()].map(name => `:${name}`), ':quit']

const unknownOrder = (name: string): string =>
  unknownWord({ what: 'order', given: `:${name}`, known: orderNames, help: ':help' })

const indented = (text: string): string =>
  `${text
    .trimEnd()
    .split('\n')
    .map(line => `  ${visible(line)}`.trimEnd())
    .join('\n')}\n\n`

/** The base, and what was put on top of it here. */
function promptText({ decider, settings }: PlaygroundState): string {
  const base = /([^/]+?)(\.yaml)?$/.exec(decider.policies.base.document.file)?.[1] ?? 'base'
  return [
    base,
    ...(settings.mode === undefined ? [] : [settings.mode]),
    ...(settings.policy === undefined ? [] : ['+policy']),
  ].join(' ')
}

function completions(line: string): readonly [readonly string[], string] {
  const [, order, given = ''] = /^:(\S+)\s+(\S*)$/.exec(line) ?? []
  if (order === 'preset') return [starting(listPresets(), given), given]
  if (order === 'mode') return [starting(modes, given), given]
  if (line.startsWith(':'))
    return [
      starting(
        orderNames.map(name => `${name} `),
        line,
      ),
      line,
    ]
  return /^[A-Z]\w*$/.test(line) ? [starting(toolNames, line), line] : [[], line]
}

const starting = (words: readonly string[], given: string): readonly string[] =>
  words.filter(word => word.startsWith(given))
