/** Environment variables that make an ordinary program, or every later one, run or load code that the call brings. */
export const executingVariables: ReadonlySet<string> = new Set([
  ...['LD_PRELOAD', 'LD_LIBRARY_PATH', 'LD_AUDIT', 'DYLD_INSERT_LIBRARIES', 'DYLD_LIBRARY_PATH', 'GCONV_PATH'],
  ...['BASH_ENV', 'ENV', 'PROMPT_COMMAND', 'PS4', 'BASH_XTRACEFD', 'IFS', 'INPUTRC', 'CDPATH'],
  ...[
    'PERL5OPT',
    'RUBYOPT',
    'PYTHONSTARTUP',
    'PYTHONHOME',
    'NODE_OPTIONS',
    'JAVA_TOOL_OPTIONS',
    '_JAVA_OPTIONS',
    'MAVEN_OPTS',
  ],
  ...['LESSOPEN', 'LESSCLOSE', 'HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME'],
  ...[
    'GOPROXY',
    'GONOSUMDB',
    'PIP_INDEX_URL',
    'PIP_EXTRA_INDEX_URL',
    'UV_INDEX_URL',
    'npm_config_registry',
    'NPM_CONFIG_REGISTRY',
    'GEM_SOURCE',
  ],
  ...['http_proxy', 'https_proxy', 'all_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'],
])

/** Variables that name directories to load code or programs from: harmless inside the workspace and the system's own. */
export const searchVariables: ReadonlySet<string> = new Set([
  'PATH',
  'PYTHONPATH',
  'NODE_PATH',
  'PERL5LIB',
  'RUBYLIB',
  'CLASSPATH',
  'GOPATH',
  'MANPATH',
])

/** Variables whose value is a command that other programs start. */
export const commandVariables: ReadonlySet<string> = new Set([
  'PAGER',
  'GIT_PAGER',
  'MANPAGER',
  'EDITOR',
  'VISUAL',
  'GIT_EDITOR',
  'BROWSER',
  'GIT_SSH_COMMAND',
  'GIT_EXTERNAL_DIFF',
  'GIT_ASKPASS',
  'SSH_ASKPASS',
  'SUDO_ASKPASS',
])

/** Variables that decide what a shell remembers of its commands. */
export const historyVariables: ReadonlySet<string> = new Set([
  'HISTFILE',
  'HISTSIZE',
  'HISTFILESIZE',
  'HISTCONTROL',
  'HISTIGNORE',
])
