import { ok } from '../../core/fault.ts'
import { analyseArgv } from '../../shell/analyse.ts'
import { each, field, textsUnder } from '../fields.ts'
import { defineTool, type Tool } from '../tool.ts'
import { commandAccount, commandFields, commandWorld, toldKeys } from './command.ts'

/** Tools that start a program with a list of arguments, without a shell. */
const argvTool = (key: string): Tool => {
  const told = toldKeys(key)
  return defineTool({
    family: 'shell-exec',
    category: 'shell_exec',
    tier: 'execute',
    fields: { ...each(key, field.argv), ...commandFields },
    account: (input, setting) => {
      const argv = textsUnder(input, key)
      const world = commandWorld(input, setting.world)
      return ok(commandAccount({ analysis: analyseArgv(argv, world), input, world, said: { argv }, told }))
    },
  })
}

export const shellExec = argvTool('argv')
export const shell = argvTool('command')

export const shellExecTools: Readonly<Record<string, Tool>> = { shell_exec: shellExec, shell }
