import { isKnown, knownPrefix, makeWord, type Word, wordText } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import { sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program, Programs } from '../engine/table.ts'

const scp: Program = {
  tier: 'read',
  options: {
    '-r -p -q -v -C -B -3 -4 -6 -T -O -s -A -R': 'plain',
    '-P PORT -c CIPHER -l LIMIT -o SETTING -X OPTION': 'plain',
    '-J HOST': 'connect',
    '-i FILE': 'read',
    '-F FILE': 'opaque configuration that can run commands',
    // An unknown option, so it only prints its usage.
    '-h': 'prints',
    '-S COMMAND -D COMMAND': 'run',
  },
  operands: 'plain',
}

const rsync: Program = {
  tier: 'read',
  options: {
    '-r -a -v -z -p -q -P -h -u -l -t -o -g -D -x -4 -6 -c -i -k -L -H -A -X -S -W -E -R -m -b -K -O -J -I -y -s -0 -C --archive --recursive --verbose --compress --progress --partial --human-readable --update --links --copy-links --perms --times --owner --group --devices --specials --checksum --itemize-changes --stats --hard-links --acls --xattrs --sparse --whole-file --relative --no-relative --prune-empty-dirs --inplace --append --append-verify --ignore-existing --existing --ignore-errors --numeric-ids --quiet --safe-links --copy-unsafe-links --fuzzy --delay-updates --protect-args --secluded-args --from0 --cvs-exclude --ignore-times --size-only --force --backup --executability --no-perms --no-owner --no-group --no-times --no-o --no-g --no-p --omit-dir-times --mkpath --no-implied-dirs --dirs -d --keep-dirlinks --one-file-system --8-bit-output --fake-super --super --munge-links --open-noatime --no-motd --no-compress --ipv4 --ipv6 --delete-missing-args --ignore-missing-args --max-alloc=N':
      'plain',
    '--exclude=PATTERN --include=PATTERN -f RULE --filter=RULE --bwlimit=N --port=N --timeout=N --contimeout=N --max-size=N --min-size=N --modify-window=N --chmod=MODE --chown=OWNER --usermap=TEXT --groupmap=TEXT --info=FLAGS --debug=FLAGS --out-format=FORMAT --log-file-format=FORMAT --compress-level=N --zl=N --zc=NAME --compress-choice=NAME --suffix=TEXT --block-size=N -B N --max-delete=N --iconv=NAMES --skip-compress=LIST --outbuf=MODE --checksum-choice=NAME --cc=NAME --address=ADDRESS --protocol=N --sockopts=OPTIONS --stop-after=N --stop-at=TIME --copy-as=USER':
      'plain',
    '-n --dry-run --list-only': 'dry run',
    '--delete --delete-after --delete-before --delete-during --del --delete-delay --delete-excluded --remove-source-files':
      'plain',
    '-e COMMAND --rsh=COMMAND --rsync-path=COMMAND --early-input=FILE': 'run',
    '-M OPTION --remote-option=OPTION': 'opaque an option of the remote program',
    '--daemon --config=FILE --read-batch=FILE': 'opaque instructions from a file',
    '--exclude-from=FILE --files-from=FILE --include-from=FILE --link-dest=DIR --copy-dest=DIR --compare-dest=DIR --password-file=FILE':
      'read',
    '--log-file=FILE --backup-dir=DIR --partial-dir=DIR -T DIR --temp-dir=DIR --write-batch=FILE --only-write-batch=FILE':
      'write',
  },
  operands: 'plain',
}

/** Other machines: remote shells and file transfers. */
export const remote: Programs = {
  'ssh autossh mosh': {
    tier: 'execute',
    custom: runSsh,
    examples: {
      'ssh -p 22 host ls': ['connect host sends', 'run ls on host'],
      'ssh -V': [],
      'ssh -NL 80:a:80 host': 'connect host sends',
      'ssh -oProxyCommand=id host ls': ['run id', 'connect host sends', 'run ls on host'],
      'ssh host': ['connect host sends', 'opaque an interactive session on another machine'],
    },
  },
  scp: {
    ...scp,
    custom: call => runCopy(scp, call),
    examples: {
      'scp a host:b': ['read a', 'connect host sends'],
      'scp host:b .': ['connect host', 'write /home/dev/project'],
      'scp -S ./evil a host:b': ['run ./evil', 'read a', 'connect host sends'],
    },
  },
  rsync: {
    ...rsync,
    custom: call => runCopy(rsync, call),
    examples: {
      'rsync -av src/ out/': ['read src', 'write out'],
      'rsync -av --delete src/ out/': ['read src', 'write out', 'delete out'],
      'rsync -r --delete --delete-missing-args src/ out/': ['read src', 'write out', 'delete out'],
      'rsync -avn --delete src/ out/': 'read src',
      "rsync -e 'sh x' src host:b": ['run sh x', 'read x', 'read src', 'connect host sends'],
      'rsync -a --delete src host:b': ['read src', 'connect host sends', 'change files/delete-remote host:b'],
    },
  },
  sftp: {
    tier: 'execute',
    options: {
      '-b FILE': ['read', 'opaque commands from a file'],
      '-i FILE': 'read',
      '-P PORT -l LIMIT -B SIZE -R N -c CIPHER': 'plain',
      '-J HOST': 'connect',
      '-S COMMAND -s COMMAND -D COMMAND': 'run',
      '-o SETTING -F FILE': 'opaque settings that can run commands',
      '-r -p -q -v -C -4 -6 -a -A -f -N': 'plain',
    },
    operands: ['connect sends', 'plain'],
    examples: { 'sftp -b cmds host': ['read cmds', 'opaque commands from a file: `cmds`', 'connect host sends'] },
  },
  'ssh-copy-id': {
    tier: 'execute',
    options: {
      '-i[FILE]': 'plain',
      '-p PORT': 'plain',
      '-o SETTING': 'opaque settings that can run commands',
      '-f -n -s -x': 'plain',
    },
    operands: 'connect sends',
    examples: { 'ssh-copy-id dev@host': 'connect host sends' },
  },
  'ssh-keyscan': {
    tier: 'read',
    options: { '-p PORT -T N -t TYPE -O OPTION': 'plain', '-f FILE': 'read', '-4 -6 -c -D -H -q -v': 'plain' },
    operands: 'connect',
    examples: { 'ssh-keyscan -t ed25519 github.com': 'connect github.com' },
  },
}

const sshValued = /[BbcDEeFIiJLlmOopPQRSWw]/

function runSsh(call: ProgramCall): void {
  const { args } = call
  let at = 0
  let opens = true
  let onlyPrints = false
  for (; at < args.length; at += 1) {
    const text = knownPrefix(args[at] ?? '')
    if (!/^-[^-]/.test(text)) break
    const letters = text.slice(1)
    const valuedAt = [...letters].findIndex(letter => sshValued.test(letter))
    const flags = valuedAt < 0 ? letters : letters.slice(0, valuedAt)
    if (/[VQ]/.test(flags) || letters[valuedAt] === 'Q') return call.amend({ tier: 'read' })
    // Printing the settings evaluates them, and a condition in them may run a command.
    if (flags.includes('G')) onlyPrints = true
    if (/[Nf]/.test(flags) || letters[valuedAt] === 'W' || letters[valuedAt] === 'O') opens = false
    if (valuedAt < 0) continue
    const attached = letters.slice(valuedAt + 1)
    if (attached === '' && isKnown(args[at] ?? '')) at += 1
    applyFlag(letters[valuedAt] ?? '', attached === '' ? (args[at] ?? '') : attached, call)
  }
  const host = args[at]
  if (onlyPrints || host === undefined || wordText(host) === '--help' || wordText(host) === '--version')
    return call.amend({ tier: 'read' })
  call.connect(host, true)
  const rest = args.slice(at + 1)
  if (rest.length === 0) return opens ? call.opaque('an interactive session on another machine') : undefined
  call.script(joined(rest), `ssh ${wordText(host)}`, {
    where: { at: 'host', name: wordText(host) },
    dialect: 'bash',
  })
}

function applyFlag(letter: string, value: Word, call: ProgramCall): void {
  if (letter === 'o') applySetting(value, call)
  if (letter === 'F') call.opaque(`configuration that can run commands: \`${wordText(value)}\``)
  if (letter === 'I') call.opaque(`a key provider library: \`${wordText(value)}\``)
  if (letter === 'E') call.touch('write', value, '-E')
  if (letter === 'i') call.touch('read', value, '-i')
  if (letter === 'J') call.connect(value, true)
}

/** `-o ProxyCommand=…`: some settings run commands or load libraries. */
function applySetting(setting: Word, call: ProgramCall): void {
  const text = wordText(setting)
  const [, name = '', value = ''] = /^\s*(\w+)\s*[= ]\s*(.*)$/s.exec(text) ?? []
  if (/^(ProxyCommand|LocalCommand|KnownHostsCommand)$/i.test(name)) {
    if (value !== 'none') call.script(isKnown(setting) ? value : setting, `ssh -o ${name}`)
  } else if (
    /^(Include|Match|PKCS11Provider|SecurityKeyProvider|XAuthLocation|IdentityAgent)$/i.test(name) ||
    name === ''
  )
    call.opaque(`unknown setting \`${text}\` of \`${call.name}\``)
}

const joined = (words: readonly Word[]): Word =>
  makeWord(words.flatMap((word, i) => [...(i > 0 ? [' '] : []), ...(isKnown(word) ? [word] : word.parts)]))

/** `host:path`, `host::module`, `rsync://host/…`; a slash before the colon makes it a local path. */
const isRemote = (word: Word): boolean => /^(?:(?:rsync|scp|sftp):\/\/|[^/]+:)/.test(wordText(word))

/** Sources, then a destination; files that leave the machine are sent. */
function runCopy(table: Program, call: ProgramCall): void {
  const { options, operands } = sortArguments(call.args, compileProgram(table))
  applyTable(table, call)
  const given = (pattern: RegExp) => options.some(({ spelling }) => pattern.test(spelling))
  for (const { spelling, value } of options) if (table === scp && spelling === '-o') applySetting(value ?? '', call)
  const dry = table === rsync && given(/^(-n|--dry-run|--list-only)$/)
  const sources = operands.length > 1 ? operands.slice(0, -1) : operands
  const target = operands.length > 1 ? operands.at(-1) : undefined
  for (const source of sources) {
    if (isRemote(source)) call.connect(source, false)
    else call.touch('read', source, 'operand', { recursive: true })
    if (given(/^--remove-source-files$/) && !dry && !isRemote(source))
      call.touch('delete', source, '--remove-source-files', { recursive: true })
  }
  if (target === undefined) return
  if (isRemote(target)) call.connect(target, !dry)
  else if (!dry) call.touch('write', target, 'operand', { recursive: true })
  if (dry || !given(/^--del/)) return
  if (isRemote(target)) call.change('files/delete-remote', target)
  else call.touch('delete', target, '--delete', { recursive: true })
}
