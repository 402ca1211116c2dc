import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findSystemProgram } from '../../src/io/fence/find-programs.ts'
import { hasBrowser, type Page } from './chromium.ts'
import { openStage, type Stage, unknownProgram } from './stage.ts'

const hasFence = findSystemProgram('bwrap') !== null

describe.skipIf(!hasBrowser || !hasFence)('contained and trial calls in the console', () => {
  let stage: Stage
  let page: Page
  beforeAll(async () => {
    stage = await openStage()
    page = stage.page
    stage.write('plan', 'echo new > generated.txt\necho changed > kept.txt\n')
    stage.write('kept.txt', 'before\n')
    await stage.sallyport('run', '--', unknownProgram, 'plan')
  })
  afterAll(async () => stage.remove())

  const text = (name: string) => readFileSync(join(stage.project, name), 'utf8')
  const row = (words: string) => page.locator('.call-row').filter({ hasText: words }).first()
  const open = (name: string) => page.goto(`${stage.address()}/${name}`)

  test('a contained call says so, and opens to its changes', async () => {
    await open('timeline')
    await row('frobnicate plan').getByText('contained', { exact: true }).waitFor()
    await row('frobnicate plan').click()
    const changes = page.getByRole('list', { name: 'Changed paths' })
    await changes.waitFor()
    expect(await changes.innerText()).toMatch(/generated\.txt[\s\S]*kept\.txt|kept\.txt[\s\S]*generated\.txt/)
    expect(await changes.innerText()).not.toContain(stage.project)
    await page.getByText(/The changes were kept/).waitFor()
  })

  test('its files are listed on the Grants page until a person accepts them', async () => {
    await open('grants')
    const list = page.getByRole('region', { name: 'Files of contained calls' })
    await list.getByText('generated.txt').waitFor()
    await list.getByRole('button', { name: /Accept/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
    await list.waitFor({ state: 'detached' })
    expect(await stage.sallyport('trust', '--files', '--json', '--yes')).toContain('[]')
  })

  test('the key `u` undoes it after a confirmation that names what it restores', async () => {
    await open('timeline')
    await row('frobnicate plan').click()
    await page.getByRole('button', { name: /^Undo/ }).waitFor()
    await page.keyboard.press('u')
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/The undo restores 1 file, removes 1/).waitFor()
    expect(text('kept.txt')).toBe('changed\n')
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await page.getByText(/Undone by/).waitFor()
    expect([text('kept.txt'), existsSync(join(stage.project, 'generated.txt'))]).toEqual(['before\n', false])
    await row('frobnicate plan').getByText('undone', { exact: true }).waitFor()
    expect(await stage.sallyport('audit', 'tail', '--json', '-n', '50')).toMatch(
      /"by":"[^"]+ in the console"[^\n]*"trial_undone"/,
    )
  })

  test('a call whose files were changed since is not undone, and says why', async () => {
    await stage.sallyport('run', '--trial', '--yes', '--', 'sh', '-c', 'echo again > kept.txt')
    await open('timeline')
    await row('echo again').getByText('trial', { exact: true }).waitFor()
    stage.write('kept.txt', 'mine\n')
    await row('echo again').click()
    await page.getByText(/It cannot be undone: .*kept\.txt.* changed since/).waitFor()
    expect(await page.getByRole('button', { name: /^Undo/ }).count()).toBe(0)
    expect(text('kept.txt')).toBe('mine\n')
  })

  test('the pages complain about nothing', () => expect(stage.complaints).toEqual([]))
})
