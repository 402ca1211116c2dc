import type { Meaning } from '../engine/table.ts'

/** Settings that name programs: those in the user's own directory are the user's. A star also matches slashes. */
export const usersOwn = (directory: string): Meaning => ({
  [`*..* /home/*/*/${directory}/* /Users/*/*/${directory}/*`]: 'code',
  [`~/${directory}/* /root/${directory}/* /home/*/${directory}/* /Users/*/${directory}/*`]: 'plain',
  '*': 'code',
})

/** It names programs that provide credentials. */
export const kubeconfig: Meaning = usersOwn('.kube')
