import { faultText } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import { personName, recordSetting } from '../../io/journal/record-setting.ts'
import { ownPaths } from '../../io/paths.ts'
import { writePause } from '../../io/stores/pause.ts'
import { parseDuration } from '../../policy/read/duration.ts'
import { defineCommand } from '../define-command.ts'
import { clockTime } from '../terminal/clock-time.ts'
import { confirm, hasTerminal } from '../terminal/confirm.ts'
import { failed, print, usageError } from '../terminal/outcome.ts'

export const pauseCommand = defineCommand({
  help: `usage: sallyport pause DURATION

For that time (\`90s\`, \`10m\`; at most \`1h\`) the gate only watches: it records the calls that it
would have stopped and leaves them to the client's own prompts. The floor (limits that no policy can
lift) and your organisation's rules still apply. A pause ends by itself, or with \`sallyport resume\`.
Only a person at a terminal can pause.

exit codes: 0 paused, 2 not paused, 64 usage
`,
  async run(options) {
    const [text, ...others] = options.operands
    const duration = text === undefined || others.length > 0 ? null : parseDuration(text)
    if (duration === null) return usageError('name one duration of at most an hour, such as `10m`')
    if (duration > limits.pauseMs)
      return usageError(`the longest pause is an hour, not \`${text}\`; use \`sallyport pause 1h\``)
    if (!hasTerminal()) return failed('only a person at a terminal can pause the gate; run it there')
    return (await confirm(`For ${text}, only the floor and your organisation's rules will stop calls. Pause?`))
      ? pause(duration)
      : failed('not paused; nothing has changed')
  },
})

/** INVARIANT: a pause is recorded before it begins. */
async function pause(duration: number): Promise<number> {
  const at = Date.now()
  const until = at + duration
  const recorded = await recordSetting('pause', `until ${new Date(until).toISOString()}`)
  if (!recorded.ok) return failed(`not paused, because it cannot be recorded: ${faultText(recorded.faults[0])}`)
  const written = writePause(ownPaths().pause, { at, until, by: personName() })
  if (!written.ok) return failed(faultText(written.faults[0]))
  return print(`paused until ${clockTime(until)}; \`sallyport resume\` ends it earlier\n`)
}
