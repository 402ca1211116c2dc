import { type Hole, isKnown, makeWord, wordText } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import { sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import { sizes } from '../engine/sizes.ts'
import type { Program, Programs } from '../engine/table.ts'
import { makesLinks } from '../shared/makes-links.ts'

const setuidModes = {
  '4??? 5??? 6??? 7??? 0*4??? 0*5??? 0*6??? 0*7??? *+*s* *=*s*': 'change permissions/setuid',
  '*': 'plain',
} as const

const carriesLinks = ['-r', '-R', '-a', '-d', '-P']

const chmod: Program = {
  tier: 'write',
  options: {
    '-R --recursive': 'recursive',
    '-v --verbose -c --changes -f --silent --quiet -h --no-dereference --preserve-root --no-preserve-root': 'plain',
    '--reference=FILE': 'first operand',
    '-r -w -x -X -s -t': 'first operand',
    '-N': 'first operand',
  },
  operands: ['plain', 'write...'],
}

const everyone = /^(0?[0-7]?[0-7][0-7][2367]|[ugo]*[ao][ugo]*[+=]r?w?x?.*w.*|[+=]rwx)$/
const setId = /^([+=]?0*[4-7][0-7]{3}|[ugoa]*([+=-][rwxXt]*)*[+=][rwxXt]*s.*)$/

/** A mode that lets everyone write, or that sets setuid, is more than a change to a file. */
function runChmod(call: ProgramCall): void {
  const mode = call.args.find(arg => !/^-[^rwxst]/.test(wordText(arg)))
  const modes = mode === undefined ? [] : wordText(mode).split(',')
  if (modes.some(one => everyone.test(one))) call.change('permissions/widen', mode ?? null)
  if (modes.some(one => setId.test(one))) call.change('permissions/setuid', mode ?? null)
  if (call.args.some(arg => /^--ref/.test(wordText(arg)))) call.opaque('the mode copied from another file')
  applyTable(chmod, call)
}

const mktemp: Program = {
  tier: 'write',
  options: {
    '-d --directory -q --quiet -t --suffix=SUFFIX': 'plain',
    '-u --dry-run': 'dry run',
    '-p DIR --tmpdir[=DIR]': 'write below',
  },
}

/** The `XXXX` of a template becomes a random name. */
function runMktemp(call: ProgramCall): void {
  applyTable(mktemp, call)
  const { options, operands } = sortArguments(call.args, compileProgram(mktemp))
  if (options.some(({ option }) => option.name === '-p' || option.name === '-u')) return
  for (const template of operands) {
    const parts = isKnown(template) ? template.split(/(X{3,})/) : template.parts
    const holed = parts.map(part => (typeof part === 'string' && /^X{3,}$/.test(part) ? nobodyKnows(part) : part))
    call.touch('write', makeWord(holed), 'operand')
  }
}

const nobodyKnows = (text: string): Hole => ({ hole: text, yields: 'files' })

/** Options for the target of a copy or link, and for a file that already exists there. */
const putting = {
  '-T, --no-target-directory': 'put exactly',
  '-t DIR --target-directory=DIR': ['put into', 'operands read'],
  '-b --backup[=WHEN]': 'beside',
  '-S SUFFIX --suffix=SUFFIX': 'opaque a backup file with a chosen name',
} as const

const cp: Program = {
  tier: 'write',
  options: {
    '-r -R --recursive -a --archive': 'recursive',
    '-f --force -i --interactive -n --no-clobber -p --preserve[=LIST] --no-preserve=LIST -u --update[=WHEN] -v --verbose -L --dereference -H -x --one-file-system -c -X -Z --context[=NAME] --sparse=WHEN --reflink[=WHEN] --attributes-only --remove-destination --strip-trailing-slashes --copy-contents --debug':
      'plain',
    '-P, --no-dereference': 'plain',
    '-d': 'plain',
    '-l --link': 'plain',
    '-s --symbolic-link': 'plain',
    '--parents': 'put with parents',
    ...putting,
  },
  operands: ['read...', 'put'],
  examples: {
    'cp a b': ['read a', 'write b'],
    'cp a ..': ['read a', 'write /home/dev/a'],
    'cp -l a b': ['read a', 'write b', 'write a'],
    'cp -t out a b': ['write out/a', 'write out/b', 'read a', 'read b'],
    'cp -bS .yaml a b': ['opaque a backup file with a chosen name: `.yaml`', 'read a', 'write b*', 'write b'],
  },
}

const mv: Program = {
  tier: 'write',
  options: {
    '-f --force -i --interactive -n --no-clobber -u --update[=WHEN] -v --verbose -h --strip-trailing-slashes --no-copy --exchange':
      'plain',
    ...putting,
    '-t DIR --target-directory=DIR': ['put into', 'operands move'],
  },
  operands: ['move...', 'put'],
  examples: { 'mv a b': ['delete a', 'write b'], 'mv -t out a': ['write out/a', 'delete a'] },
}

const ln: Program = {
  tier: 'write',
  options: {
    '-s --symbolic': 'plain',
    '-r --relative': 'plain',
    '-f --force -n --no-dereference -v --verbose -i --interactive -h -F -L --logical -P --physical': 'plain',
    ...putting,
  },
  operands: ['read...', 'put'],
  examples: {
    'ln -sf a b': ['read a', 'write b', 'read a'],
    'ln -s a ..': ['read a', 'write /home/dev/a', 'read a'],
    'ln a b': ['read a', 'write b', 'write a'],
  },
}

/** Files: copying, moving, linking, deleting. */
export const coreutils: Programs = {
  'cp gcp': makesLinks(cp, has =>
    has('-l') ? 'hard' : has('-s') ? 'link' : carriesLinks.some(has) ? 'itself' : 'copy',
  ),
  'install ginstall': {
    tier: 'write',
    options: {
      '-D -c -C --compare -s --strip -p --preserve-timestamps -v --verbose': 'plain',
      '-o OWNER --owner=OWNER -g GROUP --group=GROUP': 'plain',
      ...putting,
      '-m MODE --mode=MODE': setuidModes,
      '-d --directory': 'operands write',
      '--strip-program=COMMAND': 'run',
    },
    operands: ['read...', 'put'],
    examples: {
      'install -m 755 a bin/a': ['read a', 'write bin/a'],
      'install -d out lib': ['write out', 'write lib'],
      'install -m 4755 a b': ['change permissions/setuid 4755', 'read a', 'write b'],
      'install -m 004755 a b': ['change permissions/setuid 004755', 'read a', 'write b'],
      'install -m 00755 a b': ['read a', 'write b'],
    },
  },
  'mv gmv': makesLinks(mv, () => 'itself'),
  'rm grm': {
    tier: 'write',
    options: {
      '-r -R --recursive': 'recursive',
      '-f --force -d --dir -v --verbose -i -I --interactive[=WHEN] --one-file-system --preserve-root[=WHEN] -P -W -x':
        'plain',
      '--no-preserve-root': 'change files/root',
    },
    operands: 'delete',
    examples: {
      'rm -rf build': 'delete build',
      'rm -- -f': 'delete -f',
      'rm --zap x': ['opaque unknown option `--zap` of `rm`', 'delete x'],
    },
  },
  'rmdir unlink': {
    tier: 'write',
    options: { '-p --parents -v --verbose --ignore-fail-on-non-empty': 'plain' },
    operands: 'delete',
    examples: { 'rmdir old': 'delete old' },
  },
  'shred srm wipe': {
    tier: 'write',
    options: {
      '-u --remove[=HOW] -z --zero -v --verbose -f --force -x --exact': 'plain',
      '-r -R --recursive': 'recursive',
      '-n N --iterations=N -s N --size=N': 'plain',
      '--random-source=FILE': 'read',
    },
    operands: 'empty',
    examples: { 'shred -u key.txt': ['write key.txt', 'delete key.txt'] },
  },
  'trash trash-put': {
    tier: 'write',
    options: { '-v --verbose -f --force -r -R --recursive -d --directory -i --interactive -F': 'plain' },
    operands: 'write',
    examples: { 'trash old.txt': 'write old.txt' },
  },
  'trash-list': { tier: 'read', otherOptions: 'plain' },
  'trash-empty trash-rm': {
    tier: 'write',
    does: ['change files/delete'],
    options: { '-f': 'plain' },
    operands: 'plain',
  },
  gio: {
    tier: 'read',
    commands: {
      'info list cat tree help version mime': { tier: 'read', otherOptions: 'plain', operands: 'read' },
      trash: {
        tier: 'write',
        options: { '-f --force': 'plain', '--empty': 'change files/delete', '--list': 'plain' },
        operands: 'write',
      },
      remove: { tier: 'write', options: { '-f --force': 'plain' }, operands: 'delete' },
      mkdir: { tier: 'write', options: { '-p --parent': 'plain' }, operands: 'write' },
    },
    examples: { 'gio trash old': 'write old', 'gio trash --empty': 'change files/delete', 'gio remove a': 'delete a' },
  },
  'mkdir mkfifo md': {
    tier: 'write',
    options: { '-p --parents -v --verbose -Z --context[=NAME]': 'plain', '-m MODE --mode=MODE': 'plain' },
    operands: 'write',
    examples: { 'mkdir -p a/b': 'write a/b' },
  },
  mknod: {
    tier: 'write',
    options: { '-m MODE --mode=MODE': 'plain' },
    operands: ['write', 'plain...'],
    does: ['change disk/mount'],
    examples: { 'mknod sda b 8 0': ['write sda', 'change disk/mount'] },
  },
  touch: {
    tier: 'write',
    options: {
      '-a -m -c --no-create -h --no-dereference -f': 'plain',
      '-d DATE --date=DATE -t STAMP -A ADJUSTMENT --time=WORD': 'plain',
      '-r FILE --reference=FILE': 'plain',
    },
    operands: 'write',
    examples: { 'touch -r a b': 'write b' },
  },
  truncate: {
    tier: 'write',
    options: {
      '-s SIZE --size=SIZE': sizes,
      '-c --no-create -o --io-blocks': 'plain',
      '-r FILE --reference=FILE': 'plain',
    },
    operands: 'empty',
    examples: {
      'truncate -s 0 app.log': ['write app.log', 'delete app.log'],
      'truncate -s 500T a': ['change files/fill 500T', 'write a', 'delete a'],
    },
  },
  fallocate: {
    tier: 'write',
    options: {
      '-l SIZE --length=SIZE': sizes,
      '-o N --offset=N': 'plain',
      '-n --keep-size -v --verbose -x --posix -d --dig-holes': 'plain',
      '-c --collapse-range -p --punch-hole -z --zero-range': 'operands delete',
    },
    operands: 'write',
    examples: { 'fallocate -l 1G disk.img': 'write disk.img', 'fallocate -p -l 9 a': 'delete a' },
  },
  'ln link': makesLinks(ln, has => (has('-s') ? (has('-r') ? 'link' : 'symlink') : 'hard')),
  mktemp: {
    ...mktemp,
    custom: runMktemp,
    examples: {
      'mktemp -d': [],
      'mktemp -p /tmp x.XXXX': 'write /tmp/*',
      'mktemp out/x.XXXX.log': 'write out/x.XXXX.log',
      'mktemp -u': [],
    },
  },
  chmod: {
    ...chmod,
    custom: runChmod,
    examples: {
      'chmod +x run.sh': 'write run.sh',
      'chmod -x run.sh': 'write run.sh',
      'chmod -R 0777 a': ['change permissions/widen 0777', 'write a'],
      'chmod u+s a': ['change permissions/setuid u+s', 'write a'],
    },
  },
  'chown chgrp': {
    tier: 'execute',
    options: {
      '-R --recursive': 'recursive',
      '-v --verbose -c --changes -f --silent --quiet -h --no-dereference -H -L -P --preserve-root --from=OWNER':
        'plain',
      '--no-preserve-root': 'change files/root',
      '--reference=FILE': 'first operand',
    },
    operands: ['plain', 'write...'],
    examples: { 'chown -R dev:dev src': 'write src' },
  },
  sync: { tier: 'read', otherOptions: 'plain' },
  rename: {
    tier: 'write',
    options: {
      '-n --nono --no-act --dry-run -v --verbose -f --force -o --no-overwrite -i --interactive -a --all -s': 'plain',
    },
    operands: ['opaque an expression that computes the new names', 'write...'],
    examples: { "rename 's/a/b/' x": ['opaque an expression that computes the new names: `s/a/b/`', 'write x'] },
  },
}
