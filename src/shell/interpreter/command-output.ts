import type { CommandNode, ParsedScript, PipelineNode } from 'unbash'
import { isKnown } from '../../core/word.ts'
import { expandWord } from '../expansion/expand.ts'
import { type Frame, frameWith, type Stdin } from '../frame/frame.ts'
import { aliasKey, type Body, copyScope, places } from '../frame/scope.ts'
import { printedGitRoot } from '../output/git-root.ts'
import { hasPrinter, printedBy } from '../output/printers.ts'
import { walkRedirects } from './redirect.ts'

/** The output of a script, if it is certain without running it: `echo rm`, `printf '%s' x | base64 -d`. */
export function outputOf(script: ParsedScript, frame: Frame): string | null {
  const [statement, ...others] = script.commands
  if (statement === undefined || others.length > 0 || statement.background === true || (script.errors?.length ?? 0) > 0)
    return null
  const deeper = frameWith(frame, { depth: frame.depth + 1 })
  return statement.command.type === 'AndOr' ? null : pipelineOutput(statement.command, deeper)
}

function pipelineOutput(node: PipelineNode, frame: Frame): string | null {
  if (node.type !== 'Pipeline') return commandOutput(node, frame.stdin, frame)
  let text: string | null = null
  for (const [i, command] of node.commands.entries()) {
    const stdin: Stdin = i === 0 || text === null ? frame.stdin : { from: 'text', text }
    text = commandOutput(command, stdin, frame)
    if (text === null) return null
  }
  return text
}

/** The output of one command, given its input. */
export function commandOutput(node: CommandNode, stdin: Stdin, frame: Frame): string | null {
  if (node.type !== 'Command' || node.redirects.some(redirect => redirect.type === 'Redirect')) return null
  // Words are expanded a second time below; nested commands would double the work at every level.
  const name = node.name?.value ?? ''
  if (frame.depth > maxDepth || frame.scope.variables.has(aliasKey(name))) return null
  const bodies = frame.scope.functions.get(name)
  if (bodies === undefined && !(hasPrinter(name) || name === 'pwd' || name === 'git')) return null
  const silent = silenced(frame)
  const words = [...(node.name === undefined ? [] : [node.name]), ...node.args].flatMap(arg =>
    arg.type === 'Word' ? expandWord(arg, silent) : [],
  )
  if (!words.every(isKnown)) return null
  const [program = '', ...args] = words
  if (bodies !== undefined) return functionOutput(bodies, args, silent)
  if (program === 'git') return node.prefix.length > 0 ? null : printedGitRoot(args, frame)
  const { stdin: fed } = walkRedirects(node.redirects, frameWith(silent, { stdin }))
  if (program === 'pwd' && args.length === 0)
    return isKnown(frame.scope.cwd) && places(frame.scope).length === 1 ? frame.scope.cwd : null
  return printedBy(program, args, fed)
}

/** The output of a function with a single command: `f() { echo .env; }`. */
function functionOutput(bodies: readonly (Body | null)[], args: readonly string[], frame: Frame): string | null {
  const [body, ...others] = bodies
  if (body?.type !== 'BraceGroup' || others.length > 0) return null
  const [statement, ...more] = body.body.commands
  if (statement === undefined || more.length > 0 || statement.background === true) return null
  const scope = { ...frame.scope, positional: args }
  return statement.command.type === 'AndOr'
    ? null
    : pipelineOutput(statement.command, frameWith(frame, { scope, depth: frame.depth + 1 }))
}

/** A frame for a second look: it drops effects, which the walk itself records, and changes to the scope. */
export const silenced = (frame: Frame): Frame =>
  frameWith(frame, { scope: copyScope(frame.scope), recorder: frame.recorder.aside() })

const maxDepth = 4
