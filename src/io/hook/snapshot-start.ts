/** Node's options for starting from a snapshot. Node refuses a snapshot that was built with other V8 options (`refusedSnapshot`). */
export const snapshotOptions: readonly string[] = [
  // Hash tables keep their seed, which saves milliseconds but makes collisions predictable. An attacker who causes collisions
  // only slows down the process for that one call, and a call that misses its deadline is blocked.
  '--no-rehash-snapshot',
  // Compiling code a second time only pays off in processes that live longer than a hook.
  '--no-sparkplug',
  // The same holds for regular expressions: compile them at once for long texts, and for short ones only after many matches.
  '--regexp-tier-up-ticks=1000',
  '--v8-pool-size=1',
]

/** Large allocations use large pages and are kept: with small pages, reading a snapshot takes thousands of page faults. */
export const snapshotMemory = 'glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=33554432'

/** Node's exit codes when it cannot use a snapshot or does not know an option. It has read no input by then. */
export const refusedSnapshot: readonly number[] = [14, 9]
