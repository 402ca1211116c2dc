import {
  applies,
  cloudManages,
  cloudReads,
  deletes,
  grants,
  logsIn,
  printsSecrets,
  runsThere,
  stops,
} from '../cloud/cloud-actions.ts'
import { usersOwn } from '../containers/kubeconfig.ts'
import type { Options, Program, Programs, Subcommand } from '../engine/table.ts'
import { withCopies } from '../network/remote-copy.ts'

const mcOptions: Options = {
  '-r --recursive --preserve -a --watch -w --md5 --disable-multipart --overwrite --skip-errors --continue -c --no-color --quiet -q --json --debug --insecure':
    'plain',
  '--older-than=N --newer-than=N --storage-class=NAME --attr=TEXT --tags=TEXT --encrypt=TEXT --exclude=PATTERN --limit-upload=N --limit-download=N --rewind=N --vid=ID --config-dir=DIR -C DIR':
    'plain',
  '--dry-run --fake': 'dry run',
}
const mc: Program = {
  tier: 'execute',
  options: { '-C DIR --config-dir=DIR': 'plain', '--json --quiet -q --no-color --debug --insecure': 'plain' },
  commands: {
    // A name without a remote is a local file.
    'cat head': {
      ...cloudReads,
      options: {
        '--json --quiet -q -n N --lines=N --vid=ID --version-id=ID --offset=N --tail=N --rewind=TIME': 'plain',
      },
      operands: 'read',
    },
    'ls stat du tree diff find ping ready version': {
      ...cloudReads,
      options: { '--exec=COMMAND': 'run', '--json --quiet -q': 'plain' },
      operands: 'plain',
      commands: { 'enable suspend': applies, info: cloudReads },
    },
    cp: { tier: 'write', options: mcOptions },
    mirror: { tier: 'write', options: { ...mcOptions, '--remove --active-active': 'change cloud/delete' } },
    mv: { tier: 'write', options: mcOptions, does: ['change cloud/delete'] },
    get: { tier: 'write', options: mcOptions },
    put: { tier: 'write', options: mcOptions },
    pipe: { tier: 'execute', does: ['connect sends'], otherOptions: 'plain' },
    'rm rb undo': deletes,
    'mb tag retention legalhold encrypt replicate ilm event cors quota od sql batch': { ...applies, operands: 'plain' },
    share: printsSecrets,
    anonymous: { commands: { 'get list get-json links': cloudReads, 'set set-json': grants } },
    alias: { commands: { 'list ls': cloudReads, 'set import': cloudManages, 'remove rm export': cloudManages } },
    admin: {
      commands: {
        'info trace logs console prometheus scanner top': { ...cloudReads, operands: 'plain' },
        'user policy group bucket config service idp tier replicate decommission rebalance accesskey kms': {
          commands: {
            'list ls info get status entities history': cloudReads,
            'add create set attach enable start edit update import': grants,
            'remove rm delete unset detach disable clear reset cancel': deletes,
            'stop restart freeze unfreeze': stops,
            svcacct: { commands: { 'list ls info': cloudReads, add: printsSecrets, 'rm disable': deletes } },
          },
        },
        'heal update speedtest': applies,
      },
    },
    update: cloudManages,
  },
  examples: {
    'mc ls minio/b': [],
    'mc cat /etc/hosts': 'read /etc/hosts',
    'mc cp ./x minio/b/x': ['read x', 'connect minio sends'],
    'mc mirror --remove src minio/b': ['read src', 'connect minio sends', 'change cloud/delete'],
    'mc rb --force minio/b': 'change cloud/delete',
    'mc find minio/b --exec "./evil"': 'run ./evil',
  },
}

const rcloneCopy: Subcommand = {
  tier: 'write',
  options: {
    '-n --dry-run': 'dry run',
    '--password-command=COMMAND': 'run',
    '--log-file=FILE --backup-dir=DIR': 'write',
    '--include-from=FILE --exclude-from=FILE --files-from=FILE --filter-from=FILE': 'read',
    '--metadata-mapper=COMMAND': 'run',
    '-P --progress -v -vv --verbose -q --quiet -u --update -c --checksum --size-only --ignore-existing --ignore-times --fast-list -L --copy-links --no-traverse --create-empty-src-dirs --stats-one-line -i --interactive --immutable --inplace -M --metadata':
      'plain',
    '--transfers=N --checkers=N --bwlimit=N --include=PATTERN --exclude=PATTERN -f RULE --filter=RULE --max-age=N --min-age=N --max-size=N --min-size=N --max-depth=N --retries=N --stats=N --log-level=LEVEL --config=FILE --tpslimit=N --timeout=N':
      'plain',
  },
}
const rclone: Program = {
  tier: 'execute',
  options: {
    '--password-command=COMMAND --metadata-mapper=COMMAND --sftp-ssh=COMMAND --sftp-server-command=COMMAND --webdav-bearer-token-command=COMMAND':
      'run',
    '--config=FILE': usersOwn('.config'),
    '--log-file=FILE --cache-dir=DIR --temp-dir=DIR --cpuprofile=FILE --memprofile=FILE': 'write',
  },
  env: {
    RCLONE_CONFIG: 'code',
  },
  commands: {
    'ls lsl lsd lsf lsjson size about check cryptcheck hashsum md5sum sha1sum tree ncdu version listremotes help test checksum':
      {
        ...cloudReads,
        // A remote's name may contain options, which can name programs.
        operands: { '*,*=*:*': 'opaque options in the name of a remote', '*': 'plain' },
        options: {
          '--output=FILE --combined=FILE --output-file=FILE --differ=FILE --missing-on-src=FILE --missing-on-dst=FILE':
            'write',
          '--log-file=FILE': 'write',
        },
      },
    cat: {
      ...cloudReads,
      options: {
        '--password-command=COMMAND': 'run',
        '--head=N --tail=N --offset=N --count=N --separator=TEXT --include=PATTERN --exclude=PATTERN': 'plain',
      },
      operands: { ':local*': 'opaque a local file or directory', '*:*': 'plain', '*': 'read' },
    },
    'copy copyto': rcloneCopy,
    copyurl: { tier: 'execute', does: ['connect sends'], otherOptions: 'plain' },
    sync: { ...rcloneCopy, does: ['change cloud/delete'] },
    bisync: { ...rcloneCopy, does: ['change cloud/delete'] },
    'move moveto': { ...rcloneCopy, does: ['change cloud/delete'] },
    'delete deletefile purge rmdir rmdirs cleanup dedupe': {
      ...rcloneCopy,
      tier: 'execute',
      does: ['change cloud/delete'],
    },
    'mkdir touch settier rcat': { tier: 'execute', does: ['connect sends'], otherOptions: 'plain' },
    link: grants,
    config: {
      ...cloudManages,
      operands: 'plain',
      commands: {
        'file paths providers redacted': cloudReads,
        'show dump': printsSecrets,
        'create update delete password reconnect disconnect touch userinfo': cloudManages,
      },
    },
    obscure: cloudReads,
    'mount nfsmount serve rcd rc gui': {
      tier: 'execute',
      does: ['opaque a server started by rclone'],
      otherOptions: 'plain',
    },
    authorize: logsIn,
    selfupdate: cloudManages,
  },
  examples: {
    'rclone lsl remote:b': [],
    'rclone cat remote:b': [],
    'rclone cat /etc/hosts': 'read /etc/hosts',
    "rclone lsd ':sftp,ssh=x,host=h:'": 'opaque options in the name of a remote: `:sftp,ssh=x,host=h:`',
    'rclone copy remote:b ./b': ['connect remote', 'write b'],
    'rclone copy . remote:b --dry-run': ['read /home/dev/project', 'connect remote'],
    'rclone sync src remote:b': ['read src', 'connect remote sends', 'change cloud/delete'],
    'rclone ls --password-command ./evil r:': 'run ./evil',
  },
}

/** Copies to and from remote storage, and backups. */
export const backups: Programs = {
  mc: withCopies(mc, { commands: ['cp', 'mv', 'mirror', 'get', 'put'], remote: /^(?![./~])[\w-]+\// }),
  rclone: withCopies(rclone, {
    commands: ['copy', 'copyto', 'sync', 'move', 'moveto', 'bisync'],
    remote: /^:?[\w.+@ -]+(,[^:]*)?:/,
  }),
  restic: {
    tier: 'execute',
    options: {
      '-r REPO --repo=REPO': 'plain',
      '-p FILE --password-file=FILE --repository-file=FILE --cacert=FILE': 'read',
      '--password-command=COMMAND': 'run',
      '-o SETTING --option=SETTING': {
        '*.command=*': 'opaque a program named in an option',
        '*.program=*': 'opaque a program named in an option',
        '*.args=*': 'opaque a program named in an option',
        '*': 'plain',
      },
      '--cache-dir=DIR --limit-upload=N --limit-download=N --key-hint=ID --pack-size=N --compression=MODE --retry-lock=N --tls-client-cert=FILE':
        'plain',
      '-q --quiet -v --verbose[=N] --json --no-cache --no-lock --cleanup-cache --insecure-no-password': 'plain',
    },
    commands: {
      'snapshots ls find stats check diff version list help options': { ...cloudReads, operands: 'plain' },
      'cat dump': { ...cloudReads, options: { '-t FILE --target=FILE': 'write' }, operands: 'plain' },
      cache: { tier: 'read', options: { '--cleanup': 'change cloud/delete', '--max-age=N --no-size': 'plain' } },
      'backup copy': {
        tier: 'execute',
        does: ['connect sends'],
        options: {
          '-n --dry-run': 'dry run',
          '--files-from=FILE --exclude-file=FILE': 'read',
          '--stdin-from-command': 'opaque a program whose output is backed up',
          '--tag=TAG -H NAME --host=NAME -e PATTERN --exclude=PATTERN --parent=ID --exclude-caches --one-file-system -x --stdin':
            'plain',
        },
        operands: 'read',
      },
      restore: {
        tier: 'write',
        options: {
          '-t DIR --target=DIR': 'write',
          '-i PATTERN --include=PATTERN -e PATTERN --exclude=PATTERN -H NAME --host=NAME --path=PATH --tag=TAG --verify':
            'plain',
          '--delete': 'change files/delete',
          '--dry-run': 'dry run',
        },
      },
      'forget prune': {
        ...deletes,
        options: {
          '-n --dry-run': 'dry run',
          '--keep-last=N --keep-hourly=N --keep-daily=N --keep-weekly=N --keep-monthly=N --keep-yearly=N --keep-within=N --keep-tag=TAG --tag=TAG -H NAME --host=NAME --path=PATH --group-by=TEXT --max-unused=N':
            'plain',
        },
      },
      key: { commands: { list: cloudReads, 'add passwd': grants, remove: deletes } },
      'tag rewrite recover repair rebuild-index migrate unlock init': { ...applies, operands: 'plain' },
      mount: { tier: 'execute', does: ['opaque a file system mounted by restic'], otherOptions: 'plain' },
      'self-update generate': cloudManages,
    },
    examples: {
      'restic snapshots': [],
      'restic forget --keep-last 3 --prune': ['change cloud/delete'],
      'restic -o sftp.command=./evil snapshots': 'opaque a program named in an option: `sftp.command=./evil`',
      'restic -o rclone.program=x snapshots': 'opaque a program named in an option: `rclone.program=x`',
      'restic backup src': ['connect … sends', 'read src'],
    },
  },
  borg: {
    tier: 'execute',
    options: {
      '--rsh=COMMAND': 'run',
      '--remote-path=PATH': 'opaque a program on the remote machine',
      '-v --verbose --info --debug --progress -p --json --log-json --lock-wait=N --show-rc': 'plain',
      '-h': 'dry run',
    },
    commands: {
      'list info check diff benchmark help rlist rinfo': { ...cloudReads, operands: 'plain' },
      extract: {
        tier: 'write',
        options: {
          '-n --dry-run': 'dry run',
          '--list --stdout --sparse --numeric-ids --strip-components=N -e PATTERN --exclude=PATTERN': 'plain',
        },
      },
      'export-tar': {
        tier: 'write',
        options: { '--tar-filter=COMMAND': 'run' },
        otherOptions: 'plain',
        operands: ['plain', 'write', 'plain...'],
      },
      create: {
        tier: 'execute',
        does: ['connect sends'],
        options: {
          '-n --dry-run': 'dry run',
          '--stats -s --list -C NAME --compression=NAME -e PATTERN --exclude=PATTERN --exclude-caches -x --one-file-system --comment=TEXT':
            'plain',
          '--exclude-from=FILE --patterns-from=FILE --paths-from-stdin': 'plain',
          '--content-from-command --paths-from-command': 'opaque a program whose output is backed up',
        },
        operands: ['plain', 'read...'],
      },
      'delete prune compact recreate': {
        ...deletes,
        options: {
          '-n --dry-run': 'dry run',
          '-s --stats --list --force': 'plain',
          '--keep-last=N --keep-within=N -H N --keep-hourly=N -d N --keep-daily=N -w N --keep-weekly=N -m N --keep-monthly=N -y N --keep-yearly=N -P TEXT --prefix=TEXT -a PATTERN --glob-archives=PATTERN':
            'plain',
        },
      },
      'init rename upgrade config break-lock transfer': { ...applies, operands: 'plain' },
      key: { commands: { export: printsSecrets, 'import change-passphrase': grants } },
      'mount umount serve with-lock': { ...runsThere, operands: 'plain' },
    },
    examples: {
      'borg list ::': [],
      'borg delete repo::a': 'change cloud/delete',
      'BORG_RSH=./evil borg list x': 'run ./evil',
    },
  },
  's3cmd s4cmd': {
    tier: 'execute',
    options: {
      '-c FILE --config=FILE': 'read',
      '--dump-config': 'change secrets/read',
      '-n --dry-run': 'dry run',
      '-r --recursive -f --force -v --verbose -q --quiet -H --human-readable-sizes -P --acl-public': 'plain',
    },
    commands: {
      'ls la du info': cloudReads,
      get: { tier: 'write', operands: ['connect', 'write'] },
      'put sync cp mv': {
        tier: 'execute',
        does: ['connect sends'],
        options: { '--delete-removed': 'change cloud/delete' },
        otherOptions: 'plain',
      },
      'del rm rb expire': deletes,
      'mb setacl setpolicy modify': applies,
      signurl: printsSecrets,
    },
    examples: {
      's3cmd ls s3://b': [],
      's3cmd ls --dump-config': 'change secrets/read',
      's3cmd del s3://b/x': 'change cloud/delete',
    },
  },
}
