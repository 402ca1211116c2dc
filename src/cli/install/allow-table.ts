import { allowIn } from '../../adapters/hooks/client.ts'
import { hookClients } from '../../adapters/hooks/clients.ts'
import { type AllowMeaning, meaningUnder } from '../../core/allow-meaning.ts'

/** The meaning of an allow for a client: in the permission modes that differ, and in all others. */
export interface AllowTable {
  readonly approvesIn: readonly string[]
  readonly otherwise: AllowMeaning
}

export function allowTable(name: string, byPolicy: AllowMeaning | null): AllowTable {
  const client = { approvesIn: hookClients[name]?.approvesIn ?? null }
  const meaning = (mode: string | undefined): AllowMeaning => meaningUnder(byPolicy, allowIn(client, mode))
  const otherwise = meaning(undefined)
  const approving = (client.approvesIn ?? []).filter(mode => meaning(mode) === 'approve')
  return { approvesIn: otherwise === 'approve' ? [] : approving, otherwise }
}

/** One line of `status` for a client. */
export const allowText = ({ approvesIn, otherwise }: AllowTable): string =>
  otherwise === 'approve'
    ? "an allow skips the client's own checks in every mode"
    : approvesIn.length === 0
      ? "an allow leaves the client's own checks on"
      : `an allow skips the client's own checks in the modes ${approvesIn.join(' and ')}, and leaves them on in others`
