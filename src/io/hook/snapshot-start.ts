/** How Node is started from a snapshot. Node refuses a snapshot that was made with other options of V8 (`refusedSnapshot`). */
export const snapshotOptions: readonly string[] = [
  // Tables keep the order that they were made with, which saves milliseconds and makes collisions foreseeable: whoever brings
  // them about in a process that reads one call, and within its time, has that call blocked.
  '--no-rehash-snapshot',
  // Compiling code a second time pays only where it runs longer than a hook does.
  '--no-sparkplug',
  // So it is with patterns: they become machine code for long texts at once, for short ones only after many.
  '--regexp-tier-up-ticks=1000',
  '--v8-pool-size=1',
]

/** Large blocks of memory come in large pages and stay: in small ones, reading a snapshot takes thousands of page faults. */
export const snapshotMemory = 'glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=33554432'

/** What Node exits with before it has read anything, when it cannot start from a snapshot or does not know an option. */
export const refusedSnapshot: readonly number[] = [14, 9]
