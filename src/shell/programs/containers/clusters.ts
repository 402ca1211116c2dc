import { applyTable } from '../engine/apply.ts'
import type { Program, Programs, Subcommand } from '../engine/table.ts'
import { kubeconfig } from './kubeconfig.ts'

const reads: Subcommand = { tier: 'read', otherOptions: 'plain' }
const printsSecrets: Subcommand = { tier: 'read', does: ['change secrets/read'], otherOptions: 'plain' }
const applies: Subcommand = {
  tier: 'execute',
  does: ['change kubernetes/apply'],
  options: { '--config=FILE': 'read' },
  otherOptions: 'plain',
}
const stops: Subcommand = { tier: 'execute', does: ['change kubernetes/stop'], otherOptions: 'plain' }
const deletes: Subcommand = { tier: 'execute', does: ['change kubernetes/delete'], otherOptions: 'plain' }
const configures: Subcommand = { tier: 'write', does: ['change kubernetes/configure'], otherOptions: 'plain' }
const forwards: Subcommand = { tier: 'execute', does: ['change kubernetes/network'], otherOptions: 'plain' }
const logsIn: Subcommand = { tier: 'execute', does: ['change kubernetes/login'], otherOptions: 'plain' }

const minikube: Program = {
  tier: 'execute',
  options: { '-p NAME --profile=NAME': 'plain', '-h': 'dry run' },
  commands: {
    'status ip version docker-env podman-env update-check help': reads,
    logs: { ...reads, options: { '--file=FILE': 'write' } },
    service: { tier: 'read', options: { '--url': 'plain', '-n NAME --namespace=NAME': 'plain' } },
    profile: { ...configures, operands: 'plain', commands: { list: reads } },
    addons: { commands: { list: reads, 'enable disable configure': applies } },
    'start unpause': { tier: 'execute', does: ['change kubernetes/start'], otherOptions: 'plain' },
    'stop pause': stops,
    delete: deletes,
    'tunnel mount dashboard': forwards,
    kubectl: { tier: 'read', operands: 'command' },
    config: { commands: { 'view get': reads, 'set unset': configures } },
  },
}

/** Local clusters, and tools that keep remote clusters up to date. */
export const clusters: Programs = {
  stern: {
    tier: 'read',
    options: { '--kubeconfig=FILE': kubeconfig },
    otherOptions: 'plain',
    examples: { 'stern web -n prod': [] },
  },
  'kubectx kubens': {
    tier: 'read',
    options: {
      '-c --current': 'dry run',
      '-d NAME --delete=NAME': 'change kubernetes/manage',
      '-h': 'dry run',
      '-u --unset': 'change kubernetes/configure',
    },
    operands: 'change kubernetes/configure',
    examples: { kubectx: [], 'kubectx prod': 'change kubernetes/configure prod', 'kubectx -c': [] },
  },
  minikube: {
    ...minikube,
    // The only words that it starts are for kubectl.
    custom: call =>
      applyTable(minikube, {
        ...call,
        start: (words, link, options) => call.start(['kubectl', ...words], link, options),
      }),
    examples: {
      'minikube status': [],
      'minikube logs --file=a': 'write a',
      'minikube kubectl -- get pods': 'run kubectl get pods',
      'minikube kubectl -- delete pod x': ['run kubectl delete pod x', 'change kubernetes/delete'],
      'minikube delete --all': 'change kubernetes/delete',
    },
  },
  'kind k3d': {
    tier: 'execute',
    commands: {
      'get list version help': { ...reads, operands: 'plain', commands: { kubeconfig: printsSecrets } },
      'create start load import export': { ...applies, operands: 'plain' },
      delete: deletes,
      cluster: {
        commands: {
          'list ls get': reads,
          'create start edit': { ...applies, options: { '-c FILE --config=FILE': 'read' } },
          stop: stops,
          'delete del rm': deletes,
        },
      },
      kubeconfig: { commands: { 'get merge write': printsSecrets } },
      image: { commands: { import: applies } },
      build: { tier: 'execute', code: 'project', otherOptions: 'plain' },
    },
    examples: {
      'kind get clusters': [],
      'kind delete cluster': 'change kubernetes/delete',
      'kind get kubeconfig': 'change secrets/read',
    },
  },
  k9s: {
    tier: 'execute',
    does: ['opaque an interactive session in a cluster'],
    commands: { 'version info': reads },
    otherOptions: 'plain',
  },
  argocd: {
    tier: 'execute',
    options: {
      '--server=HOST --argocd-context=NAME --auth-token=TOKEN --grpc-web --insecure --core --plaintext': 'plain',
    },
    commands: {
      'version completion': reads,
      login: logsIn,
      'logout context': configures,
      app: {
        commands: {
          'list get diff history manifests resources logs wait': reads,
          'sync create set patch unset rollback actions run add-source': applies,
          'delete delete-resource terminate-op': deletes,
        },
      },
      'cluster repo proj cert gpg repocreds appset': {
        commands: { 'list get': reads, 'add create set edit update': applies, 'rm delete remove': deletes },
      },
      account: {
        commands: {
          'list get get-user-info can-i': reads,
          'update-password bcrypt': applies,
          'generate-token': printsSecrets,
        },
      },
      admin: { commands: { 'initial-password': printsSecrets } },
    },
    examples: {
      'argocd app diff web': [],
      'argocd app delete web': 'change kubernetes/delete',
      'argocd admin initial-password': 'change secrets/read',
    },
  },
  flux: {
    tier: 'execute',
    options: {
      '--with-credentials': 'change secrets/read',
      '-n NAME --namespace=NAME --context=NAME': 'plain',
      '--kubeconfig=FILE': kubeconfig,
    },
    commands: {
      'get logs stats tree trace events check version export diff build envsubst completion': {
        ...reads,
        operands: 'plain',
      },
      'reconcile create resume bootstrap install push tag': { ...applies, operands: 'plain' },
      suspend: stops,
      'delete uninstall': deletes,
    },
    examples: {
      'flux get kustomizations -A': [],
      'flux export source git a': [],
      'flux export source git a --with-credentials': 'change secrets/read',
      'flux uninstall': 'change kubernetes/delete',
    },
  },
  istioctl: {
    tier: 'execute',
    options: { '-c FILE --kubeconfig=FILE': kubeconfig, '--context=NAME -n NAME --namespace=NAME': 'plain' },
    commands: {
      'version analyze proxy-status ps proxy-config pc validate describe bug-report completion': reads,
      'install upgrade tag kube-inject': applies,
      uninstall: deletes,
      dashboard: forwards,
    },
    examples: {
      'istioctl proxy-status': [],
      'istioctl version --kubeconfig /tmp/x': ['read /tmp/x', 'opaque code in `/tmp/x`'],
      'istioctl uninstall --purge': 'change kubernetes/delete',
    },
  },
  velero: {
    tier: 'execute',
    options: {
      '-n NAME --namespace=NAME --kubecontext=NAME': 'plain',
      '--kubeconfig=FILE': kubeconfig,
    },
    commands: {
      'get describe version completion': { ...reads, operands: 'plain' },
      'install create': { ...applies, operands: 'plain' },
      'delete uninstall': { ...deletes, operands: 'plain' },
      'backup restore schedule backup-location snapshot-location repo plugin': {
        commands: {
          'get describe logs': reads,
          download: { tier: 'write', options: { '-o FILE --output=FILE': 'write', '--force --timeout=N': 'plain' } },
          'create set add pause unpause': applies,
          'delete remove': deletes,
        },
      },
    },
    examples: { 'velero backup logs nightly': [], 'velero backup delete nightly': 'change kubernetes/delete' },
  },
}
