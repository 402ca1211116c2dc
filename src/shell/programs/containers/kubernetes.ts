import type { Does, Meaning, Options, Program, Programs, Subcommand } from '../engine/table.ts'
import { apiServer } from '../shared/api-server.ts'
import { kubeconfig } from './kubeconfig.ts'
import { runKubectl } from './kubernetes-run.ts'

const reads: Subcommand = { tier: 'read', otherOptions: 'plain' }
const printsSecrets: Subcommand = { tier: 'read', does: ['change secrets/read'], otherOptions: 'plain' }
const manifest: Meaning = { '-': 'plain', 'http://* https://*': 'connect', '*': 'read' }
/** A text, or with `-o go-template-file` a file name. */
const template: Meaning = { '/* ~/* ../*': 'read', '*': 'plain' }
const dryRun: Meaning = { 'client server true': 'dry run', '': 'dry run', 'none false': 'plain' }

/**
 * A change of the cluster. Options with values are listed one by one: `--field-manager --dry-run=client` is not a dry run.
 */
const changes = (does: Does, options: Options = {}): Subcommand => ({
  tier: 'execute',
  does: [does],
  options: {
    '-f FILE --filename=FILE': manifest,
    '-k DIR --kustomize=DIR': manifest,
    '--dry-run[=MODE]': dryRun,
    '-o FORMAT --output=FORMAT': 'setting',
    '--template=TEMPLATE': template,
    '-l SELECTOR --selector=SELECTOR --field-selector=SELECTOR --field-manager=NAME --timeout=N --grace-period=N -p PATCH --patch=PATCH --patch-file=FILE --type=KIND --subresource=NAME --resource-version=N --current-replicas=N --replicas=N --to-revision=N --revision=N --prune-allowlist=KIND --applyset=NAME --chunk-size=N --pod-selector=SELECTOR --raw=PATH --cascade[=HOW] --validate[=HOW]':
      'plain',
    '--image=NAME --port=N --target-port=N --name=NAME --protocol=NAME --external-ip=IP --load-balancer-ip=IP --cluster-ip=IP --session-affinity=KIND --labels=LABELS --annotations=TEXT -e SETTING --env=SETTING --from=NAME --keys=NAMES --prefix=TEXT --restart=POLICY --image-pull-policy=POLICY --overrides=JSON --override-type=KIND --min=N --max=N --cpu-percent=N --limits=LIST --requests=LIST --serviceaccount=NAME -c NAME --containers=NAME --container=NAME --target=NAME --copy-to=NAME --profile=KIND --share-processes[=YES] --set-image=SPEC':
      'plain',
    '--from-literal=SETTING --docker-server=HOST --docker-username=NAME --docker-password=TEXT --docker-email=NAME --tcp=PORTS --node-port=N --schedule=CRON --hard=LIST --scopes=LIST --rule=RULE --class=NAME --default-backend=NAME --annotation=TEXT --verb=VERBS --resource=KINDS --resource-name=NAME --non-resource-url=URL --clusterrole=NAME --role=NAME --user=NAME --group=NAME --value=N --preemption-policy=KIND --description=TEXT --duration=N --audience=NAME --bound-object-kind=KIND --bound-object-name=NAME --aggregation-rule=RULE --min-available=N --max-unavailable=N':
      'plain',
    '--from-file=SPEC --from-env-file=FILE --cert=FILE --key=FILE': 'read',
    '-R --recursive --all -A --all-namespaces --now --wait[=YES] --ignore-not-found[=YES] --overwrite[=YES] --local --list --show-managed-fields --save-config --edit --server-side[=YES] --force-conflicts[=YES] --record[=YES] --openapi-patch[=YES] --append-hash --ignore-daemonsets --delete-emptydir-data --delete-local-data --disable-eviction --skip-wait-for-delete-timeout=N -i --interactive -t --tty --stdin --rm --expose --attach[=YES] --quiet -q --command --leave-stdin-open --windows-line-endings --resolve':
      'plain',
    '--force': 'plain',
    ...options,
  },
})
const applies = changes('change kubernetes/apply')
const restarts = changes('change kubernetes/restart')
const deletes = changes('change kubernetes/delete')
const grants = changes('change kubernetes/grant')
const configures: Subcommand = { tier: 'write', does: ['change kubernetes/configure'], otherOptions: 'plain' }
const manages: Subcommand = { tier: 'execute', does: ['change kubernetes/manage'], otherOptions: 'plain' }
const forwards: Subcommand = { tier: 'execute', does: ['change kubernetes/network'], otherOptions: 'plain' }
const attaches: Subcommand = { tier: 'execute', does: ['opaque an interactive session in a pod'] }
const logsIn: Subcommand = { tier: 'execute', does: ['change kubernetes/login'], otherOptions: 'plain' }

const kustomizeOptions: Options = {
  '--enable-exec --enable-alpha-plugins --enable-helm --enable-star': 'opaque a plugin that runs code',
  '--helm-command=COMMAND': 'run',
  '-o FILE --output=FILE': 'write',
}

/** Roles and bindings: changing these changes permissions. */
const roles = {
  'clusterrole*': 'change kubernetes/grant',
  'role*': 'change kubernetes/grant',
  '*': 'plain',
} as const

const kubectl: Program = {
  tier: 'execute',
  options: {
    '-n NAME --namespace=NAME --context=NAME --cluster=NAME --user=NAME --as=NAME --as-group=NAME --as-uid=ID --request-timeout=N -v N --v=N --vmodule=SPEC --token=TOKEN --username=NAME --password=TEXT --tls-server-name=NAME --cache-dir=DIR --log-flush-frequency=N':
      'plain',
    '--kubeconfig=FILE': kubeconfig,
    ...apiServer('-s HOST --server=HOST', '--insecure-skip-tls-verify[=YES]', '--certificate-authority=FILE'),
    '--client-certificate=FILE --client-key=FILE': 'read',
    '--profile-output=FILE': 'write',
    '--profile=KIND --match-server-version[=YES] --warnings-as-errors[=YES] --disable-compression[=YES]': 'plain',
    '-h': 'dry run',
  },
  // For `-o`: an output format, some of which are read from a file.
  settings: { '*-file templatefile': 'read', '*': 'plain' },
  env: { KUBECONFIG: 'code' },
  commands: {
    get: {
      tier: 'read',
      options: {
        '-o FORMAT --output=FORMAT': 'setting',
        '--template=TEMPLATE': template,
        '-f FILE --filename=FILE': manifest,
        '--raw=PATH': { '*secrets*': 'change secrets/read', '*': 'plain' },
        '-l SELECTOR --selector=SELECTOR -L LABEL --label-columns=LABEL --sort-by=FIELD --field-selector=SELECTOR --subresource=NAME --chunk-size=N':
          'plain',
      },
      otherOptions: 'plain',
    },
    describe: {
      tier: 'read',
      options: {
        '-f FILE --filename=FILE': manifest,
        '-k DIR --kustomize=DIR': manifest,
        '-l SELECTOR --selector=SELECTOR --chunk-size=N -A --all-namespaces --show-events[=YES] -R --recursive':
          'plain',
      },
    },
    'logs top explain version api-resources api-versions events wait options completion plugin': {
      tier: 'read',
      options: { '-f --follow -p --previous -c NAME --container=NAME -l SELECTOR --selector=SELECTOR': 'plain' },
      otherOptions: 'plain',
    },
    'cluster-info': {
      tier: 'read',
      operands: 'plain',
      otherOptions: 'plain',
      commands: { dump: { tier: 'read', options: { '--output-directory=DIR': 'write' }, otherOptions: 'plain' } },
    },
    diff: {
      tier: 'read',
      options: { '-f FILE --filename=FILE -k DIR --kustomize=DIR': manifest },
      otherOptions: 'plain',
    },
    kustomize: { tier: 'read', options: kustomizeOptions, otherOptions: 'plain', operands: 'read' },
    auth: { commands: { 'can-i whoami': reads, reconcile: grants } },
    config: {
      commands: {
        view: { tier: 'read', options: { '--raw[=YES]': 'change secrets/read' }, otherOptions: 'plain' },
        'current-context get-contexts get-clusters get-users': reads,
        'use-context use set-context rename-context': configures,
        'set-credentials set-cluster set': {
          ...manages,
          options: {
            '--exec-command=COMMAND': 'opaque a program that provides credentials',
            '--auth-provider=NAME': 'plain',
          },
        },
        'unset delete-context delete-cluster delete-user': manages,
      },
    },
    rollout: { commands: { 'status history': reads, restart: restarts, 'undo pause resume': applies } },
    apply: {
      ...changes('change kubernetes/apply', { '--prune --force': 'change kubernetes/delete' }),
      operands: 'plain',
      commands: { 'view-last-applied': reads, 'edit-last-applied set-last-applied': applies },
    },
    create: {
      ...applies,
      operands: 'plain',
      commands: { 'clusterrolebinding rolebinding clusterrole role': grants, token: printsSecrets },
    },
    'patch edit replace': {
      ...changes('change kubernetes/apply', { '--force': 'change kubernetes/delete' }),
      operands: roles,
    },
    'label annotate taint cordon uncordon expose autoscale set': applies,
    scale: changes('change kubernetes/scale'),
    run: changes('change kubernetes/run'),
    debug: changes('change kubernetes/run'),
    'delete drain': deletes,
    certificate: { commands: { 'approve deny': grants } },
    'port-forward proxy': forwards,
    attach: attaches,
    exec: {
      tier: 'read',
      options: {
        '-c NAME --container=NAME --pod-running-timeout=N': 'plain',
        '-f FILE --filename=FILE': 'read',
        '-i --stdin -t --tty -q --quiet': 'plain',
      },
      operands: ['plain', 'command'],
    },
    cp: {
      tier: 'write',
      options: { '-c NAME --container=NAME --retries=N': 'plain', '--no-preserve[=YES]': 'plain' },
    },
  },
  examples: {
    'kubectl get pods -A -o wide': [],
    'kubectl -s https://example.com get pods': 'connect example.com',
    'kubectl -s https://example.com --insecure-skip-tls-verify get pods': 'connect example.com sends',
    'kubectl -s http://example.com get pods': 'connect example.com sends',
    'kubectl -s http://localhost:8080 get pods': 'connect localhost:8080',
    'kubectl --kubeconfig=/root/.kube/a get pods': [],
    'kubectl --kubeconfig=/tmp/.kube/a get pods': ['read /tmp/.kube/a', 'opaque code in `/tmp/.kube/a`'],
    'kubectl get secret db -o yaml': 'change secrets/read secret',
    'kubectl get secrets': [],
    'kubectl --context delete get pods': [],
    'kubectl config view --raw': 'change secrets/read',
    'kubectl apply -f deploy.yaml': ['read deploy.yaml', 'change kubernetes/apply'],
    'kubectl apply -f deploy.yaml --dry-run=client': 'read deploy.yaml',
    'kubectl apply -f deploy.yaml --dry-run=none': ['read deploy.yaml', 'change kubernetes/apply'],
    'kubectl delete pod web': 'change kubernetes/delete',
    'kubectl create clusterrolebinding x --clusterrole=cluster-admin --user=me': 'change kubernetes/grant',
    'kubectl patch clusterrolebinding x -p {}': [
      'change kubernetes/apply',
      'change kubernetes/grant clusterrolebinding',
    ],
    'kubectl exec -it web -c app -- rm -rf /data': ['run rm -rf /data in pod web', 'delete /data in pod web'],
    'kubectl cp web:/etc/hosts ./hosts': ['connect web', 'read /etc/hosts in pod web', 'write hosts'],
    'kubectl get pods -o go-template-file=a.tpl': 'read a.tpl',
    'kubectl get pods -o custom-columns=A:.a': [],
    'kubectl kustomize --enable-exec base': ['opaque a plugin that runs code', 'read base'],
    'KUBECTL_EXTERNAL_DIFF=./evil kubectl diff -f x': ['run ./evil', 'read x'],
  },
}

const oc: Program = {
  ...kubectl,
  commands: {
    ...kubectl.commands,
    'status projects': reads,
    project: configures,
    whoami: { tier: 'read', options: { '-t --show-token': 'change secrets/read' }, otherOptions: 'plain' },
    login: logsIn,
    logout: configures,
    'new-app new-project new-build start-build import-image tag process': applies,
    policy: grants,
    rsh: {
      tier: 'read',
      options: { '-c NAME --container=NAME -t -T --no-tty': 'plain' },
      operands: ['plain', 'command'],
    },
    extract: printsSecrets,
  },
  examples: {
    'oc whoami -t': 'change secrets/read',
    'oc rsh web uptime': 'run uptime in pod web',
  },
}

/** Clusters: reading is allowed; changes that others see ask first. */
export const kubernetes: Programs = {
  kubectl: { ...kubectl, custom: call => runKubectl(kubectl, call) },
  oc: { ...oc, custom: call => runKubectl(oc, call) },
  kustomize: {
    tier: 'execute',
    commands: {
      'version cfg completion': reads,
      build: { tier: 'read', options: kustomizeOptions, otherOptions: 'plain', operands: 'read' },
      'edit create': { tier: 'write', otherOptions: 'plain', does: ['change kubernetes/configure'] },
      localize: { tier: 'write', otherOptions: 'plain', operands: ['read', 'write'] },
    },
    examples: {
      'kustomize build overlays/dev': 'read overlays/dev',
      'kustomize build --enable-helm base': ['opaque a plugin that runs code', 'read base'],
    },
  },
}
