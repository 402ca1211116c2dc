/** The kinds of failure that a fence can cause, by the words of the programs that report them. */
export interface FailureKinds {
  /** A file system that cannot be written, or a file that cannot be replaced. */
  readonly write: boolean
  /** No permission. */
  readonly permission: boolean
  /** A file that does not exist, or a socket at which no service listens. */
  readonly missing: boolean
  readonly network: boolean
  /** A file that became too large. */
  readonly tooLarge: boolean
  /** A process that could not be started. */
  readonly fork: boolean
  /** Memory that could not be had. */
  readonly memory: boolean
}

/**
 * Recognises a kind of failure in printed text. It only decides which questions are asked about the plan: a program can print
 * anything.
 */
export const failureKinds = (text: string): FailureKinds => ({
  write: writes.test(text),
  permission: permissions.test(text),
  missing: missing.test(text),
  network: network.test(text),
  tooLarge: /file too large|EFBIG|file size limit exceeded/i.test(text),
  memory: /out of memory|cannot allocate memory|MemoryError|ENOMEM|bad_alloc|memory exhausted/i.test(text),
  fork: /resource temporarily unavailable|EAGAIN|cannot fork|can't start new thread/i.test(text),
})

const writes = new RegExp(
  [
    ...['read-?only', 'EROFS', 'device or resource busy', 'EBUSY', 'cross-device link', 'EXDEV', 'not writ(?:e?able)'],
    ...["(?:can(?:no|')t|could not|unable to|failed to|failure) (?:\\(?re\\)?)?(?:create|writ)", 'no write'],
  ].join('|'),
  'i',
)
const permissions =
  /permission|EACCES|EPERM|not permitted|access denied|not accessible|unable to open|can(?:no|')t open/i
const missing =
  /no such file|ENOENT|does ?n[o']t exist|not found|cannot find|can(?:no|')t (?:connect|open)|failed to connect|connection to server|unable to open|no such device|ENXIO|no server running/i
const network =
  /resolv|resolution|getaddrinfo|ENOTFOUND|EAI_AGAIN|EAI_FAIL|unreachable|ENETUNREACH|EHOSTUNREACH|name or service not known|translate host|unknown host|no such host|host not found|no route|connection refused|ECONNREFUSED|(?:could not|couldn't|can(?:no|')t|unable to|failed to) connect|connect(?:ion)? failed|timed out|ETIMEDOUT|lookup/i
