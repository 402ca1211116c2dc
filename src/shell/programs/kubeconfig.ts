import type { Meaning } from './table.ts'

/** It names programs that hand out credentials. Those of the user's own directory are the user's. */
export const kubeconfig: Meaning = {
  '*..*': 'code',
  '~/.kube/* /root/.kube/* /home/*/.kube/* /Users/*/.kube/*': 'plain',
  '*': 'code',
}
