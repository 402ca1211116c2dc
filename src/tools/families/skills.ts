import { fail, ok } from '../../core/fault.ts'
import { type JsonObject, ownString } from '../../core/json.ts'
import { analyseArgv } from '../../shell/analyse.ts'
import { opaque } from '../effects.ts'
import { each, field } from '../fields.ts'
import { sanitise } from '../sanitise.ts'
import { type Account, defineTool, type Tool } from '../tool.ts'
import { commandAccount, commandFields, toldKeys, worldIn } from './command.ts'

/** The skill decides where an action runs, so the call has no directory. */
const { cwd: _cwd, workdir: _workdir, ...options } = commandFields

/** Runs an action of a skill; judged as the command of that action (R121). */
export const skillExec: Tool = defineTool({
  family: 'skills',
  category: 'shell_exec',
  tier: 'execute',
  fields: { ...each('skill_mention action_id', field.name), ...options },
  account: (input, { world, ports }) => {
    const mention = ownString(input, 'skill_mention') ?? ''
    const action = ownString(input, 'action_id') ?? ''
    const command = ports.resolveSkill?.(mention, action) ?? null
    if (command === null || command.argv.length === 0)
      return ok(unread(input, `unknown action \`${action.slice(0, 80)}\` of skill \`${mention.slice(0, 80)}\``))
    if (command.argv.some(word => word.includes('\0')))
      return fail('nul_byte', `the command of action \`${action.slice(0, 80)}\` contains a NUL byte`)
    const place = command.cwd === undefined ? world : worldIn(command.cwd, world)
    const said = {
      ...(command.digest === undefined ? {} : { action_sha256: command.digest }),
      ...{ skill_mention: mention, action_id: action, argv: command.argv },
    }
    const analysis = analyseArgv(command.argv, place)
    return ok(
      commandAccount({
        analysis,
        input,
        world: place,
        said,
        told: skillKeys,
        ...(command.env === undefined ? {} : { env: command.env }),
      }),
    )
  },
})

const skillKeys = toldKeys('skill_mention', 'action_id')

/** Loading a skill can run commands in its text that no hook sees. */
const loadSkill: Tool = defineTool({
  family: 'skills',
  category: 'custom',
  tier: 'execute',
  fields: each('skill name command args arguments', field.note),
  account: input => {
    const name = ['skill', 'name', 'command'].map(key => ownString(input, key)).find(text => text !== undefined) ?? ''
    return ok(unread(input, `skill \`${name.slice(0, 80)}\``))
  },
})

const unread = (input: JsonObject, why: string): Account => ({
  effects: [opaque(why)],
  risk: { argv: [], riskLevel: 'medium', reason: 'a skill may run commands that Sallyport does not see' },
  ...sanitise(input),
  summary: why,
})

export const skillTools: Readonly<Record<string, Tool>> = {
  skill_exec: skillExec,
  'Skill SlashCommand skill activate_skill': loadSkill,
}
