import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axePath, hasBrowser, type Page } from './chromium.ts'
import { openStage, type Stage } from './stage.ts'

describe.skipIf(!hasBrowser)('the pages that tune the gate, in a browser', () => {
  let stage: Stage
  let page: Page

  beforeAll(async () => {
    stage = await openStage()
    for (const command of ['ls', 'ls -la', 'git status', 'rm -rf /']) await stage.call(command)
    page = stage.page
  })
  afterAll(async () => {
    await stage?.remove()
  })

  const open = (path: string) => page.goto(`${stage.address()}/${path}`)

  it('the playground explains a command as it is typed', async () => {
    await open('playground')
    await page.getByLabel(/Type a command/).fill('ls; git push --force')
    const verdict = page.getByRole('region', { name: 'The verdict' })
    await verdict.getByText(/Overwrites history/).waitFor()
    expect(await verdict.locator('mark').allInnerTexts()).toEqual(['git push --force'])
    await page.getByRole('button', { name: /change git\/overwrite-remote/ }).click()
    await page.getByText('What each file said').waitFor()
    await page.getByLabel(/^Policy/).selectOption('edited')
    await verdict.getByText('deny', { exact: true }).waitFor()
    await page.getByLabel('Your own rules').fill('version: 1\nrulez: []\n')
    await page.getByText('The rules have faults').waitFor()
  })

  it('the policy page shows which past calls an edit changes, saves it, and the next call is decided by it', async () => {
    await open('policy')
    await page.getByRole('region', { name: 'Your own policy' }).getByRole('button').click()
    const editor = page.getByLabel(/^The text of/)
    await editor.fill('version: 1\nrules:\n  - { id: no-list, when: { run: ls }, then: nope }\n')
    await page.getByRole('button', { name: 'line 3' }).waitFor()
    expect(await page.getByRole('button', { name: 'Review and save' }).isDisabled()).toBe(true)
    await editor.fill('version: 1\nrules:\n  - { id: no-list, when: { run: ls }, then: deny }\n')
    const replay = page.getByRole('region', { name: 'Past calls' })
    await replay.getByText('ls -la', { exact: true }).first().waitFor()
    expect(await replay.getByText(/2 of \d+ distinct calls/).count()).toBe(1)
    await page.getByRole('button', { name: 'Review and save' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('no-list, line 3').waitFor()
    expect((await stage.call('ls')).decision).toBe('deny')
    expect(await stage.sallyport('audit', 'tail', '-n', '20')).toContain('policy')
  })

  it("a project's file is in force as a whole only after the person trusts it", async () => {
    await open('policy')
    const file = join(stage.project, 'sallyport.yaml')
    await page.getByRole('region', { name: 'Project' }).getByRole('button').click()
    await page
      .getByLabel(/^The text of/)
      .fill('version: 1\nrules:\n  - { id: push, when: { run: git push }, then: allow }\n')
    await page.getByRole('button', { name: 'Review and save' }).click()
    await page.getByText('run git push (push, line 3)').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(/^not trusted/).waitFor()
    expect(existsSync(file)).toBe(true)
  })

  it('insights draw charts under the strict policy of the server, and grants are empty at first', async () => {
    await open('insights?days=1')
    await page.getByText(/calls: .* denied/).waitFor()
    expect(await page.locator('.chart canvas').count()).toBe(2)
    await open('grants')
    await page.getByText('No grants').waitFor()
  })

  it.each(['playground', 'grants', 'policy', 'insights'])('axe finds nothing serious on %s', async name => {
    await open(name)
    await page
      .getByRole('heading', { name: new RegExp(name, 'i') })
      .first()
      .waitFor()
    await page.waitForTimeout(500)
    await page.evaluate(readFileSync(axePath, 'utf8'))
    const serious = await page.evaluate<readonly string[]>(
      `axe.run().then(({ violations }) => violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`,
    )
    expect(serious).toEqual([])
  })

  it('no page complains in the console of the browser', () => {
    expect(stage.complaints).toEqual([])
  })
})
