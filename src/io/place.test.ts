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

describe('the place of a call', () => {
  test.each([
    ['the git root above the working directory is the workspace', join(project, 'src'), undefined, [project]],
    ["the client's project directory takes precedence", project, [join(project, 'src')], [join(project, 'src')]],
    ['a home directory is never a workspace', home, undefined, []],
    ['the root directory is never a workspace', '/', undefined, []],
    ['a directory that contains a home is never a workspace', home, [join(home, '..')], []],
    ["another user's home is never a workspace", project, ['/home/alice'], []],
  ] as const)('%s', (_note, cwd, workspace, expected) => {
    expect(place(cwd, workspace).workspace).toEqual(expected)
  })

  test("Sallyport's installation counts as its own files, so that an agent cannot rewrite it", () => {
    expect(place(project).own).toContain(packageRoot())
  })

  test("in Sallyport's own repository its code is the project", () => {
    expect(place(packageRoot(), [packageRoot()]).own).not.toContain(packageRoot())
  })
})
