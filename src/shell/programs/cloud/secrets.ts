import type { Programs } from '../engine/table.ts'

const reveal = { tier: 'read', does: ['change secrets/read'], otherOptions: 'plain', operands: 'plain' } as const
const alter = { tier: 'execute', does: ['change secrets/manage'], otherOptions: 'plain', operands: 'plain' } as const
const remove = { tier: 'execute', does: ['change secrets/delete'], otherOptions: 'plain', operands: 'plain' } as const
const show = { tier: 'read', otherOptions: 'plain', operands: 'plain' } as const

/** Password managers and encrypted files: any program that prints a secret records a `secrets/read` change. */
export const secrets: Programs = {
  op: {
    tier: 'execute',
    options: {
      '--account=NAME --vault=NAME --format=FORMAT --config=DIR --session=TOKEN --cache --no-color --debug --iso-timestamps':
        'plain',
    },
    commands: {
      'read inject': {
        tier: 'read',
        does: ['change secrets/read'],
        options: {
          '-o FILE --out-file=FILE': 'write',
          '-i FILE --in-file=FILE': 'read',
          '-f --force -n --no-newline': 'plain',
        },
        operands: 'plain',
      },
      whoami: show,
      'item document vault account user group': {
        tier: 'read',
        commands: {
          'list ls template': show,
          get: reveal,
          'create edit share move add': alter,
          'delete remove forget': remove,
        },
      },
      run: {
        tier: 'execute',
        does: ['change secrets/read'],
        options: { '--env-file=FILE': 'read', '--no-masking': 'plain' },
        operands: 'command',
      },
      'signin signout': { tier: 'execute', does: ['change secrets/login'], otherOptions: 'plain', operands: 'plain' },
    },
    examples: {
      'op read op://a/b/c': 'change secrets/read',
      'op item list': [],
      'op run -- id': ['change secrets/read', 'run id'],
    },
  },
  'bw lpass rbw keepassxc-cli dashlane dcli': {
    tier: 'execute',
    options: {
      '--pretty --raw --response --quiet --nointeraction --cleanexit -q': 'plain',
      '--session=TOKEN': 'plain',
    },
    commands: {
      'status ls sync config help version estimate generate diceware analyze': show,
      list: {
        tier: 'read',
        commands: { items: reveal, 'folders collections organizations org-collections': show },
        operands: 'plain',
        otherOptions: 'plain',
      },
      'get show export clip code search db-info': reveal,
      'create add edit mv move import confirm restore passwd insert mkdir': alter,
      'delete rm rmdir remove purge': remove,
      'login logout unlock lock': {
        tier: 'execute',
        does: ['change secrets/login'],
        otherOptions: 'plain',
        operands: 'plain',
      },
    },
    examples: { 'bw status': [], 'bw get password x': 'change secrets/read', 'lpass show x': 'change secrets/read' },
  },
  'pass gopass': {
    tier: 'read',
    commands: {
      'ls list find search help version': show,
      'show grep otp cat': reveal,
      'insert add edit generate mv rename cp copy init create update': alter,
      'rm remove delete': remove,
      git: { tier: 'execute', operands: 'opaque a git command in the password store' },
    },
    operands: 'change secrets/read',
    options: { '-c[N] --clip[=N]': 'change secrets/read' },
    examples: { 'pass ls': [], 'pass mail/me': 'change secrets/read mail/me', 'pass rm a': 'change secrets/delete' },
  },
  'secret-tool keyring': {
    tier: 'execute',
    commands: { 'lookup search get': reveal, 'store set': alter, 'clear del lock': remove },
    options: { '--all --unlock --list-backends': 'plain', '--label=TEXT': 'plain' },
    examples: { 'secret-tool lookup a b': 'change secrets/read', 'keyring get a b': 'change secrets/read' },
  },
  'ssh-agent': {
    tier: 'read',
    options: {
      '-a FILE': 'write',
      '-E NAME -t TIME -O OPTION': 'plain',
      '-P LIST': 'opaque libraries for keys',
      '-c -s -d -D': 'plain',
      '-k': 'change process/signal',
    },
    operands: 'command',
    examples: { 'ssh-agent -s': [], 'ssh-agent id': 'run id' },
  },
  'age rage': {
    tier: 'read',
    options: {
      '-d --decrypt': 'change secrets/read',
      '-e --encrypt -a --armor -p --passphrase': 'plain',
      '-o FILE --output=FILE': 'write',
      '-i FILE --identity=FILE -R FILE --recipients-file=FILE': 'read',
      '-r NAME --recipient=NAME': 'plain',
      '-j PLUGIN': 'opaque a plugin',
    },
    operands: 'read',
    examples: {
      'age -r age1x -o a.age a': ['write a.age', 'read a'],
      'age -d -i key.txt a.age': ['change secrets/read', 'read key.txt', 'read a.age'],
    },
  },
  'age-keygen': {
    tier: 'read',
    options: { '-o FILE --output=FILE': 'write', '-y': 'operands read', '-pq': 'plain' },
    operands: 'read',
    examples: { 'age-keygen -o key.txt': 'write key.txt' },
  },
  sops: {
    tier: 'execute',
    options: {
      '-d --decrypt --extract=PATH': ['change secrets/read', 'operands read'],
      '-e --encrypt -r --rotate': 'operands read',
      '-i --in-place': 'operands write',
      '-s --show-master-keys --ignore-mac --verbose': 'plain',
      '--output=FILE': 'write',
      '--config=FILE': 'read',
      '--set=TEXT --input-type=TYPE --output-type=TYPE -a KEYS --age=KEYS -p KEYS --pgp=KEYS -k KEYS --kms=KEYS --encrypted-regex=RE --unencrypted-regex=RE --add-age=KEYS --rm-age=KEYS':
        'plain',
    },
    operands: {
      'exec-env': 'opaque runs a command with secrets',
      'exec-file': 'opaque runs a command with secrets',
      decrypt: 'change secrets/read',
      edit: 'opaque an editor',
      '*': 'change secrets/manage',
    },
    examples: {
      'sops -d a.yaml': ['change secrets/read', 'read a.yaml'],
      'sops -e -i a.yaml': 'write a.yaml',
      'sops a.yaml': 'change secrets/manage a.yaml',
    },
  },
  'git-crypt': {
    tier: 'execute',
    commands: {
      'status help version': show,
      'unlock export-key': reveal,
      'lock init add-gpg-user': alter,
    },
    examples: { 'git-crypt status': [], 'git-crypt unlock': 'change secrets/read' },
  },
}
