import { hostReadings } from '../core/address/host-readings.ts'
import { readIp } from '../core/address/ip-address.ts'
import { isLoopbackHost, networksOf } from '../core/address/network.ts'
import type { Fault } from '../core/fault.ts'
import { limits } from '../core/limits.ts'
import type { Reason, Verdict } from '../core/verdict.ts'
import { isKnown } from '../core/word.ts'
import type { Policies } from '../policy/policies.ts'
import { isMcpTool } from '../tools/families/mcp.ts'
import type { JudgedCall, SettledVerdict } from './judged-call.ts'
import type { Ports } from './ports.ts'
import { stopped } from './settled-verdict.ts'

type LookupPorts = Pick<Ports, 'resolve' | 'clock'>

/**
 * Refuses an MCP call that would connect to an address outside the public internet, by any name (R168). Names are looked up
 * only for calls that the policies do not deny. Two kinds of hosts are left to the policies: those that a trusted rule
 * allows by name, and this machine if the call names it plainly, such as `http://localhost:3000`.
 */
export async function refusePrivateHosts(judged: JudgedCall, ports: LookupPorts): Promise<SettledVerdict | null> {
  const { call, judgement, policies, opening } = judged
  const { verdict } = judgement
  if (verdict.decision === 'deny' || !isMcpTool(call.tool)) return null
  const fault = await firstFault(hostsToCheck(verdict, policies), ports)
  if (fault === null) return null
  // A policy that only watches records the deny and does not enforce it.
  const refused = policies.watches ? { ...verdict, watched: 'deny' as const } : stopped(verdict, 'boundary', fault)
  return { verdict: refused, unrecorded: opening }
}

function hostsToCheck({ effects, reasons }: Verdict, policies: Policies): readonly string[] {
  const hosts = effects.flatMap((effect, index) =>
    effect.kind === 'connect' && effect.where.at === 'local' && isKnown(effect.host) && !isLoopbackHost(effect.host)
      ? [reasons.some(reason => reason.effect === index && allowsByName(reason, policies)) ? [] : effect.host]
      : [],
  )
  return [...new Set(hosts.flat())]
}

/** The hosts of a call that a trusted rule allows by name, so that they may be private. */
export const hostsAllowedByName = ({ effects, reasons }: Verdict, policies: Policies): ReadonlySet<string> =>
  new Set(
    effects.flatMap((effect, index) =>
      effect.kind === 'connect' &&
      isKnown(effect.host) &&
      reasons.some(reason => reason.effect === index && allowsByName(reason, policies))
        ? [effect.host]
        : [],
    ),
  )

/** Whether a trusted rule with `connect` or `network` allows the connection; a rule about the tool alone does not. */
const allowsByName = ({ decision, rule }: Reason, { files }: Policies): boolean =>
  decision === 'allow' &&
  rule !== null &&
  files.some(
    ({ trusted, policy }) =>
      trusted &&
      policy.document.file === rule.file &&
      policy.document.rules.some(
        ({ id, when }) => id === rule.id && (when.connect !== undefined || when.network !== undefined),
      ),
  )

async function firstFault(hosts: readonly string[], ports: LookupPorts): Promise<Fault | null> {
  const isWritten = (host: string) => readIp(host) !== null || networksOf(host).includes('metadata')
  const written = hosts.filter(isWritten).find(host => networksOf(host).length > 0)
  if (written !== undefined) return privateAddress(written, written)
  const names = hosts.filter(host => !isWritten(host))
  if (names.length > limits.resolvedHosts)
    return { code: 'limit_reached', message: `the call names more than ${limits.resolvedHosts} hosts` }
  const faults = await Promise.all(names.map(name => nameFault(name, ports)))
  return faults.find(fault => fault !== null) ?? null
}

async function nameFault(name: string, ports: LookupPorts): Promise<Fault | null> {
  const addresses = await addressesOf(name, ports)
  if (addresses.length === 0)
    return {
      code: 'host_unresolved',
      message: `the address of \`${name}\` cannot be looked up, so it may be private; ${advice(name)}`,
    }
  const hidden = addresses.find(address => hostReadings(address).some(one => networksOf(one).length > 0))
  return hidden === undefined ? null : privateAddress(name, hidden)
}

/** None if the lookup fails or takes too long. */
async function addressesOf(name: string, { resolve, clock }: LookupPorts): Promise<readonly string[]> {
  if (resolve === undefined) return []
  let cancel = () => {}
  const tooLate = new Promise<readonly string[]>(done => {
    cancel = clock.after(limits.resolveMs, () => done([]))
  })
  try {
    return await Promise.race([resolve(name), tooLate])
  } catch {
    return []
  } finally {
    cancel()
  }
}

const privateAddress = (name: string, address: string): Fault => ({
  code: 'private_address',
  message: `an MCP tool must not connect to ${
    name === address ? `\`${name}\`` : `\`${name}\`, which is \`${address}\``
  }: it is not a public address; ${advice(name)}`,
})

const advice = (name: string): string => `if it is yours, allow it in your policy with \`connect: ${name}\``
