import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { faultText } from '../../core/fault.ts'
import { personName } from '../../io/journal/record-setting.ts'
import { ownPaths } from '../../io/paths.ts'
import { packageRoot } from '../../io/policies/presets.ts'
import { parseDuration } from '../../policy/read/duration.ts'
import type { OpenedServer, ServerOptions } from '../../server/open-server.ts'
import { loopbackAddress } from '../../server/planes/own-names.ts'
import { defineCommand } from '../define-command.ts'
import { failed, print, usageError } from '../terminal/outcome.ts'
import { lockServer } from './server-lock.ts'
import { type TerminalKeys, terminalKeys } from './terminal-keys.ts'

export const serveCommand = defineCommand({
  help: `usage: sallyport serve [--port N] [--host ADDRESS] [--wait TIME] [--pending N] [--no-notify]

Starts the console on this machine: pending approvals, every call as it happens, policies and
grants, in the browser. Prints a link that signs one browser in; it works once, for ten minutes.
Press Enter for a new link, p and Enter for the playground, Ctrl-C to stop.

Only this machine can reach it. To use it from another one, open a tunnel there:
\`ssh -L 7777:127.0.0.1:7777 THIS-MACHINE\`, and then the link.

  --port N         the port; 7777 by default, 0 for any free one
  --host ADDRESS   another loopback address, such as ::1
  --wait TIME      how long a question waits for an answer; 120s by default
  --pending N      how many calls may wait at once; 100 by default, further ones are denied
  --no-notify      no desktop notifications; by default a new question shows one while no console is
                   open, with what the call would do but never the command

exit codes: 0 stopped, 2 not started, 64 usage
`,
  options: {
    port: { type: 'string' },
    host: { type: 'string' },
    wait: { type: 'string' },
    pending: { type: 'string' },
    'no-notify': { type: 'boolean' },
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
    return serve({
      host,
      port: Number(port),
      questionMs,
      mostPending: Number(pending),
      isNotifying: !options.flag('no-notify'),
    })
  },
})

interface Chosen extends Pick<ServerOptions, 'host' | 'port' | 'questionMs' | 'mostPending'> {
  readonly isNotifying: boolean
}

async function serve({ isNotifying, ...chosen }: Chosen): Promise<number> {
  const lock = await lockServer(ownPaths())
  if (!lock.ok) return failed(lock.faults[0].message)
  try {
    const { openServer } = await import('../../server/open-server.ts')
    const opened = await openServer({ ...chosen, user: personName(), version: ownVersion() })
    if (!opened.ok) return failed(`not started: ${faultText(opened.faults[0])}`)
    const server = opened.value
    let keys: TerminalKeys | null = null
    const stopped = stopSignal(() => keys?.isPlaying() ?? false)
    lock.value.announce(server.url)
    print(`Sallyport's console listens on ${server.url}, for this machine only.\n`)
    if (server.fault !== null) failed(`installed hooks cannot ask this server: ${server.fault}`)
    keys = terminalKeys(server.newLink)
    const stopNotices = isNotifying ? await startNotices(server) : () => {}
    await stopped
    keys.close()
    stopNotices()
    await server.close()
    return print('stopped\n')
  } finally {
    lock.value.release()
  }
}

/** Notifications for questions that come while no console is open, if the desktop can show them. */
async function startNotices({ context, url }: OpenedServer): Promise<() => void> {
  const { openNotifier } = await import('../../io/notifier.ts')
  const notifier = openNotifier()
  if (notifier === null) return () => {}
  const { notifyQuestions } = await import('../../server/notifications.ts')
  return notifyQuestions({ ...context, url, notifier })
}

/** Ctrl-C in the playground is not meant for the server. */
function stopSignal(isPlaying: () => boolean): Promise<void> {
  return new Promise(resolve => {
    process.on('SIGINT', () => {
      if (!isPlaying()) resolve()
    })
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
}

function ownVersion(): string {
  const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string }
  return version
}
