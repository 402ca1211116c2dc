/** A command or subcommand, as the program runs it. */
export interface CliCommand {
  readonly help: string
  /** Returns the exit code. */
  run(args: readonly string[]): Promise<number>
}

/** Imports a command when it is called, so that starting one command does not load the others. */
export type CommandLoader = () => Promise<CliCommand>
