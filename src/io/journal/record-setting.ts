import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import type { SettingChanged, TrialUndone } from '../../audit/event.ts'
import type { Faults, Result } from '../../core/fault.ts'
import type { Receipt } from '../../gate/ports.ts'
import { systemClock } from '../clock.ts'
import { ownPaths } from '../paths.ts'
import { openJournal } from './journal-file.ts'

/** Records that a person changed a setting. INVARIANT: a change that loosens the gate is made only if this succeeded. */
export const recordSetting = (
  setting: string,
  value: string,
  session: string | null = null,
): Promise<Result<Receipt>> => recordByPerson({ type: 'setting_changed', session, setting, value })

type ByPerson = Omit<SettingChanged, 'at' | 'by'> | Omit<TrialUndone, 'at' | 'by'>

/** Records something that the person who runs this did. */
export async function recordByPerson(event: ByPerson): Promise<Result<Receipt>> {
  const recorded = await record(event)
  return recorded.ok ? recorded : { ok: false, faults: withAdvice(recorded.faults) }
}

/** Adds the command to run. An agent can see the same fault and must not get this advice, so it is added only here. */
const withAdvice = ([fault, ...others]: Faults): Faults => {
  const see = fault.code === 'audit_broken' ? 'sallyport audit verify' : 'sallyport doctor'
  return [{ ...fault, message: `${fault.message}; run \`${see}\`` }, ...others]
}

async function record(event: ByPerson): Promise<Result<Receipt>> {
  const { journal: dir, journalAnchor: anchor } = ownPaths()
  const journal = await openJournal({ dir, anchor, clock: systemClock, newId: randomUUID })
  if (!journal.ok) return journal
  try {
    const at = systemClock.now().toISOString()
    return await journal.value.append([{ ...event, at, by: personName() }])
  } finally {
    await journal.value.close()
  }
}

/** The name of the user who runs this. */
export function personName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
