/** The processors that the filter knows. Another one has no fence. */
export const architectures = ['x64', 'arm64'] as const
export type Architecture = (typeof architectures)[number]

/** `AUDIT_ARCH_X86_64` and `AUDIT_ARCH_AARCH64`. */
export const auditArchitecture: Readonly<Record<Architecture, number>> = { x64: 0xc000_003e, arm64: 0xc000_00b7 }

/** The number of a system call for each processor; null where it does not have the call. */
export interface SystemCall {
  readonly x64: number | null
  readonly arm64: number | null
}

const on = (x64: number | null, arm64: number | null): SystemCall => ({ x64, arm64 })
/** System calls that were added after the numbers became common to all processors. */
const everywhere = (number: number): SystemCall => on(number, number)

/** Refused with EPERM, each group for its reason. */
export const refusedCalls = {
  'reads or changes the memory and descriptors of another process': [
    on(101, 117), // ptrace
    on(310, 270), // process_vm_readv
    on(311, 271), // process_vm_writev
    on(312, 272), // kcmp
    everywhere(438), // pidfd_getfd
    everywhere(440), // process_madvise
  ],
  'does work in the kernel that this filter cannot see': [
    everywhere(425), // io_uring_setup
    everywhere(426), // io_uring_enter
    everywhere(427), // io_uring_register
    on(321, 280), // bpf
    on(298, 241), // perf_event_open
    on(323, 282), // userfaultfd
  ],
  'uses key rings, which have no namespace': [
    on(250, 219), // keyctl
    on(248, 217), // add_key
    on(249, 218), // request_key
  ],
  'changes what is mounted where': [
    on(165, 40), // mount
    on(166, 39), // umount2
    on(155, 41), // pivot_root
    on(161, 51), // chroot
    everywhere(428), // open_tree
    everywhere(429), // move_mount
    everywhere(430), // fsopen
    everywhere(431), // fsconfig
    everywhere(432), // fsmount
    everywhere(433), // fspick
    everywhere(442), // mount_setattr
    everywhere(467), // open_tree_attr
  ],
  'enters another namespace': [
    on(308, 268), // setns
  ],
  'opens a file without its path': [
    on(304, 265), // open_by_handle_at
    on(212, 18), // lookup_dcookie
    on(300, 262), // fanotify_init
  ],
  'administers the machine': [
    on(175, 105), // init_module
    on(313, 273), // finit_module
    on(176, 106), // delete_module
    on(246, 104), // kexec_load
    on(320, 294), // kexec_file_load
    on(167, 224), // swapon
    on(168, 225), // swapoff
    on(169, 142), // reboot
    on(163, 89), // acct
    on(179, 60), // quotactl
    everywhere(443), // quotactl_fd
    on(164, 170), // settimeofday
    on(227, 112), // clock_settime
    on(170, 161), // sethostname
    on(171, 162), // setdomainname
    on(103, 116), // syslog
    on(153, 58), // vhangup
    on(172, null), // iopl
    on(173, null), // ioperm
    on(154, null), // modify_ldt
    on(134, null), // uselib
  ],
} as const satisfies Readonly<Record<string, readonly SystemCall[]>>

/** System calls whose arguments decide. */
export const socketCall = on(41, 198)
export const ioctlCall = on(16, 29)
export const cloneCall = on(56, 220)
export const clone3Call = everywhere(435)
export const unshareCall = on(272, 97)
export const openat2Call = everywhere(437)
export const setAffinityCall = on(203, 122)

/** System calls that set a file's mode, and which argument the mode is. */
export const modeCalls: readonly { readonly call: SystemCall; readonly mode: number }[] = [
  { call: on(90, null), mode: 1 }, // chmod
  { call: on(91, 52), mode: 1 }, // fchmod
  { call: on(268, 53), mode: 2 }, // fchmodat
  { call: everywhere(452), mode: 2 }, // fchmodat2
  { call: on(85, null), mode: 1 }, // creat
  { call: on(133, null), mode: 1 }, // mknod
  { call: on(259, 33), mode: 2 }, // mknodat
]

/** System calls that create a file if a flag says so; only then do they read the mode. */
export const createCalls: readonly { readonly call: SystemCall; readonly flags: number; readonly mode: number }[] = [
  { call: on(2, null), flags: 1, mode: 2 }, // open
  { call: on(257, 56), flags: 2, mode: 3 }, // openat
]
