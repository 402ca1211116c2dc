import { type CompoundCommand, forEachChild, type SyntaxNode } from 'unbash'
import { type Effect, isTouch } from '../../core/effect.ts'
import { baseName } from '../../core/path.ts'
import { wordText } from '../../core/word.ts'

export type Loop = Extract<CompoundCommand, { type: 'While' | 'ArithmeticFor' | 'For' | 'Select' }>

/** Whether a loop never ends and nothing in it waits or exits: `while true; do curl …; done`. */
export function isEndless(loop: Loop): boolean {
  if (loop.type === 'ArithmeticFor') return loop.test === undefined && !rests(loop.body)
  if (loop.type !== 'While') return false
  const [statement, ...others] = loop.clause.commands
  if (statement === undefined || others.length > 0 || statement.command.type !== 'Command') return false
  const always = loop.kind === 'while' ? ['true', ':', '/bin/true'] : ['false', '/bin/false']
  return always.includes(statement.command.name?.value ?? '') && !rests(loop.body)
}

function rests(node: SyntaxNode): boolean {
  if (node.type === 'Command' && resting.has(baseName(node.name?.value ?? ''))) return true
  let found = false
  forEachChild(node, child => {
    found ||= rests(child)
  })
  return found
}

const resting = new Set([
  ...['break', 'exit', 'return', 'exec', 'sleep', 'read', 'wait', 'usleep', 'inotifywait', 'fswatch', 'select'],
])

/** Whether repeating these effects forever fills a disk or floods a network. */
export const exhausts = (effects: readonly Effect[]): boolean =>
  effects.some(effect => effect.kind === 'connect' || (effect.kind === 'write' && effect.tier !== 'read'))

/** Whether a command writes an endless source into a file: `yes > x`, `cat /dev/urandom > x`. */
export function poursEndlessly(effects: readonly Effect[]): boolean {
  const run = effects.find(effect => effect.kind === 'run')
  if (run === undefined || !effects.some(isFile)) return false
  const program = baseName(wordText(run.program))
  const drains = effects.some(effect => effect.kind === 'read' && endlessDevices.has(wordText(effect.path)))
  return program === 'yes' || (copiers.has(program) && drains)
}

/** A file written by a redirect. */
const isFile = (effect: Effect): boolean =>
  isTouch(effect) && effect.kind === 'write' && effect.how.startsWith('>') && effect.tier !== 'read'

const endlessDevices = new Set(['/dev/zero', '/dev/urandom', '/dev/random', '/dev/full'])

/** Programs that print as much as they read. */
const copiers = new Set(['cat', 'tr', 'base64', 'pv', 'gzip', 'tee', 'xxd', 'hexdump'])
