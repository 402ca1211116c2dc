import { isSecretName } from '../../core/secret-name.ts'

/** Whether a variable of that name holds a secret. `PWD` is not a password. */
export const isSecretVariable = (name: string): boolean => isSecretName(name) && !/^(OLD)?PWD$/.test(name)

/** Variables that give a program another user's credentials: an agent socket, a Kerberos ticket. */
export const credentialVariables: ReadonlySet<string> = new Set([
  'SSH_AUTH_SOCK',
  'GPG_AGENT_INFO',
  'KRB5CCNAME',
  'KRB5_KTNAME',
  'KRB5_CLIENT_KTNAME',
])

/**
 * Arrays by which zsh finds commands: `functions[ls]=…`, `path=(/tmp/x $path)`. To bash they are variables like any
 * other, and the same text may run in either shell.
 */
export const isZshTable = (name: string): boolean => zshTables.has(name) || /_functions$/.test(name)

export const zshTableText = (name: string): string => `zsh looks up commands in the array \`${name}\``

const zshTables: ReadonlySet<string> = new Set([
  'functions',
  'dis_functions',
  'commands',
  'aliases',
  'galiases',
  'saliases',
  'nameddirs',
  'builtins',
  'path',
  'fpath',
  'cdpath',
])

/** Variables that control the shell's command history. */
export const historyVariables: ReadonlySet<string> = new Set([
  'HISTFILE',
  'HISTSIZE',
  'HISTFILESIZE',
  'HISTCONTROL',
  'HISTIGNORE',
])
