import { isKnown, type Word, wordText } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import { sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import { eitherDash } from '../engine/either-dash.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Does, Operands, Options, Program, Programs, Subcommand } from '../engine/table.ts'
import { loadsProjectCode } from '../shared/loads-project-code.ts'

const plan: Options = eitherDash({
  '-out=FILE -generate-config-out=FILE -state-out=FILE -backup=FILE': 'write',
  '-state=FILE -var-file=FILE': 'read',
  '-var SETTING -target=NAME -exclude=NAME -replace=NAME -parallelism=N -lock-timeout=N': 'plain',
  '-json -no-color -compact-warnings -input=YES -lock=YES -refresh=YES -refresh-only -detailed-exitcode -destroy -concise -show-sensitive':
    'plain',
})
const changes = (does: Does): Subcommand => ({
  tier: 'execute',
  singleDash: true,
  does: [does],
  options: {
    ...plan,
    ...eitherDash({
      '-auto-approve -force -reconfigure -migrate-state -force-copy -upgrade -allow-missing -ignore-remote-version -dry-run':
        'plain',
      '-provider=NAME -lock-id=ID': 'plain',
    }),
  },
})
const reads: Subcommand = {
  tier: 'read',
  singleDash: true,
  options: eitherDash({ '-state=FILE': 'read', '-id=ID': 'plain' }),
  otherOptions: 'plain',
}

const secretNames: Operands = {
  '*passw* *secret* *credential* *token* *private*key* *access*key* *api*key* *kubeconfig* *connection*string*':
    'change secrets/read',
  '*': 'plain',
}

const init: Subcommand = {
  tier: 'execute',
  singleDash: true,
  does: ['change terraform/install'],
  options: eitherDash({
    '-plugin-dir=DIR': 'opaque plugins from another directory',
    '-from-module=SOURCE': 'connect',
    '-backend-config=SETTING -lockfile=MODE -lock-timeout=N': 'plain',
    '-backend=YES -get=YES -input=YES -lock=YES -upgrade -reconfigure -migrate-state -force-copy -no-color -json':
      'plain',
  }),
}

const terraformTable: Program = {
  tier: 'execute',
  singleDash: true,
  options: { ...eitherDash({ '-chdir=DIR': 'cwd' }), '-help -h -version -v': 'dry run' },
  env: { TF_CLI_CONFIG_FILE: 'code', TF_PLUGIN_CACHE_DIR: 'opaque plugins from another directory' },
  commands: {
    'version graph metadata modules validate get-version': reads,
    // The list leaves sensitive outputs out; an output requested by name is printed.
    output: { ...reads, operands: secretNames },
    show: {
      ...reads,
      options: { ...reads.options, ...eitherDash({ '-json[=YES]': { false: 'plain', '*': 'change secrets/read' } }) },
    },
    providers: {
      ...reads,
      operands: 'plain',
      commands: {
        schema: reads,
        mirror: {
          tier: 'write',
          singleDash: true,
          options: eitherDash({ '-platform=NAME': 'plain' }),
          operands: 'write',
        },
        lock: {
          tier: 'write',
          singleDash: true,
          options: eitherDash({ '-platform=NAME -fs-mirror=DIR -net-mirror=URL': 'plain' }),
        },
      },
    },
    fmt: {
      tier: 'write',
      singleDash: true,
      options: {
        ...eitherDash({ '-check[=YES]': { '': 'dry run', true: 'dry run', false: 'plain' } }),
        ...eitherDash({ '-write=YES': { false: 'dry run', true: 'plain' } }),
        ...eitherDash({ '-recursive -diff -list=YES -no-color': 'plain' }),
      },
      operands: 'write',
    },
    // Planning runs providers and `external` data sources: code named in the project's configuration.
    'plan console': { tier: 'execute', code: 'project', singleDash: true, options: plan },
    init,
    get: {
      tier: 'execute',
      singleDash: true,
      does: ['change terraform/install'],
      options: eitherDash({ '-update -no-color': 'plain' }),
    },
    apply: changes('change cloud/apply'),
    destroy: changes('change cloud/destroy'),
    'refresh import taint untaint': changes('change terraform/apply'),
    test: changes('change cloud/run'),
    'force-unlock': changes('change terraform/unlock'),
    state: {
      singleDash: true,
      commands: {
        'list show': reads,
        pull: { tier: 'read', singleDash: true, does: ['change secrets/read'] },
        'mv replace-provider': changes('change terraform/apply'),
        'rm push': changes('change terraform/overwrite-state'),
      },
    },
    workspace: {
      singleDash: true,
      commands: {
        'list show': reads,
        'select new': {
          tier: 'write',
          singleDash: true,
          does: ['change terraform/configure'],
          options: eitherDash({ '-or-create -lock=YES -state=FILE -lock-timeout=N': 'plain' }),
        },
        delete: changes('change terraform/delete'),
      },
    },
    login: { tier: 'execute', does: ['change cloud/login'] },
    logout: { tier: 'execute', does: ['change cloud/manage'] },
  },
  examples: {
    'terraform plan -var name=x -out plan.bin': 'write plan.bin',
    'terraform apply -auto-approve': 'change cloud/apply',
    'terraform --chdir=infra destroy': 'change cloud/destroy',
    'terraform fmt -check': [],
    'terraform fmt': [],
    'cd /tmp/x && terraform validate': 'opaque project code in `/tmp/x`',
    'terraform init -plugin-dir=/tmp/p': [
      'opaque plugins from another directory: `/tmp/p`',
      'change terraform/install',
    ],
    'terraform init': 'change terraform/install',
    'terraform init -backend=false -input=false': 'change packages/fetch',
    'terraform init -backend=false -upgrade': ['change terraform/install', 'change packages/fetch'],
    'terraform -chdir=/tmp/x init -backend=false': ['change packages/fetch', 'opaque project code in `/tmp/x`'],
    'terraform state rm aws_instance.web': 'change terraform/overwrite-state',
    'terraform state list': [],
    'terraform output': [],
    'terraform output -raw vpc_id': [],
    'terraform output -raw db_password': 'change secrets/read db_password',
    'terraform output -json': 'change secrets/read',
    'terraform output -json vpc_id': [],
    'terraform show': [],
    'terraform show -json plan.bin': 'change secrets/read',
    'terraform show -json=true': 'change secrets/read true',
    'terraform console <<< \'file("~/.ssh/id_rsa")\'': 'read /home/dev/.ssh/id_rsa',
    "terraform console <<< 'nonsensitive(var.pw)'": 'change secrets/read',
    'terraform console <<< var.name': [],
    'TF_CLI_CONFIG_FILE=/tmp/rc terraform plan': [
      'opaque `TF_CLI_CONFIG_FILE` in the environment runs code: `/tmp/rc`',
      'read /tmp/rc',
      'opaque code in `/tmp/rc`',
    ],
    'terraform frobnicate': 'opaque unknown subcommand `frobnicate` of `terraform`',
  },
}

/** Without a backend it only downloads the modules and providers that the project's files and lock file name. */
const withoutBackend: Program = {
  ...terraformTable,
  commands: {
    ...terraformTable.commands,
    init: {
      ...init,
      code: 'project',
      does: ['change packages/fetch'],
      options: {
        ...init.options,
        ...eitherDash({ '-upgrade -from-module=SOURCE -backend-config=SETTING': 'change terraform/install' }),
      },
    },
  },
}

const hasNoBackend = ({ args }: ProgramCall): boolean => args.some(arg => /^--?backend=false$/.test(wordText(arg)))

function runTerraform(call: ProgramCall): void {
  applyTable(hasNoBackend(call) ? withoutBackend : terraformTable, call)
  readState(call)
}

/** All outputs as JSON, sensitive ones included. */
function readState(call: ProgramCall): void {
  const { path, operands } = sortArguments(call.args, compileProgram(terraformTable))
  const isJson = call.args.some(arg => /^--?json(=(?!false$)|$)/.test(wordText(arg)))
  if (path[0] === 'output' && isJson && operands.length === 0) call.change('secrets/read', null)
  if (path[0] === 'console') readExpressions(call)
}

/** Expressions for the console: they can read files and reveal sensitive values. */
function readExpressions(call: ProgramCall): void {
  const { stdin } = call.frame
  if (stdin.from === 'nothing') return
  if (stdin.from !== 'text' || !isKnown(stdin.text)) return call.opaque('terraform expressions only known at run time')
  if (/\bnonsensitive\b/.test(stdin.text)) call.change('secrets/read', null)
  for (const [, path] of stdin.text.matchAll(/\b(?:template)?file\w*\(\s*(?:"([^"$]*)")?/g))
    call.touch('read', atHome(path, call), 'terraform console')
}

const atHome = (path: string | undefined, { frame }: ProgramCall): Word =>
  path?.replace(/^~(?=\/|$)/, frame.world.place.home) ?? { parts: [{ hole: '…', yields: 'text' }] }

const terragrunt: Program = {
  ...terraformTable,
  options: {
    ...terraformTable.options,
    '--terragrunt-working-dir=DIR --working-dir=DIR': 'cwd',
    '--terragrunt-config=FILE --config=FILE --terragrunt-tfpath=FILE --tf-path=FILE': 'code',
    '--terragrunt-non-interactive --non-interactive --terragrunt-log-level=LEVEL --log-level=LEVEL --all': 'plain',
  },
  commands: {
    ...terraformTable.commands,
    'hclfmt hcl dag graph-dependencies output-module-groups find list': { tier: 'write', otherOptions: 'plain' },
    'run-all run': {
      tier: 'execute',
      commands: { 'validate plan': { tier: 'read', singleDash: true, options: plan } },
      operands: 'opaque a command for several modules at once',
    },
  },
}

/** Infrastructure declared in the project's files. */
export const terraform: Programs = {
  // Validating a configuration starts its plugins.
  'terraform tofu': loadsProjectCode({ ...terraformTable, custom: runTerraform }, /^(?!validate$)/),
  terragrunt: {
    ...terragrunt,
    custom: call => {
      applyTable(terragrunt, call)
      readState(call)
    },
    examples: {
      'terragrunt plan': [],
      'terragrunt output -json': 'change secrets/read',
      'terragrunt run-all validate': [],
      'terragrunt run-all plan -out=/srv/p': 'write /srv/p',
      'terragrunt run-all destroy': 'opaque a command for several modules at once: `destroy`',
    },
  },
}
