/** Options that make a compiler or build tool run or load another program. */
export const riskyValues: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^((C|CXX|CPP|LD|F|CGO_C|CGO_LD)FLAGS|CC|CXX)$/,
    /-f(pass-)?plugin|-wrapper|-specs|-B\s*\/|-fuse-ld=\/|-Wl,.*(wrap|plugin|dynamic-linker)|-Xclang/,
  ],
  [/^GOFLAGS$/, /-(toolexec|exec|vettool|overlay|modfile)\b|extld/],
  [/RUST(DOC)?FLAGS$/, /linker|link-arg|plugin|codegen-backend|\bar=/],
  // A pager command, a file of keys, a log file.
  [/^(LESS|MORE)$/, /\+\S*[!|#]|(^|\s)-[A-Za-z]*[koO]/],
  // The module of a category is imported; this one starts `$BROWSER`.
  [/^PYTHONWARNINGS$/, /antigravity/],
]

/** Values of those variables that load and run nothing: sizes, warnings, experiments. */
export const plainValues: ReadonlyMap<string, RegExp> = new Map([
  [
    'NODE_OPTIONS',
    listOf(
      '--max[-_]old[-_]space[-_]size=\\d+|--max-semi-space-size=\\d+|--stack-size=\\d+|--no-(warnings|deprecation)|--trace-(warnings|deprecation|uncaught|exit)|--throw-deprecation|--enable-source-maps|--openssl-legacy-provider|--unhandled-rejections=\\w+|--dns-result-order=\\w+|--experimental-(vm-modules|strip-types|transform-types|json-modules|fetch|global-webcrypto|specifier-resolution=node)|--inspect(-brk|-wait)?(=((127\\.0\\.0\\.1|localhost):)?\\d+)?|--heapsnapshot-signal=\\w+|--expose[-_]gc',
    ),
  ],
  [
    'TAR_OPTIONS',
    listOf(
      '--(no-)?(same-owner|same-permissions|xattrs|acls|selinux|recursion|wildcards|null)|--(numeric-owner|sparse|warning=[\\w-]+|format=\\w+|sort=name|mtime=[\\w@:+-]+|owner=[\\w:]+|group=[\\w:]+)',
    ),
  ],
  // Words that are not options are ignored there: people also use `GZIP` for the name of the program.
  ...['XZ_OPT', 'XZ_DEFAULTS', 'GZIP', 'PIGZ', 'BZIP', 'BZIP2', 'LZOP'].map(
    name =>
      [
        name,
        listOf(
          '[^-\\s]\\S*|-[0-9ekqvfcnN]+|-[TMp] ?\\w+%?|--(best|fast|extreme|rsyncable|no-name|verbose|quiet|keep)|--(threads|memlimit|memlimit-compress|memory|check|block-size|lzma2|processes|blocksize)=[\\w=,%]+',
        ),
      ] as const,
  ),
  ...['ZIPOPT', 'UNZIPOPT'].map(name => [name, listOf('-[0-9qrojvDXy]+')] as const),
  ['GREP_OPTIONS', listOf('--colou?r(=\\w+)?|-[inHIrE]+|--(exclude|include)(-dir)?=\\S+')],
  ['GIT_ALLOW_PROTOCOL', /^((https?|ssh|git|file)(:|$))*$/],
  ['GIT_PROTOCOL_FROM_USER', /^0$/],
  ['GIT_CONFIG_COUNT', /^\d*$/],
  ['BROWSER', /^(none|false|true|0)?$/],
  ['KUBECONFIG', inHome('\\.kube/[\\w.-]+')],
  ...['DOCKER_HOST', 'CONTAINER_HOST'].map(name => [name, /^((unix|npipe):\/\/.*)?$/] as const),
  ['PIP_CONFIG_FILE', /^\/dev\/null$/],
  ...['PIP_INDEX_URL', 'UV_INDEX_URL', 'UV_DEFAULT_INDEX'].map(
    name => [name, /^https:\/\/pypi\.org\/simple\/?$/] as const,
  ),
  ...['LD_BIND_NOW', 'LD_DEBUG', 'LD_WARN', 'LD_VERBOSE', 'DYLD_PRINT_LIBRARIES'].map(
    name => [name, /^[\w,]*$/] as const,
  ),
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
