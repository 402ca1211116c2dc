import {
  allow,
  and,
  answer,
  dataOffset,
  fails,
  type Instruction,
  jumpIfAtLeast,
  jumpIfEqual,
  killProcess,
  load,
  programBytes,
} from './bpf.ts'
import {
  type Architecture,
  auditArchitecture,
  clone3Call,
  cloneCall,
  createCalls,
  ioctlCall,
  modeCalls,
  openat2Call,
  refusedCalls,
  type SystemCall,
  setAffinityCall,
  socketCall,
  unshareCall,
} from './system-calls.ts'

/** The options in which the filters of two plans differ. */
export interface FilterOptions {
  readonly architecture: Architecture
  /** Whether processes inside may open unix sockets. Only safe if no socket of the host can be reached. */
  readonly unixSockets: boolean
  /** Whether the run may choose its processors. Refused where affinity is what limits them. */
  readonly choosesProcessors: boolean
  /** Root's group opens more than that of a normal user, who needs the bit for shared directories. */
  readonly isRoot: boolean
}

const eperm = fails(1)
const enosys = fails(38)
const eafnosupport = fails(97)

/**
 * The system call filter: everything is allowed but what reaches out of the sandbox. It is a second wall behind the
 * namespaces, so a refused call fails as it would for an ordinary user.
 */
export function seccompProgram(options: FilterOptions): readonly Instruction[] {
  const { architecture } = options
  const setIds = options.isRoot ? setUserId | setGroupId : setUserId
  const block = (call: SystemCall, body: readonly Instruction[]): readonly Instruction[] => {
    const number = call[architecture]
    // The body may overwrite the accumulator, so the number is loaded again behind it.
    return number === null ? [] : [jumpIfEqual(number, 0, body.length + 1), ...body, load(dataOffset.number)]
  }
  const refuse = (call: SystemCall, result: number): readonly Instruction[] => {
    const number = call[architecture]
    return number === null ? [] : [jumpIfEqual(number, 0, 1), answer(result)]
  }
  return [
    load(dataOffset.architecture),
    jumpIfEqual(auditArchitecture[architecture], 1, 0),
    answer(killProcess),
    load(dataOffset.number),
    // The x32 calls of an x64 kernel have other numbers for the same work.
    ...(architecture === 'x64' ? [jumpIfAtLeast(0x4000_0000, 0, 1), answer(killProcess)] : []),
    ...Object.values(refusedCalls).flatMap(calls => calls.flatMap(call => refuse(call, eperm))),
    // Programs fall back to the older call, whose arguments can be read.
    ...refuse(clone3Call, enosys),
    ...refuse(openat2Call, enosys),
    ...(options.choosesProcessors ? [] : refuse(setAffinityCall, eperm)),
    ...block(cloneCall, refuseAnyBit(0, newNamespaces)),
    ...block(unshareCall, refuseAnyBit(0, newNamespaces | newTime)),
    ...block(ioctlCall, refuseValues(1, typesIntoTerminal)),
    ...block(socketCall, onlyFamilies(options.unixSockets)),
    ...modeCalls.flatMap(({ call, mode }) => block(call, refuseAnyBit(mode, setIds))),
    ...createCalls.flatMap(({ call, flags, mode }) =>
      block(call, whenAnyBit(flags, creates, refuseAnyBit(mode, setIds))),
    ),
    answer(allow),
  ]
}

/** The filter's bytes, for `bwrap --seccomp`. */
export const seccompBytes = (options: FilterOptions): Uint8Array => programBytes(seccompProgram(options))

/** NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const newNamespaces = 0x7e02_0000
/** `clone` has its exit signal in these bits, so only `unshare` is tested for it. */
const newTime = 0x80
/** TIOCSTI and TIOCLINUX put characters into the terminal's input. */
const typesIntoTerminal = [0x5412, 0x541c]
const setUserId = 0o4000
const setGroupId = 0o2000
/** O_CREAT and O_TMPFILE, which creates a file without a name. */
const creates = 0o20_000_100
const families = { unix: 1, inet: 2, inet6: 10, netlink: 16 } as const

const refuseAnyBit = (argument: number, bits: number): readonly Instruction[] =>
  whenAnyBit(argument, bits, [answer(eperm)])

const whenAnyBit = (argument: number, bits: number, body: readonly Instruction[]): readonly Instruction[] => [
  load(dataOffset.argument(argument)),
  and(bits),
  jumpIfEqual(0, body.length, 0),
  ...body,
]

const refuseValues = (argument: number, values: readonly number[]): readonly Instruction[] => [
  load(dataOffset.argument(argument)),
  ...values.flatMap(value => [jumpIfEqual(value, 0, 1), answer(eperm)]),
]

/** Only the socket families that programs need. The others (vsock, packet, bluetooth, alg…) have no namespace, or are kernel code that few programs use. */
function onlyFamilies(unixSockets: boolean): readonly Instruction[] {
  const allowed = [families.inet, families.inet6, families.netlink, ...(unixSockets ? [families.unix] : [])]
  return [
    load(dataOffset.argument(0)),
    ...allowed.flatMap(family => [jumpIfEqual(family, 0, 1), answer(allow)]),
    jumpIfEqual(families.unix, 0, 1),
    answer(eperm),
    answer(eafnosupport),
  ]
}
