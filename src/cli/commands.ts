import type { CommandLoader } from './command.ts'

interface ListedCommand {
  readonly summary: string
  readonly load: CommandLoader
}

/** Every command in the order of `sallyport help`. A summary is kept here so that help loads no command. */
const sections = {
  'Try it': {
    playground: {
      summary: 'type commands and see what would happen to them',
      load: async () => (await import('./playground/playground.ts')).playgroundCommand,
    },
    check: {
      summary: 'decide about a command or a tool call; nothing is run or recorded',
      load: async () => (await import('./check/check.ts')).checkCommand,
    },
    explain: {
      summary: 'show step by step how a decision is reached',
      load: async () => (await import('./explain/explain.ts')).explainCommand,
    },
  },
  'Set it up': {
    install: {
      summary: "add the gate to a coding agent's settings",
      load: async () => (await import('./install/install.ts')).installCommand,
    },
    uninstall: {
      summary: 'remove it again',
      load: async () => (await import('./install/uninstall.ts')).uninstallCommand,
    },
    status: {
      summary: 'show in five lines what is protected, how, and what waits for you',
      load: async () => (await import('./status/status.ts')).statusCommand,
    },
    doctor: {
      summary: 'check that the gate works, and say how to fix what does not',
      load: async () => (await import('./doctor/doctor.ts')).doctorCommand,
    },
    init: {
      summary: 'write a commented sallyport.yaml for this project',
      load: async () => (await import('./trust/init.ts')).initCommand,
    },
    trust: {
      summary: "let a project's policy allow calls",
      load: async () => (await import('./trust/trust.ts')).trustCommand,
    },
    forget: {
      summary: "stop trusting a project's policy",
      load: async () => (await import('./trust/forget.ts')).forgetCommand,
    },
    policy: {
      summary: 'lint, test or import policy files, or print their schema',
      load: async () => (await import('./policy/policy.ts')).policyCommand,
    },
    hook: {
      summary: "answer a coding agent's hook; `install` sets this up",
      load: async () => (await import('./hook.ts')).clientHookCommand,
    },
  },
  'Every day': {
    run: {
      summary: 'run a command inside the fence, if the gate allows it',
      load: async () => (await import('./run/run.ts')).runCommand,
    },
    agent: {
      summary: 'let a model work on a task, each call behind the gate and in the fence',
      load: async () => (await import('./agent/agent.ts')).agentCommand,
    },
    fence: {
      summary: 'show the fence of a command, or check that it works here',
      load: async () => (await import('./fence/fence.ts')).fenceCommand,
    },
    serve: {
      summary: 'start the console in the browser: approvals, calls, policies',
      load: async () => (await import('./serve/serve.ts')).serveCommand,
    },
    approve: {
      summary: 'answer the calls that wait for your approval',
      load: async () => (await import('./approve/approve.ts')).approveCommand,
    },
    grants: {
      summary: 'list and revoke remembered approvals',
      load: async () => (await import('./grants/grants.ts')).grantsCommand,
    },
    pause: {
      summary: "stop enforcing for a while, except the floor and your organisation's rules",
      load: async () => (await import('./switches/pause.ts')).pauseCommand,
    },
    stop: {
      summary: 'stop a session, or all of them: every further call is denied',
      load: async () => (await import('./switches/stop.ts')).stopCommand,
    },
    mode: {
      summary: 'show or change how much you are asked: careful, edit, auto, automation',
      load: async () => (await import('./switches/mode.ts')).modeCommand,
    },
    resume: {
      summary: 'end a pause, and let stopped sessions go on',
      load: async () => (await import('./switches/resume.ts')).resumeCommand,
    },
  },
  'Look back': {
    undo: {
      summary: 'restore the files that the last trial or delete changed',
      load: async () => (await import('./undo/undo.ts')).undoCommand,
    },
    state: {
      summary: 'show what Sallyport keeps on this machine, and remove what is old',
      load: async () => (await import('./state/state.ts')).stateCommand,
    },
    audit: {
      summary: 'verify, list, show and sum up the journal',
      load: async () => (await import('./audit/audit.ts')).auditCommand,
    },
  },
  Other: {
    version: {
      summary: 'print the version',
      load: async () => (await import('./version.ts')).versionCommand,
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ListedCommand>>>>

export const commands: ReadonlyMap<string, CommandLoader> = new Map(
  Object.values(sections).flatMap(section =>
    Object.entries<ListedCommand>(section).map(([name, { load }]) => [name, load] as const),
  ),
)

/** Commands that only Sallyport's own programs start. */
export const internalCommands: ReadonlyMap<string, CommandLoader> = new Map([
  ['contained', async () => (await import('./contained/contained.ts')).containedCommand],
])

/** The text of `sallyport help`. */
export const usage = (): string => `Decides whether an AI agent's tool calls may run, and records every decision.

usage: sallyport COMMAND [options]

${Object.entries<Readonly<Record<string, ListedCommand>>>(sections)
  .map(([title, section]) => `${title}\n${Object.entries(section).map(row).join('')}`)
  .join('\n')}
\`sallyport COMMAND --help\` explains a command.
`

const row = ([name, { summary }]: readonly [string, ListedCommand]): string => `  ${name.padEnd(12)} ${summary}\n`
