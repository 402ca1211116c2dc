import { wordText } from '../../core/word.ts'
import { applyTable } from './apply.ts'
import type { ProgramCall } from './run.ts'
import type { Program, Programs } from './table.ts'

const chmod: Program = {
  tier: 'write',
  options: {
    '-R --recursive': 'recursive',
    '-v --verbose -c --changes -f --silent --quiet': 'plain',
    '--reference=FILE': 'first operand',
  },
  operands: ['plain', 'write...'],
}

const everyone = /^(0?[0-7]?[0-7][0-7][2367]|[ugo]*[ao][ugo]*[+=]r?w?x?.*w.*|[+=]rwx)$/
const setId = /^(0?[4-7][0-7]{3}|[ugoa]*[+=][rwxX]*s[rwxXst]*)$/

/** A mode that lets everyone write, or that runs a file as its owner, is more than a change of a file. */
function runChmod(call: ProgramCall): void {
  const mode = call.args.find(arg => !/^-[^rwxst]/.test(wordText(arg)))
  if (mode !== undefined && everyone.test(wordText(mode))) call.change('permissions/widen', mode)
  if (mode !== undefined && setId.test(wordText(mode))) call.change('permissions/setuid', mode)
  applyTable(chmod, call)
}

/** Files: listing, copying, moving, deleting. */
export const coreutils: Programs = {
  'ls dir vdir tree exa eza': {
    tier: 'read',
    otherOptions: 'plain',
    operands: 'read',
    examples: { 'ls -la src': 'read src' },
  },
  'cat tac head tail nl wc od xxd hexdump strings file stat md5sum sha1sum sha256sum sha512sum cksum b2sum du bat': {
    tier: 'read',
    options: { '-n N -c N --lines=N --bytes=N': 'plain' },
    otherOptions: 'plain',
    operands: 'read',
    examples: { 'cat .env': 'read .env', 'head -n 5 a.txt': 'read a.txt' },
  },
  'pwd whoami id groups hostname uname date uptime arch nproc printenv env-list tty locale cal free df lsb_release getconf logname users w who':
    {
      tier: 'read',
      otherOptions: 'plain',
      examples: { 'uname -a': [] },
    },
  'echo printf sleep true false seq yes basename dirname expr which whereis type realpath readlink test': {
    tier: 'read',
    otherOptions: 'plain',
    examples: { 'echo rm -rf /': [] },
  },
  'cp install': {
    tier: 'write',
    options: {
      '-r -R --recursive -a --archive': 'recursive',
      '-f --force -i --interactive -n --no-clobber -p --preserve[=LIST] -u --update[=WHEN] -v --verbose -L -P -H -d -l -s -x -T --no-target-directory -D -b --backup[=WHEN]':
        'plain',
      '-m MODE --mode=MODE -o OWNER -g GROUP -S SUFFIX --suffix=SUFFIX': 'plain',
      '-t DIR --target-directory=DIR': ['write', 'operands read'],
    },
    operands: ['read...', 'write'],
    examples: { 'cp a b': ['read a', 'write b'], 'cp -t out a b': ['write out', 'read a', 'read b'] },
  },
  mv: {
    tier: 'write',
    options: {
      '-f --force -i --interactive -n --no-clobber -u --update -v --verbose -T --no-target-directory -b --backup[=WHEN]':
        'plain',
      '-t DIR --target-directory=DIR': ['write', 'operands delete'],
    },
    operands: ['delete...', 'write'],
    examples: { 'mv a b': ['delete a', 'write b'] },
  },
  rm: {
    tier: 'write',
    options: {
      '-r -R --recursive': 'recursive',
      '-f --force -d --dir -v --verbose -i -I --interactive[=WHEN] --one-file-system --preserve-root[=WHEN]': 'plain',
      '--no-preserve-root': 'change files/root',
    },
    operands: 'delete',
    examples: {
      'rm -rf build': 'delete build',
      'rm -- -f': 'delete -f',
      'rm --zap x': ['opaque option `--zap` of `rm`', 'delete x'],
    },
  },
  'rmdir unlink': {
    tier: 'write',
    options: { '-p --parents -v --verbose --ignore-fail-on-non-empty': 'plain' },
    operands: 'delete',
  },
  shred: {
    tier: 'write',
    options: {
      '-u --remove[=HOW] -z --zero -v --verbose -f --force -x --exact': 'plain',
      '-n N --iterations=N -s N --size=N': 'plain',
    },
    operands: 'delete',
  },
  'trash trash-put gio-trash': { tier: 'write', otherOptions: 'plain', operands: 'write' },
  'mkdir mkfifo': {
    tier: 'write',
    options: { '-p --parents -v --verbose': 'plain', '-m MODE --mode=MODE': 'plain' },
    operands: 'write',
    examples: { 'mkdir -p a/b': 'write a/b' },
  },
  touch: {
    tier: 'write',
    options: {
      '-a -m -c --no-create -h': 'plain',
      '-d DATE --date=DATE -t STAMP': 'plain',
      '-r FILE --reference=FILE': 'read',
    },
    operands: 'write',
  },
  truncate: {
    tier: 'write',
    options: {
      '-s SIZE --size=SIZE': 'plain',
      '-c --no-create -o --io-blocks': 'plain',
      '-r FILE --reference=FILE': 'read',
    },
    operands: 'delete',
  },
  ln: {
    tier: 'write',
    options: {
      '-s --symbolic -f --force -n --no-dereference -v --verbose -r --relative -T -i': 'plain',
      '-t DIR --target-directory=DIR': 'write',
    },
    operands: ['read...', 'write'],
  },
  tee: {
    tier: 'write',
    options: { '-a --append -i --ignore-interrupts -p --output-error[=MODE]': 'plain' },
    operands: 'write',
    examples: { 'tee -a log.txt': 'write log.txt' },
  },
  mktemp: { tier: 'write', otherOptions: 'plain' },
  chmod: {
    ...chmod,
    custom: runChmod,
    examples: { 'chmod +x run.sh': 'write run.sh', 'chmod -R 0777 a': ['change permissions/widen 0777', 'write a'] },
  },
  'chown chgrp': {
    tier: 'write',
    options: {
      '-R --recursive': 'recursive',
      '-v --verbose -c --changes -f -h --no-dereference': 'plain',
      '--reference=FILE': 'first operand',
    },
    operands: ['plain', 'write...'],
    does: ['tier execute'],
  },
  'diff cmp comm diff3 colordiff sdiff': { tier: 'read', otherOptions: 'plain', operands: 'read' },
  tar: {
    tier: 'write',
    options: {
      '-x --extract --get -z -j -J --gzip --bzip2 --xz --zstd -v --verbose -p --preserve-permissions -k --keep-old-files --overwrite --no-same-owner -a --auto-compress -h --dereference':
        'plain',
      '-c --create -r --append -u --update': 'operands read',
      '-t --list': 'plain',
      '-f FILE --file=FILE': 'write',
      '-C DIR --directory=DIR': 'cwd',
      '--exclude=PATTERN --strip-components=N --transform=EXPRESSION': 'plain',
      '--to-command=COMMAND -I COMMAND --use-compress-program=COMMAND': 'run',
      '--checkpoint-action=ACTION --rsh-command=COMMAND': 'opaque runs a command',
      '--checkpoint[=N]': 'plain',
    },
    operands: 'write',
  },
}
