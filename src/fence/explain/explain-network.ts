import { isLoopbackHost } from '../../core/address/network.ts'
import { readAddress } from '../../core/address/read-address.ts'
import { baseName } from '../../core/path.ts'
import { isKnown, wordText } from '../../core/word.ts'
import { hostRefusal } from '../network-access.ts'
import type { FenceDenial } from './denial.ts'
import type { FailedRun, OutsideView, RefusedHost } from './failed-run.ts'
import { failureKinds } from './failure-kinds.ts'
import { printedNames } from './printed-names.ts'

interface WantedAddress {
  readonly host: string
  readonly port: number | null
}

/** The hosts that the fence kept from a command: those that the proxy refused, else those that a failure and the plan agree on. */
export function explainNetwork(run: FailedRun, outside: OutsideView): readonly FenceDenial[] {
  const { refused, plan, stderr, triedOtherHosts } = run
  if (plan.network === 'full') return []
  // A program may also fail for another reason: many ask for updates or send reports in passing.
  const isTold = ({ host }: RefusedHost) =>
    stderr === null || stderr.includes(host) || proxyWords.test(stderr) || run.argv.some(word => word.includes(host))
  const told = refused.filter(isTold)
  if (told.length > 0) return unique(told.map(one => ({ kind: 'network', ...one })))
  if (stderr !== null && !failureKinds(stderr).network) return []
  const wants = [fromEffects(run), fromWords(run), fromOutput(run)]
  for (const [index, wanted] of wants.entries()) {
    const found = wanted.flatMap(address => {
      const isOwn = isLoopbackHost(address.host)
      // Services of this machine cannot be reached from inside; others only by a route that does not exist.
      const isConfirmed = isOwn
        ? address.port !== null && outside.listens(address.port)
        : triedOtherHosts === true || (triedOtherHosts === null && index === 0 && stderr !== null)
      const because = isConfirmed ? reasonFor(address, run) : null
      return because === null ? [] : [{ kind: 'network' as const, ...address, because }]
    })
    if (found.length > 0) return unique(found)
  }
  return []
}

const proxyWords =
  /proxy|tunnel|\b403\b|forbidden|network|connect|fetch|download|resolv|ENOTFOUND|EAI_AGAIN|https?:|find a version/i

/** Programs that speak ssh. They cannot use the proxy, and the agent's socket is not in sight. */
const sshPrograms = new Set(['ssh', 'scp', 'sftp', 'ssh-copy-id', 'ssh-keyscan', 'sshfs', 'mosh', 'autossh'])

const noSsh = 'ssh and the ssh agent do not work in the fence'

function reasonFor({ host, port }: WantedAddress, run: FailedRun): string | null {
  if (port === 22 || startsOne(run, sshPrograms) || /^ssh: /m.test(run.stderr ?? '')) return noSsh
  const list = run.plan.network === 'full' ? [] : run.plan.network
  const refusal = hostRefusal({ host, port: port ?? 443 }, list)
  // A listed host, and a program that does not use the proxy.
  return refusal ?? 'the program does not use the proxy of the fence'
}

/** Whether the command starts one of these programs. */
export const startsOne = ({ effects, argv }: FailedRun, programs: ReadonlySet<string>): boolean =>
  programs.has(baseName(argv[0] ?? '')) ||
  effects.some(effect => effect.kind === 'run' && programs.has(baseName(wordText(effect.program))))

const fromEffects = ({ effects }: FailedRun): readonly WantedAddress[] =>
  effects.flatMap(effect => {
    if (effect.kind !== 'connect' || effect.where.at !== 'local' || !isKnown(effect.host)) return []
    const named = { host: effect.host, port: effect.port }
    // A git remote has a name, and leads to an address.
    const targets = (effect.leadsTo ?? []).flatMap(addressOf)
    return targets.length > 0 ? targets : isHost(named.host) ? [named] : []
  })

const fromWords = ({ argv }: FailedRun): readonly WantedAddress[] =>
  argv.flatMap(word => word.split(/[\s'"`(),;<>]+/)).flatMap(word => (isHostLike(word) ? addressOf(word) : []))

const fromOutput = ({ stderr }: FailedRun): readonly WantedAddress[] =>
  printedNames(stderr ?? '').flatMap(({ name, line }) => {
    if (
      !failureKinds(line).network ||
      !(isHostLike(name) || new RegExp(`host(?:name)?:? ["']?${escaped(name)}`, 'i').test(line))
    )
      return []
    const port = /port (\d{1,5})/.exec(line)?.[1]
    return addressOf(name).map(address => ({
      host: address.host,
      port: address.port ?? (port === undefined ? null : Number(port)),
    }))
  })

/** A URL, a name with a dot that is not a file, an address, or `localhost`. */
const isHostLike = (text: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(text) ||
  /^(?:[\w.-]+@)?(?:(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:[a-z]{2,}|\d{1,3})|localhost)(?::\d{1,5})?(?::[^:]*)?$/i.test(
    text,
  )

const isHost = (text: string): boolean => /^[a-z0-9_.:[\]-]+$/i.test(text)

function addressOf(text: string): readonly WantedAddress[] {
  // `git@example.com:team/repository` has a path behind the colon, not a port.
  const [, copied] = /^(?:[\w.-]+@)?([\w.-]+):(?!\d+(?:\/|$)|\/\/)/.exec(text) ?? []
  if (copied !== undefined) return [{ host: copied, port: 22 }]
  const { targets } = readAddress(text)
  return targets.slice(0, 1).map(({ host, port }) => ({ host, port }))
}

const escaped = (text: string): string => text.replace(/[^\w]/g, '\\$&')

function unique(denials: readonly Extract<FenceDenial, { kind: 'network' }>[]): readonly FenceDenial[] {
  const seen = new Set<string>()
  return denials.filter(({ host, port }) => !seen.has(`${host}:${port}`) && seen.add(`${host}:${port}`))
}
