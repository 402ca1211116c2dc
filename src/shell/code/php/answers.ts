import { isKnown } from '../../../core/word.ts'
import { secretVariable } from '../effects/secret-variables.ts'
import { argumentWord, foundNames, sameValue } from '../evaluation/answers.ts'
import { basePath, home, parentPath } from '../evaluation/path-words.ts'
import { everyName, textValue } from '../evaluation/value.ts'
import type { CallEvaluator } from '../library.ts'

const ofText =
  (change: (text: string) => string | null): CallEvaluator =>
  call => {
    const word = argumentWord(call, 0)
    const changed = word !== null && isKnown(word) && call.args.length === 1 ? change(word) : null
    return changed === null ? null : textValue(changed)
  }

const variables: ReadonlyMap<string, string> = new Map([
  ['HOME', home],
  ['PWD', '.'],
])

/** Values of calls that can be computed. Without an argument, `getenv()` is the whole environment. */
export const answers: ReadonlyMap<string, CallEvaluator> = new Map<string, CallEvaluator>([
  ['php.getcwd()', () => textValue('.')],
  ['php.sys_get_temp_dir()', () => textValue('/tmp')],
  ['php.realpath()', sameValue],
  ['php.glob()', foundNames],
  ['php.scandir()', () => ({ is: 'many', item: textValue(everyName) })],
  ['php.dirname()', ofText(parentPath)],
  ['php.basename()', ofText(basePath)],
  [
    'php.getenv()',
    call => {
      if (call.args.length === 0) return { is: 'ref', name: 'php.$_ENV' }
      const name = argumentWord(call, 0)
      if (name !== null && isKnown(name) && secretVariable('php.$_ENV', name) !== null)
        return secretVariable('php.$_ENV', name)
      return ofText(one => variables.get(one) ?? null)(call)
    },
  ],
])
