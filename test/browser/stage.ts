import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { startServe } from '../server/serve-process.ts'
import { type Browser, type BrowserWindow, openBrowser, type Page } from './chromium.ts'

const dist = resolve(import.meta.dirname, '../../dist')

/** A program that Sallyport does not know. It runs a script. */
export const unknownProgram = 'frobnicate'

/** A machine of its own: a home, a project, a running server, and a browser that is logged in. */
export interface Stage {
  readonly home: string
  readonly project: string
  readonly page: Page
  readonly window: BrowserWindow
  readonly browser: Browser
  readonly address: () => string
  /** Everything that the pages wrote to the browser's console as an error or warning. */
  readonly complaints: readonly string[]
  /** Makes a call as a client without a prompt does, through its hook; the answer comes when somebody answered. */
  readonly call: (command: string, options?: { readonly session?: string }) => Promise<HookAnswer>
  readonly sallyport: (...args: readonly string[]) => Promise<string>
  readonly write: (path: string, text: string) => void
  /** A second page of the same person. */
  readonly newPage: (path: string) => Promise<Page>
  /** Ends the server and starts it again on the same port. */
  readonly restart: () => Promise<void>
  readonly remove: () => Promise<void>
}

export interface HookAnswer {
  readonly decision: string
  readonly why: string
}

export async function openStage(serveOptions: readonly string[] = []): Promise<Stage> {
  // Outside /tmp, since the fence has its own.
  const ground = mkdtempSync(join(process.getuid?.() === 0 ? '/srv' : homedir(), 'sallyport-browser-'))
  const home = join(ground, 'home')
  const project = join(ground, 'shop')
  for (const directory of [home, project]) mkdirSync(directory)
  mkdirSync(join(home, 'bin'))
  copyFileSync('/bin/sh', join(home, 'bin', unknownProgram))
  const git = (...words: readonly string[]) => execFileSync('git', ['-C', project, ...words], { stdio: 'ignore' })
  git('init', '-b', 'main')
  git('remote', 'add', 'origin', 'https://git.example/shop.git')
  const env = { HOME: home, PATH: `${home}/bin:${process.env['PATH'] ?? ''}`, USER: 'dana' }
  const complaints: string[] = []
  const serve = (port: number) => startServe({ args: ['--port', String(port), ...serveOptions], env, cwd: project })
  let server = await serve(0)
  const browser = await openBrowser()
  const window = await browser.newContext({ viewport: { width: 1280, height: 860 } })

  async function newPage(path: string): Promise<Page> {
    const page = await window.newPage()
    page.on('console', message => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
    })
    await page.goto(new URL(path, server.link).href)
    return page
  }

  async function logIn(): Promise<Page> {
    const page = await newPage(server.link)
    await page.getByRole('navigation').first().waitFor()
    return page
  }

  return {
    home,
    project,
    page: await logIn(),
    window,
    browser,
    complaints,
    newPage,
    address: () => new URL(server.link).origin,
    call: async (command, { session = 'checkout' } = {}) => {
      const sent = {
        session_id: session,
        cwd: project,
        hook_event_name: 'PreToolUse',
        permission_mode: 'default',
        tool_name: 'Bash',
        tool_input: { command, description: 'a step' },
        tool_use_id: `toolu_${randomUUID()}`,
      }
      const headless = { ...env, CLAUDE_CODE_ENTRYPOINT: 'sdk-cli', SALLYPORT_WAIT: '60' }
      const hook = [join(dist, 'hook.cjs'), 'claude-code']
      const { code, out, err } = await run(hook, { env: headless, cwd: project, stdin: JSON.stringify(sent) })
      if (code !== 0) return { decision: `exit ${code}`, why: err }
      if (out === '') return { decision: 'silent', why: '' }
      const { permissionDecision: decision, permissionDecisionReason: why } = JSON.parse(out).hookSpecificOutput
      return { decision, why }
    },
    sallyport: async (...args) => {
      const { code, out, err } = await run([join(dist, 'cli.js'), ...args], { env, cwd: project, stdin: '' })
      if (code !== 0) throw new Error(err + out)
      return out
    },
    write: (path, text) => {
      mkdirSync(dirname(join(project, path)), { recursive: true })
      writeFileSync(join(project, path), text)
    },
    restart: async () => {
      const { port } = server
      await server.stop()
      server = await serve(port)
      await (await logIn()).close()
    },
    remove: async () => {
      await browser.close()
      await server.stop()
      rmSync(ground, { recursive: true, force: true })
    },
  }
}

interface RunOptions {
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly stdin: string
}

function run(args: readonly string[], { env, cwd, stdin }: RunOptions) {
  return new Promise<{ readonly code: number; readonly out: string; readonly err: string }>((done, fail) => {
    const child = spawn(process.execPath, args, { env, cwd })
    let out = ''
    let err = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text
    })
    child.on('error', fail)
    child.on('close', code => done({ code: code ?? 1, out, err }))
    child.stdin.end(stdin)
  })
}
