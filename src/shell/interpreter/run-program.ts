import type { Run } from '../../core/effect.ts'
import { baseName, resolvePath } from '../../core/path.ts'
import { isKnown, type Word, wordText } from '../../core/word.ts'
import type { Frame, Stdin } from '../frame/frame.ts'
import { placeFrom, places } from '../frame/scope.ts'
import { locateAll } from '../frame/touch.ts'
import { variableKind } from '../frame/variable-table.ts'
import { comparedSecret } from '../output/compared-secret.ts'
import { soughtCredential } from '../output/credential-search.ts'
import { filesEmptiedBy, recordEmptied } from '../output/emptied-files.ts'
import { printedFromArchive } from '../output/packed-secret.ts'
import { hidesNames, printedSecret } from '../output/printed-secret.ts'
import { applyTable } from '../programs/engine/apply.ts'
import { isBareHelp } from '../programs/engine/asks-for-help.ts'
import { applyBuildVariable } from '../programs/engine/build-variable.ts'
import { withOptions } from '../programs/engine/given-options.ts'
import { addressWithLocalData } from '../programs/engine/local-data.ts'
import { mayBeOption } from '../programs/engine/may-be-option.ts'
import { readNamedSecrets } from '../programs/engine/named-secrets.ts'
import type { Invocation, ProgramCall } from '../programs/engine/program-call.ts'
import { recordInstructions } from '../programs/engine/record-instructions.ts'
import { scriptDialect } from '../programs/languages/shells.ts'
import { readPackageScript, runScriptsSetBefore } from '../programs/packages/package-scripts.ts'
import { introducedAt } from '../provenance/introduced-code.ts'
import { isShellScript, readProjectScript } from '../provenance/project-script.ts'
import { scriptWords } from '../provenance/scratch-script.ts'
import { findTable } from './find-table.ts'
import { isProjects, makeProgramCall } from './make-program-call.ts'
import { foundOnPath } from './search-path.ts'
import { isNewPlace, variableRisk } from './variable-risk.ts'

/** Starts a program: records the run, then the effects that its table derives from its arguments and environment. */
export function runProgram(invocation: Invocation, frame: Frame): void {
  const { program } = invocation
  const shadow = foundOnPath(program, invocation.env, frame)
  if (shadow !== null) return runProgram({ ...invocation, program: shadow }, frame)
  const found = findTable(invocation, frame)
  const script = found === null ? scriptWords(program, frame) : null
  if (script !== null)
    return runProgram({ ...invocation, ...script, args: [...script.args, ...invocation.args] }, frame)
  // Another program of a known name may do anything; the effects of the known one still count.
  const code = found?.vouches === true ? 'known' : codeOf(program, frame)
  const run: Run = {
    kind: 'run',
    program,
    args: invocation.args,
    env: invocation.env,
    cwd: frame.scope.cwd,
    code,
    tier: found?.vouches === true ? found.table.tier : 'execute',
    span: invocation.span,
    chain: frame.chain,
    where: frame.where,
    by: null,
  }
  const from = found?.from ?? null
  const index = frame.recorder.add(from === null ? run : { ...run, table: from })
  const args = withOptions(found?.table, invocation, frame)
  const call = makeProgramCall({ ...invocation, args }, index, frame)
  if (!isKnown(program) && found === null) call.opaque(`a program only known at run time: \`${wordText(program)}\``)
  for (const entry of invocation.env) {
    const isUnused = isNewPlace(entry, frame) || (program === 'echo' && variableKind(entry.name) === 'setting')
    const why = isUnused ? null : variableRisk(entry, invocation.span, frame)
    if (why !== null) call.opaque(why)
  }
  if (code === 'project') runOwnProgram(call)
  if (found === null) return
  if (found.table.custom !== undefined && !isBareHelp(args, found.table)) found.table.custom(call)
  else applyTable(found.table, call)
  readNamedSecrets(found.table, call, frame.recorder.effects.slice(index + 1))
  const option = mayBeOption(found.table, args, call.name)
  if (option !== null) call.opaque(option)
  const amended = frame.recorder.effects[index]
  if (amended?.kind !== 'run') return
  if (scriptRunners.has(call.name)) {
    if (amended.code === 'project') readPackageScript(call)
    if (amended.tier !== 'read') runScriptsSetBefore(call)
  }
  const derived = () => frame.recorder.effects.slice(index + 1).filter(effect => effect.by === index)
  const sought = soughtCredential(
    amended,
    derived,
    frame.stdin.from === 'pipe' && frame.stdin.records,
    frame.world.facts,
  )
  if (sought !== null) call.change('secrets/search', sought)
  const printed = printedSecret(amended, templateOf(call))
  if (printed !== null) call.change('secrets/read', printed)
  if (frame.stdin.from === 'pipe' && frame.stdin.environment && hidesNames(amended)) call.change('secrets/read', null)
  for (const secretIn of frame.where.at === 'local' ? [printedFromArchive, comparedSecret] : []) {
    const found = secretIn(amended, derived(), frame)
    if (found !== null) call.touch('read', found, 'directory')
  }
  recordInstructions(amended, call)
  const carried = addressWithLocalData(call.name, args)
  if (carried !== null && !derived().some(effect => effect.kind === 'connect' && effect.sends))
    call.connect(carried, false)
  recordEmptied(filesEmptiedBy(amended, derived, frame.stdin), invocation.span, frame)
}

/** `envsubst < template` fills the file's variables in and shows them. */
function templateOf({ name, frame }: ProgramCall): Stdin {
  const { stdin, output, world, where } = frame
  if (name !== 'envsubst' || stdin.from !== 'file' || output !== 'shown' || where.at !== 'local') return stdin
  const path = placeFrom(frame.scope.cwd, stdin.path)
  const text = isKnown(path) ? world.facts.text(resolvePath('/', path)) : null
  return text === null ? stdin : { from: 'text', text }
}

const scriptRunners = new Set(['npm', 'pnpm', 'yarn', 'bun'])

/** `./build.sh`: a file of the project, or one that this call wrote. */
function runOwnProgram(call: ProgramCall): void {
  const { frame, program, span, args } = call
  if (call.name === 'configure') for (const arg of args) applyBuildVariable(arg, call)
  for (const place of places(frame.scope)) {
    const path = resolvePath('/', wordText(placeFrom(place, program)))
    const brought = introducedAt(path, frame)
    if (brought === null) {
      const text = frame.isProject ? null : frame.world.facts.text(path)
      if (text !== null && isShellScript(path, text))
        readProjectScript(text, { link: baseName(path), span, positional: args }, frame)
    } else if (brought.text !== null && isShellScript(path, brought.text))
      call.script(brought.text, baseName(path), {
        positional: args,
        dialect: scriptDialect(brought.text, frame.dialect),
      })
    else
      call.opaque(brought.text === null ? brought.why : `code downloaded or written by this same command: \`${path}\``)
  }
}

function codeOf(program: Word, frame: Frame): Run['code'] {
  // `NAME%%=x/y` is neither an assignment in bash nor a file of the project.
  if (!isKnown(program) || !program.includes('/') || frame.where.at !== 'local') return 'unknown'
  // Nor is text for a shell: `curl https://… | sh`.
  if (/^[^/]*[=\s|;&<>$`(]/.test(program)) return 'unknown'
  const touches = locateAll({ kind: 'read', path: program, how: 'program' }, frame)
  return touches.every(touch => isProjects(touch, frame)) ? 'project' : 'unknown'
}
