import type { World } from '../core/call.ts'
import { local } from '../core/effect.ts'
import type { Analysis } from './analysis.ts'
import { startProgram } from './command.ts'
import type { Frame } from './frame.ts'
import { intentOf } from './intent.ts'
import { newLinks } from './links.ts'
import { parseShell } from './parse.ts'
import { newRecorder } from './recorder.ts'
import { newScope } from './scope.ts'
import { addOpaque, walkScript, walkUncalled } from './walk.ts'

/** What a shell command would do, as far as that can be known without running it. Total: it never throws. */
export function analyse(text: string, world: World): Analysis {
  const recorder = newRecorder()
  const parsed = parseShell(text)
  if (!parsed.ok) {
    const fault = parsed.faults[0]
    recorder.fault(fault)
    recorder.add({
      kind: 'opaque',
      why: fault.message,
      tier: 'execute',
      span: { start: 0, end: text.length },
      chain: [],
      where: local,
      by: null,
    })
    return finish(recorder, { argv: [], isComplex: true, reason: fault.message })
  }
  const frame = newFrame(world, recorder)
  const invisible = text.search(invisibleText)
  if (invisible >= 0) addOpaque('characters that a person cannot see', { pos: invisible, end: invisible + 1 }, frame)
  walkScript(parsed.value, frame)
  walkUncalled(frame)
  for (const run of frame.atExit) run(frame)
  return finish(recorder, intentOf(parsed.value))
}

/** What starting a program with these words would do: no shell reads them first. */
export function analyseArgv(argv: readonly string[], world: World): Analysis {
  const recorder = newRecorder()
  const frame = newFrame(world, recorder)
  startProgram({ words: argv, env: [], span: { start: 0, end: 0 } }, { ...frame, span: { start: 0, end: 0 } })
  return finish(recorder, { argv, isComplex: false, reason: 'one program with its arguments' })
}

/** Text that runs backwards or shows nothing: what a person approves must be what runs. */
const invisibleText = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/u

const newFrame = (world: World, recorder: Frame['recorder']): Frame => ({
  world,
  recorder,
  scope: newScope(world),
  links: newLinks(world.facts),
  chain: [],
  where: local,
  depth: 0,
  span: null,
  stdin: { from: 'nothing' },
  atExit: [],
  detached: false,
  singleQuotes: true,
  assigns: false,
  looksAhead: false,
  loops: 0,
  calls: [],
})

function finish(recorder: Frame['recorder'], intent: Analysis['intent']): Analysis {
  if (recorder.isFull())
    recorder.add({
      kind: 'opaque',
      why: 'more commands than are followed',
      tier: 'execute',
      span: null,
      chain: [],
      where: local,
      by: null,
    })
  return { effects: recorder.effects, shape: recorder.shape, faults: recorder.faults, intent }
}
