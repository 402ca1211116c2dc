import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { patienceSeconds } from '../../src/adapters/install/hook-command.ts'
import { isObject, type Json } from '../../src/core/json.ts'

const samples = resolve(import.meta.dirname, '..', 'hooks', 'samples')

type Hook = Readonly<Record<string, Json>>

/** Adds a second hook next to each of ours that saves the client's requests, one per line. */
export const tapHooks = (settings: string, log: string): void =>
  isPlugin(settings)
    ? changePlugin(settings, command => `tee -a '${log}' | { ${command}; }; ended=$?; echo >> '${log}'; exit $ended`)
    : changeHooks(settings, list => [
        ...list,
        ...eachHook(list, hook => withCommand(hook, `{ cat; echo; } >> '${log}'`)),
      ])

/** Replaces our commands and shortens their timeouts. */
export const spoilHooks = (settings: string, command: string): void =>
  isPlugin(settings)
    ? changePlugin(settings, () => command)
    : changeHooks(settings, list => eachHook(list, hook => hurried(withCommand(hook, command))))

/** For clients with plugins, the plugin starts the hook. */
const isPlugin = (settings: string): boolean => settings.endsWith('.js')

function changePlugin(file: string, change: (command: string) => string): void {
  const text = readFileSync(file, 'utf8')
  const [, command = ''] = /^ {2}"command": (.*),$/m.exec(text) ?? []
  const changed = text.replace(command, () => JSON.stringify(change(JSON.parse(command))))
  writeFileSync(file, changed.replace('deadlineMs = 335e3', 'deadlineMs = 1e3'))
}

function changeHooks(settings: string, change: (list: readonly Json[]) => readonly Json[]): void {
  const file = JSON.parse(readFileSync(settings, 'utf8'))
  for (const event of Object.keys(file.hooks)) file.hooks[event] = change(file.hooks[event])
  writeFileSync(settings, JSON.stringify(file))
}

/** Changes every hook: some clients have lists of hooks, others lists of groups. */
const eachHook = (list: readonly Json[], change: (hook: Hook) => Hook): readonly Json[] =>
  list.map(item => {
    if (!isObject(item)) return item
    const hooks = item['hooks']
    return Array.isArray(hooks) ? { ...item, hooks: eachHook(hooks, change) } : change(item)
  })

const withCommand = (hook: Hook, command: string): Hook => ({ ...hook, ['bash' in hook ? 'bash' : 'command']: command })

/** Shortens the timeout to one second, in the client's own unit. */
const hurried = (hook: Hook): Hook =>
  Object.fromEntries(
    Object.entries(hook).map(([key, value]) => [
      key,
      key.startsWith('timeout') && typeof value === 'number' ? value / patienceSeconds : value,
    ]),
  )

/** The requests that `tapHooks` saved. */
export const tappedIn = (log: string): readonly Json[] =>
  existsSync(log)
    ? readFileSync(log, 'utf8')
        .split('\n')
        .filter(line => line !== '')
        .map(line => JSON.parse(line))
    : []

/**
 * The sample that the unit tests read. Comparing it with a real request shows when a client changes its keys. With
 * SALLYPORT_SAMPLES=write the request becomes the new sample.
 */
export function sampleOf(name: string, sent: Json, ground: string): Json {
  const file = join(samples, `${name}.json`)
  if (process.env['SALLYPORT_SAMPLES'] === 'write') {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${JSON.stringify(withoutTraces(sent, ground), null, 2)}\n`)
  }
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Replaces the parts that depend on the machine, the user or the time. */
const withoutTraces = (sent: Json, ground: string): Json =>
  JSON.parse(
    JSON.stringify(sent)
      .replaceAll(ground, '/ground')
      .replaceAll(process.execPath, '/usr/bin/node')
      .replaceAll(resolve(import.meta.dirname, '..', '..'), '/sallyport')
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '00000000-0000-4000-8000-000000000000')
      .replaceAll(/"transcript_path":"[^"]*"/g, '"transcript_path":"/ground/transcript.jsonl"')
      .replaceAll(/"timestamp":"[^"]*"/g, '"timestamp":"2026-01-01T00:00:00.000Z"')
      .replaceAll(/"timestamp":\d+/g, '"timestamp":1767225600000')
      .replaceAll(/PGID: \d+/g, 'PGID: 1')
      .replaceAll(/\bses_\w+/g, 'ses_1'),
  )

/** The path of every key in a value. */
export function keysOf(value: Json, before = ''): readonly string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap(item => keysOf(item, `${before}[]`)))]
  if (!isObject(value)) return []
  return Object.entries(value)
    .flatMap(([key, item]) => [`${before}.${key}`, ...keysOf(item, `${before}.${key}`)])
    .sort()
}
