import { matchWildcard } from '../core/glob.ts'
import { isSecretName } from '../core/secret-name.ts'

/** Variables that programs need and that hold no secrets. Everything else is not passed on. */
const usual = [
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LANGUAGE', 'LC_*', 'TZ', 'HOSTTYPE', 'OSTYPE'],
  ...['TERM', 'TERM_PROGRAM', 'TERMINFO', 'COLORTERM', 'COLUMNS', 'LINES', 'NO_COLOR', 'FORCE_COLOR', 'CLICOLOR*'],
  ...['CI', 'DEBUG', 'VERBOSE', 'TMPDIR', 'TMP', 'TEMP', 'PAGER', 'GIT_PAGER', 'EDITOR', 'LESS', 'MAKEFLAGS'],
  ...['GIT_AUTHOR_*', 'GIT_COMMITTER_*', 'GIT_TERMINAL_PROMPT', 'GIT_OPTIONAL_LOCKS', 'GIT_EDITOR'],
  ...[
    'NODE_ENV',
    'NODE_OPTIONS',
    'NODE_PATH',
    'NVM_DIR',
    'NVM_BIN',
    'VOLTA_HOME',
    'FNM_DIR',
    'COREPACK_HOME',
    'PNPM_HOME',
    'BUN_INSTALL',
    'DENO_DIR',
  ],
  ...['npm_config_loglevel', 'npm_config_audit', 'npm_config_fund', 'npm_config_registry'],
  ...[
    'PYTHON*',
    'VIRTUAL_ENV',
    'CONDA_PREFIX',
    'CONDA_DEFAULT_ENV',
    'PYENV_ROOT',
    'PYENV_VERSION',
    'UV_PYTHON*',
    'PYTEST_*',
    'TOX_*',
  ],
  ...[
    'GOROOT',
    'GOPATH',
    'GOFLAGS',
    'GOOS',
    'GOARCH',
    'GOARM',
    'GOTOOLCHAIN',
    'GO111MODULE',
    'GOPROXY',
    'GONOSUMDB',
    'GONOSUMCHECK',
    'GOSUMDB',
    'CGO_*',
  ],
  ...[
    'RUSTUP_HOME',
    'RUSTUP_TOOLCHAIN',
    'RUSTFLAGS',
    'RUST_BACKTRACE',
    'RUST_LOG',
    'CARGO_TERM_*',
    'CARGO_BUILD_*',
    'CARGO_TARGET_DIR',
    'CARGO_INCREMENTAL',
    'CARGO_NET_*',
  ],
  ...[
    'JAVA_HOME',
    'JAVA_OPTS',
    'JAVA_TOOL_OPTIONS',
    'MAVEN_OPTS',
    'M2_HOME',
    'GRADLE_OPTS',
    'ANDROID_HOME',
    'ANDROID_SDK_ROOT',
    'SDKMAN_DIR',
  ],
  ...['GEM_HOME', 'GEM_PATH', 'RUBYOPT', 'RUBYLIB', 'BUNDLE_PATH', 'BUNDLE_GEMFILE', 'RBENV_ROOT', 'RBENV_VERSION'],
  ...[
    'CC',
    'CXX',
    'CFLAGS',
    'CXXFLAGS',
    'CPPFLAGS',
    'LDFLAGS',
    'LD_LIBRARY_PATH',
    'PKG_CONFIG_PATH',
    'CMAKE_*',
    'ASDF_DIR',
    'ASDF_DATA_DIR',
    'MISE_*',
    'NIX_PATH',
    'NIX_PROFILES',
    'DOTNET_ROOT',
    'DOTNET_CLI_*',
    'PHP_INI_SCAN_DIR',
    'COMPOSER_HOME',
    'SSL_CERT_FILE',
    'SSL_CERT_DIR',
    'NODE_EXTRA_CA_CERTS',
    'REQUESTS_CA_BUNDLE',
    'CURL_CA_BUNDLE',
    'SOURCE_DATE_EPOCH',
  ],
]

/** The variables that a fenced command gets, sorted. A variable with a secret's name is passed on only if it is named exactly. */
export function passedVariables(names: readonly string[], named: readonly string[]): readonly string[] {
  const exactly = new Set(named.filter(name => !name.includes('*')))
  const patterns = [...usual, ...named]
  return names
    .filter(
      name => exactly.has(name) || (!isSecretName(name) && patterns.some(pattern => matchWildcard(pattern, name))),
    )
    .sort()
}

/** Caches that builds write, moved to a directory of the workspace's own, so that they need no write access to the home. */
export const cacheVariables = (caches: string): Readonly<Record<string, string>> => ({
  XDG_CACHE_HOME: `${caches}/cache`,
  npm_config_cache: `${caches}/npm`,
  YARN_CACHE_FOLDER: `${caches}/yarn`,
  PIP_CACHE_DIR: `${caches}/pip`,
  UV_CACHE_DIR: `${caches}/uv`,
  CARGO_HOME: `${caches}/cargo`,
  GOCACHE: `${caches}/go-build`,
  GOMODCACHE: `${caches}/go-mod`,
  GRADLE_USER_HOME: `${caches}/gradle`,
})
