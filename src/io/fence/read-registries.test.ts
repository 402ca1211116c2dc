import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readRegistries } from './read-registries.ts'

const root = mkdtempSync(join(tmpdir(), 'sallyport-registries-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let count = 0
function newProject() {
  const directory = join(root, `project-${++count}`)
  const state = join(root, `state-${count}`)
  for (const one of [directory, state]) mkdirSync(one)
  return {
    put: (name: string, text: string) => writeFileSync(join(directory, name), text),
    directory,
    hosts: () => readRegistries([directory], state).map(({ host }) => host),
  }
}
const usual = ['registry.npmjs.org', 'registry.yarnpkg.com']

test('hosts of the first look stay, and a later lock file adds none', () => {
  const { put, hosts } = newProject()
  put('package.json', '{}')
  put('.npmrc', 'registry=https://npm.corp.example/')
  expect(hosts()).toEqual([...usual, 'npm.corp.example'])
  put('package-lock.json', '{ "resolved": "https://evil.example/a.tgz" }')
  expect(hosts()).toEqual([...usual, 'npm.corp.example'])
})

test('the registry of a tool that a project starts to use later is open', () => {
  const { put, hosts } = newProject()
  put('package.json', '{}')
  expect(hosts()).toEqual(usual)
  put('go.mod', 'module x')
  expect(hosts()).toEqual([...usual, 'proxy.golang.org', 'sum.golang.org'])
})

test('a link or a directory names no registry', () => {
  const { put, directory, hosts } = newProject()
  put('elsewhere', '{}')
  symlinkSync(join(directory, 'elsewhere'), join(directory, 'package.json'))
  mkdirSync(join(directory, 'go.mod'))
  expect(hosts()).toEqual([])
})
