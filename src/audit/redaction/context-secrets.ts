import { isPath, isPlaceholder, looksRandom } from './placeholder.ts'
import type { SecretKind } from './secret-kind.ts'

/** Secrets that are recognised by the text before them. They are tried after the vendors' formats. */
const passwordNames = 'password|passwd|passphrase|passcode|pwd'
const tokenNames =
  'secret|token|api[_-]?key|access[_-]?key|secret[_-]?key(?:[_-]?base)?|private[_-]?key(?:[_-]?id)?|account[_-]?key|auth[_-]?key|signing[_-]?key|encryption[_-]?key|credentials?|(?<![a-z])jwt'
const passwordWords = ['password', 'passwd', 'passphrase', 'passcode', 'pwd']
const tokenWords = [
  'secret',
  'token',
  'apikey',
  'api_key',
  'api-key',
  'accesskey',
  'access_key',
  'access-key',
  'private_key',
  'private-key',
  'privatekey',
  'account_key',
  'auth_key',
  'auth-key',
  'authkey',
  'signing_key',
  'signing-key',
  'signingkey',
  'encryption_key',
  'encryption-key',
  'encryptionkey',
  'credential',
  'jwt',
]

/** A suffix that keeps the meaning of the name: `PASSWORD2`, `API_KEY_PROD`. */
const ending = '(?:_?[0-9]{1,2}|_(?:prod|dev|test|live|staging))?'
/** A shell word: bare text, quoted pieces and escapes, in any mixture. */
const shellWord = '(?:[^\\s"\'`;&|<>()\\\\]{1,100000}|"[^"\\n]{0,1024}"|\'[^\'\\n]{0,1024}\'|\\\\[^\\s]){1,1000}'
const bareWord = '[^\\s"\'`;&|<>(),{}\\[\\]\\\\]+'
/** `name(` is a call in some language, not a value. */
const notCall = '(?![A-Za-z_$][\\w$.]{0,100}\\()'

export const contextSecrets: readonly SecretKind[] = [
  {
    id: 'url-password',
    keywords: ['://'],
    pattern: /(:\/\/[^\s/:@"'<>?#[\]]{0,200}:)([^\s/"'<>?#]{1,2000})(?=@)/g,
    unless: isPlaceholder,
  },
  {
    id: 'url-token',
    keywords: ['://'],
    pattern: /(https?:\/\/)([A-Za-z0-9_.-]{20,400})(?=@)/g,
    unless: text => !looksRandom(text),
  },
  {
    id: 'authorization',
    keywords: ['authorization'],
    pattern:
      /(authorization\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?(?:(?:bearer|basic|token|bot|digest|apikey|key|negotiate|oauth)\s{1,4})?)([^\s"',;\\]+)/gi,
    unless: text =>
      isPlaceholder(text) ||
      /^(?:bearer|basic|token|bot|digest|apikey|key|negotiate|oauth|aws4-hmac-sha256)$/i.test(text),
  },
  {
    id: 'bearer',
    keywords: ['bearer'],
    pattern: /((?<![a-z])bearer\s{1,4})([A-Za-z0-9._~+/=-]{12,})/gi,
    unless: text => isPlaceholder(text) || !looksRandom(text),
  },
  {
    id: 'basic',
    keywords: ['basic', 'Basic'],
    pattern: /((?<![A-Za-z])[Bb]asic\s{1,4})([A-Za-z0-9+/]{8,4096}={0,2})/g,
    unless: text => !(/[0-9=]/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text)),
  },
  {
    id: 'api-key-header',
    keywords: [
      'api-key',
      'apikey',
      'auth-token',
      'security-token',
      'private-token',
      'vault-token',
      'gitlab-token',
      'access-token',
      'auth-key',
      'job-token',
      'csrf-token',
      'session-token',
    ],
    pattern:
      /((?:api-?key|(?:auth|security|private|vault|gitlab|access|job|csrf|session)-token|auth-key)\\?["']?\s{0,4}:\s{0,4}\\?["']?)([^\s"',;\\]{4,})/gi,
    unless: text => isPlaceholder(text) || isPath(text),
  },
  {
    id: 'cookie',
    keywords: ['cookie'],
    pattern: /(cookie\\?["']?\s{0,4}:\s{0,4}\\?["']?)([^\s=;"'\\[\]]{1,100}=[^"'\r\n\\]+)/gi,
    unless: isPlaceholder,
  },
  ...assignments({ id: 'password', names: passwordNames, keywords: passwordWords, loose: text => text.length < 4 }),
  ...assignments({ id: 'password', names: '(?<![a-z])pass', keywords: ['pass'], loose: text => !looksRandom(text) }),
  ...assignments({ id: 'secret', names: tokenNames, keywords: tokenWords, loose: text => !looksRandom(text) }),
  // A lookbehind from the word keeps text with many dashes fast.
  {
    id: 'flag',
    keywords: [...passwordWords, ...tokenWords, 'pass', 'cookie'],
    pattern: new RegExp(
      `((?:password|passwd|passphrase|passcode|pass|pwd|secret|token|api-?key|access-?key|secret-?key|private-?key|auth-?key|credentials?|cookie)(?<=(?<![\\w-])--?[A-Za-z0-9_-]{0,60})(?:=|\\s{1,4}(?![-\\s])))(${shellWord})`,
      'gi',
    ),
    unless: text => isNoSecretValue(text) || isCount(text) || /^(?:id|type|src|source|env)=/.test(text),
  },
  {
    id: 'mysql-password',
    keywords: ['mysql', 'mariadb'],
    pattern:
      /((?:mysql|mysqldump|mysqladmin|mysqlimport|mysqlshow|mariadb|mariadb-dump)(?![\w-])[^\n;|&]{0,200}?\s-p)([^\s"';|&]{1,400}|"[^"\n]{1,400}"|'[^'\n]{1,400}')/g,
    unless: isNoSecretValue,
  },
  {
    id: 'program-password',
    keywords: ['sshpass', 'docker', 'podman', 'redis-cli', 'helm', 'smbclient', 'az login'],
    pattern:
      /((?:sshpass\s{1,4}-p|(?:docker|podman|buildah|helm registry)\s{1,4}login[^\n;|&]{0,200}?\s-p|az login[^\n;|&]{0,200}?\s-p|redis-cli[^\n;|&]{0,200}?\s-a|smbclient[^\n;|&]{0,200}?\s-U\s{0,4}[^\s%]{1,60}%)\s{0,4})([^\s"';|&]{1,400}|"[^"\n]{1,400}"|'[^'\n]{1,400}')/g,
    unless: isNoSecretValue,
  },
  {
    id: 'user-password',
    keywords: ['curl', 'wget', 'http'],
    pattern:
      /((?:curl|wget|https?)(?=\s)[^\n;|&]{0,300}?\s(?:-u|-a|--user|--proxy-user|-U)[\s=]{0,2}["']?[^\s:"'[\]]{1,100}:)([^\s"']{1,400})/g,
    unless: isNoSecretValue,
  },
  {
    id: 'openssl-password',
    keywords: ['pass:'],
    pattern: /((?<![A-Za-z0-9])pass:)([^\s"',;]{1,400})/g,
    unless: isNoSecretValue,
  },
]

interface Assignment {
  readonly id: string
  readonly names: string
  readonly keywords: readonly string[]
  /** Whether an unquoted value after `name: ` is more likely prose or code than a secret. */
  readonly loose: (value: string) => boolean
}

function assignments({ id, names, keywords, loose }: Assignment): readonly SecretKind[] {
  const name = `(?:${names})${ending}`
  const separator = '\\s{0,4}(?::=|=>|={1,3}|:)\\s{0,4}'
  const row = (pattern: string, unless: (text: string) => boolean): SecretKind => ({
    id,
    keywords,
    pattern: new RegExp(pattern, 'gi'),
    unless,
  })
  return [
    row(`(${name}["']?${separator}")((?:[^"\\\\\\r\\n]{1,100000}|\\\\[^\\r\\n]){1,1000})`, isNoSecretValue),
    row(`(${name}["']?${separator}')([^'\\r\\n]+)`, isNoSecretValue),
    row(`(${name}\\\\["']${separator}\\\\["'])([^"'\\\\\\r\\n]+)`, isNoSecretValue),
    row(`(${name}=)(?!=)${notCall}(${shellWord})`, text => isNoSecretValue(text) || (id === 'secret' && isCount(text))),
    row(
      `(${name}\\\\?["']?(?:\\s{0,4}:\\s{0,4}|\\s{1,4}=\\s{1,4}))${notCall}(${bareWord})`,
      text => isNoSecretValue(text) || loose(text),
    ),
  ]
}

function isNoSecretValue(text: string): boolean {
  const bare = unquoted(text)
  return isPlaceholder(bare) || isPath(bare)
}

/** `max_token=512` */
function isCount(text: string): boolean {
  return /^[0-9]{1,5}$/.test(unquoted(text))
}

function unquoted(text: string): string {
  const first = text[0]
  return text.length > 1 && (first === '"' || first === "'") && text.endsWith(first) ? text.slice(1, -1) : text
}
