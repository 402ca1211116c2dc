import type { Effect, Span } from '../../core/effect.ts'
import { isTouch } from '../../core/effect.ts'
import { isKnown, type Word } from '../../core/word.ts'
import { type Frame, frameWith } from '../frame/frame.ts'
import type { Recorder } from '../frame/recorder.ts'
import { standingIn } from '../frame/scope.ts'

interface ProjectScript {
  /** The step that starts the script: the file's name, `npm run build`. */
  readonly link: string
  readonly span: Span
  readonly positional?: readonly Word[]
  readonly cwd?: Word
}

/**
 * Shell text of the project itself, read one level deep (point 6 of *Deciding*). The run that starts it is already marked
 * as project code, which may be unreadable, so only the certain effects in it count and opaque ones are dropped.
 */
export function readProjectScript(text: string, script: ProjectScript, frame: Frame): void {
  if (frame.isProject) return
  const { link, span, positional } = script
  const recorder = certainOnly(frame.recorder)
  frame.interpreter.runText(
    text,
    { link, span, shell: { env: [] }, dialect: 'bash', ...(positional === undefined ? {} : { positional }) },
    frameWith(frame, {
      scope: standingIn(script.cwd, frame.scope),
      isProject: true,
      recorder,
    }),
  )
  if (!recorder.isFull() || frame.recorder.isFull()) return
  const why = `the project's script \`${link}\` is too large to analyse completely`
  frame.recorder.add({ kind: 'opaque', why, tier: 'execute', span, chain: frame.chain, where: frame.where, by: null })
}

/** A script with more effects than this would no longer explain anything. */
const maxEffects = 300

/**
 * A recorder for project code. It stops at half of the work that is left, so that a large script of the project makes the
 * call ask, and does not use up the budget for the call itself.
 */
function certainOnly(recorder: Recorder): Recorder {
  const reserve = recorder.workLeft() / 2
  const end = recorder.effects.length + maxEffects
  const { effects, faults, shape, texts, told, fetched, emptied } = recorder
  return {
    ...{ effects, faults, shape, texts, told, fetched, emptied },
    amend: (index, effect) => recorder.amend(index, effect),
    step: () => recorder.step(),
    take: words => recorder.take(words),
    copy: value => recorder.copy(value),
    look: names => recorder.look(names),
    stray: detours => recorder.stray(detours),
    isFull: () => recorder.isFull() || recorder.workLeft() <= reserve,
    workLeft: () => recorder.workLeft(),
    hasChanged: () => recorder.hasChanged(),
    aside: () => recorder.aside(),
    fault: () => {},
    mark: () => {},
    add: effect => {
      if (!isCertain(effect) || recorder.effects.length >= end) return notKept
      return recorder.add(effect.kind === 'run' && effect.code === 'unknown' ? { ...effect, code: 'project' } : effect)
    },
  }
}

/** The index of an effect that was dropped. */
export const notKept = -1

function isCertain(effect: Effect): boolean {
  if (effect.by === notKept) return false
  switch (effect.kind) {
    case 'opaque':
      return false
    case 'read':
    case 'write':
    case 'delete':
      return isTouch(effect) && isKnown(effect.path)
    case 'run':
      return isKnown(effect.program)
    case 'connect':
    case 'change':
    case 'spawn':
      return true
  }
}

/** Whether a file is a shell script, by its first line or its name. */
export const isShellScript = (path: string, text: string): boolean =>
  /^#!\s*(\S*\/)?(env\s+(-S\s+)?)?(ba|da|z|k|a)?sh\b/.test(text) ||
  (!text.startsWith('#!') && /\.(sh|bash)$/.test(path))
