import { isSecretName } from '../../core/secret-name.ts'

/**
 * How other programs use the value of a variable:
 * - `executes`: they run or load code from it, unless `plainValues` lists the value as harmless;
 * - `search`: it is a search path for code, fine inside the workspace and in install directories;
 * - `tool`: it names a build program with options, fine in the same places;
 * - `setting`: it is a setting or a list of options that may name code, fine in the same places;
 * - `command`: it is a command that they start;
 * - `write`: it names a file that they write;
 * - `server`: it names a server, which receives the credentials stored for that service.
 */
export type VariableKind = 'executes' | 'search' | 'tool' | 'setting' | 'command' | 'write' | 'server'

export function variableKind(name: string): VariableKind | null {
  return kinds.get(name) ?? families.find(([, pattern]) => pattern.test(name))?.[0] ?? null
}

const names: Readonly<Record<VariableKind, readonly string[]>> = {
  executes: [
    'GCONV_PATH GLIBC_TUNABLES OPENSSL_CONF OPENSSL_MODULES OPENSSL_ENGINES GTK_MODULES',
    // The shell's own tables: the programs and aliases behind a name, options that change what text means, zsh's hooks.
    'BASH_CMDS BASH_ALIASES SHELLOPTS BASHOPTS NULLCMD READNULLCMD galiases saliases dis_aliases dis_functions module_path',
    'BASH_ENV ENV PROMPT_COMMAND PS4 BASH_XTRACEFD IFS INPUTRC CDPATH HOME XDG_CONFIG_HOME XDG_DATA_HOME',
    'PERL5OPT PERL5DB RUBYOPT PHPRC PHP_INI_SCAN_DIR PYTHONSTARTUP PYTHONHOME PYTHONBREAKPOINT NODE_OPTIONS LUA_INIT',
    'R_PROFILE R_PROFILE_USER DOTNET_STARTUP_HOOKS DOTNET_ADDITIONAL_DEPS GOCACHEPROG GOAUTH MANOPT PARALLEL PYTEST_PLUGINS',
    'ERL_FLAGS ERL_AFLAGS ERL_ZFLAGS ELIXIR_ERL_OPTIONS VIMINIT GVIMINIT EXINIT',
    'JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS JAVA_OPTS MAVEN_OPTS GRADLE_OPTS SBT_OPTS ANT_OPTS JVM_OPTS',
    'LESSOPEN LESSCLOSE LESSEDIT LESSKEY_CONTENT',
    'GOPROXY GONOSUMDB PIP_INDEX_URL PIP_EXTRA_INDEX_URL PIP_FIND_LINKS PIP_CONFIG_FILE PIP_REQUIREMENT',
    'UV_INDEX_URL UV_EXTRA_INDEX_URL UV_INDEX UV_DEFAULT_INDEX UV_FIND_LINKS UV_CONFIG_FILE GEM_SOURCE',
    'YARN_REGISTRY YARN_NPM_REGISTRY_SERVER YARN_RC_FILENAME YARN_YARN_PATH COREPACK_NPM_REGISTRY BUN_CONFIG_REGISTRY',
    'http_proxy https_proxy all_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY',
    // Another machine compiles, and the result is linked on this one.
    'DISTCC_HOSTS DISTCC_POTENTIAL_HOSTS',
  ],
  search: [
    'PATH PYTHONPATH PYTHONUSERBASE PYTHONEXECUTABLE NODE_PATH PERL5LIB PERLLIB RUBYLIB CLASSPATH GOPATH MANPATH',
    'LUA_PATH LUA_CPATH JULIA_LOAD_PATH JULIA_DEPOT_PATH R_LIBS R_LIBS_USER R_ENVIRON R_ENVIRON_USER TCLLIBPATH',
    'GUILE_LOAD_PATH GIT_EXEC_PATH GIT_TEMPLATE_DIR QT_PLUGIN_PATH CARGO_HOME BUNDLE_GEMFILE BUNDLE_PATH GEM_HOME GEM_PATH',
    'RUBYGEMS_GEMDEPS COMPOSER COMPOSER_HOME JAVA_HOME GRADLE_USER_HOME TF_DATA_DIR BASH_LOADABLES_PATH DOTNET_ROOT',
    'CMAKE_TOOLCHAIN_FILE CMAKE_PREFIX_PATH CMAKE_MODULE_PATH TS_NODE_PROJECT TS_NODE_COMPILER TSX_TSCONFIG_PATH',
    // The loader searches these directories first.
    'LD_LIBRARY_PATH DYLD_LIBRARY_PATH DYLD_FALLBACK_LIBRARY_PATH DYLD_FRAMEWORK_PATH',
    'CHROME_BIN CHROME_PATH CHROMIUM_BIN FIREFOX_BIN BIOME_BINARY CYPRESS_RUN_BINARY SHELL',
    // Settings that name programs, or files to read and send.
    'ZDOTDIR CURL_HOME WGETRC COMPOSE_FILE PSQLRC BAT_CONFIG_PATH BAT_CONFIG_DIR GNUPGHOME XDG_CONFIG_DIRS XDG_DATA_DIRS',
    'LESSKEY LESSKEYIN LESSKEY_SYSTEM LESSKEYIN_SYSTEM PACKER_PLUGIN_PATH PACKER_CONFIG VAGRANT_CWD VAGRANT_HOME',
    'LIBMYSQL_PLUGIN_DIR ANSIBLE_CONFIG ANSIBLE_LIBRARY ANSIBLE_ROLES_PATH ANSIBLE_COLLECTIONS_PATH ANSIBLE_MODULE_UTILS',
  ],
  tool: ['CC CXX CPP LD AR AS NM FC RANLIB STRIP OBJCOPY MAKE CMAKE_MAKE_PROGRAM PKG_CONFIG M4 YACC LEX'],
  setting: [
    'GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM GOWORK GOENV FFREPORT DEPENDENCIES_OUTPUT SUNPRO_DEPENDENCIES',
    'SPEC_OPTS RAKEOPT BOTO_CONFIG GVBINDIR DEVELOPER_DIR SDKROOT TOOLCHAINS',
    'MSBuildSDKsPath MSBuildExtensionsPath DirectoryBuildPropsPath DirectoryBuildTargetsPath',
  ],
  command: [
    'PAGER GIT_PAGER MANPAGER SYSTEMD_PAGER AWS_PAGER GH_PAGER BAT_PAGER DELTA_PAGER PSQL_PAGER',
    'EDITOR VISUAL GIT_EDITOR GIT_SEQUENCE_EDITOR FCEDIT KUBE_EDITOR SYSTEMD_EDITOR GH_EDITOR PSQL_EDITOR',
    'BROWSER GH_BROWSER GIT_SSH_COMMAND GIT_SSH GIT_EXTERNAL_DIFF GIT_PROXY_COMMAND GIT_ASKPASS SSH_ASKPASS SUDO_ASKPASS',
    'CVS_RSH RSYNC_RSH RSYNC_CONNECT_PROG RUSTC RUSTDOC RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER RUSTFMT',
    'CCACHE_PREFIX CCACHE_PREFIX_CPP CCACHE_COMPILER',
  ],
  write: [
    'NODE_V8_COVERAGE NODE_REDIRECT_WARNINGS NODE_REPL_HISTORY NODE_COMPILE_CACHE PYTHONPYCACHEPREFIX COVERAGE_FILE',
    'GCOV_PREFIX LLVM_PROFILE_FILE GDBHISTFILE SSLKEYLOGFILE MALLOC_TRACE GMON_OUT_PREFIX TAPE PIP_LOG',
    'COMPOSER_VENDOR_DIR COMPOSER_BIN_DIR',
  ],
  server: [
    'VAULT_ADDR VAULT_AGENT_ADDR VAULT_PROXY_ADDR BAO_ADDR NOMAD_ADDR CONSUL_HTTP_ADDR BOUNDARY_ADDR WAYPOINT_SERVER_ADDR',
    'HELM_KUBEAPISERVER ARGOCD_SERVER AWS_ENDPOINT_URL CLOUDFLARE_API_BASE_URL DIGITALOCEAN_API_URL HCLOUD_ENDPOINT',
    'LINODE_CLI_API_HOST SCW_API_URL FASTLY_API_ENDPOINT FLY_API_BASE_URL HEROKU_API_URL HEROKU_HOST DATABRICKS_HOST',
    'PULUMI_BACKEND_URL PULUMI_API INFLUX_HOST SNYK_API SENTRY_URL SONAR_HOST_URL NETLIFY_API_URL RAILWAY_BACKBOARD_URL',
    'TURBO_API TURBO_LOGIN NX_CLOUD_API NX_CLOUD_URL CYPRESS_API_URL BUILDKITE_AGENT_ENDPOINT',
  ],
}

const kinds: ReadonlyMap<string, VariableKind> = new Map(
  Object.entries(names).flatMap(([kind, rows]) =>
    rows.flatMap(row => row.split(' ').map(name => [name, kind as VariableKind] as const)),
  ),
)

/** Families of names: a program maps each of its settings to a variable by a naming rule. */
const families: readonly (readonly [VariableKind, RegExp])[] = [
  ['executes', /^(LD_|DYLD_|BASH_FUNC_|LUA_INIT_\d|CORE?(CLR)?_PROFILER)/],
  [
    'executes',
    /^p?npm_config_(script_?shell|shell|node_?options|userconfig|globalconfig|git|browser|editor|viewer|init_?module|node_?gyp|nodedir|dist_?url|python|onload_?script|registry|https?_?proxy|proxy)$/i,
  ],
  ['search', /^ANSIBLE_\w+_PLUGINS$|^[A-Z]\w*_(EXECUTABLE_PATH|BINARY_PATH)$/],
  ['command', /^CARGO_BUILD_RUST(C|DOC)(_\w*WRAPPER)?$|^CARGO_TARGET_\w+_(RUNNER|LINKER)$/],
  ['server', /^AWS_ENDPOINT_URL_\w+$|^CLOUDSDK_API_ENDPOINT_OVERRIDES_\w+$/],
  ['tool', /^(CMAKE_\w+_(COMPILER|LAUNCHER)|(CC|CXX|AR|LD)_\w+|(HOST|TARGET|BUILD)_(CC|CXX|AR|LD))$/],
  ['write', /^[A-Z]+_LOG_(PATH|FILE)$/],
  // Tools that read every option from a variable too; some options name code. Caches are harmless, and `TF_VAR_x` is data.
  [
    'setting',
    /^(?!TF_VAR_|CCACHE_DIR$|\w+_(CACHE|TMP|TEMP))(ANSIBLE|BISON|BUN|CCACHE|CLOUDSDK|COMPOSER|CORECLR|FLASK|GUNICORN|HEX|HOMEBREW_BUNDLE|JUST|MAGICK|MIX|PACKER|PARALLEL|PIP|PRISMA|PULUMI|RUBOCOP|SAM|TERRAGRUNT|TFLINT|TF|TG|UV|VAGRANT|VALGRIND|YARN)_\w+$/,
  ],
  // MSBuild imports the named file: `CustomBeforeMicrosoftCommonTargets`.
  ['setting', /^[A-Z]\w+(Targets|Props|TargetsPath|PropsPath)$/],
]

/** Options that make a compiler or build tool run or load another program. */
export const riskyValues: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^((C|CXX|CPP|LD|F|CGO_C|CGO_LD)FLAGS|CC|CXX)$/,
    /-f(pass-)?plugin|-wrapper|-specs|-B\s*\/|-fuse-ld=\/|-Wl,.*(wrap|plugin|dynamic-linker)|-Xclang/,
  ],
  [/^GOFLAGS$/, /-(toolexec|exec|vettool|overlay|modfile)\b|extld/],
  [/RUST(DOC)?FLAGS$/, /linker|link-arg|plugin|codegen-backend|\bar=/],
]

/** Values of those variables that load and run nothing: sizes, warnings, experiments. */
export const plainValues: ReadonlyMap<string, RegExp> = new Map([
  [
    'NODE_OPTIONS',
    listOf(
      '--max[-_]old[-_]space[-_]size=\\d+|--max-semi-space-size=\\d+|--stack-size=\\d+|--no-(warnings|deprecation)|--trace-(warnings|deprecation|uncaught|exit)|--throw-deprecation|--enable-source-maps|--openssl-legacy-provider|--unhandled-rejections=\\w+|--dns-result-order=\\w+|--experimental-(vm-modules|strip-types|transform-types|json-modules|fetch|global-webcrypto|specifier-resolution=node)|--inspect(-brk|-wait)?(=((127\\.0\\.0\\.1|localhost):)?\\d+)?|--heapsnapshot-signal=\\w+|--expose[-_]gc',
    ),
  ],
  ['PYTHONBREAKPOINT', /^(0|(i?pdb|pudb)\.set_trace)?$/],
  ['RUBYOPT', listOf('-w|-W[012]?|-W:(no-)?(deprecated|experimental|performance)|--yjit|--jit')],
  ...['BASH_ENV', 'ENV'].map(name => [name, /^(\/dev\/null)?$/] as const),
  // Expanded before each line that `set -x` prints: plain text and the shell's own variables are harmless.
  [
    'PS4',
    /^([^$`\\]|\$(LINENO|BASHPID|SECONDS|EPOCHREALTIME)(?!\w)|\$\{(LINENO|BASHPID|SECONDS|EPOCHREALTIME|(BASH_SOURCE|FUNCNAME|BASH_LINENO)(\[\d\])?)(##\*\/)?\})*$/,
  ],
  ...['ERL_FLAGS', 'ERL_AFLAGS', 'ERL_ZFLAGS'].map(
    name => [name, listOf('-kernel shell_history enabled|-enable-feature \\w+|\\+[A-Za-z]+ ?[\\d:]+')] as const,
  ),
  [
    'JAVA_HOME',
    /^(\/usr\/(lib|local|java)|\/opt|\/Library\/Java)(\/(?!\.\.)[\w@.+-]+)+\/?$|^(~|\/root|\/(home|Users)\/[\w.-]+)\/(\.(sdkman|jenv|asdf|jabba|jdks|gradle|local|cache)|Library\/Java)(\/(?!\.\.)[\w@.+-]+)+\/?$/,
  ],
  ...['GEM_HOME', 'GEM_PATH'].map(
    name => [name, inHome('(\\.gem|\\.rbenv|\\.rvm|\\.local/share/gem)(/[\\w@.-]+)*')] as const,
  ),
  ['GNUPGHOME', inHome('\\.gnupg')],
  ['JULIA_DEPOT_PATH', inHome('\\.julia')],
  ['DOTNET_ROOT', inHome('\\.dotnet')],
  ['ELIXIR_ERL_OPTIONS', listOf('\\+[A-Za-z]+ ?[\\w:]+')],
  ['MIX_HOME', inHome('\\.mix')],
  ['PULUMI_HOME', inHome('\\.pulumi')],
  ['VAGRANT_HOME', inHome('\\.vagrant\\.d')],
  ['CLOUDSDK_CONFIG', inHome('\\.config\\/gcloud')],
  ['GRADLE_USER_HOME', inHome('\\.gradle')],
  ['PYTHONUSERBASE', inHome('\\.local')],
  ['ZDOTDIR', inHome('(\\.config\\/zsh|\\.zsh)')],
  ['ANSIBLE_CONFIG', /^\/etc\/ansible\/ansible\.cfg$/],
  ...['DISTCC_HOSTS', 'DISTCC_POTENTIAL_HOSTS'].map(name => [name, /^(localhost|127\.0\.0\.1)(\/\d+)?$/] as const),
  ['PSQLRC', /^\/dev\/null$/],
  ['WGETRC', /^(\/dev\/null|\/etc\/wgetrc)$/],
  // A shorter IFS splits words at fewer places, never at new ones.
  ['IFS', /^[ \t\n]*$/],
  ['GOAUTH', /^(off|netrc)$/],
  ['GOPROXY', /^(off|direct|https:\/\/proxy\.golang\.org(,direct)?)$/],
  ...[
    'JAVA_TOOL_OPTIONS',
    '_JAVA_OPTIONS',
    'JDK_JAVA_OPTIONS',
    'JAVA_OPTS',
    'JVM_OPTS',
    'MAVEN_OPTS',
    'GRADLE_OPTS',
    'SBT_OPTS',
    'ANT_OPTS',
  ].map(
    name =>
      [
        name,
        listOf(
          '-X(mx|ms|mn|ss)\\d+[kmgKMG]?|-XX:(Max|Min|Initial)\\w+=\\d+[kmgKMG%]?|-XX:[+-]Use\\w+GC|-XX:TieredStopAtLevel=\\d|-Dfile\\.encoding=[\\w-]+|-Djava\\.awt\\.headless=\\w+|-Duser\\.timezone=[\\w/]+|-Dorg\\.gradle\\.(daemon|parallel|caching|workers\\.max|configureondemand)=\\w+|-D[\\w.]*(threads|debug|color|skip\\w*|verbose)=\\w+|-ea',
        ),
      ] as const,
  ),
])

/** A list of these options only, separated by spaces. */
function listOf(options: string): RegExp {
  return new RegExp(`^\\s*(?:(?:${options})(?:\\s+|$))*$`)
}

/** A directory below a user's home. */
function inHome(directory: string): RegExp {
  return new RegExp(`^(~|/root|/(home|Users)/[\\w.-]+)/${directory}/?$`)
}

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

const zshTables: ReadonlySet<string> = new Set([
  'functions',
  'commands',
  'aliases',
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
