import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const packages = resolve(import.meta.dirname, '../../.clients/browser/node_modules')

/** Whether `npm run test:browser` has installed what the tests need. */
export const hasBrowser = existsSync(join(packages, 'playwright-core'))

/** The part of playwright-core that the tests use. The package is installed by the tests, so its own types are not there. */
export interface Page {
  goto(url: string): Promise<unknown>
  reload(): Promise<unknown>
  close(): Promise<void>
  url(): string
  title(): Promise<string>
  screenshot(options: { readonly path: string; readonly fullPage?: boolean }): Promise<unknown>
  setViewportSize(size: { readonly width: number; readonly height: number }): Promise<void>
  emulateMedia(options: { readonly colorScheme: 'light' | 'dark' }): Promise<void>
  evaluate<T>(script: string): Promise<T>
  waitForTimeout(ms: number): Promise<void>
  getByRole(role: string, options?: { readonly name?: string | RegExp; readonly exact?: boolean }): Locator
  getByText(text: string | RegExp, options?: { readonly exact?: boolean }): Locator
  getByLabel(text: string | RegExp): Locator
  locator(selector: string): Locator
  on(event: string, listener: (what: { text(): string; type(): string }) => void): void
  readonly keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> }
}

export interface Locator {
  click(): Promise<void>
  fill(text: string): Promise<void>
  press(key: string): Promise<void>
  selectOption(value: string): Promise<unknown>
  waitFor(options?: {
    readonly state?: 'visible' | 'hidden' | 'attached' | 'detached'
    readonly timeout?: number
  }): Promise<void>
  count(): Promise<number>
  first(): Locator
  last(): Locator
  nth(index: number): Locator
  innerText(): Promise<string>
  allInnerTexts(): Promise<readonly string[]>
  isVisible(): Promise<boolean>
  isDisabled(): Promise<boolean>
  getByRole: Page['getByRole']
  getByText: Page['getByText']
  locator: Page['locator']
  filter(options: { readonly hasText: string | RegExp }): Locator
}

/** A window of its own: other windows do not share its cookies. */
export interface BrowserWindow {
  newPage(): Promise<Page>
  setOffline(isOffline: boolean): Promise<void>
  close(): Promise<void>
}

export interface Browser {
  newContext(options?: Readonly<Record<string, unknown>>): Promise<BrowserWindow>
  close(): Promise<void>
}

export async function openBrowser(): Promise<Browser> {
  const { chromium } = await import(pathToFileURL(join(packages, 'playwright-core/index.mjs')).href)
  // Chromium's own sandbox does not run as root.
  return chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
}

export const axePath = join(packages, 'axe-core/axe.min.js')
