/**
 * How much a person wants to be asked. `careful` asks more; `automation`: no person answers; `edit` approves edits in the workspace;
 * `auto` approves every ask that is not grave. `default` leaves all of it to the policies.
 */
export const runModes = ['default', 'careful', 'edit', 'auto', 'automation'] as const
export type RunMode = (typeof runModes)[number]

/** Whether the mode lets calls run that would otherwise ask. */
export const approvesCalls = (mode: RunMode): boolean => mode === 'edit' || mode === 'auto'

/** Whether the mode is stricter than the policies alone. */
export const isStrictMode = (mode: RunMode): boolean => mode === 'careful' || mode === 'automation'

/** Whether a change of the mode lets calls run that did not before. `careful` and `automation` each deny something that the other allows. */
export const loosensMode = (from: RunMode, to: RunMode): boolean =>
  from !== to && (isStrictMode(from) || leniency.indexOf(to) > leniency.indexOf(from))

const leniency: readonly RunMode[] = ['careful', 'automation', 'default', 'edit', 'auto']
