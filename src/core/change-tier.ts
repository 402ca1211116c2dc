import type { Tier } from './tier.ts'

/**
 * The tier of a change, by its action: a table that writes `change SYSTEM/ACTION` picks an action from here.
 * Every other action is destructive: it cannot be undone, or other people see it. `change-words.ts` has the phrase that
 * people read for each change.
 */
export const changeTiers = {
  // Adds something, or the next command can undo it.
  create: 'write',
  update: 'write',
  configure: 'write',
  label: 'write',
  stage: 'write',
  commit: 'write',
  branch: 'write',
  merge: 'write',
  rebase: 'write',
  fetch: 'write',
  start: 'write',
  serve: 'write',
  signal: 'write',
  'kill-own': 'write',
  permissions: 'write',
  write: 'write',
  // Runs third-party code, acts beyond the workspace, copies everything out, or interrupts something that runs.
  install: 'execute',
  remove: 'execute',
  run: 'execute',
  apply: 'execute',
  deploy: 'execute',
  stop: 'execute',
  restart: 'execute',
  scale: 'execute',
  service: 'execute',
  schedule: 'execute',
  migrate: 'execute',
  network: 'execute',
  login: 'execute',
  raise: 'execute',
  manage: 'execute',
  read: 'execute',
  search: 'execute',
  generate: 'execute',
  export: 'execute',
  steer: 'execute',
  spread: 'execute',
} as const satisfies Readonly<Record<string, Tier>>

const byAction: ReadonlyMap<string, Tier> = new Map(Object.entries(changeTiers))

/** The tier of a change; a policy may invent both words. */
export const changeTier = (system: string, action: string): Tier =>
  action === 'write' && system === 'disk' ? 'destructive' : (byAction.get(action) ?? 'destructive')
