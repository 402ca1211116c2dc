/** One instruction of a classic BPF program, as `struct sock_filter` has it. */
export interface Instruction {
  readonly code: number
  /** How many instructions to skip if the comparison holds, and if it does not. */
  readonly yes: number
  readonly no: number
  readonly value: number
}

const plain = (code: number, value: number): Instruction => ({ code, yes: 0, no: 0, value: value >>> 0 })
const compare = (code: number, value: number, yes: number, no: number): Instruction => ({
  code,
  yes,
  no,
  value: value >>> 0,
})

/** Loads the 32-bit word at an offset of `struct seccomp_data`. */
export const load = (offset: number): Instruction => plain(0x20, offset)
export const and = (mask: number): Instruction => plain(0x54, mask)
export const jumpIfEqual = (value: number, yes: number, no: number): Instruction => compare(0x15, value, yes, no)
export const jumpIfAtLeast = (value: number, yes: number, no: number): Instruction => compare(0x35, value, yes, no)
export const answer = (value: number): Instruction => plain(0x06, value)

/** Where `struct seccomp_data` has its fields. Arguments are 64 bits; `argument` is their low half on little-endian machines. */
export const dataOffset = { number: 0, architecture: 4, argument: (index: number) => 16 + 8 * index } as const

/** The answers of a filter. */
export const allow = 0x7fff_0000
export const killProcess = 0x8000_0000
export const fails = (errno: number): number => 0x0005_0000 | errno

/** The program as the bytes that `bwrap --seccomp` reads: little-endian, eight bytes an instruction. */
export function programBytes(program: readonly Instruction[]): Uint8Array {
  const bytes = new Uint8Array(program.length * 8)
  const view = new DataView(bytes.buffer)
  for (const [index, { code, yes, no, value }] of program.entries()) {
    view.setUint16(index * 8, code, true)
    view.setUint8(index * 8 + 2, yes)
    view.setUint8(index * 8 + 3, no)
    view.setUint32(index * 8 + 4, value, true)
  }
  return bytes
}
