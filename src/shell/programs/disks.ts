import { knownPrefix, wordText } from '../../core/word.ts'
import { cutPrefix } from './arguments.ts'
import type { ProgramCall } from './run.ts'
import type { Programs } from './table.ts'

/** Disks and file systems. */
export const disks: Programs = {
  'mkfs mke2fs mkswap wipefs sgdisk newfs': {
    tier: 'execute',
    does: ['change disk/format'],
    otherOptions: 'plain',
    operands: 'plain',
    examples: { 'mkfs.ext4 /dev/sda1': 'change disk/format' },
  },
  'fdisk parted gdisk cfdisk sfdisk': {
    tier: 'execute',
    options: { '-l --list': 'plain' },
    otherOptions: 'plain',
    operands: 'change disk/partition',
  },
  'mount umount losetup swapoff swapon cryptsetup lvremove vgremove pvremove': {
    tier: 'execute',
    does: ['change disk/mount'],
    otherOptions: 'plain',
    operands: 'plain',
  },
  'diskutil hdparm blkdiscard': {
    tier: 'execute',
    does: ['change disk/overwrite'],
    otherOptions: 'plain',
    operands: 'plain',
  },
  'lsblk blkid findmnt': { tier: 'read', otherOptions: 'plain', operands: 'plain' },
  dd: {
    tier: 'write',
    custom: runDd,
    examples: { 'dd if=/dev/zero of=x': ['change disk/zero x', 'write x', 'read /dev/zero'] },
  },
}

function runDd(call: ProgramCall): void {
  const value = (key: string) => {
    const word = call.args.find(arg => knownPrefix(arg).startsWith(`${key}=`))
    return word === undefined ? null : cutPrefix(word, key.length + 1)
  }
  const from = value('if')
  const to = value('of')
  if (from !== null) call.touch('read', from, 'if=')
  if (from !== null && wordText(from) === '/dev/zero') call.change('disk/zero', to)
  if (to !== null) call.touch('write', to, 'of=')
}
