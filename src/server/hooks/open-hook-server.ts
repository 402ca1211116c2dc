import { hostname } from 'node:os'
import { type HookHost, openHook } from '../../adapters/hooks/answer-hook.ts'
import { block } from '../../adapters/hooks/client.ts'
import { httpAnswer } from '../../adapters/hooks/http-answer.ts'
import { clientLeft } from '../../approvals/client-left.ts'
import { systemClock } from '../../io/clock.ts'
import { stopInTime } from '../../io/hook/stop-in-time.ts'
import { openSharedPorts } from '../../io/open-ports.ts'
import { ownPaths } from '../../io/paths.ts'
import { openInbox } from '../inbox/open-inbox.ts'
import { earlierAnswers } from './earlier-answers.ts'
import { hookBuild } from './hook-build.ts'
import type { AnswerRequest, HookServer } from './hook-server.ts'
import { openHookSocket } from './hook-socket.ts'
import { httpHookRequest } from './http-hook.ts'
import { rateLimit } from './rate-limit.ts'

export interface HookServerOptions {
  readonly env?: NodeJS.ProcessEnv
  /** How many calls may wait for an answer at once; 100 by default. */
  readonly mostPending?: number
  /** How long a question waits unless a person extends it; 120 s by default. */
  readonly questionMs?: number
  /** The `dist` of the hooks that it answers for; by default its own. A hook with other code answers itself. */
  readonly dist?: string
}

/** Requests in a second that no installed hook made. */
const mostUnproven = 20

/**
 * Opens the inbox and answers hooks. INVARIANT: a hook that asks the server gets the answer of the same function, with the same
 * environment and the same files, that it would run itself; only the way to a person differs.
 */
export async function openHookServer(options: HookServerOptions = {}): Promise<HookServer> {
  const { env: own = process.env, mostPending, questionMs } = options
  const paths = ownPaths(own)
  const build = hookBuild(options.dist)
  const shared = openSharedPorts(own)
  const earlier = earlierAnswers(paths.journal)
  const inbox = openInbox({
    directory: paths.approvals,
    ports: shared.for(own),
    machine: hostname(),
    home: paths.home,
    earlier: earlier.of,
    ...(mostPending === undefined ? {} : { most: mostPending }),
    ...(questionMs === undefined ? {} : { questionMs }),
  })
  const mayAnswer = rateLimit(mostUnproven, systemClock)
  let isWorn = false

  const answer: AnswerRequest = async ({ client, sent, env, cwd, proven, patienceMs, signal, onWait }) => {
    const asked = new Set<string>()
    const host: HookHost = {
      cwd,
      signal,
      proven,
      openPorts: async stableEnv => {
        const ports = shared.for(stableEnv)
        return {
          ...ports,
          inTime,
          follow: gate => {
            ports.follow?.(gate)
            gate.events.on(event => {
              if (event.type !== 'approval_decided') return
              earlier.add(event)
              inbox.decided(event)
            })
          },
        }
      },
      approver: asker => {
        const approver = inbox.approver({ asker, patienceMs, onWait })
        return { ...approver, request: (request, asking) => approver.request(asked.add(request.id) && request, asking) }
      },
    }
    try {
      return await openHook(client, env, host)(sent)
    } finally {
      // An outcome that could not be recorded is none: the call was denied for that reason.
      for (const approval of asked) inbox.decided({ approval, decision: 'denied', reason: 'cancelled' })
    }
  }

  /** Work that was stopped in the middle of a statement may leave this process damaged, so it answers no further hooks. */
  function inTime<T>(work: () => T): T | null {
    const done = stopInTime(work)
    if (done === null) {
      isWorn = true
      if (socket.ok) socket.value.stop()
    }
    return done
  }

  const socket = await openHookSocket({
    path: paths.socket,
    accepts: ({ build: theirs, env }) => theirs === build && ownPaths(env).state === paths.state,
    answer: ({ client, sent, env, cwd, waitMs }, { signal, onWait }) =>
      answer({ client, sent, env, cwd, proven: true, patienceMs: waitMs, signal, onWait }),
  })

  return {
    inbox,
    socketFault: socket.ok ? null : socket.faults[0].message,
    http: async request => {
      const read = httpHookRequest(request, own)
      if (read === null) return httpAnswer(block(`\`${request.client.slice(0, 40)}\` has no HTTP hook`))
      if (isWorn) return httpAnswer(block('the server must be restarted'))
      if (!mayAnswer()) return httpAnswer(block('too many calls in one second'))
      const left = clientLeft({ clock: systemClock, isGone: request.isGone })
      try {
        return httpAnswer(await answer({ ...read, proven: false, signal: left.signal, onWait: () => {} }))
      } finally {
        left.stop()
      }
    },
    close: async () => {
      await inbox.close()
      if (socket.ok) await socket.value.close()
      await shared.journal.close()
    },
  }
}
