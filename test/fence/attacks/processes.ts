import { type Attack, escaped, looted } from './attack.ts'

export const processAttacks: readonly Attack[] = [
  { name: 'prints the secrets of the environment', sh: 'env', worked: looted },
  { name: 'reads the environment of its parents', sh: 'cat /proc/*/environ /proc/self/task/*/environ', worked: looted },
  { name: 'reads the environment of a process of the host', sh: 'cat /proc/$VICTIM/environ', worked: looted },
  {
    name: 'reads the memory of a process of the host',
    py: `
for pid in (int(E['VICTIM']), 1):
    try:
        for line in open('/proc/%d/maps' % pid):
            if '[stack]' in line:
                a, b = [int(x, 16) for x in line.split()[0].split('-')]
                print(os.pread(os.open('/proc/%d/mem' % pid, os.O_RDONLY), b - a, a).decode(errors='replace'))
    except OSError as e: print(e)
`,
    worked: looted,
  },
  { name: 'attaches to a process of the host', py: 'got(call(101, 117, 16, int(E["VICTIM"]), 0, 0))', worked: looted },
  { name: 'traces its own child', py: 'got(libc.ptrace(0, 0, 0, 0))', worked: looted },
  {
    name: 'reads memory with process_vm_readv',
    py: `
b = ctypes.create_string_buffer(8)
v = struct.pack('QQ', ctypes.addressof(b), 8)
got(call(310, 270, os.getpid(), v, 1, v, 1, 0))
`,
    worked: looted,
  },
  {
    name: 'takes a descriptor of another process',
    py: 'fd = call(434, 434, os.getpid(), 0); got(call(438, 438, fd, 0, 0))',
    worked: looted,
  },
  {
    name: 'leaves a daemon behind',
    sh: 'setsid nohup bash -c "exec -a left-$ID sleep 9" >/dev/null 2>&1 & sleep 0.1',
    worked: (host, id) => host.isRunning(`left-${id}`),
  },
  {
    name: 'leaves a daemon behind with a double fork',
    py: 'os.fork() and os._exit(0); os.setsid(); os.fork() and os._exit(0); os.execv("/bin/sleep", ["left-" + ID, "9"])',
    worked: (host, id) => host.isRunning(`left-${id}`),
  },
  {
    name: 'reads shared memory of the host',
    py: 'libc.shmat.restype = ctypes.c_void_p; p = libc.shmat(int(E["SHM"]), None, 0o10000); print(ctypes.string_at(p, 32).decode() if p and p < 2**63 else "no")',
    worked: looted,
  },
  { name: 'runs a setuid program', sh: '$OUT/cat-as-root $OUT/root-only', only: 'a normal user', worked: looted },
  {
    name: 'becomes root with sudo or su',
    sh: 'sudo -n id; su -c id; touch $OUT/$ID',
    worked: escaped,
    notPlain: 'without the fence the file is written anyway',
  },
  { name: 'uses a key ring', py: 'r = call(248, 217, b"user", ID.encode(), b"x", 1, -2); got(r)', worked: looted },
  { name: 'creates a user namespace', sh: 'unshare -Ur echo S3CRET-of-the-host', worked: looted },
  {
    name: 'creates a user namespace with clone3',
    py: `
a = (ctypes.c_uint64 * 8)(0x10000000, 0, 0, 0, 17, 0, 0, 0)
r = call(435, 435, ctypes.byref(a), 64)
if r == 0: os._exit(0)
got(r)
`,
    worked: looted,
  },
  {
    name: 'enters the namespaces of another process',
    py: 'got(libc.setns(os.open("/proc/%s/ns/mnt" % E["VICTIM"] if os.path.exists("/proc/" + E["VICTIM"]) else "/proc/1/ns/mnt", 0), 0))',
    only: 'root',
    worked: looted,
  },
  {
    name: 'opens the root directory of the first process',
    notPlain: 'the first process is that of the machine',
    sh: 'cat /proc/1/root/$HOME/.ssh/id_ed25519 /proc/1/cwd/$HOME/.ssh/id_ed25519',
    only: 'root',
    worked: looted,
  },
  {
    name: 'writes to the descriptors of the first process',
    sh: 'for f in /proc/1/fd/*; do echo "{\\"exit-code\\": 7}" > $f; done; readlink /proc/1/fd/* | grep -q "$OUT" && echo S3CRET-of-the-host',
    worked: looted,
    notPlain: 'the first process is that of the machine',
  },
  { name: 'unmounts the cover of a hidden directory', sh: 'umount -l ~/.ssh; cat ~/.ssh/id_ed25519', worked: looted },
  {
    name: 'mounts the machine read-write again',
    notPlain: 'it would change this machine',
    sh: 'mount -o remount,rw / ; mount -o remount,rw,bind $BASE; mount --bind $OUT packages; touch $OUT/$ID',
    worked: escaped,
  },
  { name: 'mounts with the new calls', py: 'got(call(428, 428, -100, b"/", 1))', only: 'root', worked: looted },
  { name: 'changes its root directory', py: 'os.chroot("/tmp"); got(0)', only: 'root', worked: looted },
  {
    name: 'opens a file by its handle',
    py: `
h = struct.pack('Ii', 128, 0) + bytes(128)
b = ctypes.create_string_buffer(h); m = ctypes.c_int()
call(303, 264, -100, (HOME + '/.bashrc').encode(), b, ctypes.byref(m), 0)
got(call(304, 265, os.open(HOME, 0), b, 0))
`,
    only: 'root',
    worked: looted,
  },
  {
    name: 'sets up io_uring',
    py: 'got(call(425, 425, 4, ctypes.create_string_buffer(120)))',
    worked: looted,
    notPlain: 'a machine may turn it off',
  },
  {
    name: 'loads a bpf program',
    py: 'got(call(321, 280, 0, struct.pack("IIII", 2, 4, 4, 1) + bytes(56), 72))',
    only: 'root',
    worked: looted,
    notPlain: 'a container may turn it off',
  },
  {
    name: 'opens performance counters',
    py: 'got(call(298, 241, struct.pack("IIQ", 1, 112, 0) + bytes(96), 0, -1, -1, 0))',
    worked: looted,
    notPlain: 'a machine may turn it off',
  },
  { name: 'catches page faults', py: 'got(call(323, 282, 1))', worked: looted, notPlain: 'a machine may turn it off' },
  {
    name: 'makes an i386 or x32 call',
    py: 'pid = os.fork()\nif pid == 0: libc.syscall(0x40000000 + 39); os._exit(0)\n_, s = os.waitpid(pid, 0)\nprint(SECRET if s == 0 else s)',
    worked: looted,
  },
  {
    name: 'sets where core dumps go',
    sh: 'echo "|$OUT/$ID" > /proc/sys/kernel/core_pattern',
    only: 'root',
    notPlain: 'it would change this machine',
    worked: (host, id) => host.plain('cat', '/proc/sys/kernel/core_pattern').text.includes(id),
  },
  {
    name: 'changes the name of the machine',
    sh: 'hostname $ID; echo $ID > /proc/sys/kernel/hostname',
    only: 'root',
    notPlain: 'it would change this machine',
    worked: (host, id) => host.plain('hostname').text.includes(id),
  },
  {
    name: 'creates a control group',
    sh: 'for d in /sys/fs/cgroup /sys/fs/cgroup/*/; do mkdir $d/$ID; done',
    only: 'root',
    notPlain: 'it would change this machine',
    worked: (host, id) =>
      host.plain('bash', '-c', `ls -d /sys/fs/cgroup/${id} /sys/fs/cgroup/*/${id}`).text.includes(`/${id}\n`) &&
      host.plain('bash', '-c', `test -d /sys/fs/cgroup/${id} || ls -d /sys/fs/cgroup/*/${id}`).code === 0,
  },
  {
    name: 'opens devices of the machine',
    sh: 'for d in $(ls /sys/block) mem kmsg port fuse kvm; do head -c1 /dev/$d && echo S3CRET-of-the-host; done',
    only: 'root',
    worked: looted,
    notPlain: 'a machine may have none of them',
  },
  {
    name: 'creates a device in its own /tmp',
    py: 'os.mknod("/tmp/" + ID, stat.S_IFBLK | 0o600, os.makedev(8, 0)); os.unlink("/tmp/" + ID); got(0)',
    only: 'root',
    worked: looted,
  },
  {
    name: 'reads the memory of the kernel and its messages',
    sh: 'head -c1 /proc/kcore && echo S3CRET-of-the-host; dmesg && echo S3CRET-of-the-host',
    only: 'root',
    worked: looted,
    notPlain: 'a container may hide them',
  },
  // Last, since others need that process.
  { name: 'stops a process of the host', sh: 'kill -STOP $VICTIM', worked: host => !host.isVictimAlive() },
  { name: 'kills a process of the host', sh: 'kill -9 $VICTIM', worked: host => !host.isVictimAlive() },
]
