import type { ObjectEntries } from 'valibot'
import { ok } from '../../core/fault.ts'
import { type JsonObject, own, ownString } from '../../core/json.ts'
import { baseName, parentOf } from '../../core/path.ts'
import { readFenceAsk } from '../../fence/wish.ts'
import { analyse } from '../../shell/analyse.ts'
import { opaque } from '../effects.ts'
import { each, field, missing } from '../fields.ts'
import { type Account, defineTool, type Setting, type Tool } from '../tool.ts'
import { commandAccount, commandFields, commandWorld, toldKeys } from './command.ts'

interface TextTool {
  /** The key for the command. */
  readonly key: keyof typeof told
  readonly fields: ObjectEntries
}

const told = { command: toldKeys('command'), cmd: toldKeys('cmd') }

/** Tools that run a text in a shell. */
const textTool = ({ key, fields }: TextTool): Tool =>
  defineTool({
    family: 'shell-text',
    category: 'shell_exec',
    tier: 'execute',
    fields: { ...each(key, field.command), ...commandFields, ...fields },
    account: (input, setting) => ok(textAccount(input, key, setting)),
  })

function textAccount(input: JsonObject, key: keyof typeof told, setting: Setting): Account {
  const text = ownString(input, key) ?? ''
  const world = commandWorld(input, setting.world)
  const analysis = analyse(text, world)
  const { argv, isComplex, reason } = analysis.intent
  const intent = { argv, is_complex: isComplex, reason }
  const said = { [key]: text }
  const account = commandAccount({ analysis, input, world, said, intent, told: told[key], text, textKey: key })
  const shell = ownString(input, 'shell')
  return shell === undefined || isPosixShell(shell)
    ? account
    : {
        ...account,
        effects: [
          ...account.effects,
          opaque(`shell \`${shell.slice(0, 200)}\`, which may interpret the command differently`),
        ],
      }
}

/** Shells that interpret a command as bash does, in the directories where systems install them. */
const isPosixShell = (shell: string): boolean =>
  ['sh', 'bash', 'dash', 'zsh', 'ksh'].includes(baseName(shell)) &&
  (!shell.includes('/') || ['/bin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'].includes(parentOf(shell)))

export const shellCommand = textTool({ key: 'command', fields: each('login', field.flag) })

export const execCommand = textTool({
  key: 'cmd',
  fields: {
    ...each('yield_time_ms max_output_tokens columns rows', field.number),
    ...each('shell environment_id', field.optionalPath),
    ...each('login', field.flag),
  },
})

const bash = textTool({
  key: 'command',
  fields: {
    ...each('timeout initial_wait', field.number),
    ...each('run_in_background dangerouslyDisableSandbox async detach', field.flag),
    ...each('shellId sessionId mode', field.text),
    ...each('working_directory', field.optionalPath),
  },
})

const runShellCommand = textTool({
  key: 'command',
  fields: {
    ...each('directory dir_path', field.optionalPath),
    ...each('is_background wait_for_previous', field.flag),
    ...each('delay_ms', field.number),
  },
})

/** The fenced shell (R220): judged like `bash`, but its network is off unless the call asks for it (C13). */
const sandbox = defineTool({
  family: 'shell-text',
  category: 'shell_exec',
  tier: 'execute',
  fields: {
    ...commandFields,
    ...each('command', field.optionalCommand),
    ...each('operation network', field.text),
    ...each('timeout', field.number),
    ...each('memory cpu', field.note),
    ...each('read_only', field.flag),
  },
  account: (input, setting) => {
    const isStatus = own(input, 'operation') === 'status'
    if (!isStatus && ownString(input, 'command') === undefined) return missing('command', setting)
    const ask = readFenceAsk(input)
    if (!ask.ok) return ask
    const account = textAccount(input, 'command', setting)
    const widens = (own(input, 'network') ?? 'none') !== 'none'
    return ok({
      ...account,
      fence: 'restricted',
      fenceAsk: ask.value,
      escalated: account.escalated === true || widens,
    })
  },
})

export const shellTextTools: Readonly<Record<string, Tool>> = {
  shell_command: shellCommand,
  exec_command: execCommand,
  'Bash bash Shell': bash,
  run_shell_command: runShellCommand,
  sandbox,
}
