import type { Options } from '../engine/table.ts'

/**
 * The API server of a cluster. The client sends its credentials to it; only the check of the cluster's certificate keeps
 * them from another host. An option that disables the check or replaces the authority therefore counts as sending.
 */
export const apiServer = (server: string, insecure: string, authority: string): Options => ({
  [server]: {
    '*@*': 'connect sends',
    'https://* localhost:* 127.0.0.1:* http://localhost:* http://127.0.0.1:*': 'connect',
    '*': 'connect sends',
  },
  [insecure]: { false: 'plain', '*': 'sends' },
  [authority]: ['read', 'sends'],
})
