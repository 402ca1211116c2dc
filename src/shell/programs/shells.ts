import { isKnown, isOneWord, knownPrefix } from '../../core/word.ts'
import type { ProgramCall } from './run.ts'
import type { Programs } from './table.ts'

/** Shells: code in `-c`, on standard input, or in a file. */
export const shells: Programs = {
  'bash sh zsh dash ksh ash fish': { tier: 'read', custom: runShell },
  'source .': { tier: 'read', custom: call => call.code(call.args[0] ?? '', 'source') },
}

function runShell(call: ProgramCall): void {
  const { args } = call
  let takesCode = false
  let at = 0
  for (; at < args.length; at += 1) {
    const word = args[at] ?? ''
    const text = knownPrefix(word)
    if (word === '--') {
      at += 1
      break
    }
    if (!/^[-+]./.test(text)) break
    if (text === '--rcfile' || text === '--init-file') {
      call.code(args[at + 1] ?? '', text)
      at += 1
    } else if (text === '-o' || text === '+o' || text === '-O' || text === '+O') at += 1
    else if (!text.startsWith('--') && text.includes('c')) takesCode = true
    else if (!text.startsWith('--') && text.includes('s')) return readStdin(call)
    else if (text === '--version' || text === '--help') return
  }
  const operand = args[at]
  if (takesCode) {
    if (operand === undefined) return call.opaque(`\`${call.name} -c\` without code`)
    const isNamed = isOneWord(args[at + 1] ?? '')
    return call.script(operand, `${call.name} -c`, isNamed ? { positional: args.slice(at + 2) } : {})
  }
  if (operand === undefined) return readStdin(call)
  if (operand === '-' || operand === '/dev/stdin') return readStdin(call)
  if (isKnown(operand) && operand.startsWith('/dev/fd/')) return call.opaque('code from a process substitution')
  call.code(operand, `${call.name} FILE`)
}

/** Code that comes through standard input. */
export function readStdin(call: ProgramCall): void {
  const { stdin } = call.frame
  switch (stdin.from) {
    case 'text':
      if (stdin.hidden === true) call.change('code/hidden', stdin.text)
      return call.script(stdin.text, `${call.name} <`, { isFromStdin: true })
    case 'pipe':
      if (stdin.downloads) call.frame.recorder.mark('download')
      return call.opaque(
        stdin.downloads ? `a download piped into \`${call.name}\`` : `code piped into \`${call.name}\``,
      )
    case 'file':
      return call.opaque(`code from a file into \`${call.name}\``)
    case 'nothing':
      return call.opaque(`an interactive \`${call.name}\``)
  }
}
