import type { World } from '../core/call.ts'
import { local } from '../core/effect.ts'
import type { Analysis } from './analysis.ts'
import { addOpaque, type Frame, frameWith } from './frame/frame.ts'
import { type Links, latest, newLinks } from './frame/links.ts'
import { newRecorder, type Recorder } from './frame/recorder.ts'
import { newScope } from './frame/scope.ts'
import { startProgram } from './interpreter/command.ts'
import { interpreter } from './interpreter/interpreter.ts'
import { walkScript, walkUncalled } from './interpreter/walk.ts'
import { findAmbiguity } from './syntax/dialect.ts'
import { intentOf } from './syntax/intent.ts'
import { findInvisible } from './syntax/invisible.ts'
import { parseShell } from './syntax/parse.ts'

/** The effects of a shell command, as far as they can be known without running it. Never throws. */
export const analyse = (text: string, world: World): Analysis =>
  seeingOwnLinks(world, links => analyseText(text, world, links))

/** The effects of starting a program with these words, without a shell. */
export const analyseArgv = (argv: readonly string[], world: World): Analysis =>
  seeingOwnLinks(world, links => startArgv(argv, world, links))

/** Analyses again if the call makes links: they count for the whole call, whose parts may run in any order. */
function seeingOwnLinks(world: World, run: (links: Links) => Analysis): Analysis {
  try {
    const links = newLinks(world.facts)
    const analysis = run(links)
    return links.layers.length === 0 ? analysis : run(newLinks(world.facts, links.layers))
  } catch (error) {
    // `echo $((1+1+1+…))` nests deeper than the stack. Any other error is a bug.
    if (!(error instanceof RangeError)) throw error
    return tooDeep()
  }
}

function tooDeep(): Analysis {
  const recorder = newRecorder()
  const message = 'the command is nested too deeply to analyse'
  recorder.fault({ code: 'limit_reached', message })
  recorder.add({ kind: 'opaque', why: message, tier: 'execute', span: null, chain: [], where: local, by: null })
  return finish(recorder, { argv: [], isComplex: true, reason: message })
}

function analyseText(text: string, world: World, links: Links): Analysis {
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
  const frame = newFrame(world, recorder, links)
  addInvisible(text, frame)
  const ambiguity = findAmbiguity(parsed.value, text, frame.dialect)
  if (ambiguity !== null) addOpaque(ambiguity.why, ambiguity.node, frame)
  walkScript(parsed.value, frame)
  endShell(frame)
  return finish(recorder, intentOf(parsed.value))
}

/** Functions that no one called yet, and traps, run with the final state of the shell. */
function endShell(frame: Frame): void {
  walkUncalled(frame)
  for (const run of frame.atExit) run(frame)
}

function addInvisible(text: string, frame: Frame): void {
  const found = findInvisible(text)
  if (found === null) return
  addOpaque(`the command contains invisible characters: ${found.name}`, { pos: found.at, end: found.at + 1 }, frame)
}

function startArgv(argv: readonly string[], world: World, links: Links): Analysis {
  const recorder = newRecorder()
  const frame = newFrame(world, recorder, links)
  addInvisible(argv.join(' '), frame)
  startProgram({ words: argv, env: [], span: { start: 0, end: 0 } }, frameWith(frame, { span: { start: 0, end: 0 } }))
  endShell(frame)
  return finish(recorder, { argv, isComplex: false, reason: 'one program with its arguments' })
}

const newFrame = (world: World, recorder: Recorder, links: Links): Frame => ({
  world: {
    place: world.place,
    facts: latest(links),
    readers: world.readers,
    sensitive: world.sensitive,
    tables: world.tables,
  },
  recorder,
  scope: newScope(world),
  links,
  chain: [],
  where: local,
  depth: 0,
  span: null,
  stdin: { from: 'nothing' },
  descriptors: new Map(),
  output: 'shown',
  atExit: [],
  detached: false,
  isBeside: false,
  dialect: 'bash',
  singleQuotes: true,
  isProject: false,
  assigns: false,
  looksAhead: false,
  loops: 0,
  calls: [],
  interpreter,
})

function finish(recorder: Recorder, intent: Analysis['intent']): Analysis {
  if (recorder.isFull()) {
    recorder.fault({ code: 'limit_reached', message: 'the command takes too many steps to analyse; split it up' })
    recorder.add({
      kind: 'opaque',
      why: 'the command is too large to analyse completely',
      tier: 'execute',
      span: null,
      chain: [],
      where: local,
      by: null,
    })
  }
  return { effects: recorder.effects, shape: recorder.shape, faults: recorder.faults, intent }
}
