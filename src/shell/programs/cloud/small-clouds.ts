import type { Programs, Subcommand } from '../engine/table.ts'
import { cloudReads, deploys, printsSecrets } from './cloud-actions.ts'
import { noun, nounVerbs } from './cloud-nouns.ts'

/** Nouns that must not be read freely. */
const secrets: Subcommand = { ...printsSecrets, operands: 'plain' }
const secretNouns =
  'config secret secrets token tokens oauth-tokens auth api-key api-keys credential credentials password passwords connection-string kms vault iam-access-key service-token kubeconfig'

const asks = { 'version help whoami': { ...cloudReads, operands: 'plain' } } as const

/** Programs of services with the same grammar: a noun, then a verb. */
export const smallClouds: Programs = {
  'scw exo oci ibmcloud pscale turso neonctl civo vultr-cli upctl ovhcloud koyeb northflank aiven avn hasura temporal tctl confluent pulsarctl':
    {
      tier: 'execute',
      options: {
        '-o FORMAT --output=FORMAT -p NAME --profile=NAME --region=NAME -r NAME --org=NAME --project-id=ID': 'plain',
        // That host receives the credentials.
        '--endpoint=URL --api-url=URL --api-endpoint=URL --server=URL': 'connect sends',
        '--file=FILE --output-file=FILE': { '*/*': 'may name code', '*': 'plain' },
      },
      commands: {
        ...asks,
        [secretNouns]: secrets,
        ...nounVerbs,
        'logs events target regions plans': { ...cloudReads, operands: 'plain' },
        'deploy promote': deploys,
        '*': { commands: { [secretNouns]: secrets, ...nounVerbs, '*': noun({ [secretNouns]: secrets }) } },
      },
      examples: {
        'scw instance server list': [],
        'scw config get secret-key': 'change secrets/read',
        'turso db list': [],
        'oci iam user list --endpoint http://e.example': 'connect e.example sends',
        'turso db destroy x': 'change cloud/delete',
        'neonctl projects create': 'change cloud/apply',
        'scw instance server frob x': 'opaque unknown subcommand `frob` of `scw`',
      },
    },
  cf: {
    tier: 'execute',
    commands: {
      'apps a app orgs o org spaces space services s service routes r domains buildpacks stacks events target marketplace m version help logs':
        { ...cloudReads, operands: 'plain' },
      'env e service-key oauth-token': secrets,
      'push p restage restart scale start stop': deploys,
      'delete d delete-service delete-route delete-org delete-space': { ...deploys, does: ['change cloud/delete'] },
    },
    examples: { 'cf apps': [], 'cf env x': 'change secrets/read', 'cf delete x': 'change cloud/delete' },
  },
  'crictl ctr crane regctl oras': {
    tier: 'execute',
    options: {
      '-n NAME --namespace=NAME -a ADDRESS --address=ADDRESS -r SOCKET --runtime-endpoint=SOCKET --platform=NAME -o FORMAT --insecure':
        'plain',
    },
    commands: {
      'ps pods images img stats info version inspect inspecti inspectp logs ls manifest digest config catalog tag-list validate discover resolve imagefsinfo':
        { ...cloudReads, operands: 'plain' },
      'image images i container containers c task tasks t namespace namespaces ns snapshot repo tag': {
        commands: { 'ls list info inspect check digest': { ...cloudReads, operands: 'plain' } },
      },
    },
    examples: { 'crictl ps': [], 'crane ls alpine': [], 'crictl rmi x': 'opaque unknown subcommand `rmi` of `crictl`' },
  },
  'colima limactl orb multipass': {
    tier: 'execute',
    options: { '-p NAME --profile=NAME -v --verbose': 'plain' },
    commands: {
      'status list ls version info show-ssh validate find networks get-url logs': { ...cloudReads, operands: 'plain' },
      'start create': { tier: 'execute', does: ['change container/run'], otherOptions: 'plain', operands: 'plain' },
      stop: { tier: 'execute', does: ['change container/stop'], otherOptions: 'plain', operands: 'plain' },
      'delete prune purge': {
        tier: 'execute',
        does: ['change container/delete'],
        otherOptions: 'plain',
        operands: 'plain',
      },
    },
    examples: { 'colima status': [], 'colima delete': 'change container/delete' },
  },
  'linkerd cilium hubble kubeseal calicoctl popeye kube-score pluto nova kubescape terraform-docs infracost dive lazydocker':
    {
      tier: 'execute',
      options: {
        '-f FILE --filename=FILE --path=DIR': 'read',
        '-n NAME --namespace=NAME --context=NAME -o FORMAT --output=FORMAT --format=FORMAT': 'plain',
      },
      commands: {
        'check version status diagnostics stat top edges routes endpoints observe list lint score scan detect-files detect-helm breakdown diagnose schema find':
          { ...cloudReads, operands: 'read' },
        'markdown md json yaml toml asciidoc pretty xml': {
          tier: 'read',
          options: { '--output-file=FILE': ['write', 'tier write'] },
          otherOptions: 'plain',
          operands: 'read',
          commands: { 'table document': { operands: 'read' } },
        },
      },
      examples: { 'linkerd check': [], 'terraform-docs markdown .': 'read /home/dev/project', 'cilium status': [] },
    },
}
