import { isSecretName } from '../audit/secret-name.ts'

/** Environment variables that make an ordinary program, or every later one, run or load code that the call brings. */
export const executingVariables: ReadonlySet<string> = new Set([
  ...['GCONV_PATH', 'GLIBC_TUNABLES', 'OPENSSL_CONF', 'OPENSSL_MODULES', 'OPENSSL_ENGINES', 'GTK_MODULES'],
  ...['BASH_ENV', 'ENV', 'PROMPT_COMMAND', 'PS4', 'BASH_XTRACEFD', 'IFS', 'INPUTRC', 'CDPATH'],
  ...[
    'PERL5OPT',
    'RUBYOPT',
    'PHPRC',
    'PHP_INI_SCAN_DIR',
    'PYTHONSTARTUP',
    'PYTHONHOME',
    'NODE_OPTIONS',
    'JAVA_TOOL_OPTIONS',
    '_JAVA_OPTIONS',
    'JDK_JAVA_OPTIONS',
    'MAVEN_OPTS',
    'PERL5DB',
    'PARALLEL',
    'PYTHONBREAKPOINT',
    'LUA_INIT',
    ...['LUA_INIT_5_1', 'LUA_INIT_5_2', 'LUA_INIT_5_3', 'LUA_INIT_5_4', 'LUA_INIT_5_5'],
    ...['DOTNET_STARTUP_HOOKS', 'GOCACHEPROG', 'ERL_FLAGS', 'ERL_AFLAGS', 'ERL_ZFLAGS'],
    ...['ESBUILD_BINARY_PATH', 'CYPRESS_RUN_BINARY'],
    'R_PROFILE',
    'R_PROFILE_USER',
    'PHPRC',
    'PHP_INI_SCAN_DIR',
  ],
  ...['LESSOPEN', 'LESSCLOSE', 'HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME'],
  ...[
    'GOPROXY',
    'GONOSUMDB',
    ...['PIP_INDEX_URL', 'PIP_EXTRA_INDEX_URL', 'PIP_FIND_LINKS', 'PIP_CONFIG_FILE', 'PIP_REQUIREMENT'],
    ...['UV_INDEX_URL', 'UV_EXTRA_INDEX_URL', 'UV_INDEX', 'UV_DEFAULT_INDEX', 'UV_FIND_LINKS', 'UV_CONFIG_FILE'],
    ...['YARN_REGISTRY', 'YARN_NPM_REGISTRY_SERVER', 'YARN_RC_FILENAME', 'YARN_YARN_PATH'],
    'npm_config_registry',
    'NPM_CONFIG_REGISTRY',
    'GEM_SOURCE',
  ],
  ...['http_proxy', 'https_proxy', 'all_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'],
])

/** Values of those variables that load and run nothing: sizes, warnings, experiments. */
export const plainValues: ReadonlyMap<string, RegExp> = new Map([
  [
    'NODE_OPTIONS',
    listOf(
      '--max[-_]old[-_]space[-_]size=\\d+|--max-semi-space-size=\\d+|--stack-size=\\d+|--no-(warnings|deprecation)|--trace-(warnings|deprecation|uncaught|exit)|--throw-deprecation|--enable-source-maps|--openssl-legacy-provider|--unhandled-rejections=\\w+|--dns-result-order=\\w+|--experimental-(vm-modules|strip-types|transform-types|json-modules|fetch|global-webcrypto|specifier-resolution=node)|--inspect|--inspect-brk',
    ),
  ],
  ...['ERL_FLAGS', 'ERL_AFLAGS', 'ERL_ZFLAGS'].map(
    name => [name, listOf('-kernel shell_history enabled|-enable-feature \\w+|\\+[A-Za-z]+ ?[\\d:]+')] as const,
  ),
  [
    'JAVA_HOME',
    /^(\/usr\/(lib|local|java)|\/opt|\/Library\/Java)(\/(?!\.\.)[\w@.+-]+)+\/?$|^(~|\/root|\/(home|Users)\/[\w.-]+)\/(\.(sdkman|jenv|asdf|jabba|jdks|gradle|local|cache)|Library\/Java)(\/(?!\.\.)[\w@.+-]+)+\/?$/,
  ],
  ['GRADLE_USER_HOME', inHome('\\.gradle')],
  ['PYTHONUSERBASE', inHome('\\.local')],
  ['ZDOTDIR', inHome('(\\.config\\/zsh|\\.zsh)')],
  ['ANSIBLE_CONFIG', /^\/etc\/ansible\/ansible\.cfg$/],
  ['PSQLRC', /^\/dev\/null$/],
  ['WGETRC', /^(\/dev\/null|\/etc\/wgetrc)$/],
  // Words end at fewer places than usual, not at others.
  ['IFS', /^[ \t\n]*$/],
  ['GOPROXY', /^(off|direct|https:\/\/proxy\.golang\.org(,direct)?)$/],
  ...['JAVA_TOOL_OPTIONS', '_JAVA_OPTIONS', 'MAVEN_OPTS'].map(
    name =>
      [
        name,
        listOf(
          '-X(mx|ms|mn|ss)\\d+[kmgKMG]?|-XX:(Max|Min|Initial)\\w+=\\d+[kmgKMG%]?|-XX:[+-]Use\\w+GC|-XX:TieredStopAtLevel=\\d|-Dfile\\.encoding=[\\w-]+|-Djava\\.awt\\.headless=\\w+|-Duser\\.timezone=[\\w/]+|-ea',
        ),
      ] as const,
  ),
])

/** Nothing but such options, with spaces between them. */
function listOf(options: string): RegExp {
  return new RegExp(`^\\s*(?:(?:${options})(?:\\s+|$))*$`)
}

/** A directory below somebody's home. */
function inHome(directory: string): RegExp {
  return new RegExp(`^(~|/root|/(home|Users)/[\\w.-]+)/${directory}/?$`)
}

/** Where the loader looks for libraries first. */
const libraryVariables = ['LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'DYLD_FALLBACK_LIBRARY_PATH', 'DYLD_FRAMEWORK_PATH']

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
  'LUA_PATH',
  'LUA_CPATH',
  'JULIA_LOAD_PATH',
  'R_LIBS',
  'R_LIBS_USER',
  'TCLLIBPATH',
  'GUILE_LOAD_PATH',
  'GIT_EXEC_PATH',
  'GIT_TEMPLATE_DIR',
  'QT_PLUGIN_PATH',
  ...libraryVariables,
  'CARGO_HOME',
  'BUNDLE_GEMFILE',
  'BUNDLE_PATH',
  'COMPOSER',
  'COMPOSER_HOME',
  ...['PERLLIB', 'PYTHONUSERBASE', 'JAVA_HOME', 'GRADLE_USER_HOME', 'TF_DATA_DIR'],
  // Settings that name programs, or files to be read and sent.
  ...['ZDOTDIR', 'ANSIBLE_CONFIG', 'CURL_HOME', 'WGETRC', 'COMPOSE_FILE', 'PSQLRC'],
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
  'GIT_SSH',
  'GIT_SEQUENCE_EDITOR',
  'GIT_PROXY_COMMAND',
  'CVS_RSH',
  'RSYNC_RSH',
  'RSYNC_CONNECT_PROG',
  'FCEDIT',
  'KUBE_EDITOR',
  'SYSTEMD_EDITOR',
  'SYSTEMD_PAGER',
  'AWS_PAGER',
  'GH_PAGER',
  'GH_EDITOR',
  'GH_BROWSER',
  'BAT_PAGER',
  'DELTA_PAGER',
  'PSQL_PAGER',
  'PSQL_EDITOR',
])

/** Whether a variable makes the loader or bash take code from its value. */
export const executes = (name: string): boolean =>
  executingVariables.has(name) || (/^(LD_|DYLD_|BASH_FUNC_)/.test(name) && !libraryVariables.includes(name))

/** Whether a variable of that name holds a secret; `PWD` is no password. */
export const isSecretVariable = (name: string): boolean => isSecretName(name) && !/^(OLD)?PWD$/.test(name)

/** Variables that lend a program somebody else's keys: an agent's socket, a ticket. */
export const credentialVariables: ReadonlySet<string> = new Set([
  'SSH_AUTH_SOCK',
  'GPG_AGENT_INFO',
  'KRB5CCNAME',
  'KRB5_KTNAME',
  'KRB5_CLIENT_KTNAME',
])

/** Variables that decide what a shell remembers of its commands. */
export const historyVariables: ReadonlySet<string> = new Set([
  'HISTFILE',
  'HISTSIZE',
  'HISTFILESIZE',
  'HISTCONTROL',
  'HISTIGNORE',
])
