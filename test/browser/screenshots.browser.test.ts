import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, test } from 'vitest'
import { hasBrowser, type Page } from './chromium.ts'
import { openStage, type Stage, unknownProgram } from './stage.ts'

const folder = resolve(import.meta.dirname, '../../docs/screenshots')
const isWanted = hasBrowser && process.env['SALLYPORT_SCREENSHOTS'] !== undefined

/** The looks of each page, with the end of its file's name. */
const looks = [
  { name: 'light', colorScheme: 'light', width: 1280, height: 860 },
  { name: 'dark', colorScheme: 'dark', width: 1280, height: 860 },
  { name: 'phone', colorScheme: 'light', width: 390, height: 844 },
] as const

describe.skipIf(!isWanted)('screenshots for docs/ (`npm run screenshots`)', () => {
  test('each page, light, dark and on a phone', async () => {
    mkdirSync(folder, { recursive: true })
    const stage = await openStage()
    try {
      await makeHistory(stage)
      const waiting = ['npm install stripe', 'git push origin fix/tax', 'rm -rf build/ reports/'].map(command =>
        stage.call(command),
      )
      await stage.page.goto(`${stage.address()}/inbox`)
      await stage.page.getByText('git push origin fix/tax').first().waitFor()
      for (const name of ['inbox', 'session/checkout', 'timeline', 'playground', 'grants', 'policy', 'insights'])
        await takeAll(stage, name)
      await stage.page.setViewportSize({ width: 1280, height: 860 })
      await stage.page.goto(`${stage.address()}/timeline`)
      await stage.page.locator('.call-row').filter({ hasText: 'frobnicate plan' }).first().click()
      await stage.page.getByText('What it changed').waitFor()
      await takeAll(stage, new URL(stage.page.url()).pathname.slice(1), 'changes')
      await stage.sallyport('stop')
      await Promise.all(waiting)
    } finally {
      await stage.remove()
    }
  })
})

async function takeAll({ page, address }: Stage, path: string, as = path.split('/')[0]): Promise<void> {
  for (const { name, colorScheme, width, height } of looks) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    await page.goto(`${address()}/${path}`)
    await settled(page)
    await page.screenshot({ path: join(folder, `${as}-${name}.png`) })
  }
}

const settled = (page: Page): Promise<void> => page.waitForTimeout(1_500)

/** A morning of calls: reads, edits, tests, a denied one, two that a person answered. */
async function makeHistory(stage: Stage): Promise<void> {
  stage.write('src/cart.ts', 'export const total = (prices: number[]) => prices.reduce((a, b) => a + b, 0)\n')
  stage.write('package.json', '{ "name": "shop", "scripts": { "test": "node --test" } }\n')
  stage.write('build/index.js', '')
  stage.write('reports/june.csv', '')
  for (const command of ['ls -la', 'git status', 'cat src/cart.ts', 'npm test', 'grep -rn tax src', 'git diff'])
    await stage.call(command)
  stage.write('plan', 'echo "export const rates = []" > src/rates.ts\necho "export const total = 1" > src/cart.ts\n')
  await stage.sallyport('run', '--', unknownProgram, 'plan')
  await stage.call('echo x > /etc/sallyport/policy.yaml')
  for (const command of ['git log --oneline -5', 'node --version', 'git fetch', 'wc -l src/cart.ts'])
    await stage.call(command, { session: 'refunds' })
  const { page } = stage
  await page.goto(`${stage.address()}/inbox`)
  for (const [command, button] of [
    ['git push origin main', /This session/],
    ['npm install lodash', /^Deny/],
  ] as const) {
    const answer = stage.call(command, { session: 'refunds' })
    await page.getByRole('article').filter({ hasText: command }).first().waitFor()
    await page.waitForTimeout(600)
    await page.getByRole('button', { name: button }).first().click()
    await answer
  }
}
