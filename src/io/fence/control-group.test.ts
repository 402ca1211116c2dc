import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { unlimited } from '../../fence/profile.ts'
import { groupedLimits, makeControlGroup, type SystemGroups } from './control-group.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(`${tmpdir()}/sallyport-groups-`)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** A made-up group: the kernel makes the files of a new group, here they are made in advance. */
function directory(path: string, files: Readonly<Record<string, string>> = {}): void {
  mkdirSync(`${root}${path}`, { recursive: true })
  for (const [name, text] of Object.entries({ 'cgroup.procs': '', ...files }))
    writeFileSync(`${root}${path}/${name}`, text)
}

const newKind = (own: string): SystemGroups => ({
  own: `0::${own}\n`,
  mounts: `30 25 0:27 / ${root} rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n`,
})

describe('where control groups can be made', () => {
  test('beside this process, if the group above hands the controllers down', () => {
    directory('/app', { 'cgroup.subtree_control': 'memory pids\n' })
    directory('/app/me', { 'cgroup.subtree_control': '\n' })
    expect(groupedLimits(newKind('/app/me'))).toEqual(['memory', 'processes'])
  })

  test('nowhere, if no group above hands them down', () => {
    directory('/app/me', { 'cgroup.subtree_control': '\n' })
    directory('', { 'cgroup.subtree_control': '\n' })
    expect(groupedLimits(newKind('/app/me'))).toEqual([])
  })

  test('in the older kind below this process, for each controller on its own', () => {
    directory('/pids/box')
    const mounts = `31 25 0:28 /box ${root}/pids/box rw - cgroup cgroup rw,pids\n`
    expect(groupedLimits({ own: '8:pids:/box\n4:memory:/box\n', mounts })).toEqual(['processes'])
  })

  test('nowhere without control groups', () => expect(groupedLimits({ own: '', mounts: '' })).toEqual([]))
})

test('a limit that has no group means that there is no run', () =>
  expect(makeControlGroup(['memory'], { ...unlimited, memory: 1 }, { own: '', mounts: '' })).toMatchObject({
    ok: false,
    faults: [{ code: 'sandbox_denied' }],
  }))

test('without limits there is nothing to enter', () => {
  const made = makeControlGroup(['memory'], unlimited, { own: '', mounts: '' })
  expect(made.ok && made.value.enter).toEqual([])
})

describe.skipIf(process.getuid?.() !== 0 || !groupedLimits().includes('processes'))('a group of this machine', () => {
  test('has its limit, and is gone after the run', () => {
    const made = makeControlGroup(['processes'], { ...unlimited, processes: 7 })
    if (!made.ok) throw new Error(made.faults[0].message)
    const file = made.value.enter.at(-1) ?? ''
    const group = file.replace(/\/cgroup\.procs$/, '')
    expect(readFileSync(`${group}/pids.max`, 'utf8')).toBe('7\n')
    expect(made.value.reached()).toBeNull()
    expect(made.value.remove()).toBe(true)
    expect(() => readdirSync(group)).toThrow()
  })
})
