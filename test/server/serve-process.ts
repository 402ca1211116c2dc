import { join, resolve } from 'node:path'
import { spawn } from '@lydell/node-pty'

const cli = join(resolve(import.meta.dirname, '../../dist'), 'cli.js')

/** A real `sallyport serve` in a terminal, because it shows its links nowhere else. */
export interface ServeProcess {
  readonly url: string
  readonly port: number
  /** The newest link on the terminal. */
  readonly link: string
  /** Presses Enter and waits for the new link. */
  newLink(): Promise<string>
  /** Everything on its terminal. */
  output(): string
  /** Presses Ctrl-C; resolves to the exit code. */
  stop(): Promise<number>
}

export interface ServeOptions {
  readonly args?: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
}

export async function startServe({ args = ['--port', '0'], env, cwd }: ServeOptions): Promise<ServeProcess> {
  const terminal = spawn(process.execPath, [cli, 'serve', ...args], { cols: 200, rows: 40, cwd, env: { ...env } })
  let said = ''
  let links: readonly string[] = []
  let wake = (): void => {}
  terminal.onData(text => {
    said += text
    links = [...said.matchAll(/http:\/\/\S+\/login#[\w-]{43}(?=\s)/g)].map(([link]) => link)
    wake()
  })
  let exitCode: number | null = null
  const ended = new Promise<number>(done =>
    terminal.onExit(exit => {
      exitCode = exit.exitCode
      wake()
      done(exit.exitCode)
    }),
  )

  /** Waits until there are so many links. */
  async function linkNumber(count: number): Promise<string> {
    for (;;) {
      const link = links[count - 1]
      if (link !== undefined) return link
      if (exitCode !== null) throw new Error(`the server ended with ${exitCode}: ${said}`)
      await new Promise<void>(done => {
        wake = done
      })
    }
  }

  const { origin, port } = new URL(await linkNumber(1))
  return {
    url: origin,
    port: Number(port),
    get link() {
      return links.at(-1) ?? ''
    },
    newLink: () => {
      const next = linkNumber(links.length + 1)
      terminal.write('\r')
      return next
    },
    output: () => said,
    stop: () => {
      terminal.write('\x03')
      return ended
    },
  }
}

/** Signs in with a link, as the console does, and returns the headers of a signed-in page. */
export async function signInWith(link: string): Promise<Readonly<Record<string, string>>> {
  const { origin, hash } = new URL(link)
  const headers = { origin, 'content-type': 'application/json' }
  const answer = await fetch(`${origin}/api/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ code: hash.slice(1) }),
  })
  if (answer.status !== 200) throw new Error(`signing in failed with ${answer.status}`)
  const { key } = (await answer.json()) as { readonly key: string }
  const cookie = answer.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  return { ...headers, cookie, 'x-sallyport-key': key }
}
