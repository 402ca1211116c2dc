import type { World } from '../core/call.ts'
import { local } from '../core/effect.ts'
import type { Analysis } from './analysis.ts'
import { startCommand } from './command.ts'
import type { Frame } from './frame.ts'
import { intentOf } from './intent.ts'
import { findInvisible } from './invisible.ts'
import { withLinks } from './links.ts'
import { parseShell } from './parse.ts'
import { newRecorder, type Recorder } from './recorder.ts'
import { newScope } from './scope.ts'
import { addOpaque, walkScript, walkUncalled } from './walk.ts'

/** What a shell command would do, as far as that can be known without running it. Total: it never throws. */
export const analyse = (text: string, world: World): Analysis =>
  seeingOwnLinks(recorder => analyseText(text, world, recorder))

/** What starting a program with these words would do: no shell reads them first. */
export const analyseArgv = (argv: readonly string[], world: World): Analysis =>
  seeingOwnLinks(recorder => startArgv(argv, world, recorder))

/** A link that the call makes counts for all of it: its parts may run in any order. */
function seeingOwnLinks(run: (recorder: Recorder) => Analysis): Analysis {
  const first = newRecorder()
  const analysis = run(first)
  return first.links.size === 0 ? analysis : run(newRecorder(first.links))
}

function analyseText(text: string, world: World, recorder: Recorder): Analysis {
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
  const invisible = findInvisible(text)
  if (invisible !== null)
    addOpaque(
      `characters that a person cannot see: ${invisible.name}`,
      { pos: invisible.at, end: invisible.at + 1 },
      frame,
    )
  walkScript(parsed.value, frame)
  walkUncalled(frame)
  return finish(recorder, intentOf(parsed.value))
}

function startArgv(argv: readonly string[], world: World, recorder: Recorder): Analysis {
  const frame = newFrame(world, recorder)
  startCommand({ words: argv, env: [], span: { start: 0, end: 0 } }, { ...frame, span: { start: 0, end: 0 } })
  return finish(recorder, { argv, isComplex: false, reason: 'one program with its arguments' })
}

const newFrame = (world: World, recorder: Recorder): Frame => ({
  world: { ...world, facts: withLinks(world.facts, recorder.links) },
  recorder,
  scope: newScope(world),
  chain: [],
  where: local,
  depth: 0,
  span: null,
  stdin: { from: 'nothing' },
  detached: false,
  singleQuotes: true,
  isProject: false,
  calls: [],
})

const finish = (recorder: Recorder, intent: Analysis['intent']): Analysis => ({
  effects: recorder.effects,
  shape: recorder.shape,
  faults: recorder.faults,
  intent,
})
