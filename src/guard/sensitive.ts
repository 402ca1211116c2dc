import { compileGlob, hasWildcard, literalPrefix, wildcardMatcher } from '../core/glob.ts'
import { baseName, expandHome, isWithin, resolvePath } from '../core/path.ts'
import { isSwapFile, originalOf } from './backup-name.ts'
import { foldPath } from './fold-path.ts'

/** A short label for why the path is sensitive, or null. A shell profile is sensitive to change, but not to read. */
export function sensitivity(path: string, use: 'read' | 'change'): string | null {
  const reason = ownSensitivity(path, use)
  const original = originalOf(path)
  if (original === path) return reason
  if (isShared(original)) return null
  // A copy of a secret is a secret; a copy of a profile is not read by any shell.
  return (
    reason ??
    ownSensitivity(original, 'read') ??
    (isSwapFile(path) ? ownSensitivity(original.replace(/\/\.([^/]+)$/, '/$1'), 'read') : null)
  )
}

const isShared = (path: string): boolean =>
  harmless.nameReason(baseName(foldPath(path))) !== null || classSource.test(path) || documentation.test(path)

function ownSensitivity(path: string, use: 'read' | 'change'): string | null {
  if (isShared(path)) return null
  const folded = foldPath(path)
  const parts = folded.split('/')
  const name = parts.at(-1) ?? ''
  const secret =
    secretNames.nameReason(name) ??
    directoryReason(parts, secretDirectories) ??
    (keptTokens.test(folded) ? 'credentials' : null) ??
    (processDetails.test(folded) ? 'process internals' : null)
  if (secret !== null || use === 'read') return secret
  return (
    startupNames.nameReason(name) ??
    directoryReason(parts, startupDirectories) ??
    (holders.has(name) ? 'directory of settings that run code' : null)
  )
}

/** Replacing one of these directories replaces the settings in it. */
const holders = new Set(['.github', '.claude', '.vscode', '.cursor', '.codex', '.gemini'])

/** Whether a path is a credential, for every tool (R37). */
export const isCredential = (path: string): boolean => sensitivity(path, 'read') !== null

/** Whether a path is one of the policy's own `sensitive` entries, or below one. */
export function isListed(
  path: string,
  entries: readonly string[],
  place: { readonly home: string; readonly workspace: readonly string[] },
): boolean {
  const folded = foldPath(path)
  return entries.some(entry => {
    const bases = entry.startsWith('/') || entry.startsWith('~') ? ['/'] : place.workspace
    return bases.some(base => {
      const pattern = foldPath(resolvePath(base, expandHome(entry, place.home)))
      if (literalPrefix(pattern) === pattern) return isWithin(folded, pattern)
      return compileGlob(pattern)?.(folded) === true || compileGlob(`${pattern}/**`)?.(folded) === true
    })
  })
}

/** A process's memory map, working directory, id maps and stack: reading them is a step towards taking it over. */
const processDetails =
  /^\/proc\/[^/]+\/(task\/[^/]+\/)?(maps|smaps|cwd|uid_map|gid_map|setgroups|stack|syscall)(\/|$)|^\/dev\/fd\/\d+\/./

/** A tool's own token store, in a hidden directory: `.orchestrator/tokens/deploy.json`, but not design tokens in `src/tokens`. */
const keptTokens = /\/\.[^/]+\/(tokens|credentials|secrets)(\/|$)/

/** Names that look like secrets but are meant to be shared. */
const harmless = compileNames([
  [
    'meant to be shared',
    [
      ...['.env.example', '.env.sample', '.env.template', '.env.dist', '.env.defaults', '.env.schema', '.env.ports'],
      ...['.env.*.example', '.env.*.sample', '.env.*.template', '.env.example_*', '.env.example-*', '*.pub'],
    ],
  ],
])

/** `Secret.java`, `Secrets.tsx`: the source of a class with that name. */
const classSource = /(^|\/)[A-Z][A-Za-z0-9]*\.(java|kt|scala|cs|swift|dart|[cm]?[jt]sx?|vue|svelte|cpp|hpp|h|m|php|rb)$/

/** `docs/agents.md`: a page about agents, not their instructions. */
const documentation = /\/docs?\/(?:.*\/)?(?:agents|claude|gemini)\.md$/

const secretNames = compileNames([
  ['environment file', ['.env', '.env.*', '.envrc']],
  [
    'private key',
    [
      '*.keytab',
      'krb5cc_*',
      '*.key',
      '*.pem',
      '*.p12',
      '*.pfx',
      '*.keystore',
      '*.jks',
      '*.ppk',
      'id_rsa',
      'id_dsa',
      'id_ecdsa',
      'id_ed25519',
      'insecure_private_key',
      'ssh_host_*_key',
      '*.kdbx',
      'wallet.dat',
    ],
  ],
  [
    'credentials',
    [
      'token',
      'oauth_tokens.json',
      'terraform.tfstate',
      '*.tfstate',
      '*.tfvars',
      '.terraformrc',
      'credentials',
      'credentials.json',
      '.credentials',
      '.credentials.json',
      '.smbcredentials',
      'oauth_creds.json',
      'access-token',
      'access_token',
      '*vault_pass*',
      'settings-security.xml',
      'kaggle.json',
      '.databrickscfg',
      '.passwd-s3fs',
      '.msmtprc',
      '.rclone.conf',
      'wpa_supplicant.conf',
      'debian.cnf',
      'secret.*',
      'secrets.*',
      'token.json',
      '.npmrc',
      '.netrc',
      '_netrc',
      '.pypirc',
      '.pgpass',
      '.my.cnf',
      '.git-credentials',
      '.htpasswd',
      '.vault-token',
      'application_default_credentials.json',
      'service-account*.json',
      '.dockercfg',
      '.s3cfg',
      '.boto',
      '.sentryclirc',
      '.mylogin.cnf',
      '.claude.json',
      '.authinfo',
      '.authinfo.gpg',
      '.gitcookies',
      '.cvspass',
      '.fetchmailrc',
      '.Xauthority',
      '.ICEauthority',
    ],
  ],
  [
    'keychain',
    ['*.keychain', '*.keychain-db', 'login.keychain*', 'logins.json', 'key4.db', 'Login Data', 'cookies.sqlite'],
  ],
  [
    'shell history',
    [
      '.bash_history',
      '.zsh_history',
      '.python_history',
      '.psql_history',
      '.mysql_history',
      '.node_repl_history',
      '.rediscli_history',
      '.sqlite_history',
      '.irb_history',
      '.viminfo',
      '.lesshst',
      '.histfile',
      '.zhistory',
      '.ash_history',
      'fish_history',
      '.duckdb_history',
      'mongosh_repl_history',
    ],
  ],
  // Writing them starts a program on the host; reading them shows whether that would work.
  ['container escape file', ['release_agent', 'notify_on_release', 'core_pattern', 'uevent_helper']],
])

/** Consecutive path components, anywhere in the path. */
const secretDirectories = compileDirectories([
  ['environment directory', ['.env']],
  ['ssh keys', ['.ssh']],
  [
    'cloud credentials',
    [
      '.config/wandb',
      '.travis',
      '.netlify/config.json',
      '.config/ngrok',
      '.ngrok2',
      '.chef',
      '.aws',
      '.azure',
      '.config/gcloud',
      '.config/doctl',
      '.oci',
      '.config/hcloud',
      '.config/heroku',
      '.config/netlify',
      '.config/stripe',
      '.config/configstore/firebase-tools.json',
      'com.vercel.cli',
      '.fly/config.yml',
      '.wrangler/config',
      '.supabase',
      '.snowflake',
      '.snowsql',
      '.dbt/profiles.yml',
      '.twilio-cli',
      '.config/github-copilot',
      '.codex/auth.json',
      'opencode/auth.json',
      'pypoetry/auth.toml',
      '.config/vercel',
      '.railway',
      '.expo/state.json',
      '.cloudflared',
      '.linode-cli',
      '.config/linode-cli',
      '.config/scw',
      '.config/exoscale',
      '.aliyun',
      '.bluemix',
      '.ibmcloud',
      '.mc/config.json',
      '.pulumi',
      '.jfrog',
      '.openai',
      '.anthropic',
    ],
  ],
  [
    'key ring',
    [
      '.config/age',
      '.config/keepassxc',
      '.config/sops',
      '.gnupg',
      '.password-store',
      '.local/share/keyrings',
      '.local/share/kwalletd',
      'Library/Keychains',
      '.config/Bitwarden',
      '.config/1Password',
      '.bitcoin',
      '.ethereum',
      '.electrum',
      '.config/solana',
    ],
  ],
  ['cluster credentials', ['.kube', 'etc/kubernetes', 'etc/rancher']],
  ['service secrets', ['run/secrets', 'var/lib/sss']],
  ['network keys', ['etc/wireguard', 'etc/openvpn', 'NetworkManager/system-connections']],
  [
    'messages and mail',
    [
      '.thunderbird',
      '.purple',
      '.config/Slack',
      '.config/discord',
      '.config/Signal',
      '.config/msmtp',
      'Library/Messages',
      'Library/Mail',
      'Library/Application Support/Slack',
      'Library/Application Support/discord',
      'Library/Application Support/Signal',
    ],
  ],
  ['saved logins', ['.config/filezilla', '.config/remmina', '.remmina', '.subversion/auth']],
  [
    'registry credentials',
    [
      '.gradle/gradle.properties',
      '.helm/repository',
      '.config/helm',
      '.cache/huggingface/token',
      '.docker/config.json',
      '.config/containers/auth.json',
      '.cargo/credentials.toml',
      '.gem/credentials',
      '.config/gh',
      '.config/glab-cli',
      '.config/hub',
      '.terraform.d/credentials.tfrc.json',
      '.composer/auth.json',
      '.config/op',
      '.m2/settings.xml',
      '.nuget/NuGet/NuGet.Config',
      '.pip/pip.conf',
      '.config/pip/pip.conf',
      '.config/rclone',
    ],
  ],
  [
    'browser profile',
    [
      '.mozilla',
      '.config/google-chrome',
      '.config/chromium',
      '.config/BraveSoftware',
      '.config/microsoft-edge',
      'Library/Application Support/Google/Chrome',
      'Library/Application Support/Firefox',
      'Library/Cookies',
      'Default/Cookies',
      'Network/Cookies',
      'Library/Safari',
    ],
  ],
  [
    'conversations with agents',
    [
      '.claude/projects',
      '.cursor/conversations',
      '.codex/sessions',
      '.gemini/tmp',
      '.copilot/session-state',
      '.copilot/history-session-state',
      '.local/share/opencode',
      '.pi/agent/sessions',
      '.local/share/goose/sessions',
      '.continue/sessions',
      '.openhands/sessions',
      '.codeium/windsurf',
      '.aider.chat.history.md',
      '.aider.input.history',
      '.autogen/cache',
      'Cursor/User/globalStorage',
      'Code/User/globalStorage',
    ],
  ],
  [
    'system secrets',
    [
      'etc/shadow',
      'etc/gshadow',
      'etc/master.passwd',
      'etc/sudoers',
      'etc/sudoers.d',
      'etc/ssl/private',
      'var/db/dslocal',
    ],
  ],
])

/** Files that programs run or obey later without a prompt: changing one is like running a command then. */
const startupNames = compileNames([
  [
    'shell profile',
    [
      '.bashrc',
      '.bash_profile',
      '.bash_login',
      '.bash_logout',
      '.bash_aliases',
      '.profile',
      '.zshrc',
      '.zshenv',
      '.zprofile',
      '.zlogin',
      '.inputrc',
      '.kshrc',
      '.cshrc',
      '.tcshrc',
      '.xinitrc',
      '.xprofile',
      '.xsessionrc',
    ],
  ],
  [
    'agent instructions',
    [
      'CLAUDE.md',
      'CLAUDE.local.md',
      'AGENTS.md',
      'GEMINI.md',
      '.cursorrules',
      '.windsurfrules',
      '.clinerules',
      'copilot-instructions.md',
    ],
  ],
  ['git configuration', ['.gitconfig', '.gitmodules']],
  // They run on a build server with the repository's secrets; people who may push often may not change them.
  [
    'CI pipeline that runs with repository secrets',
    [
      '.gitlab-ci.yml',
      '.travis.yml',
      'Jenkinsfile',
      'azure-pipelines.yml',
      'bitbucket-pipelines.yml',
      '.drone.yml',
      '.woodpecker.yml',
      'appveyor.yml',
      '.appveyor.yml',
      'cloudbuild.yaml',
      'buildspec.yml',
    ],
  ],
  [
    'tool configuration that runs commands',
    [
      'devcontainer.json',
      'mcp.json',
      'mcp_config.json',
      'claude_desktop_config.json',
      '.aider.conf.yml',
      'opencode.json',
      'opencode.jsonc',
      '.vimrc',
      '.exrc',
      '.tmux.conf',
      '.screenrc',
      '.mcp.json',
      '.claude.json',
      '.gdbinit',
      '.lldbinit',
      '.irbrc',
      '.pryrc',
      '.Rprofile',
      '.pythonrc',
      '.condarc',
      'sitecustomize.py',
      'usercustomize.py',
      // Compose loads these by default, and a container that they define may control the whole machine.
      'docker-compose.override.yml',
      'docker-compose.override.yaml',
      'compose.override.yml',
      'compose.override.yaml',
    ],
  ],
  [
    'commands that run at every commit',
    ['.pre-commit-config.yaml', 'lefthook.y*ml', '.lefthook.y*ml', 'lefthook-local.y*ml', '.lintstagedrc*'],
  ],
  [
    'package source settings',
    ['.yarnrc', '.yarnrc.yml', 'pip.conf', 'pip.ini', 'nuget.config', 'NuGet.Config', 'gradle-wrapper.properties'],
  ],
  ['name that programs take for an option', ['-?*']],
  [
    'pinned dependencies',
    [
      'package-lock.json',
      'npm-shrinkwrap.json',
      'yarn.lock',
      'pnpm-lock.yaml',
      'bun.lock',
      'bun.lockb',
      'deno.lock',
      'go.sum',
      'Cargo.lock',
      'poetry.lock',
      'uv.lock',
      'pdm.lock',
      'Pipfile.lock',
      'Gemfile.lock',
      'composer.lock',
      'mix.lock',
      'pubspec.lock',
      'Podfile.lock',
      'Package.resolved',
      'packages.lock.json',
      'flake.lock',
      '.terraform.lock.hcl',
    ],
  ],
])

const startupDirectories = compileDirectories([
  ['package source settings', ['.cargo/config.toml', '.cargo/config', '.bundle/config', '.mvn']],
  [
    'CI pipeline that runs with repository secrets',
    [
      '.github/workflows',
      '.github/actions',
      '.circleci',
      '.buildkite',
      '.woodpecker',
      '.forgejo/workflows',
      '.gitea/workflows',
    ],
  ],
  ['git hooks and configuration', ['.git', '.config/git', '.husky']],
  [
    'agent settings',
    [
      '.windsurf',
      '.continue',
      '.roo',
      '.amp',
      '.kiro',
      '.config/goose',
      '.claude/agents',
      '.claude/commands',
      '.claude/plugins',
      '.github/hooks',
      '.github/copilot-instructions.md',
      '.claude/settings.json',
      '.claude/settings.local.json',
      '.claude/hooks',
      '.codex',
      '.gemini',
      '.cursor',
      '.copilot',
      '.opencode',
      '.config/opencode',
      '.pi',
    ],
  ],
  [
    'editor settings that run commands',
    [
      '.vscode/tasks.json',
      '.vscode/settings.json',
      '.vscode/launch.json',
      '.idea',
      '.zed',
      '.config/zed',
      '.config/nvim',
      '.vim',
      '.emacs.d',
      '.config/fish',
    ],
  ],
  [
    'start-up entries',
    [
      '.config/autostart',
      '.config/systemd',
      'Library/LaunchAgents',
      'Library/LaunchDaemons',
      'etc/cron.d',
      'etc/cron.daily',
      'etc/cron.hourly',
      'etc/crontab',
      'etc/cron.weekly',
      'etc/cron.monthly',
      'etc/update-motd.d',
      'etc/udev',
      'etc/pam.d',
      'etc/xdg/autostart',
      'etc/ld.so.preload',
      'var/spool/cron',
      'etc/profile.d',
      'etc/systemd',
      'etc/init.d',
      '.local/bin',
      '.pm2',
    ],
  ],
])

/** All plain names in the tables above, as written there. */
export const sensitiveNames = (): readonly string[] => [
  ...[secretNames, startupNames].flatMap(names => [...names.plain]),
  ...[secretDirectories, startupDirectories].flatMap(directories => [...directories.lastNames]),
]

type Table = readonly (readonly [why: string, patterns: readonly string[]])[]

interface Names {
  readonly plain: readonly string[]
  readonly nameReason: (name: string) => string | null
}

/** Plain names are looked up in a map; only patterns with `*` are tried one by one. Names to compare are folded. */
function compileNames(table: Table): Names {
  const plain = new Map<string, string>()
  const wild: { readonly matches: (name: string) => boolean; readonly why: string }[] = []
  for (const [why, patterns] of table) {
    for (const pattern of patterns) {
      if (hasWildcard(pattern)) wild.push({ matches: wildcardMatcher(foldPath(pattern)), why })
      else plain.set(foldPath(pattern), why)
    }
  }
  return {
    plain: table.flatMap(([, patterns]) => patterns.filter(pattern => !hasWildcard(pattern))),
    nameReason: name => plain.get(name) ?? wild.find(({ matches }) => matches(name))?.why ?? null,
  }
}

interface Directories {
  readonly lastNames: ReadonlySet<string>
  readonly rows: ReadonlyMap<string, readonly (readonly [parts: readonly string[], why: string])[]>
}

/** Rows are found by their last component, so most paths need no comparison. */
function compileDirectories(table: Table): Directories {
  const rows = new Map<string, (readonly [readonly string[], string])[]>()
  const lastNames = new Set<string>()
  for (const [why, patterns] of table) {
    for (const pattern of patterns) {
      lastNames.add(baseName(pattern))
      const parts = foldPath(pattern).split('/')
      const last = parts.at(-1) ?? ''
      rows.set(last, [...(rows.get(last) ?? []), [parts, why]])
    }
  }
  return { lastNames, rows }
}

function directoryReason(parts: readonly string[], { rows }: Directories): string | null {
  for (let end = parts.length - 1; end >= 0; end -= 1) {
    for (const [wanted, why] of rows.get(parts[end] ?? '') ?? []) {
      const start = end - wanted.length + 1
      if (start >= 0 && wanted.every((part, i) => parts[start + i] === part)) return why
    }
  }
  return null
}
