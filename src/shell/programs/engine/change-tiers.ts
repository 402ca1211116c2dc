import type { Tier } from '../../../core/tier.ts'

/**
 * How bad a change can be, by its action. The words of `change SYSTEM/ACTION`: pick one of these, and the tier follows.
 * Anything else is destructive: it cannot be taken back, or others see it.
 */
const tiers: Readonly<Record<string, Tier>> = {
  // Adds something, or can be taken back by the next command.
  create: 'write',
  update: 'write',
  configure: 'write',
  label: 'write',
  stage: 'write',
  commit: 'write',
  branch: 'write',
  merge: 'write',
  fetch: 'write',
  start: 'write',
  signal: 'write',
  permissions: 'write',
  write: 'write',
  // Runs foreign code, reaches beyond the workspace, takes everything along, or interrupts what runs.
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
}

const byAction: ReadonlyMap<string, Tier> = new Map(Object.entries(tiers))

/** The tier of `change system/action`; both may be a policy's own words. */
export const changeTier = (system: string, action: string): Tier =>
  action === 'write' && system === 'disk' ? 'destructive' : (byAction.get(action) ?? 'destructive')
