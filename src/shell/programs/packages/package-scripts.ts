import { isObject, ownString } from '../../../core/json.ts'
import { isWithin, parentOf } from '../../../core/path.ts'
import { isKnown, wordText } from '../../../core/word.ts'
import { places } from '../../frame/scope.ts'
import { readProjectScript } from '../../provenance/project-script.ts'
import { argumentsByTable } from '../engine/named-arguments.ts'
import type { ProgramCall } from '../engine/program-call.ts'

/**
 * The script that `npm test`, `pnpm build` and similar commands start, from `package.json`, read as the project's own shell
 * text. If an option names another directory, the script is not the one found here and stays unread.
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
      if (text !== undefined)
        readProjectScript(text, { link: `${call.name} ${script}`, span, cwd: found.directory }, frame)
    }
  }
}

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

function packageAbove(start: string, { frame: { world } }: ProgramCall) {
  const isInside = (directory: string) => world.place.workspace.some(root => isWithin(directory, root))
  for (let directory = start; isInside(directory); directory = parentOf(directory)) {
    const text = world.facts.text(`${directory}/package.json`)
    if (text === null) continue
    const scripts = scriptsIn(text)
    return scripts === null ? null : { directory, scripts }
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
