/** Whether a path lies where programs are installed for all who use the machine: no agent writes there unasked. */
export const isInstalledForAll = (path: string): boolean =>
  /^\/(usr|opt|bin|lib|lib64|nix|snap|Library|Applications)\//.test(path) && !/(^|\/)\.\.(\/|$)/.test(path)
