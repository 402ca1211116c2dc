import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isObject, type Json } from '../../src/core/json.ts'

const samples = resolve(import.meta.dirname, '..', 'hooks', 'samples')

type Hook = Readonly<Record<string, Json>>

/** A second hook beside every one of ours that keeps what the client sends: a line for each time. */
export const tapHooks = (settings: string, log: string): void =>
  isPlugin(settings)
    ? changePlugin(settings, command => `tee -a '${log}' | { ${command}; }; ended=$?; echo >> '${log}'; exit $ended`)
    : changeHooks(settings, list => [
        ...list,
        ...eachHook(list, hook => withCommand(hook, `{ cat; echo; } >> '${log}'`)),
      ])

/** Other commands in the place of ours, with less patience for them. */
export const spoilHooks = (settings: string, command: string): void =>
  isPlugin(settings)
    ? changePlugin(settings, () => command)
    : changeHooks(settings, list => eachHook(list, hook => hurried(withCommand(hook, command))))

/** Where a client has plugins, ours starts the hook. */
const isPlugin = (settings: string): boolean => settings.endsWith('.js')

function changePlugin(file: string, change: (command: string) => string): void {
  const text = readFileSync(file, 'utf8')
  const [, command = ''] = /^ {2}"command": (.*),$/m.exec(text) ?? []
  const changed = text.replace(command, () => JSON.stringify(change(JSON.parse(command))))
  writeFileSync(file, changed.replace('deadlineMs = 25e3', 'deadlineMs = 1e3'))
}

function changeHooks(settings: string, change: (list: readonly Json[]) => readonly Json[]): void {
  const file = JSON.parse(readFileSync(settings, 'utf8'))
  for (const event of Object.keys(file.hooks)) file.hooks[event] = change(file.hooks[event])
  writeFileSync(settings, JSON.stringify(file))
}

/** Some clients have lists of hooks, some have lists of groups of them. */
const eachHook = (list: readonly Json[], change: (hook: Hook) => Hook): readonly Json[] =>
  list.map(item => {
    if (!isObject(item)) return item
    const hooks = item['hooks']
    return Array.isArray(hooks) ? { ...item, hooks: eachHook(hooks, change) } : change(item)
  })

const withCommand = (hook: Hook, command: string): Hook => ({ ...hook, ['bash' in hook ? 'bash' : 'command']: command })

/** A second, in the unit that the client counts in. */
const hurried = (hook: Hook): Hook =>
  Object.fromEntries(
    Object.entries(hook).map(([key, value]) => [
      key,
      key.startsWith('timeout') && typeof value === 'number' ? value / 30 : value,
    ]),
  )

/** What the tap kept. */
export const tappedIn = (log: string): readonly Json[] =>
  existsSync(log)
    ? readFileSync(log, 'utf8')
        .split('\n')
        .filter(line => line !== '')
        .map(line => JSON.parse(line))
    : []

/**
 * The sample that the unit tests read, so that a client which sends other keys from now on fails a test. With
 * SALLYPORT_SAMPLES=write what the client sends becomes the sample.
 */
export function sampleOf(name: string, sent: Json, ground: string): Json {
  const file = join(samples, `${name}.json`)
  if (process.env['SALLYPORT_SAMPLES'] === 'write') {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${JSON.stringify(withoutTraces(sent, ground), null, 2)}\n`)
  }
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** The same, whoever runs it, wherever and whenever. */
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

/** Every key of a value, with what leads to it. */
export function keysOf(value: Json, before = ''): readonly string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap(item => keysOf(item, `${before}[]`)))]
  if (!isObject(value)) return []
  return Object.entries(value)
    .flatMap(([key, item]) => [`${before}.${key}`, ...keysOf(item, `${before}.${key}`)])
    .sort()
}
