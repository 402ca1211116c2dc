/** Whether a field of that name holds a secret, whatever its value looks like: `password`, `apiKey`, `X-Auth-Token`. */
export function isSecretName(name: string): boolean {
  if (name.length > 200) return false
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '')
  return exact.has(plain) || endings.some(ending => plain.endsWith(ending))
}

const exact = new Set(['pass', 'pwd', 'auth', 'bearer', 'jwt', 'setcookie', 'dbpass', 'userpass', 'mysqlpwd'])

const endings = [
  ...[
    'password',
    'passwd',
    'passphrase',
    'passcode',
    'secret',
    'token',
    'credential',
    'credentials',
    'authorization',
    'cookie',
    'cookies',
  ],
  ...[
    'apikey',
    'accesskey',
    'secretkey',
    'privatekey',
    'signingkey',
    'encryptionkey',
    'accountkey',
    'authkey',
    'secretkeybase',
    'privatekeyid',
  ],
] as const
