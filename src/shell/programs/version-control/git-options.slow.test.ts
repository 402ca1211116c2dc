import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { type Sorted, sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import { git } from './git.ts'

/** The lists that git itself prints for the shell's completion: `branch` and `--format=`, `--no-color`… */
const commands = lines(['--list-cmds=parseopt']).map(command => ({
  command,
  options: lines([command, '--git-completion-helper-all']).filter(word => /^--\w/.test(word)),
}))

function lines(args: readonly string[]): readonly string[] {
  const { status, stdout } = spawnSync('git', args, { input: '', encoding: 'utf8' })
  return status === null ? [] : stdout.split(/\s+/).filter(Boolean)
}

const table = compileProgram(git.git ?? { tier: 'read' })
const sort = (command: string, option: string): Sorted => sortArguments([command, option], table)
const isUnknown = ({ unknownCommand, unknownOptions, table }: Sorted): boolean =>
  unknownCommand !== null || (unknownOptions.length > 0 && table.table.otherOptions !== 'plain')

const quiet: ReadonlySet<string> = new Set(['plain', 'dry run', 'prints', 'operands read'])
const isDangerous = (sorted: Sorted): boolean =>
  isUnknown(sorted) || sorted.options.some(({ option, value }) => option.does(value).some(does => !quiet.has(does)))

describe.skipIf(commands.length === 0)('the options of the installed git', () => {
  test('fewer than 40 of them are unknown', context => {
    const all = commands.flatMap(({ command, options }) => options.map(option => ({ command, option })))
    const unknown = all.filter(({ command, option }) => isUnknown(sort(command, withValue(option))))
    context.annotate(`${unknown.length} of ${all.length} options of ${commands.length} commands are unknown`)
    expect(all.length).toBeGreaterThan(1_000)
    expect(unknown.map(({ command, option }) => `${command} ${option}`).slice(39)).toEqual([])
  })

  test('a dangerous option is dangerous in every abbreviation that git accepts', () => {
    const missed = commands.flatMap(({ command, options }) => {
      const names = options.map(option => option.replace('=', ''))
      return options
        .filter(option => isDangerous(sort(command, withValue(option))))
        .flatMap(option => abbreviations(option.replace('=', ''), names).map(short => `${short}${value(option)}`))
        .filter(short => !isDangerous(sort(command, short)))
        .map(short => `${command} ${short}`)
    })
    expect(missed).toEqual([])
  })
})

const value = (option: string): string => (option.endsWith('=') ? '=x' : '')
const withValue = (option: string): string => option.replace('=', '') + value(option)

/** The beginnings of a name that fit no other one. */
const abbreviations = (name: string, names: readonly string[]): readonly string[] =>
  [...name]
    .map((_, end) => name.slice(0, end))
    .filter(short => short.length > 2 && names.every(other => other === name || !other.startsWith(short)))

test.runIf(commands.length === 0)('git is not installed: its options were not compared', context => {
  context.skip('no git')
})
