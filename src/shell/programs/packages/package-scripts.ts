import { isObject, ownString } from '../../../core/json.ts'
import { baseName, isWithin, parentOf } from '../../../core/path.ts'
import { isKnown, knownPrefix, wordText } from '../../../core/word.ts'
import { places } from '../../frame/scope.ts'
import { introducedAt } from '../../provenance/introduced-code.ts'
import { readProjectScript } from '../../provenance/project-script.ts'
import { cutPrefix } from '../engine/arguments.ts'
import { argumentsByTable } from '../engine/named-arguments.ts'
import type { ProgramCall } from '../engine/program-call.ts'

/**
 * The script that `npm test`, `pnpm build` and similar commands start, from `package.json`, read as the project's own shell
 * text, or as the call's if the call itself wrote the file. If an option names another directory, the script is not the one found here and stays unread.
 */
export function readPackageScript(call: ProgramCall): void {
  const { frame, span } = call
  if (frame.isProject || frame.where.at !== 'local') return
  const { words, options } = argumentsByTable(call.findProgram(call.name), call.args)
  if ([...options.keys()].some(option => placeOptions.has(option))) return
  const [first = '', second = ''] = words.map(wordText)
  const name = first === 'run' || first === 'run-script' ? second : first
  if (name === '') return
  for (const found of places(frame.scope).map(place => (isKnown(place) ? packageAbove(place, call) : null))) {
    if (found === null) continue
    for (const script of [`pre${name}`, name, `post${name}`]) {
      const text = ownString(found.scripts, script)
      const link = `${call.name} ${script}`
      if (text === undefined || frame.chain.includes(link)) continue
      if (found.isWritten) call.script(text, link, { cwd: found.directory })
      else readProjectScript(text, { link, span, cwd: found.directory }, frame)
    }
  }
}

/**
 * The scripts that the call itself has set, judged as commands of the call: `npm pkg set scripts.test=… && npm test`. All of
 * them count, because installing and packing run scripts too.
 */
export function runScriptsSetBefore(call: ProgramCall): void {
  if (call.args.includes('pkg')) return
  for (const effect of [...call.frame.recorder.effects]) {
    if (effect.kind !== 'run' || !editors.has(baseName(wordText(effect.program)))) continue
    const at = effect.args.indexOf('pkg')
    if (at < 0 || effect.args[at + 1] !== 'set') continue
    for (const word of effect.args.slice(at + 2)) {
      const start = /^scripts\.([\w:-]+)=/.exec(knownPrefix(word))
      const link = `${call.name} ${start?.[1]}`
      // A script may start itself again.
      if (call.frame.chain.includes(link)) continue
      if (start !== null) call.script(cutPrefix(word, start[0].length), link)
      else if (!isKnown(word) || !harmlessFields.test(word))
        call.opaque(`package settings written by this same command: \`${wordText(word)}\``)
    }
  }
}

const editors = new Set(['npm', 'pnpm', 'bun'])

/** Options, and fields of `package.json` that describe the package and name no code. */
const harmlessFields =
  /^(-|(name|version|description|keywords|author|contributors|license|private|repository|homepage|bugs|engines|os|cpu|funding|type|files|packageManager|publishConfig\.access|sideEffects|\w*[dD]ependencies)([.[=]|$))/

/** Whether the package in the working directory has a script of that name. */
export const hasPackageScript = (name: string, call: ProgramCall): boolean =>
  places(call.frame.scope).every(place => {
    const found = isKnown(place) ? packageAbove(place, call) : null
    return found !== null && ownString(found.scripts, name) !== undefined
  })

const placeOptions = new Set([
  '--prefix',
  '-C',
  '--cwd',
  '--dir',
  '--workspace',
  '-w',
  '--filter',
  '-F',
  '--recursive',
  '-r',
])

function packageAbove(start: string, { frame }: ProgramCall) {
  const { world } = frame
  const isInside = (directory: string) => world.place.workspace.some(root => isWithin(directory, root))
  for (let directory = start; isInside(directory); directory = parentOf(directory)) {
    const file = `${directory}/package.json`
    const written = introducedAt(file, frame)?.text ?? null
    const text = written ?? world.facts.text(file)
    if (text === null) continue
    const scripts = scriptsIn(text)
    return scripts === null ? null : { directory, scripts, isWritten: written !== null }
  }
  return null
}

function scriptsIn(text: string) {
  try {
    const value: unknown = JSON.parse(text)
    const scripts = isObject(value) ? value['scripts'] : undefined
    return isObject(scripts) ? scripts : null
  } catch {
    return null
  }
}
