import { isKnown, knownPrefix, wordText } from '../../core/word.ts'
import type { ProgramCall } from './run.ts'
import { readStdin } from './shells.ts'
import type { Programs } from './table.ts'

/** Languages: code in an argument is opaque, code in a workspace file is project code. */
export const interpreters: Programs = {
  'python python2 python3 pypy pypy3': {
    tier: 'execute',
    custom: call => runInterpreter(call, { code: ['-c'], module: ['-m'], valued: ['-W', '-X'] }),
  },
  'node nodejs deno bun tsx ts-node': {
    tier: 'execute',
    custom: call => runInterpreter(call, { code: ['-e', '--eval', '-p', '--print', '-pe'], module: [], valued: [] }),
  },
  ruby: { tier: 'execute', custom: call => runInterpreter(call, { code: ['-e'], module: [], valued: ['-I', '-r'] }) },
  perl: {
    tier: 'execute',
    custom: call => runInterpreter(call, { code: ['-e', '-E', '-ne', '-pe', '-i'], module: [], valued: ['-I'] }),
  },
  php: { tier: 'execute', custom: call => runInterpreter(call, { code: ['-r'], module: [], valued: ['-d'] }) },
  'lua Rscript julia osascript': {
    tier: 'execute',
    custom: call => runInterpreter(call, { code: ['-e'], module: [], valued: [] }),
  },
}

interface Flags {
  readonly code: readonly string[]
  readonly module: readonly string[]
  readonly valued: readonly string[]
}

function runInterpreter(call: ProgramCall, flags: Flags): void {
  const { args } = call
  for (let i = 0; i < args.length; i += 1) {
    const word = args[i] ?? ''
    const text = knownPrefix(word)
    if (text === '--version' || text === '-V' || text === '-v' || text === '--help' || text === '-h')
      return call.amend({ tier: 'read' })
    if (flags.code.some(flag => text === flag || text.startsWith(`${flag}=`)))
      return call.opaque(`${call.name} code in an argument`)
    if (flags.module.includes(text)) return call.amend({ code: 'project' })
    if (flags.valued.includes(text)) i += 1
    else if (word === '-') return readCode(call)
    else if (!text.startsWith('-')) return runFile(word, call)
  }
  readCode(call)
}

function runFile(word: ProgramCall['args'][number], call: ProgramCall): void {
  if (
    isKnown(word) &&
    ['run', 'test', 'install', 'build', 'x', 'add'].includes(word) &&
    ['deno', 'bun'].includes(call.name)
  )
    return call.amend({ code: 'project' })
  call.code(word, `${call.name} FILE`)
}

/** A script on standard input is the call's own code: opaque, and a download is worse. */
function readCode(call: ProgramCall): void {
  const { stdin } = call.frame
  if (stdin.from === 'text')
    return call.opaque(`${call.name} code on standard input: \`${wordText(stdin.text).slice(0, 40)}\``)
  readStdin(call)
}
