import type { Programs, Subcommand } from '../engine/table.ts'
import { logins, packageReads, projectCode } from '../shared/package-commands.ts'

const sends: Subcommand = { tier: 'execute', does: ['connect sends'], otherOptions: 'plain', operands: 'plain' }
const drops: Subcommand = {
  tier: 'execute',
  does: ['change experiment/delete'],
  otherOptions: 'plain',
  operands: 'plain',
}
const serves = { 'localhost 127.0.0.1': 'plain', '*': 'change network/network' } as const

/** Tools for experiments, models and notebooks. */
export const machineLearning: Programs = {
  mlflow: {
    tier: 'execute',
    commands: {
      'runs experiments artifacts models': {
        commands: {
          'list search describe get csv': packageReads,
          'create rename restore log-artifact log-artifacts': sends,
          'delete gc': drops,
          download: {
            tier: 'write',
            options: {
              '-d DIR --dst-path=DIR': 'write',
              '-u URI --artifact-uri=URI': 'connect',
              '-r ID --run-id=ID': 'plain',
            },
          },
        },
      },
      doctor: packageReads,
      'ui server': {
        tier: 'write',
        options: {
          '-h HOST --host=HOST': serves,
          '-p N --port=N -w N --workers=N': 'plain',
          '--backend-store-uri=URI --registry-store-uri=URI --default-artifact-root=URI --artifacts-destination=URI':
            'may name code',
        },
      },
      gc: drops,
    },
    examples: {
      'mlflow runs list --experiment-id 0': [],
      'mlflow runs delete --run-id x': 'change experiment/delete',
      'mlflow ui --port 5001': [],
      'mlflow ui -h 0.0.0.0': 'change network/network 0.0.0.0',
      'mlflow run https://e.example/x': ['opaque unknown subcommand `run` of `mlflow`', 'connect e.example'],
    },
  },
  wandb: {
    tier: 'execute',
    commands: {
      'status docs verify': packageReads,
      // Writes a settings file in the project.
      'offline disabled': { tier: 'write' },
      'sync online enabled pull restore': sends,
      login: logins,
    },
    examples: { 'wandb status': [], 'wandb offline': [], 'wandb sync wandb/run-1': 'connect … sends' },
  },
  'hf huggingface-cli': {
    tier: 'execute',
    commands: {
      'scan-cache env version whoami': packageReads,
      cache: { commands: { 'scan ls list': packageReads, 'rm delete prune': drops } },
      'delete-cache': drops,
      'upload upload-large-folder repo repos jobs': sends,
      'auth login logout': { ...logins, commands: { whoami: packageReads } },
      download: {
        tier: 'write',
        does: ['connect'],
        options: {
          '--local-dir=DIR --cache-dir=DIR': 'write',
          '--repo-type=TYPE --revision=NAME --include=GLOB --exclude=GLOB --quiet': 'plain',
        },
        operands: 'plain',
      },
    },
    examples: {
      'hf cache scan': [],
      'huggingface-cli scan-cache': [],
      'hf upload me/model .': 'connect … sends',
      'hf cache delete': 'change experiment/delete',
    },
  },
  // Runs code tools on notebooks.
  nbqa: {
    tier: 'execute',
    options: { '--nbqa-shell': 'opaque a program named in an argument' },
    commands: {
      'ruff black isort flake8 mypy pylint pyupgrade autopep8 yapf pydocstyle blacken-docs': {
        ...projectCode,
        options: { '--nbqa-shell': 'opaque a program named in an argument' },
        operands: 'may name code',
      },
    },
    examples: {
      'nbqa ruff notebooks': [],
      'nbqa ruff /tmp/x': 'opaque `nbqa` may run or write a file outside the project: `/tmp/x`',
      'nbqa http.server x': 'opaque unknown subcommand `http.server` of `nbqa`',
    },
  },
}
