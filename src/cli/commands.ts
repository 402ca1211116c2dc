/** Every command, loaded only when it is called: a cold start pays for one. */
export const commands = {
  check: () => import('./check/check.ts'),
  explain: () => import('./explain/explain.ts'),
  playground: () => import('./playground/playground.ts'),
  init: () => import('./trust/init.ts'),
  trust: () => import('./trust/trust.ts'),
  forget: () => import('./trust/forget.ts'),
  install: () => import('./install/install.ts'),
  uninstall: () => import('./install/uninstall.ts'),
  status: () => import('./install/status.ts'),
  doctor: () => import('./doctor/doctor.ts'),
  approve: () => import('./approve/approve.ts'),
  grants: () => import('./grants/grants.ts'),
  pause: () => import('./pause/pause.ts'),
  resume: () => import('./pause/resume.ts'),
  hook: () => import('./hook.ts'),
  policy: () => import('./policy/policy.ts'),
  audit: () => import('./audit/audit.ts'),
  version: () => import('./version.ts'),
} as const satisfies Readonly<Record<string, () => Promise<CliCommand>>>

export interface CliCommand {
  readonly summary: string
  readonly help: string
  run(args: readonly string[]): Promise<number>
}

/** What `sallyport help` prints. Kept here as text, so that help does not load every command. */
export const usage = (): string => `Two doors between an agent and this machine.

usage: sallyport COMMAND [options]

Try
  playground   type commands and see what would happen to them
  check        decide about a command or a tool call; nothing is run or recorded
  explain      say step by step how a decision comes about

Set up
  install      put the gate before a coding agent's tool calls
  uninstall    take it away again
  status       which agents pass the gate, and whether that is up to date
  doctor       check that the gate holds, and say what to do where it does not
  init         write a commented sallyport.yaml for this project
  hook         answer a coding agent's hook, as install sets it up
  policy       lint, test or import policy files, or print their schema
  trust        put a project's policy in force, as it is now
  forget       take a project's policy out of force

Every day
  approve      answer a question of an agent that could not ask you itself
  grants       list and revoke what need not be asked again
  pause        for a while, stop nothing but the floor and your organisation's rules
  resume       end a pause

Look back
  audit        verify, list, show and sum up what the journal holds

  help         this text, or that of a command
  version      print the version

Each command explains itself with --help.
`
