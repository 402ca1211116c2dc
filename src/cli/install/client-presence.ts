import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'
import { clientSettings } from '../../adapters/install/clients.ts'
import { settingsPlace, targetOf } from './settings-target.ts'

/** Whether a client is on this machine: its program is on the PATH, or its folder exists. */
export function isClientPresent(client: string): boolean {
  const program = clientSettings[client]?.checkup?.program ?? client
  const target = targetOf(client, 'user')
  return isOnPath(program) || (target.ok && existsSync(folderOf(target.value.path, settingsPlace().home)))
}

const isOnPath = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some(folder => folder !== '' && isExecutable(join(folder, program)))

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The client's folder: `~/.claude`, `~/.config/opencode`; the folder of its settings if that is outside the home. */
function folderOf(settings: string, home: string): string {
  const [first = '', second = ''] = relative(home, settings).split('/')
  if (first === '..') return dirname(settings)
  return first === '.config' ? join(home, first, second) : join(home, first)
}
