import type { Program } from './engine/table.ts'
import { programsByName } from './programs-by-name.ts'

/** The table of a program, by its name without a directory; null if there is none. */
export const findProgram = (name: string): Program | null =>
  programsByName.get(name) ??
  programsByName.get(versionless(name)) ??
  programsByName.get(generic(name)) ??
  programsByName.get(ungnu(name)) ??
  null

/** `python3.11` is `python`, `mkfs.ext4` is `mkfs`. */
const versionless = (name: string): string => (name.startsWith('mkfs.') ? 'mkfs' : name.replace(/[\d.]+$/, ''))

/** `arm-none-eabi-gcc` is `gcc` for another machine, `qemu-system-arm` is `qemu-system`. */
const generic = (name: string): string =>
  name.includes('-') ? name.replace(machine, '').replace(/^qemu-system-\w+$/, 'qemu-system') : ''

const machine =
  /^(arm|aarch64|avr|riscv(32|64)|x86_64|i[3-6]86|xtensa|mips\w*|powerpc\w*|m68k|msp430|sparc\w*|s390x|loongarch64)(-[a-z\d_]+){0,3}-(?=(gcc|g\+\+|c\+\+|cpp|gfortran|as|ld|ar|nm|size|objdump|objcopy|readelf|strip|strings|ranlib|addr2line|gcov|gdb)$)/

/** On systems with other versions, GNU's programs have the prefix `g`: `gtimeout` is `timeout`. */
const ungnu = (name: string): string =>
  name.startsWith('g') && gnu.includes(` ${name.slice(1)} `) ? name.slice(1) : ''

const gnu =
  ' basename chmod comm cp csplit cut date dd df dirname du expand expr find fmt fold head install join ln ls md5sum mkdir mktemp mv nice nl nohup nproc numfmt od paste pr readlink realpath rm rmdir seq sha1sum sha256sum sha512sum shuf sleep sort split stat stdbuf tac tail tar time timeout touch truncate tsort uname uniq wc which xargs '
