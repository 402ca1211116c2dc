import { wordText } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import { readFilesFromStdin } from '../engine/stdin-words.ts'
import type { Program, Programs } from '../engine/table.ts'
import { writesHere } from '../shared/writes-here.ts'

const has = (call: ProgramCall, pattern: RegExp): boolean => call.args.some(arg => pattern.test(wordText(arg)))

const extract7z = { tier: 'read', operands: ['read', 'plain...'] } as const

/** Options of cpio that keep it from writing outside the directory; otherwise it uses absolute paths as they are. */
const staysBelow = /^(-[a-zA-Z]*t[a-zA-Z]*|--list|--no-absolute-filenames|--to-stdout)$/

/** It packs the files named on its standard input, unless it unpacks. */
const readsNames = (table: Program): Program => ({
  ...table,
  custom: call => {
    table.custom?.(call)
    if (!has(call, /^(-[a-zA-Z]*[it][a-zA-Z]*|--extract|--list)$/)) readFilesFromStdin(call)
    else if (!has(call, staysBelow))
      call.opaque('the archive may write outside the directory; add `--no-absolute-filenames`')
    if (!has(call, /^--force-local$/) && call.args.some(arg => /^(-[FIO]|--file=)?[\w.@-]+:/.test(wordText(arg))))
      call.opaque('an archive on another machine')
  },
})

const zip: Program = {
  tier: 'read',
  options: {
    '-r --recurse-paths': 'recursive',
    '-q --quiet -v --verbose -j --junk-paths -u --update -f --freshen -y --symlinks -X --no-extra -o -g --grow -D --no-dir-entries -0 -1 -2 -3 -4 -5 -6 -7 -8 -9 -l -ll -L -A -F -FF --fix --fixfix -T --test -@ -e --encrypt -d --delete -c -z -sf -FS --filesync -S -k -w -db -dc -dd -dg -du -dv':
      'plain',
    '-x GLOB --exclude=GLOB -i GLOB --include=GLOB -P PASSWORD --password=PASSWORD -n SUFFIXES --suffixes=SUFFIXES -s SIZE --split-size=SIZE -t DATE -tt DATE -Z METHOD --compression-method=METHOD':
      'plain',
    '-m --move': 'operands delete',
    '-TT COMMAND --unzip-command=COMMAND': 'run',
    '-b DIR --temp-path=DIR -O FILE --out=FILE --output-file=FILE -lf FILE --logfile-path=FILE': 'write',
  },
  env: { 'ZIPOPT ZIP': 'opaque extra options for zip' },
  operands: ['write', 'read...'],
}

/** Compressed files and archives. `tar` has its own file. */
export const archives: Programs = {
  'gzip pigz bzip2 pbzip2 xz lzma lz4 zstd pzstd lzip compress brotli gunzip bunzip2 unxz unlzma unlz4 unzstd uncompress':
    {
      tier: 'read',
      does: ['beside'],
      options: {
        '-c --stdout --to-stdout -l --list -t --test': 'operands read',
        '-r --recursive': 'recursive',
        '-d --decompress --uncompress -z --compress -k --keep -f --force -q --quiet -v --verbose -n --no-name -N --name -1 -2 -3 -4 -5 -6 -7 -8 -9 -0 -e --extreme --best --fast[=N] --ultra --rm -a --ascii --rsyncable --long[=N] --no-progress --adapt --check --small':
          'plain',
        '-T N --threads=N -S SUFFIX --suffix=SUFFIX -p N --processes=N -b N --blocksize=N -M N --memlimit=N --memory=N -F FORMAT --format=FORMAT --lzma2=OPTIONS':
          'plain',
        '-o FILE --output=FILE --output-dir-flat=DIR': ['write', 'operands read'],
        '-D FILE --dictionary=FILE --files[=FILE] --filelist=FILE': 'read',
      },
      env: { 'XZ_OPT XZ_DEFAULTS GZIP BZIP2 BZIP': 'more options' },
      operands: 'write',
      examples: {
        'gzip a.txt': ['write a*', 'write a.txt'],
        'gunzip -c a.gz': 'read a.gz',
        'zstd -19 -T0 a -o a.zst': ['write a*', 'write a.zst', 'read a'],
        'gzip -dt a.gz': 'read a.gz',
      },
    },
  zip: {
    ...zip,
    custom: call => {
      applyTable(zip, call)
      if (has(call, /^(-@|--names-stdin)$/)) readFilesFromStdin(call)
    },
    examples: {
      "zip -r out.zip src -x '*.log'": ['write out.zip', 'read src'],
      'zip a.zip x -T -TT id': ['run id', 'write a.zip', 'read x'],
    },
  },
  unzip: {
    ...writesHere(
      {
        tier: 'read',
        options: {
          '-l -t -v -z -Z -p -c -o -q -qq -j -n -u -f -a -aa -b -C -L -LL -M -X -V -W -U -UU -1 -2 -s -m -h -T -D -DD':
            'plain',
          '-P PASSWORD -x GLOB -I NAME -O NAME': 'plain',
          '-d DIR': 'write',
          '-:': 'opaque paths outside the directory',
          // Extracted programs keep their setuid bit.
          '-K': 'change permissions/setuid',
        },
        env: { 'UNZIP UNZIPOPT': 'opaque extra options for unzip' },
        operands: ['read', 'plain...'],
      },
      call => call.args.length === 0 || has(call, /^-([a-zA-Z]*[ltvzZpchd]|--?(help|version)|d.+|Z.*)/),
    ),
    examples: {
      'unzip -l a.zip': 'read a.zip',
      'unzip -q a.zip': ['read a.zip', 'write /home/dev/project'],
      'unzip a.zip -d out': ['read a.zip', 'write out'],
    },
  },
  'zipinfo lsar zipgrep rarinfo': { tier: 'read', otherOptions: 'plain', operands: ['read', 'plain...'] },
  '7z 7za 7zz 7zr p7zip': {
    ...writesHere(
      {
        tier: 'read',
        options: {
          '-p[PASSWORD] -t[TYPE] -m[METHOD] -x[NAMES] -i[NAMES] -v[SIZE] -r[MODE] -y -a[MODE] -b[MODE] -s[SETTING] -u[ACTION] -w[DIR] -h':
            'plain',
          '-o[DIR]': 'write',
          '-so -si': 'plain',
          '-spf -spf2': 'opaque paths outside the directory',
          '-sdel': 'operands delete',
        },
        commands: {
          'l t b i': { tier: 'read', operands: 'read' },
          h: { tier: 'read', operands: 'read' },
          'a u': { tier: 'read', operands: ['write', 'read...'] },
          'd rn': { tier: 'read', operands: ['write', 'plain...'] },
          x: extract7z,
          e: extract7z,
        },
      },
      call =>
        !/^[xe]$/.test(wordText(call.args.find(arg => !wordText(arg).startsWith('-')) ?? '')) || has(call, /^-(o.|so)/),
    ),
    examples: {
      '7z l a.7z': 'read a.7z',
      '7z x a.7z -oout': ['write out', 'read a.7z'],
      '7z e a.7z': ['read a.7z', 'write /home/dev/project'],
      '7zz a out.7z src': ['write out.7z', 'read src'],
      '7zz h -scrcSHA256 a': 'read a',
    },
  },
  'rar unrar': {
    ...writesHere(
      {
        tier: 'read',
        options: {
          '-p[PASSWORD] -hp[PASSWORD] -m[LEVEL] -v[SIZE] -x[NAMES] -n[NAMES] -r -y -o[MODE] -i[MODE] -k -s -t -u -f -c[MODE] -a[MODE] -e[MODE]':
            'plain',
          '-df -dw': 'operands delete',
          '-z[FILE] -@[FILE]': 'plain',
        },
        commands: {
          'l lb lt v vb vt t p pb': { tier: 'read', operands: ['read', 'plain...'] },
          'x e': { tier: 'read', operands: ['read', 'write...'] },
          'a u f': { tier: 'read', operands: ['write', 'read...'] },
          m: { tier: 'read', operands: ['write', 'delete...'] },
          'd rn c k': { tier: 'read', operands: ['write', 'plain...'] },
        },
      },
      call => !/^[xe]$/.test(wordText(call.args[0] ?? '')),
    ),
    examples: {
      'unrar x a.rar': ['read a.rar', 'write /home/dev/project'],
      'rar m a.rar x': ['write a.rar', 'delete x'],
    },
  },
  unar: {
    ...writesHere(
      {
        tier: 'read',
        options: {
          '-o DIR -output-directory DIR': 'write',
          '-p PASSWORD -e NAME': 'plain',
          '-f -r -s -d -D -q -k': 'plain',
        },
        operands: ['read', 'plain...'],
      },
      call => has(call, /^-o/),
    ),
    examples: { 'unar a.rar': ['read a.rar', 'write /home/dev/project'] },
  },
  cpio: {
    ...readsNames(
      writesHere(
        {
          tier: 'read',
          options: {
            '-i --extract -o --create -p --pass-through -t --list -d --make-directories -m --preserve-modification-time -u --unconditional -v --verbose -0 --null -L --dereference -l --link -B -c -a --reset-access-time --quiet --no-absolute-filenames --to-stdout --no-preserve-owner -r --rename -b -s -S -n --numeric-uid-gid':
              'plain',
            '-H FORMAT --format=FORMAT -R OWNER --owner=OWNER -C N --io-size=N --block-size=N -M TEXT --message=TEXT':
              'plain',
            '-E FILE --pattern-file=FILE -I FILE': 'read',
            '-F FILE --file=FILE -O FILE': 'write',
            '-D DIR --directory=DIR': 'write',
            '--rsh-command=COMMAND': 'run',
          },
          operands: { '-*': 'plain', '*': 'write' },
        },
        call =>
          !has(call, /^(-[a-zA-Z]*i[a-zA-Z]*|--extract)$/) ||
          has(call, /^(-[a-zA-Z]*t[a-zA-Z]*|--list|--to-stdout|-D|--directory.*)$/),
      ),
    ),
    examples: {
      'cpio -idmv --no-absolute-filenames': 'write /home/dev/project',
      'cpio -idmv': [
        'write /home/dev/project',
        'opaque the archive may write outside the directory; add `--no-absolute-filenames`',
      ],
      'cpio -it': [],
      'curl -s https://example.com/a | cpio -id': [
        'run cpio -id',
        'connect example.com',
        'write /home/dev/project',
        'opaque the archive may write outside the directory; add `--no-absolute-filenames`',
      ],
      'cpio -o -F a.cpio --rsh-command=id': ['write a.cpio', 'run id'],
    },
  },
  'ar llvm-ar ranlib': {
    tier: 'read',
    options: { '-r -c -s -u -q -v -t -x -p -d -m -D -U -S -T': 'first operand', '--plugin=FILE': 'opaque a plugin' },
    operands: ['plain', 'write', 'read...'],
    examples: { 'ar rcs lib.a x.o': ['write lib.a', 'read x.o'] },
  },
  ditto: {
    tier: 'read',
    options: {
      '-c -k -x -v -V -z -j --rsrc --norsrc --keepParent --sequesterRsrc --extattr --noextattr --hfsCompression':
        'plain',
      '--arch=ARCH': 'plain',
      '--bom=FILE': 'read',
    },
    operands: ['read...', 'write'],
    examples: { 'ditto -x -k a.zip out': ['read a.zip', 'write out'] },
  },
}
