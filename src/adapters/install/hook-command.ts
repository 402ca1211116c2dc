/** How a client is told to start the hook, as one line for `/bin/sh`. */
export interface HookProgram {
  readonly node: string
  /** The launcher, `dist/hook.cjs`. */
  readonly launcher: string
}

/**
 * The line that goes into a client's settings. INVARIANT: whatever happens to it (no Node, no launcher, a crash, a signal,
 * an endless loop) it ends in exit 0 with an answer or in exit 2 with a reason; clients take anything else for consent.
 */
export const hookCommand = (client: string, { node, launcher }: HookProgram): string =>
  `ulimit -t ${cpuSeconds}; NODE_OPTIONS= NODE_EXTRA_CA_CERTS= ${quote(node)} ${quote(launcher)} ${client}` +
  ` || { [ $? = 2 ] || echo 'sallyport could not run, so the call is blocked; try: sallyport doctor' >&2; exit 2; }`

const cpuSeconds = 25

/** Whether a command in some settings file is ours, from this installation or another. */
export const isHookCommand = (command: unknown, client: string): command is string =>
  typeof command === 'string' && command.includes('hook.cjs') && command.includes(`' ${client} ||`)

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
