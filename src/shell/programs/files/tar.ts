import { isKnown, knownPrefix, type Word, wordText } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import { cutPrefix } from '../engine/arguments.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import { readListed } from '../engine/read-listed.ts'
import { readFilesFromStdin } from '../engine/stdin-words.ts'
import type { Options, Program, Programs } from '../engine/table.ts'

const common: Options = {
  '-x --extract --get -c --create -t --list -r --append -u --update -d --diff --compare -A --catenate --concatenate --delete --test-label':
    'plain',
  '-z --gzip --gunzip -j --bzip2 -J --xz -Z --compress --lzma --lzip --lzop --zstd -a --auto-compress -v --verbose -p --preserve-permissions --same-permissions -k --keep-old-files --keep-newer-files --skip-old-files --overwrite --overwrite-dir --unlink-first -U --no-same-owner --same-owner --no-same-permissions -h --dereference --hard-dereference -l --one-file-system -m --touch -n -o -s -S --sparse -w --interactive -W --verify -B -R -i -M -G -E --numeric-owner --wildcards --no-wildcards --anchored --no-anchored --ignore-case --null --no-recursion --recursion --totals --full-time --show-stored-names --show-transformed-names --ignore-failed-read --ignore-zeros --no-xattrs --xattrs --acls --no-acls --selinux --no-selinux --exclude-vcs --exclude-vcs-ignores --exclude-caches --exclude-backups --warning=KEYWORD --utc --quoting-style=STYLE --checkpoint[=N] --force-local --delay-directory-restore --no-auto-compress --posix --disable-copyfile --no-mac-metadata --no-fflags --fast-read -O --to-stdout -q':
    'plain',
  '--exclude=PATTERN --include=PATTERN --exclude-tag=NAME --strip-components=N --transform=EXPRESSION --xform=EXPRESSION --owner=NAME --group=NAME --mode=MODE --mtime=DATE --sort=ORDER --format=FORMAT -H FORMAT -b N --blocking-factor=N -L N --tape-length=N -V LABEL --label=LABEL -N DATE --newer=DATE --newer-mtime=DATE --after-date=DATE -K NAME --starting-file=NAME --suffix=SUFFIX --backup[=HOW] --pax-option=KEYWORDS --level=N --occurrence[=N] --clamp-mtime --options=TEXT --record-size=N --hole-detection=METHOD --sparse-version=N':
    'plain',
  '-T FILE --files-from=FILE -X FILE --exclude-from=FILE --exclude-ignore=FILE': { '-': 'plain', '*': 'read' },
  '-g FILE --listed-incremental=FILE --index-file=FILE --volno-file=FILE': 'write',
  '--to-command=COMMAND -I COMMAND --use-compress-program=COMMAND -F COMMAND --info-script=COMMAND --new-volume-script=COMMAND --rsh-command=COMMAND --rmt-command=COMMAND':
    'run',
  '--checkpoint-action=ACTION': {
    'dot . bell echo echo=* ttyout=* sleep=* totals wait=*': 'plain',
    '*': 'opaque a command run at a tar checkpoint',
  },
  '-P --absolute-names': 'plain',
}

const archive = (does: 'read' | 'write'): Options => ({
  '-f FILE --file=FILE': { '-': 'plain', '/*': does, '*:*': 'connect sends', '*': does },
})

const env = { TAR_OPTIONS: 'opaque extra options for tar' } as const
const creating: Program = {
  tier: 'read',
  does: ['recursive'],
  env,
  options: {
    ...common,
    ...archive('write'),
    '-C DIR --directory=DIR --cd=DIR': 'read',
    '--remove-files': 'operands delete',
  },
  operands: { '@*': 'plain', '*': 'read' },
}
const listing: Program = {
  tier: 'read',
  env,
  options: { ...common, ...archive('read'), '-C DIR --directory=DIR --cd=DIR': 'read' },
}
const extracting: Program = {
  tier: 'read',
  env,
  options: {
    ...common,
    ...archive('read'),
    '-C DIR --directory=DIR --cd=DIR': 'write below',
    '--one-top-level[=DIR]': { '?*': 'write below', '*': 'plain' },
    '-P --absolute-names': 'opaque paths outside the directory',
    '--recursive-unlink': 'opaque deletes directories that are in the way',
  },
}

/** `tar`: the mode, in either spelling, decides the effects on the archive and the operands. */
export const tar: Programs = {
  'tar gtar bsdtar': {
    ...creating,
    custom: runTar,
    examples: {
      'tar xf a.tar --one-top-level=/srv/x': ['read a.tar', 'write /srv/x/*'],
      'tar xf a.tar --one-top-level': ['read a.tar', 'write /home/dev/project'],
      'tar czf out.tgz src': ['write out.tgz', 'read src'],
      'tar -tvzf a.tgz': 'read a.tgz',
      'tar xzf a.tgz': ['read a.tgz', 'write /home/dev/project'],
      'tar -xf a.tar -C out': ['read a.tar', 'write out/*'],
      'tar xfC a.tar out': ['read a.tar', 'write out/*'],
      'tar -xf a.tar --to-command=id': ['read a.tar', 'run id'],
      'tar cf a.tar --checkpoint=1 --checkpoint-action=exec=id x': [
        'write a.tar',
        'opaque a command run at a tar checkpoint: `exec=id`',
        'read x',
      ],
      "tar -I 'sh x' -cf a.tar y": ['run sh x', 'read x', 'write a.tar', 'read y'],
      'tar cf me@host:a.tar x': ['connect host sends', 'read x'],
    },
  },
}

function runTar(call: ProgramCall): void {
  const args = withDashes(call.args)
  const mode = modeOf(args)
  if (mode === null && args.length > 0 && args[0] !== '--version' && args[0] !== '--help')
    call.opaque('tar without a mode')
  if (
    mode === 'create' &&
    args.some((arg, i) => arg === '-T-' || arg === '--files-from=-' || (arg === '-T' && args[i + 1] === '-'))
  )
    readFilesFromStdin(call)
  if (mode === 'create') for (const list of listsOf(args)) readListed(list, call)
  if (mode !== 'extract') return applyTable(mode === 'create' ? creating : listing, { ...call, args })
  applyTable(extracting, { ...call, args })
  if (!args.some(namesDestination)) call.touch('write', '.', 'current directory', { recursive: true })
}

/** The files of `-T FILE`, which name what goes into the archive. */
const listsOf = (args: readonly Word[]): readonly Word[] =>
  args.flatMap((arg, i) => {
    const start = /^(-T|--files-from=|--files-from$)/.exec(knownPrefix(arg))?.[0]
    if (start === undefined) return []
    const attached = cutPrefix(arg, start.length)
    const list = attached === '' ? (args[i + 1] ?? '') : attached
    return list === '-' ? [] : [list]
  })

const valued = /[fCbTXgIHKLNVF]/

/** `-C DIR`, or output to standard output or a command. */
function namesDestination(arg: Word): boolean {
  const text = knownPrefix(arg)
  if (/^--(to-stdout|to-command|directory|cd|one-top-level=)/.test(text)) return true
  if (!/^-[^-]/.test(text)) return false
  const letters = [...text.slice(1)]
  const end = letters.findIndex(letter => valued.test(letter))
  return letters[end] === 'C' || (end < 0 ? letters : letters.slice(0, end)).includes('O')
}

/** `tar xfC a.tar out` is `tar -x -f a.tar -C out`: the letters take their values in order. */
function withDashes(args: readonly Word[]): readonly Word[] {
  const [first, ...rest] = args
  if (first === undefined || !isKnown(first) || !/^[a-zA-Z]+$/.test(first)) return args
  const words: Word[] = []
  for (const letter of first) {
    words.push(`-${letter}`)
    const value = valued.test(letter) ? rest.shift() : undefined
    if (value !== undefined) words.push(value)
  }
  return [...words, ...rest]
}

/** The mode letter comes before any letter that takes a value. */
function modeOf(args: readonly Word[]): 'create' | 'list' | 'extract' | null {
  for (const arg of args) {
    const text = wordText(arg)
    const letters = /^-([^-fCbTXgIHKLNVF][^fCbTXgIHKLNVF]*)/.exec(text)?.[1] ?? ''
    if (/^--(extract|get)$/.test(text) || letters.includes('x')) return 'extract'
    if (/^--(create|append|update|catenate|concatenate|delete)$/.test(text) || /[cruA]/.test(letters)) return 'create'
    if (/^--(list|diff|compare|test-label)$/.test(text) || /[td]/.test(letters)) return 'list'
  }
  return null
}
