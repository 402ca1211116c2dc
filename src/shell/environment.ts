/** Environment variables that make an ordinary program run or load code that the call brings. */
export const executingVariables: ReadonlySet<string> = new Set([
  'LD_PRELOAD',
  'LD_LIBRARY_PATH',
  'LD_AUDIT',
  'DYLD_INSERT_LIBRARIES',
  'DYLD_LIBRARY_PATH',
  'BASH_ENV',
  'ENV',
  'PROMPT_COMMAND',
  'PS4',
  'BASH_XTRACEFD',
  'PATH',
  'IFS',
  'PERL5OPT',
  'PERL5LIB',
  'RUBYOPT',
  'PYTHONSTARTUP',
  'PYTHONHOME',
  'NODE_OPTIONS',
  'JAVA_TOOL_OPTIONS',
  'LESSOPEN',
  'LESSCLOSE',
  'GCONV_PATH',
])

/** Variables that decide what a shell remembers of its commands. */
export const historyVariables: ReadonlySet<string> = new Set([
  'HISTFILE',
  'HISTSIZE',
  'HISTFILESIZE',
  'HISTCONTROL',
  'HISTIGNORE',
])
