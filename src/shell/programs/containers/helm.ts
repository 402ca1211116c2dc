import type { Does, Meaning, Options, Programs, Subcommand } from '../engine/table.ts'
import { apiServer } from '../shared/api-server.ts'
import { kubeconfig } from './kubeconfig.ts'

const reads: Subcommand = { tier: 'read', otherOptions: 'plain' }
const configures: Subcommand = { tier: 'write', does: ['change kubernetes/configure'], otherOptions: 'plain' }
const manages: Subcommand = { tier: 'execute', does: ['change kubernetes/manage'], otherOptions: 'plain' }
const valuesFile: Meaning = { '-': 'plain', 'http://* https://*': 'connect', '*': 'read' }
const dryRun: Meaning = { 'client server true': 'dry run', '': 'dry run', 'none false': 'plain' }

const chartOptions: Options = {
  '-f FILE --values=FILE': valuesFile,
  '--set-file=SETTING': { '*,*': 'opaque several files in one option', '*': 'setting' },
  '--post-renderer=COMMAND': 'run',
  '--post-renderer-args=TEXT': 'opaque arguments of the post-renderer',
  '--output-dir=DIR': 'write',
  '--dry-run[=MODE]': dryRun,
  '--repo=URL': 'connect',
  '--ca-file=FILE --cert-file=FILE --key-file=FILE --keyring=FILE': 'read',
}
/** Options with values are listed one by one: `--description --dry-run` is not a dry run. */
const chart = (does: Does): Subcommand => ({
  tier: 'execute',
  does: [does],
  options: {
    ...chartOptions,
    '--set=SETTING --set-string=SETTING --set-json=SETTING --set-literal=SETTING --version=RANGE --timeout=N --description=TEXT --history-max=N --name-template=TEXT --username=NAME --password=TEXT -l LABELS --labels=LABELS -o FORMAT --output=FORMAT --cascade=HOW --filter=SPEC --max=N':
      'plain',
    '-i --install --atomic --wait[=HOW] --wait-for-jobs --create-namespace --force --cleanup-on-fail --reuse-values --reset-values --reset-then-reuse-values --no-hooks --skip-crds --generate-name -g --replace --devel --dependency-update --disable-openapi-validation --skip-schema-validation --render-subchart-notes --hide-notes --hide-secret --take-ownership --enable-dns --insecure-skip-tls-verify --plain-http --pass-credentials --verify --keep-history --ignore-not-found --recreate-pods --logs --rollback-on-failure --force-conflicts --server-side[=HOW]':
      'plain',
  },
})
const packs: Subcommand = {
  tier: 'write',
  options: {
    '-d DIR --destination=DIR --untardir=DIR': 'write',
    '--sign --key=NAME --passphrase-file=FILE': 'plain',
    '--repo=URL': 'connect',
    '--version=RANGE --app-version=TEXT --username=NAME --password=TEXT --keyring=FILE -u --dependency-update --untar --prov --verify --devel --skip-refresh --plain-http --pass-credentials':
      'plain',
  },
}

/** Helm charts of a cluster. */
export const helm: Programs = {
  helm: {
    tier: 'execute',
    options: {
      '-n NAME --namespace=NAME --kube-context=NAME --kube-as-user=NAME --kube-as-group=NAME --kube-token=TOKEN --kube-tls-server-name=NAME --burst-limit=N --qps=N --registry-config=FILE --repository-cache=DIR --repository-config=FILE':
        'plain',
      '--kubeconfig=FILE': kubeconfig,
      ...apiServer('--kube-apiserver=URL', '--kube-insecure-skip-tls-verify[=YES]', '--kube-ca-file=FILE'),
      '--debug': 'plain',
      '-h': 'dry run',
    },
    // For `--set-file`: the value is a file whose text becomes a chart value.
    settings: { '*': 'read' },
    env: { 'HELM_PLUGINS HELM_DATA_HOME': 'opaque plugins from another directory', KUBECONFIG: 'code' },
    commands: {
      'list ls history hist status version env help completion verify search': {
        tier: 'read',
        options: { '-f FILTER --filter=FILTER -o FORMAT --output=FORMAT': 'plain' },
        otherOptions: 'plain',
      },
      get: { commands: { 'all values manifest hooks notes metadata': reads } },
      'show inspect': { commands: { 'all chart values readme crds': reads } },
      template: { tier: 'read', options: chartOptions, otherOptions: 'plain' },
      lint: {
        tier: 'read',
        options: {
          '-f FILE --values=FILE': valuesFile,
          '--set-file=SETTING': { '*,*': 'opaque several files in one option', '*': 'setting' },
        },
        otherOptions: 'plain',
      },
      // Common plugins: a chart's own tests, and a preview of an upgrade.
      unittest: {
        tier: 'execute',
        code: 'project',
        options: {
          '-o FILE --output-file=FILE': 'write',
          '-v FILE --values=FILE -f GLOB --file=GLOB': { '/* ../* */../*': 'code', '*': 'plain' },
          '-t FORMAT --output-type=FORMAT --chart-tests-path=DIR': 'plain',
          '-u --update-snapshot -s --strict -q --failfast --color --with-subchart[=YES]': 'plain',
        },
        operands: 'code',
      },
      diff: {
        tier: 'read',
        commands: {
          'upgrade rollback revision release version': {
            tier: 'read',
            options: { ...chartOptions, '--show-secrets --show-secrets-decoded': 'change secrets/read' },
            otherOptions: 'plain',
          },
        },
      },
      'install upgrade': chart('change kubernetes/apply'),
      rollback: chart('change kubernetes/deploy'),
      test: chart('change kubernetes/run'),
      'uninstall un delete del': chart('change kubernetes/delete'),
      create: { tier: 'write', options: { '-p NAME --starter=NAME': 'plain' }, operands: 'write' },
      'package pull fetch': packs,
      'dependency dep dependencies': {
        commands: { 'list ls': reads, 'update up build': { tier: 'write', options: packs.options ?? {} } },
      },
      push: { tier: 'execute', operands: ['read', 'connect sends'], otherOptions: 'plain' },
      registry: {
        commands: {
          login: { tier: 'execute', does: ['change kubernetes/login'], otherOptions: 'plain' },
          logout: configures,
        },
      },
      repo: {
        commands: {
          'list ls': reads,
          'add update up': configures,
          index: { tier: 'write', options: { '--url=URL --json': 'plain', '--merge=FILE': 'read' }, operands: 'write' },
          'remove rm': manages,
        },
      },
      plugin: {
        commands: {
          'list ls verify': reads,
          package: packs,
          'install add update up': { tier: 'execute', does: ['change kubernetes/install'], otherOptions: 'plain' },
          'uninstall rm remove': manages,
        },
      },
    },
    examples: {
      'helm list -n production': [],
      'helm template app ./chart -f values.yaml': 'read values.yaml',
      'helm template app ./chart --post-renderer ./evil': 'run ./evil',
      'helm template app ./chart --post-renderer rm --post-renderer-args x': [
        'run rm',
        'opaque arguments of the post-renderer: `x`',
      ],
      'helm template ./chart --set-file a=b.txt': 'read b.txt',
      'helm lint ./chart --set-file a=/srv/x': 'read /srv/x',
      'helm list --kube-apiserver http://e.example': 'connect e.example sends',
      'helm list --kube-apiserver https://k.example': 'connect k.example',
      'helm list --kube-apiserver https://k.example --kube-insecure-skip-tls-verify': 'connect k.example sends',
      'helm upgrade --install app ./chart': 'change kubernetes/apply',
      'helm install app ./chart --dry-run': [],
      'helm unittest chart': 'read chart',
      'helm unittest /tmp/chart': ['read /tmp/chart', 'opaque code in `/tmp/chart`'],
      'helm diff upgrade app ./chart': [],
      'helm diff upgrade app ./chart --post-renderer ./evil': 'run ./evil',
      'helm uninstall app': 'change kubernetes/delete',
    },
  },
}
