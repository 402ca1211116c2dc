import type { Meaning, Options, Programs, Subcommand } from '../engine/table.ts'

/** An inventory file may be a program that prints hosts, unless its extension says otherwise. */
const inventoryFile: Meaning = { '*,*': 'plain', '*.ini *.yml *.yaml *.json': 'read', '*': 'code' }

const inventory: Options = {
  '-i HOSTS --inventory=HOSTS --inventory-file=HOSTS': inventoryFile,
  '-e VARS --extra-vars=VARS': 'plain',
  '-M DIR --module-path=DIR --playbook-dir=DIR': 'code',
  '--vault-password-file=FILE --vault-pass-file=FILE': 'code',
  '--private-key=FILE --key-file=FILE --become-password-file=FILE --connection-password-file=FILE': 'read',
  // After `@` comes a file, which is run if it is executable.
  '--vault-id=ID': {
    '*@/* *@../* *@~*': 'opaque a password file outside the project, which may be a program',
    '*': 'plain',
  },
  '-l HOSTS --limit=HOSTS -f N --forks=N -u USER --user=USER -c KIND --connection=KIND -T N --timeout=N -t TAGS --tags=TAGS --skip-tags=TAGS --start-at-task=NAME --become-method=NAME --become-user=USER -B N --background=N -P N --poll=N':
    'plain',
  '-b --become -K --ask-become-pass -k --ask-pass -J --ask-vault-pass --ask-vault-password -v -vv -vvv -vvvv --verbose -D --diff --step --force-handlers --flush-cache -o --one-line':
    'plain',
  '--ssh-common-args=ARGS --ssh-extra-args=ARGS --sftp-extra-args=ARGS --scp-extra-args=ARGS':
    'opaque extra ssh arguments',
  '--list-hosts --list-tasks --list-tags --syntax-check': ['dry run', 'operands read'],
  '-h': 'dry run',
}
const reads: Subcommand = { tier: 'read', options: { '-h': 'plain' }, otherOptions: 'plain' }
const installs: Subcommand = {
  tier: 'execute',
  does: ['change packages/install'],
  options: {
    '-r FILE --role-file=FILE --requirements-file=FILE': 'read',
    '-p DIR --roles-path=DIR --collections-path=DIR': 'write',
    '-s URL --server=URL': 'connect',
  },
  otherOptions: 'plain',
}
const publishes: Subcommand = { tier: 'execute', does: ['change registry/publish'], otherOptions: 'plain' }
const galaxy: Subcommand = {
  commands: {
    'search list info verify': reads,
    install: installs,
    download: installs,
    init: {
      tier: 'write',
      options: {
        '--init-path=DIR': 'write',
        '-f --force --offline --type=KIND': 'plain',
        '--role-skeleton=DIR --collection-skeleton=DIR': 'read',
      },
      operands: 'write',
    },
    build: { tier: 'write', options: { '--output-path=DIR': 'write', '-f --force': 'plain' }, operands: 'read' },
    'publish import setup': publishes,
    'remove delete': { tier: 'execute', does: ['change packages/remove'], otherOptions: 'plain' },
  },
}

/** Configures other machines with the project's playbooks. */
export const ansible: Programs = {
  ansible: {
    tier: 'execute',
    does: ['change hosts/run'],
    options: {
      ...inventory,
      '--list-hosts': 'dry run',
      '-m NAME --module-name=NAME': 'plain',
      '-a ARGS --args=ARGS': 'plain',
      '-C --check': 'plain',
    },
    operands: 'plain',
    examples: {
      'ansible all --list-hosts': [],
      'ansible web -m shell -a uptime': 'change hosts/run',
    },
  },
  'ansible-playbook': {
    tier: 'execute',
    does: ['change hosts/apply'],
    // A check still connects, and a task may set `check_mode: false`; but most changes on the other machines are skipped.
    options: { ...inventory, '-C --check': 'dry run' },
    operands: 'code',
    examples: {
      'ansible-playbook site.yml -i inventory.ini': ['read inventory.ini', 'read site.yml', 'change hosts/apply'],
      'ansible-playbook site.yml --check': 'read site.yml',
      'ansible-playbook /tmp/x.yml': ['read /tmp/x.yml', 'opaque code in `/tmp/x.yml`', 'change hosts/apply'],
    },
  },
  'ansible-pull': {
    tier: 'execute',
    does: ['change hosts/run'],
    options: {
      ...inventory,
      '-U URL --url=URL': 'connect',
      '-C BRANCH --checkout=BRANCH -d DIR --directory=DIR': 'plain',
      '--check --full --force --purge -o --only-if-changed': 'plain',
    },
    examples: {
      'ansible-pull -U https://example.com/x': ['connect example.com', 'change hosts/run'],
    },
  },
  'ansible-console': { tier: 'execute', does: ['change hosts/run'], options: inventory },
  'ansible-inventory': {
    tier: 'read',
    options: {
      '--output=FILE': 'write',
      '-i HOSTS --inventory=HOSTS': inventoryFile,
      '--vault-password-file=FILE --vault-pass-file=FILE': 'code',
    },
    otherOptions: 'plain',
    examples: {
      'ansible-inventory --list -i hosts.ini': 'read hosts.ini',
      'ansible-inventory --list --output out.json': 'write out.json',
    },
  },
  'ansible-doc': { tier: 'read', options: { '-M DIR --module-path=DIR': 'code' }, otherOptions: 'plain' },
  'ansible-config': {
    tier: 'write',
    options: { '-h': 'dry run', '-c FILE --config=FILE': 'read' },
    commands: {
      'list dump view validate': { tier: 'read', otherOptions: 'plain' },
      init: { tier: 'write', options: { '--disabled -t KIND --type=KIND -f FORMAT --format=FORMAT': 'plain' } },
    },
  },
  'ansible-lint': {
    tier: 'read',
    options: {
      '--fix[=RULES] --write[=RULES]': 'tier write',
      '-r DIR --rules-dir=DIR -R': 'opaque custom rules, which are code',
      '-c FILE --config-file=FILE': 'read',
    },
    otherOptions: 'plain',
    operands: 'read',
    examples: { 'ansible-lint site.yml': 'read site.yml' },
  },
  'ansible-galaxy': {
    tier: 'execute',
    options: { '-h': 'dry run' },
    commands: { role: galaxy, collection: galaxy, ...galaxy.commands },
    examples: {
      'ansible-galaxy role search nginx': [],
      'ansible-galaxy collection install -r requirements.yml': ['read requirements.yml', 'change packages/install'],
    },
  },
  'ansible-vault': {
    tier: 'execute',
    options: {
      '--vault-password-file=FILE --vault-pass-file=FILE --new-vault-password-file=FILE': 'code',
      '--output=FILE': 'write',
      '--vault-id=ID --encrypt-vault-id=ID --new-vault-id=ID -n NAME --name=NAME --stdin-name=NAME': 'plain',
      '--ask-vault-pass --ask-vault-password -J -v -p --prompt --show-input': 'plain',
      '-h': 'dry run',
    },
    commands: {
      view: { tier: 'read', does: ['change secrets/read'], operands: 'read' },
      'create edit encrypt rekey': { tier: 'execute', operands: 'write' },
      decrypt: { tier: 'execute', does: ['change secrets/read'], operands: 'write' },
      encrypt_string: { tier: 'write' },
    },
    examples: {
      'ansible-vault view secrets.yml': ['change secrets/read', 'read secrets.yml'],
      'ansible-vault encrypt secrets.yml': 'write secrets.yml',
    },
  },
  'ansible-test': {
    tier: 'execute',
    options: { '-h': 'dry run' },
    commands: {
      'sanity units integration coverage env': { tier: 'execute', code: 'project', otherOptions: 'plain' },
      shell: { tier: 'execute', does: ['opaque an interactive session'], otherOptions: 'plain' },
    },
    examples: { 'ansible-test sanity --test pep8': [], 'ansible-test shell': 'opaque an interactive session' },
  },
}
