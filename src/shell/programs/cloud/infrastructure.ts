import { eitherDash } from '../engine/either-dash.ts'
import type { Options, Programs, Subcommand } from '../engine/table.ts'
import { loadsProjectCode } from '../shared/loads-project-code.ts'
import {
  applies,
  cloudManages,
  cloudReads,
  configures,
  deletes,
  deploys,
  logsIn,
  printsSecrets,
  runsProject,
  runsThere,
  stops,
} from './cloud-actions.ts'

const template: Options = {
  '-t FILE --template=FILE --template-file=FILE --config-file=FILE': 'may name code',
  '--parameter-overrides=SETTINGS': 'plain',
}
const cdkOptions: Options = {
  '-a COMMAND --app=COMMAND': 'run',
  '-o DIR --output=DIR': 'write',
  '-p FILE --plugin=FILE': 'code',
  '--build=COMMAND': 'run',
  '-c SETTING --context=SETTING --profile=NAME -r ARN --role-arn=ARN --region=NAME --toolkit-stack-name=NAME --progress=KIND --require-approval=WHEN --concurrency=N':
    'plain',
}
const cdk = (command: Subcommand): Subcommand => ({ ...command, options: cdkOptions })

/** Programs that create and change remote infrastructure. */
export const infrastructure: Programs = {
  pulumi: {
    tier: 'execute',
    options: {
      '-C DIR --cwd=DIR': 'cwd',
      '-s NAME --stack=NAME --color=WHEN -v N --verbose=N': 'plain',
      '--profiling=FILE': 'write prefix',
      '--tracing=URL': { '*://*': 'connect sends', '*': 'may name code' },
      '--non-interactive -e --emoji --logflow --logtostderr --disable-integrity-checking': 'plain',
    },
    commands: {
      'whoami version about logs console schema': { ...cloudReads, operands: 'plain' },
      preview: { ...runsProject, options: { '--show-secrets': 'change secrets/read' } },
      'up update refresh import watch': deploys,
      'destroy cancel': { tier: 'execute', does: ['change cloud/destroy'], otherOptions: 'plain' },
      new: { tier: 'execute', does: ['change packages/install'], otherOptions: 'plain' },
      stack: {
        ...cloudReads,
        operands: 'plain',
        options: { '--show-secrets': 'change secrets/read' },
        commands: {
          'ls output history graph tag': { ...cloudReads, options: { '--show-secrets': 'change secrets/read' } },
          export: { ...printsSecrets, options: { '--file=FILE': 'write' } },
          'select init rename change-secrets-provider': configures,
          'import rm unselect': deletes,
        },
      },
      config: {
        ...cloudReads,
        operands: 'plain',
        options: { '--show-secrets': 'change secrets/read' },
        commands: { get: printsSecrets, 'set set-all rm rm-all cp refresh env': configures },
      },
      state: { commands: { 'delete unprotect rename edit move repair upgrade': deletes } },
      plugin: { commands: { ls: cloudReads, 'install rm run': cloudManages } },
      login: logsIn,
      logout: cloudManages,
      org: { commands: { 'get-default search': { ...cloudReads, operands: 'plain' }, 'set-default': configures } },
    },
    examples: {
      'pulumi preview --diff': [],
      'pulumi preview --show-secrets': 'change secrets/read',
      'pulumi destroy -f': 'change cloud/destroy',
      'pulumi stack output --show-secrets': 'change secrets/read',
      'pulumi stack --show-secrets': 'change secrets/read',
      'pulumi stack': [],
    },
  },
  packer: {
    tier: 'execute',
    singleDash: true,
    options: { '-machine-readable': 'plain', '-help -h -version -v': 'dry run' },
    commands: {
      'version inspect validate console': {
        tier: 'read',
        singleDash: true,
        options: { '-var-file=FILE --var-file=FILE': 'read', '-var SETTING': 'plain' },
        otherOptions: 'plain',
      },
      fmt: {
        tier: 'write',
        singleDash: true,
        options: {
          '-check': 'dry run',
          '-write=YES': { false: 'dry run', true: 'plain' },
          '-recursive -diff': 'plain',
        },
        operands: 'write',
      },
      'fix hcl2_upgrade': {
        tier: 'write',
        singleDash: true,
        options: { '-output-file=FILE': 'write', '-validate=YES -with-annotations': 'plain' },
        operands: 'read',
      },
      init: { tier: 'execute', singleDash: true, does: ['change packages/install'], otherOptions: 'plain' },
      build: { tier: 'execute', singleDash: true, does: ['change cloud/run'], otherOptions: 'plain' },
      plugins: { commands: { 'installed required': cloudReads, 'install remove': cloudManages } },
    },
    examples: {
      'packer validate -var key=x t.json': [],
      'packer build t.json': 'change cloud/run',
      'packer fmt -write=false t.pkr.hcl': [],
    },
  },
  // A Vagrantfile is Ruby.
  vagrant: loadsProjectCode(
    {
      tier: 'execute',
      options: { '-v --version': 'dry run', '-h': 'dry run', '--no-color --machine-readable --debug': 'plain' },
      commands: {
        'status global-status port version validate list-commands ssh-config': cloudReads,
        'up provision reload resume rsync': runsProject,
        'halt suspend': { tier: 'execute', does: ['change machine/stop'], otherOptions: 'plain' },
        destroy: { tier: 'execute', does: ['change machine/destroy'], otherOptions: 'plain' },
        'ssh winrm powershell': {
          tier: 'execute',
          does: ['change machine/run'],
          options: { '-c COMMAND --command=COMMAND': 'opaque a command in a virtual machine' },
          otherOptions: 'plain',
        },
        box: {
          commands: {
            'list outdated': cloudReads,
            'add update': { tier: 'execute', does: ['change packages/install'], otherOptions: 'plain' },
            'remove prune': { tier: 'execute', does: ['change packages/remove'], otherOptions: 'plain' },
          },
        },
        plugin: {
          commands: {
            list: cloudReads,
            'install update': { tier: 'execute', does: ['change packages/install'], otherOptions: 'plain' },
            uninstall: { tier: 'execute', does: ['change packages/remove'], otherOptions: 'plain' },
          },
        },
        snapshot: {
          commands: {
            list: cloudReads,
            'save push': { tier: 'execute', does: ['change machine/create'], otherOptions: 'plain' },
            'restore pop delete': { tier: 'execute', does: ['change machine/restore'], otherOptions: 'plain' },
          },
        },
        init: { tier: 'write', otherOptions: 'plain' },
      },
      examples: { 'vagrant status': [], 'vagrant destroy -f': 'change machine/destroy' },
    },
    /^(version|help|global-status|list-commands|box|plugin)$/,
  ),
  cdk: {
    tier: 'execute',
    options: { ...cdkOptions, '-h': 'dry run' },
    env: { CDK_OUTDIR: 'write' },
    commands: {
      'version doctor docs doc notices acknowledge ack metadata': { ...cloudReads, options: cdkOptions },
      // These run the app to get its description.
      'synth synthesize diff list ls drift': cdk(runsProject),
      context: {
        tier: 'read',
        options: { '--reset=KEY -e KEY --clear': 'change cloud/configure', '-j --json -f --force': 'plain' },
      },
      'deploy watch import rollback refactor': cdk(deploys),
      bootstrap: cdk(applies),
      destroy: cdk({ tier: 'execute', does: ['change cloud/destroy'], otherOptions: 'plain' }),
      gc: cdk(deletes),
      'init migrate': { tier: 'execute', does: ['change packages/install'], otherOptions: 'plain' },
    },
    examples: {
      'cdk diff': [],
      'cdk synth --app "./evil"': 'run ./evil',
      "CDK_APP='rm x' cdk ls": ['run rm x', 'delete x'],
      'cdk deploy --all': 'change cloud/deploy',
      'cdk destroy': 'change cloud/destroy',
    },
  },
  sam: {
    tier: 'execute',
    options: { ...template, '--profile=NAME --region=NAME --debug': 'plain', '-h': 'dry run' },
    commands: {
      'validate logs traces': cloudReads,
      list: { ...cloudReads, operands: 'plain' },
      'build package': {
        ...runsProject,
        options: {
          '-s DIR --base-dir=DIR': 'cwd',
          '-b DIR --build-dir=DIR': { '.aws-sam/*': 'write', '*': 'empty' },
          '--hook-name=NAME': 'plain',
        },
      },
      local: { commands: { 'invoke start-api start-lambda generate-event': runsProject } },
      'deploy sync publish': deploys,
      delete: deletes,
      remote: { commands: { invoke: runsThere } },
      init: { tier: 'execute', does: ['change packages/install'], otherOptions: 'plain' },
    },
    examples: {
      'sam build -t /tmp/x': 'opaque `sam` may run or write a file outside the project: `/tmp/x`',
      'sam build -t template.yaml': [],
      'sam build --build-dir src': ['write src', 'delete src'],
      'sam validate': [],
      'sam local invoke F': [],
      'sam delete': 'change cloud/delete',
    },
  },
  'serverless sls': {
    tier: 'execute',
    options: {
      '-s NAME --stage=NAME -r NAME --region=NAME --aws-profile=NAME --verbose': 'plain',
      '-c FILE --config=FILE': 'code',
    },
    commands: {
      'info print logs metrics': runsProject,
      package: runsProject,
      invoke: { ...runsThere, operands: 'plain', commands: { local: runsProject } },
      deploy: { ...deploys, operands: 'plain', commands: { list: runsProject } },
      rollback: deploys,
      remove: deletes,
      login: logsIn,
      plugin: { commands: { 'list search': cloudReads, 'install uninstall': cloudManages } },
    },
    examples: {
      'sls deploy --stage prod': 'change cloud/deploy',
      'serverless remove': 'change cloud/delete',
      'sls invoke local -f x': [],
    },
  },
  'cfn-lint cfn_nag cfn-guard checkov tfsec tflint kubeval kube-linter': {
    tier: 'read',
    options: {
      '--output-file=FILE --output-file-path=DIR --out=FILE': 'write',
      '--override-spec=FILE -a DIR --append-rules=DIR --external-checks-dir=DIR --external-checks-git=URL --rules=DIR --custom-check-dir=DIR':
        'opaque custom rules, which are code',
      '--fix --init': 'tier execute',
    },
    otherOptions: 'plain',
    operands: 'plain',
    examples: {
      'checkov -d .': [],
      'checkov --external-checks-dir /tmp/x -d .': 'opaque custom rules, which are code: `/tmp/x`',
      'tfsec --out report.txt': 'write report.txt',
    },
  },
  kubeconform: {
    tier: 'read',
    singleDash: true,
    options: eitherDash({
      '-cache=DIR': 'write below',
      '-schema-location=PLACE': { default: 'plain', 'http://* https://*': 'connect', '*': 'read' },
      '-output=FORMAT -skip=KINDS -reject=KINDS -kubernetes-version=VERSION -n=N -ignore-filename-pattern=PATTERN':
        'plain',
      '-strict -summary -verbose -ignore-missing-schemas -exit-on-error -debug -h -v': 'plain',
    }),
    operands: { '-': 'plain', '*': 'read' },
    examples: {
      'kubeconform -strict -summary k8s/deploy.yaml': 'read k8s/deploy.yaml',
      'kubeconform -cache /srv/c -output json k8s': ['write /srv/c/*', 'read k8s'],
      'kubeconform -insecure-skip-tls-verify k8s': [
        'opaque unknown option `-insecure-skip-tls-verify` of `kubeconform`',
        'read k8s',
      ],
    },
  },
  rain: {
    tier: 'execute',
    options: { '-p NAME --profile=NAME -r NAME --region=NAME': 'plain' },
    commands: {
      'ls logs cat diff fmt info tree watch': { ...cloudReads, options: { '-w --write': 'tier write' } },
      deploy: deploys,
      rm: deletes,
    },
    examples: { 'rain ls': [], 'rain rm stack': 'change cloud/delete' },
  },
  eksctl: {
    tier: 'execute',
    options: { '-p NAME --profile=NAME -r NAME --region=NAME --cluster=NAME': 'plain' },
    commands: {
      'get info version completion': { ...cloudReads, operands: 'plain' },
      'create upgrade scale enable associate set update register': { ...applies, operands: 'plain' },
      drain: { ...stops, operands: 'plain' },
      'delete unset deregister disassociate': { ...deletes, operands: 'plain' },
      utils: cloudManages,
    },
    examples: { 'eksctl get cluster': [], 'eksctl delete cluster --name x': 'change cloud/delete' },
  },
}
