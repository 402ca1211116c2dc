/** The agent that makes a call, as people read it: `lint-fixer, started by main`. Empty for the main agent. */
export const agentPath = (agents: readonly string[]): string =>
  agents.length === 0 ? '' : [...agents].reverse().concat('main').join(', started by ')
