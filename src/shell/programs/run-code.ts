import type { CodeEffect, Language } from '../../core/code.ts'
import { expandHome } from '../../core/path.ts'
import { isKnown, mapPrefix, type Word, wordText } from '../../core/word.ts'
import { runFrontScript } from './front-scripts.ts'
import { runSallyport } from './guards.ts'
import type { ProgramCall } from './run.ts'
import { comesFromElsewhere, isStdin, readStdin } from './shells.ts'

/** Code in an argument or on standard input: read if there is a reader and the text is certain. */
export function runCode(code: Word, call: ProgramCall, language: Language | null): void {
  const reader = language === null ? undefined : call.frame.world.readers?.[language]
  if (reader === undefined || !isKnown(code)) return call.opaque(`${call.name} code in an argument`)
  const reading = reader(code)
  for (const effect of reading.effects) applyEffect(effect, call)
  if (reading.opaque !== null) call.opaque(`${call.name} code: ${reading.opaque}`)
  call.amend({ tier: 'read' })
}

function applyEffect(effect: CodeEffect, call: ProgramCall): void {
  switch (effect.kind) {
    case 'read':
    case 'write':
    case 'delete':
      // `expanduser('~/x')`: a directory that is really called `~` is too rare to tell them apart.
      return call.touch(
        effect.kind,
        mapPrefix(effect.path, path => expandHome(path, call.frame.world.place.home)),
        'code',
        {
          recursive: effect.recursive,
        },
      )
    case 'run':
      return call.start(effect.words, call.name)
    case 'script':
      return call.script(effect.text, call.name)
    case 'connect':
      return call.connect(effect.host, effect.sends)
    case 'change':
      return call.change(effect.change, effect.target)
  }
}

/** A file of code, or what its name stands for: standard input, another command's output. */
export function runFile(file: Word, rest: readonly Word[], call: ProgramCall, language: Language | null): void {
  if (/(^|\/)(sallyport\/dist\/cli\.js|\.bin\/sallyport)$/.test(wordText(file)))
    return runSallyport({ ...call, args: rest })
  if (isStdin(file)) return runStdin(call, language)
  if (comesFromElsewhere(file)) return call.opaque('code from a process substitution')
  runFrontScript(file, rest, call)
  call.code(file, `${call.name} FILE`, text => runCode(text, call, language))
}

/** Code that comes through standard input: read if it is certain, else as a shell would take it. */
export function runStdin(call: ProgramCall, language: Language | null): void {
  const { stdin } = call.frame
  if (stdin.from !== 'text') return readStdin(call)
  if (stdin.hidden === true) call.change('code/hidden', stdin.text)
  runCode(stdin.text, call, language)
}
