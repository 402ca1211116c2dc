import type { Options } from '../engine/table.ts'

/**
 * The server of a cluster. Whoever answers there is told who asks, unless the cluster's own certificate has to vouch for
 * it: an option that takes this away, or brings another authority, makes it a sending.
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
