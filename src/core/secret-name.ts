/** Whether a field with this name holds a secret, regardless of its value: `password`, `apiKey`, `X-Auth-Token`. */
export function isSecretName(name: string): boolean {
  if (name.length > 200) return false
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '')
  return exact.has(plain) || endings.test(plain)
}

const exact = new Set(['pass', 'pwd', 'auth', 'bearer', 'jwt', 'setcookie', 'dbpass', 'userpass', 'mysqlpwd'])

const endings =
  /(?:password|passwd|passphrase|passcode|secret|token|credentials?|authorization|cookies?|(?:api|access|secret|private|signing|encryption|account|auth)key|secretkeybase|privatekeyid)$/
