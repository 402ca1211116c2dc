import type { Options, Programs, Subcommand } from '../engine/table.ts'

const looks = (options: Options = {}): Subcommand => ({ tier: 'read', options, operands: 'plain' })
const asks = (what: `change ${string}/${string}`): Subcommand => ({
  tier: 'execute',
  does: [what],
  otherOptions: 'plain',
  operands: 'plain',
})

/** Programs that build for clusters and set clusters up. */
export const clusterSetup: Programs = {
  // Its configuration names builders and hooks, which are commands.
  skaffold: {
    tier: 'execute',
    code: 'project',
    options: { '-v LEVEL --verbosity=LEVEL --color=N --update-check=FLAG': 'plain' },
    commands: {
      'version options schema': looks({ '-o FORMAT --output=FORMAT': 'plain' }),
      'diagnose render': {
        options: {
          '-f FILE --filename=FILE': 'code',
          '-o FILE --output=FILE': { '-': 'plain', '*': 'write' },
          '-p NAME --profile=NAME --yaml-only --digest-source=NAME --offline': 'plain',
        },
      },
      build: {
        options: {
          '-f FILE --filename=FILE': 'code',
          '--file-output=FILE': 'write',
          '-p NAME --profile=NAME -t TAG --tag=TAG --dry-run -q --quiet --cache-artifacts=FLAG': 'plain',
          '--push[=FLAG]': { false: 'plain', '*': 'change container/publish' },
          '-d REPO --default-repo=REPO': 'change container/publish',
        },
      },
      'run dev debug deploy apply delete': asks('change kubernetes/apply'),
    },
    examples: {
      'skaffold diagnose': [],
      'skaffold build -f /tmp/x.yaml': ['read /tmp/x.yaml', 'opaque code in `/tmp/x.yaml`'],
      'skaffold dev': 'change kubernetes/apply',
    },
  },
  kubeadm: {
    tier: 'execute',
    commands: {
      version: looks({ '-o FORMAT --output=FORMAT': 'plain' }),
      config: {
        commands: {
          print: { commands: { 'init-defaults join-defaults upgrade-defaults reset-defaults': looks() } },
          images: { commands: { list: looks() } },
        },
      },
      certs: { commands: { 'check-expiration': looks() } },
      token: asks('change secrets/read'),
      'init join reset upgrade': asks('change kubernetes/manage'),
    },
    examples: {
      'kubeadm version -o json': [],
      'kubeadm reset -f': 'change kubernetes/manage',
      'kubeadm token list': 'change secrets/read',
    },
  },
  'k3s k3sup': {
    tier: 'execute',
    commands: {
      'check-config': looks(),
      kubectl: { operands: 'opaque a command for the cluster' },
      'server agent install join': asks('change kubernetes/manage'),
    },
    examples: { 'k3s check-config': [], 'k3s server': 'change kubernetes/manage' },
  },
  kompose: {
    tier: 'read',
    options: {
      '-f FILE --file=FILE': 'read',
      '-v --verbose --suppress-warnings --error-on-warning --provider=NAME': 'plain',
    },
    commands: {
      version: looks(),
      convert: {
        tier: 'write',
        options: {
          '-o FILE --out=FILE': 'write',
          '--stdout': 'dry run',
          '-c --chart -j --json -y --yaml --with-kompose-annotation --controller=NAME --replicas=N --volumes=NAME --namespace=NAME -n NAME --indent=N --pvc-request-size=SIZE':
            'plain',
          '--build=HOW': { none: 'plain', '*': 'change container/create' },
        },
      },
    },
    examples: {
      'kompose convert -f a.yml -o k8s.yaml': ['read a.yml', 'write k8s.yaml'],
      'kompose convert --push-image': 'opaque unknown option `--push-image` of `kompose convert`',
    },
  },
  ko: {
    tier: 'execute',
    commands: {
      version: looks(),
      'build publish': {
        code: 'project',
        options: {
          '-L --local --push=false': 'plain',
          '--platform=LIST --tags=LIST --bare -B --base-import-paths -P --preserve-import-paths --sbom=NAME': 'plain',
        },
        does: ['change container/publish'],
        operands: 'may name code',
      },
      'apply create resolve run delete deploy': asks('change kubernetes/apply'),
      login: asks('change container/login'),
    },
    examples: {
      'ko version': [],
      'ko build ./cmd/x': 'change container/publish',
      'ko apply -f a.yaml': 'change kubernetes/apply',
    },
  },
  cosign: {
    tier: 'execute',
    commands: {
      'version tree triangulate dockerfile manifest': looks(),
      'verify verify-attestation verify-blob verify-blob-attestation': {
        tier: 'read',
        options: {
          '--key=KEY --certificate=FILE --signature=FILE --certificate-chain=FILE --bundle=FILE --ca-roots=FILE':
            'plain',
          '--certificate-identity=TEXT --certificate-identity-regexp=RE --certificate-oidc-issuer=URL --certificate-oidc-issuer-regexp=RE -o FORMAT --output=FORMAT --type=NAME -a PAIR --annotations=PAIR --insecure-ignore-tlog[=FLAG] --offline':
            'plain',
        },
        operands: 'plain',
      },
      'sign sign-blob attest attest-blob attach': asks('change container/publish'),
      'generate-key-pair import-key-pair': asks('change keys/generate'),
      'copy save load upload clean': asks('change container/publish'),
      login: asks('change container/login'),
    },
    examples: {
      'cosign verify --key cosign.pub img': [],
      'cosign sign img': 'change container/publish',
      'cosign verify --policy x img': 'opaque unknown option `--policy` of `cosign verify`',
    },
  },
  // The configuration of the container decides what it mounts and which commands run on this machine first.
  devcontainer: {
    tier: 'execute',
    commands: {
      'read-configuration outdated': {
        tier: 'read',
        options: {
          '--workspace-folder=DIR': 'read',
          '--config=FILE': 'read',
          '--log-level=LEVEL --include-merged-configuration': 'plain',
        },
      },
      'up build run-user-commands exec set-up upgrade': asks('change container/run'),
      'features templates': {
        commands: { 'info list': looks(), 'publish test apply': asks('change container/publish') },
      },
    },
    examples: {
      'devcontainer read-configuration --workspace-folder .': 'read /home/dev/project',
      'devcontainer up': 'change container/run',
    },
  },
}
