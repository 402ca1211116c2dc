/** The result of one check. A note is worth knowing; a fault means that the gate does not work. */
export interface Finding {
  readonly check: string
  readonly state: 'ok' | 'note' | 'fault'
  readonly says: string
  /** The command or advice that fixes it. */
  readonly fix: string | null
}

export const healthy = (check: string, says: string): Finding => ({ check, state: 'ok', says, fix: null })

export const note = (check: string, says: string, fix: string | null = null): Finding => ({
  check,
  state: 'note',
  says,
  fix,
})

export const fault = (check: string, says: string, fix: string): Finding => ({ check, state: 'fault', says, fix })
