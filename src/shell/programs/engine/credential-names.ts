/** Operands that look like names of credentials, for any program that searches. */
export const credentialNames = {
  '*passw* *secret* *credential* *private*key* *api*key* *token* *id_rsa* *id_dsa* *id_ecdsa* *id_ed25519* *.pem *.key *.kdbx *.p12 *.pfx *shadow* .env *.env* *.aws* *.ssh* *.netrc* *wallet*':
    'change secrets/search',
  '*': 'plain',
} as const
