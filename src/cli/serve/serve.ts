import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { faultText } from '../../core/fault.ts'
import { personName } from '../../io/journal/record-setting.ts'
import { ownPaths } from '../../io/paths.ts'
import { packageRoot } from '../../io/policies/presets.ts'
import { parseDuration } from '../../policy/read/duration.ts'
import type { ServerOptions } from '../../server/open-server.ts'
import { loopbackAddress } from '../../server/planes/own-names.ts'
import { defineCommand } from '../define-command.ts'
import { failed, print, usageError } from '../terminal/outcome.ts'
import { lockServer } from './server-lock.ts'

export const serveCommand = defineCommand({
  help: `usage: sallyport serve [--port N] [--host ADDRESS] [--wait TIME] [--pending N]

Starts the console on this machine: pending approvals, every call as it happens, policies and
grants, in the browser. Prints a link that signs one browser in; it works once, for ten minutes.
Press Enter for a new link, Ctrl-C to stop.

Only this machine can reach it. To use it from another one, open a tunnel there:
\`ssh -L 7777:127.0.0.1:7777 THIS-MACHINE\`, and then the link.

  --port N         the port; 7777 by default, 0 for any free one
  --host ADDRESS   another loopback address, such as ::1
  --wait TIME      how long a question waits for an answer; 120s by default
  --pending N      how many calls may wait at once; 100 by default, further ones are denied

exit codes: 0 stopped, 2 not started, 64 usage
`,
  options: {
    port: { type: 'string' },
    host: { type: 'string' },
    wait: { type: 'string' },
    pending: { type: 'string' },
  },
  operands: { most: 0, otherwise: '`serve` takes no operands' },
  async run(options) {
    const port = options.text('port') ?? '7777'
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
      return usageError(`--port must be a number from 0 to 65535, not \`${port}\``)
    const wanted = options.text('host') ?? '127.0.0.1'
    const host = loopbackAddress(wanted)
    if (host === null)
      return usageError(
        `\`${wanted}\` is not a loopback address, and the console must not be reachable from other machines; use an SSH tunnel: \`ssh -L ${port}:127.0.0.1:${port} THIS-MACHINE\``,
      )
    const questionMs = parseDuration(options.text('wait') ?? '120s')
    if (questionMs === null || questionMs < 1_000 || questionMs > 3_600_000)
      return usageError('--wait must be a time from `1s` to `1h`')
    const pending = options.text('pending') ?? '100'
    if (!/^[1-9]\d{0,4}$/.test(pending)) return usageError('--pending must be a number from 1 to 99999')
    return serve({ host, port: Number(port), questionMs, mostPending: Number(pending) })
  },
})

type Chosen = Pick<ServerOptions, 'host' | 'port' | 'questionMs' | 'mostPending'>

async function serve(chosen: Chosen): Promise<number> {
  const lock = await lockServer(ownPaths())
  if (!lock.ok) return failed(lock.faults[0].message)
  try {
    const { openServer } = await import('../../server/open-server.ts')
    const opened = await openServer({ ...chosen, user: personName(), version: ownVersion() })
    if (!opened.ok) return failed(`not started: ${faultText(opened.faults[0])}`)
    const server = opened.value
    const stopped = stopSignal()
    lock.value.announce(server.url)
    print(`Sallyport's console listens on ${server.url}, for this machine only.\n`)
    if (server.fault !== null) failed(`installed hooks cannot ask this server: ${server.fault}`)
    const stopLinks = showLinks(server.newLink)
    await stopped
    stopLinks()
    await server.close()
    return print('stopped\n')
  } finally {
    lock.value.release()
  }
}

/**
 * Shows a link, and a new one at each Enter. INVARIANT: a link is shown on a terminal only. In a log file or a pipe, every program of
 * this user could read it and answer questions in the person's place.
 */
function showLinks(newLink: () => string): () => void {
  if (process.stdout.isTTY !== true) {
    print('Links to sign in are shown on a terminal only; start the server in one.\n')
    return () => {}
  }
  const show = (): number =>
    print(
      `\n  ${newLink()}\n\nOpen this link to sign in; it works once, for ten minutes. Enter: a new link. Ctrl-C: stop.\n`,
    )
  show()
  if (process.stdin.isTTY !== true) return () => {}
  process.stdin.on('data', show)
  return () => void process.stdin.off('data', show).unref()
}

const stopSignal = (): Promise<void> =>
  new Promise(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })

function ownVersion(): string {
  const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string }
  return version
}
