import { describe, expect, test } from 'vitest'
import type { Instruction } from './bpf.ts'
import { type FilterOptions, seccompBytes, seccompProgram } from './filter.ts'
import { auditArchitecture } from './system-calls.ts'

const open: FilterOptions = { architecture: 'x64', unixSockets: true, choosesProcessors: true, isRoot: false }

/** Runs a program as the kernel does, over `struct seccomp_data`. */
function answerOf(program: readonly Instruction[], data: ReadonlyMap<number, number>): number {
  let accumulator = 0
  for (let at = 0; at < program.length; at += 1) {
    const { code, yes, no, value } = program[at] as Instruction
    if (code === 0x20) accumulator = data.get(value) ?? 0
    else if (code === 0x54) accumulator = (accumulator & value) >>> 0
    else if (code === 0x15) at += accumulator === value ? yes : no
    else if (code === 0x35) at += accumulator >= value ? yes : no
    else if (code === 0x06) return value
    else throw new Error(`unknown instruction ${code}`)
  }
  throw new Error('the program ends without an answer')
}

const words = {
  2147418112: 'allow',
  2147483648: 'kill',
  327681: 'EPERM',
  327718: 'ENOSYS',
  327777: 'EAFNOSUPPORT',
} as const

function called(number: number, args: readonly number[] = [], options: FilterOptions = open): string {
  const data = new Map([
    [0, number],
    [4, auditArchitecture[options.architecture]],
    ...args.map((arg, index) => [16 + 8 * index, arg >>> 0] as const),
  ])
  return words[answerOf(seccompProgram(options), data) as keyof typeof words] ?? 'something else'
}

type Row = readonly [what: string, number: number, args: readonly number[], answer: string]

describe('on x64 the filter', () => {
  test.each<Row>([
    ['lets a file be read', 0, [], 'allow'],
    ['lets a file be opened', 257, [0, 0, 0, 0], 'allow'],
    ['lets a file be created', 257, [0, 0, 0o101, 0o644], 'allow'],
    ['lets a process be forked', 56, [17], 'allow'],
    ['lets a thread be started', 56, [0x3d0f00], 'allow'],
    ['lets a signal be sent', 62, [1, 9], 'allow'],
    ['lets a terminal be resized', 16, [0, 0x5414], 'allow'],
    ['lets a TCP socket be opened', 41, [2, 1], 'allow'],
    ['lets an IPv6 socket be opened', 41, [10, 1], 'allow'],
    ['lets interfaces be listed', 41, [16, 3], 'allow'],
    ['lets a unix socket be opened if the plan hides those of the host', 41, [1, 1], 'allow'],
    ['lets a pair of sockets be made', 53, [1, 1], 'allow'],
    ['lets a mode be set', 90, [0, 0o755], 'allow'],
    ['ignores the mode of a file that is not created', 257, [0, 0, 0, 0o4755], 'allow'],
    ['stops a debugger', 101, [], 'EPERM'],
    ['stops reads of another process', 310, [], 'EPERM'],
    ['stops io_uring, which works around filters', 425, [], 'EPERM'],
    ['stops key rings', 250, [], 'EPERM'],
    ['stops mounts', 165, [], 'EPERM'],
    ['stops new kinds of mounts', 442, [], 'EPERM'],
    ['stops an entry into another namespace', 308, [], 'EPERM'],
    ['stops a new user namespace by clone', 56, [0x1000_0000 | 17], 'EPERM'],
    ['stops a new network namespace by clone', 56, [0x4000_0000 | 17], 'EPERM'],
    ['stops a new mount namespace by unshare', 272, [0x0002_0000], 'EPERM'],
    ['stops a new time namespace by unshare', 272, [0x80], 'EPERM'],
    ['lets the file table be unshared', 272, [0x400], 'allow'],
    ['sends programs from clone3 back to clone', 435, [], 'ENOSYS'],
    ['sends programs from openat2 back to openat', 437, [], 'ENOSYS'],
    ['stops keys typed into the terminal', 16, [0, 0x5412], 'EPERM'],
    ['stops text pasted into the console', 16, [0, 0x541c], 'EPERM'],
    ['stops sockets to the host of a virtual machine', 41, [40, 1], 'EAFNOSUPPORT'],
    ['stops raw packets', 41, [17, 3], 'EAFNOSUPPORT'],
    ['stops kernel cryptography sockets', 41, [38, 5], 'EAFNOSUPPORT'],
    ['stops a set-user-id mode', 90, [0, 0o4755], 'EPERM'],
    ['stops it by descriptor', 91, [0, 0o4755], 'EPERM'],
    ['stops it by directory', 268, [0, 0, 0o4755], 'EPERM'],
    ['stops it by the newest call', 452, [0, 0, 0o4755], 'EPERM'],
    ['stops it at creation', 257, [0, 0, 0o101, 0o4755], 'EPERM'],
    ['stops it at creation by the oldest calls', 85, [0, 0o4755], 'EPERM'],
    ['kills a program that uses x32 numbers', 0x4000_0000, [], 'kill'],
  ])('%s', (_what, number, args, answer) => expect(called(number, args)).toBe(answer))

  test('kills a program for another processor', () =>
    expect(answerOf(seccompProgram(open), new Map([[4, auditArchitecture.arm64]]))).toBe(0x8000_0000))

  test('refuses unix sockets if the plan cannot hide those of the host', () =>
    expect(called(41, [1, 1], { ...open, unixSockets: false })).toBe('EPERM'))

  test.each([
    ['a mode', 90, [0, 0o2755]],
    ['a mode by directory', 268, [0, 0, 0o2755]],
    ['a new file', 257, [0, 0, 0o101, 0o2755]],
  ] as const)('refuses root a set-group-id bit for %s', (_what, number, args) => {
    expect(called(number, args, { ...open, isRoot: true })).toBe('EPERM')
    expect(called(number, args)).toBe('allow')
  })

  test('refuses a choice of processors where affinity limits them', () => {
    expect(called(203, [], open)).toBe('allow')
    expect(called(203, [], { ...open, choosesProcessors: false })).toBe('EPERM')
  })
})

describe('on arm64 the filter', () => {
  const arm: FilterOptions = { ...open, architecture: 'arm64' }
  test.each<Row>([
    ['lets a file be opened', 56, [0, 0, 0, 0], 'allow'],
    ['stops a debugger', 117, [], 'EPERM'],
    ['stops mounts', 40, [], 'EPERM'],
    ['stops a new user namespace by clone', 220, [0x1000_0000 | 17], 'EPERM'],
    ['stops keys typed into the terminal', 29, [0, 0x5412], 'EPERM'],
    ['stops sockets to the host of a virtual machine', 198, [40], 'EAFNOSUPPORT'],
    ['stops a set-user-id mode', 53, [0, 0, 0o4755], 'EPERM'],
    ['stops it at creation', 56, [0, 0, 0o101, 0o4755], 'EPERM'],
  ])('%s', (_what, number, args, answer) => expect(called(number, args, arm)).toBe(answer))
})

test('no jump leaves the program', () => {
  const program = seccompProgram({ ...open, choosesProcessors: false, unixSockets: false })
  for (const [index, { yes, no }] of program.slice(0, -1).entries())
    expect(index + 1 + Math.max(yes, no)).toBeLessThan(program.length)
})

test('an instruction has eight bytes, little-endian', () => {
  const bytes = seccompBytes(open)
  expect(bytes.length).toBe(seccompProgram(open).length * 8)
  expect([...bytes.slice(0, 8)]).toEqual([0x20, 0, 0, 0, 4, 0, 0, 0])
})
