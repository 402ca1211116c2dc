import { approvesCalls, loosensMode, type RunMode, runModes } from '../../core/switches/run-mode.ts'
import type { SetMode } from '../../core/switches/switches.ts'
import { visible } from '../../core/wording/visible.ts'
import { ownPaths } from '../../io/paths.ts'
import { openModes } from '../../io/stores/mode.ts'
import { defineCommand } from '../define-command.ts'
import { clockTime } from '../terminal/clock-time.ts'
import { confirm, hasTerminal } from '../terminal/confirm.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import { failed, print, printJson, usageError } from '../terminal/outcome.ts'
import { unknownWord } from '../terminal/unknown-word.ts'
import { findSession } from './find-session.ts'
import { ownSwitches, reportChange } from './own-switches.ts'

export const modeCommand = defineCommand({
  help: `usage: sallyport mode [--json]
       sallyport mode MODE [--session ID]

Shows or changes how much you are asked, from the next call on. Without --session it counts for
all sessions that have no mode of their own.

  default      as the policies say
  careful      asks before everything that changes something
  edit         does not ask about edits in the workspace, except sensitive files
  auto         does not ask, except about what is destructive, sensitive or not understood, what
               sends data out, and what asks for more rights
  automation   no person answers: a call that would ask is denied

No mode lifts a deny, the floor, or what your organisation asks about. Careful mode and automation
that a policy or an environment variable turns on stay on. Only a person at a terminal can choose
a mode that asks less.

  --session ID   only for this session: its id, or the start of it
  --json         print the modes as JSON

exit codes: 0 shown or changed, 2 not changed or not recorded, 64 usage
`,
  options: { session: { type: 'string' }, json: { type: 'boolean' } },
  operands: { most: 1, otherwise: 'name one mode' },
  async run(options) {
    const [given] = options.operands
    const modes = openModes(ownPaths().modes)
    if (given === undefined) return options.flag('json') ? printJson(modes.list()) : print(modesText(modes))
    const mode = runModes.find(one => one === given)
    if (mode === undefined)
      return usageError(unknownWord({ what: 'mode', given, known: runModes, help: 'sallyport mode --help' }))
    const wanted = options.text('session')
    const session = wanted === undefined ? null : findSession(wanted)
    if (wanted !== undefined && session === null) return exitCodes.deny
    const before = session === null ? modes.readAll() : modes.read(session)
    if (loosensMode(before.mode, mode)) {
      if (!hasTerminal()) return failed('only a person at a terminal can choose a mode that asks less; run it there')
      if (approvesCalls(mode) && !(await confirm(`${question[mode]} Switch to ${mode}?`)))
        return failed('not switched; nothing has changed')
    }
    return reportChange(
      await ownSwitches().mode(mode, session),
      `mode ${mode} for ${session === null ? 'all sessions' : `session ${visible(session)}`}, from the next call on`,
    )
  },
})

const question: Readonly<Record<RunMode, string>> = {
  default: '',
  careful: '',
  automation: '',
  edit: 'Edits in the workspace will run without a question.',
  auto: 'Calls that would ask will run without a question, unless they are destructive, sensitive, not understood or send data out.',
}

interface ModesShown {
  readAll(): SetMode
  list(): readonly SetMode[]
}

const modesText = (modes: ModesShown): string =>
  [
    `${modeText(modes.readAll())}\n`,
    ...modes
      .list()
      .flatMap(set => (set.session === null ? [] : [`  ${modeText(set)} (session ${visible(set.session)})\n`])),
  ].join('')

/** A mode and who chose it. */
export const modeText = ({ mode, by, at }: SetMode): string =>
  by === '' ? mode : `${mode}, set by ${visible(by)}${at === 0 ? '' : ` at ${clockTime(at)}`}`
