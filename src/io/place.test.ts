import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { findPlace } from './place.ts'
import { packageRoot } from './policies/presets.ts'

const home = realpathSync(mkdtempSync(join(tmpdir(), 'sallyport-place-')))
const project = join(home, 'project')
mkdirSync(join(project, '.git'), { recursive: true })
mkdirSync(join(project, 'src'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const place = (cwd: string, workspace?: readonly string[]) =>
  findPlace({ cwd, env: { HOME: home }, ...(workspace === undefined ? {} : { workspace }) })

describe('where calls stand', () => {
  test.each([
    ['the git root around the working directory is the workspace', join(project, 'src'), undefined, [project]],
    ['the client knows better', project, [join(project, 'src')], [join(project, 'src')]],
    ["a home is nobody's workspace", home, undefined, []],
    ["the root is nobody's workspace", '/', undefined, []],
    ["what contains a home is nobody's workspace", home, [join(home, '..')], []],
    ["another person's home is nobody's workspace", project, ['/home/alice'], []],
  ] as const)('%s', (_note, cwd, given, expected) => {
    expect(place(cwd, given).workspace).toEqual(expected)
  })

  test('the installed program is its own, so that an agent cannot rewrite its guard', () => {
    expect(place(project).own).toContain(packageRoot())
  })

  test('in its own repository it is the project', () => {
    expect(place(packageRoot(), [packageRoot()]).own).not.toContain(packageRoot())
  })
})
