import { isKnown, knownPrefix, type Word, wordText } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import { cutPrefix } from '../engine/arguments.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program, Programs } from '../engine/table.ts'

const show = { tier: 'read', otherOptions: 'plain', operands: 'plain' } as const

const umount: Program = { tier: 'execute', does: ['change disk/mount'], otherOptions: 'plain', operands: 'plain' }

/** Options of mdadm that only print what an array is. */
const showsArrays = /^(-[DEQsv]+|--(detail|examine|query|scan|verbose|brief|export|help|version))$/

/** A mount below the home directory is the user's own: taking it away asks, and is not denied. */
export function unmountingOwn(call: ProgramCall, words: readonly Word[]): ProgramCall {
  const { home } = call.frame.world.place
  const targets = words.filter(word => !knownPrefix(word).startsWith('-'))
  const isOwn = (word: Word): boolean =>
    isKnown(word) && word.startsWith(`${home}/`) && !word.split('/').includes('..') && word.length > home.length + 1
  const isAll = words.some(word => /^(-[a-zA-Z]*[aAR]|--all|--recursive)/.test(wordText(word)))
  if (isAll || targets.length === 0 || !targets.every(isOwn)) return call
  const [target = null] = targets
  return {
    ...call,
    change: (change, given) =>
      change === 'disk/mount' ? call.change('files/unmount', target) : call.change(change, given),
  }
}

/** Disks and file systems. */
export const disks: Programs = {
  'mkfs mke2fs mkswap newfs mkntfs mkdosfs': {
    tier: 'execute',
    does: ['change disk/format'],
    otherOptions: 'plain',
    operands: 'plain',
    examples: { 'mkfs.ext4 /dev/sda1': 'change disk/format' },
  },
  wipefs: {
    tier: 'execute',
    options: {
      '-a --all -o N --offset=N -f --force -q -b --backup[=DIR]': 'change disk/format',
      '-n --no-act': 'dry run',
      '-i --noheadings -J --json -p --parsable': 'plain',
    },
    operands: 'plain',
    examples: { 'wipefs -a /dev/sda': 'change disk/format' },
  },
  'fdisk parted gdisk sgdisk cfdisk sfdisk': {
    tier: 'read',
    options: { '-l --list': 'operands read' },
    otherOptions: 'plain',
    operands: 'change disk/partition',
    examples: {
      'fdisk -l': [],
      'fdisk /dev/sda': 'change disk/partition /dev/sda',
      'parted /dev/sda rm 1': ['change disk/partition /dev/sda', 'change disk/partition rm', 'change disk/partition 1'],
    },
  },
  mount: {
    tier: 'read',
    options: { '-l --show-labels': 'plain', '-t TYPE --types=TYPE': 'plain', '-v --verbose': 'plain' },
    otherOptions: 'plain',
    operands: 'change disk/mount',
    examples: {
      'mount -t ext4': [],
      'mount /dev/sda1 /mnt': ['change disk/mount /dev/sda1', 'change disk/mount /mnt'],
    },
  },
  umount: {
    ...umount,
    custom: call => applyTable(umount, unmountingOwn(call, call.args)),
    examples: {
      'umount /mnt': 'change disk/mount',
      'umount -f /home/dev/mnt': 'change files/unmount /home/dev/mnt',
      'umount /home/dev': 'change disk/mount',
      'umount -a': 'change disk/mount',
    },
  },
  'swapoff cryptsetup lvremove vgremove pvremove lvcreate vgcreate pvcreate lvresize lvextend lvreduce resize2fs tune2fs xfs_repair fsck e2fsck qemu-nbd':
    {
      tier: 'execute',
      does: ['change disk/mount'],
      otherOptions: 'plain',
      operands: 'plain',
      examples: { 'lvremove vg/a': 'change disk/mount' },
    },
  swapon: {
    tier: 'read',
    options: { '--show[=COLUMNS] -s --summary --noheadings --raw --bytes': 'plain', '-a --all': 'change disk/mount' },
    operands: 'change disk/mount',
    examples: { 'swapon --show': [], 'swapon /swap': 'change disk/mount /swap' },
  },
  'zfs zpool btrfs': {
    tier: 'read',
    commands: {
      'list get status history iostat events version holds diff': show,
      'destroy labelclear': {
        tier: 'execute',
        does: ['change disk/destroy'],
        otherOptions: 'plain',
        operands: 'plain',
      },
      'rollback create snapshot clone set mount unmount import export add remove attach detach scrub send receive': {
        tier: 'execute',
        does: ['change disk/mount'],
        otherOptions: 'plain',
        operands: 'plain',
      },
      'subvolume filesystem device qgroup': {
        tier: 'execute',
        commands: {
          'list show df usage du get-default stats': show,
          delete: { tier: 'execute', does: ['change disk/destroy'], otherOptions: 'plain', operands: 'plain' },
          'create snapshot': { tier: 'execute', otherOptions: 'plain', operands: 'write' },
        },
      },
    },
    examples: {
      'zfs list': [],
      'zfs destroy tank/a': 'change disk/destroy',
      'btrfs subvolume delete a': 'change disk/destroy',
    },
  },
  mdadm: {
    tier: 'read',
    custom: call => {
      const options = call.args.map(wordText).filter(word => word.startsWith('-'))
      const onlyShows = options.length > 0 && options.every(word => showsArrays.test(word))
      if (!onlyShows) call.change('disk/mount', null)
    },
    examples: {
      'mdadm --detail --scan': [],
      'mdadm --detail /dev/md0': [],
      'mdadm --detail /dev/md0 --stop /dev/md1': 'change disk/mount',
      'mdadm /dev/md0': 'change disk/mount',
    },
  },
  'nbd-client': {
    tier: 'read',
    options: { '-l HOST': 'connect', '-c DEVICE': 'plain', '-d DEVICE': 'change disk/mount' },
    operands: 'change disk/mount',
    examples: { 'nbd-client -l host': 'connect host' },
  },
  losetup: {
    tier: 'read',
    options: {
      '-a --all -l --list -J --json -n --noheadings': 'plain',
      '-j FILE --associated=FILE -O COLUMNS --output=COLUMNS': 'plain',
      '-d --detach -D --detach-all -f --find -P --partscan -c --set-capacity -r --read-only': 'change disk/mount',
    },
    operands: 'change disk/mount',
    examples: { 'losetup -a': [] },
  },
  'hdparm blkdiscard nvme badblocks sg_format': {
    tier: 'execute',
    does: ['change disk/overwrite'],
    otherOptions: 'plain',
    operands: 'plain',
    examples: { 'blkdiscard /dev/sda': 'change disk/overwrite' },
  },
  'lsblk blkid findmnt lvs vgs pvs lvdisplay vgdisplay pvdisplay lvscan mountpoint quota repquota dumpe2fs filefrag': {
    tier: 'read',
    otherOptions: 'plain',
    operands: 'plain',
    examples: { 'lsblk -f': [], lvs: [] },
  },
  e2label: {
    tier: 'read',
    operands: ['plain', 'change disk/manage'],
    examples: { 'e2label /dev/sda1': [], 'e2label /dev/sda1 x': 'change disk/manage x' },
  },
  dd: {
    tier: 'read',
    custom: runDd,
    examples: {
      'dd if=/dev/zero of=/dev/sda': ['change disk/zero /dev/sda', 'write /dev/sda', 'read /dev/zero'],
      'dd if=a of=b bs=1M': ['read a', 'write b'],
      'dd if=a of=b bs=1G count=1000': ['read a', 'write b', 'change files/fill b'],
      'dd if=/dev/zero of=x': ['change disk/zero x', 'read /dev/zero', 'write x'],
    },
  },
}

const hugeBytes = 1e11

/** `4k`, `1M`, `2GB` as a number; 0 if it is not a number. */
function bytesIn(size: Word): number {
  const [, digits = '0', unit = ''] = /^(\d{1,15})([kKMGTPE]?)i?B?$/.exec(wordText(size)) ?? []
  return Number(digits) * 1024 ** ' KMGTPE'.indexOf(unit === '' ? ' ' : unit.toUpperCase())
}

function runDd(call: ProgramCall): void {
  for (const arg of call.args)
    if (!knownPrefix(arg).includes('=') && arg !== '--help' && arg !== '--version')
      call.opaque(`unknown operand \`${wordText(arg)}\` of \`dd\``)
  const value = (key: string) => {
    // If repeated, the last one counts.
    const word = call.args.findLast(arg => knownPrefix(arg).startsWith(`${key}=`))
    return word === undefined ? null : cutPrefix(word, key.length + 1)
  }
  const from = value('if')
  const to = value('of')
  if (from !== null) call.touch('read', from, 'if=')
  if (from !== null && wordText(from) === '/dev/zero') call.change('disk/zero', to)
  if (to !== null) call.touch('write', to, 'of=')
  if (bytesIn(value('bs') ?? '512') * bytesIn(value('count') ?? '0') >= hugeBytes) call.change('files/fill', to)
}
