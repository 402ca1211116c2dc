import { describe, expect, test } from 'vitest'
import { redact, secretKinds } from './redact.ts'

// Assembled here, so that secret scanners do not report this file.
const mixed = 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA'
const run = (chars: string, length: number) => chars.repeat(Math.ceil(length / chars.length)).slice(0, length)
const letters = (length: number) => run(mixed, length)
const upper = (length: number) => run('A2B3C4D5E6F7G2H3', length)
const hex = (length: number) => run('0a1b2c3d4e5f6789', length)
const jwt = `eyJ${letters(20)}.eyJ${letters(40)}.${letters(43)}`
const pem = (kind: string) =>
  `-----BEGIN ${kind}PRIVATE KEY-----\n${run(`${letters(64)}\n`, 700)}\n-----END ${kind}PRIVATE KEY-----`

const found: readonly (readonly [kind: string, text: string, secret: string, after?: string])[] = [
  ['aws-access-key', 'export AWS_ID=', `AKIA${upper(16)}`],
  ['aws-access-key', 'id ', `ASIA${upper(16)}`],
  ['aws-secret-key', 'aws configure set aws_secret_access_key ', letters(40)],
  ['aws-secret-key', '"SecretAccessKey": "', `${letters(20)}/+${letters(18)}`],
  ['aws-signature', 'AWS4-HMAC-SHA256 Credential=x, Signature=', hex(64)],
  ['aws-bedrock-key', 'key ', `ABSK${letters(80)}`],
  ['gcp-api-key', 'https://maps/?q=x&k=', `AIza${letters(35)}`],
  ['gcp-oauth-token', 'got ', `ya29.${letters(60)}`],
  ['gcp-oauth-secret', 'client ', `GOCSPX-${letters(28)}`],
  ['azure-storage-key', 'AccountName=x;AccountKey=', `${letters(86)}==`],
  ['azure-storage-key', 'Endpoint=sb://x/;SharedAccessKey=', `${letters(43)}=`],
  ['azure-sas', 'https://x.blob.core/?sv=1&sig=', `${letters(43)}%3D`],
  ['azure-client-secret', 'secret is ', `abc8Q~${letters(34)}`],
  ['github-token', 'git clone https://x/', `ghp_${letters(36)}`],
  ['github-token', 'a ', `gho_${letters(36)}`],
  ['github-token', 'a ', `ghu_${letters(36)}`],
  ['github-token', 'a ', `ghs_${letters(36)}`],
  ['github-token', 'a ', `ghr_${letters(76)}`],
  ['github-pat', 'a ', `github_pat_${letters(22)}_${letters(59)}`],
  ['gitlab-token', 'a ', `glpat-${letters(20)}`],
  ['gitlab-token', 'a ', `glrt-${letters(20)}`],
  ['slack-token', 'a ', `xoxb-${run('0123456789', 12)}-${letters(24)}`],
  ['slack-token', 'a ', `xapp-1-A${upper(10)}-${letters(60)}`],
  ['slack-webhook', 'curl https://hooks.slack.com/services/', `T${upper(8)}/B${upper(8)}/${letters(24)}`],
  ['stripe-key', 'a ', `sk_live_${letters(24)}`],
  ['stripe-key', 'a ', `rk_test_${letters(24)}`],
  ['stripe-webhook-secret', 'a ', `whsec_${letters(32)}`],
  ['openai-key', 'a ', `sk-proj-${letters(48)}`],
  ['openai-key', 'a ', `sk-${letters(48)}`],
  ['anthropic-key', 'a ', `sk-ant-api03-${letters(93)}AA`],
  ['openrouter-key', 'a ', `sk-or-v1-${hex(64)}`],
  ['huggingface-token', 'a ', `hf_${letters(34)}`],
  ['groq-key', 'a ', `gsk_${letters(52)}`],
  ['perplexity-key', 'a ', `pplx-${letters(48)}`],
  ['replicate-token', 'a ', `r8_${letters(37)}`],
  ['xai-key', 'a ', `xai-${letters(80)}`],
  ['npm-token', '//registry.npmjs.org/:x ', `npm_${letters(36)}`],
  ['pypi-token', 'a ', `pypi-AgEIcHlwaS5vcmc${letters(80)}`],
  ['rubygems-key', 'a ', `rubygems_${hex(48)}`],
  ['crates-token', 'cargo login ', `cio${letters(32)}`],
  ['docker-token', 'a ', `dckr_pat_${letters(27)}`],
  ['sendgrid-key', 'a ', `SG.${letters(22)}.${letters(43)}`],
  ['twilio-key', 'a ', `SK${hex(32)}`],
  ['mailgun-key', 'a ', `key-${hex(32)}`],
  ['mailchimp-key', 'a ', `${hex(32)}-us12`],
  ['brevo-key', 'a ', `xkeysib-${hex(64)}-${letters(16)}`],
  ['telegram-bot-token', 'https://api.telegram.org/bot ', `1234567890:AA${letters(33)}`],
  ['discord-token', 'a ', `MTA4${letters(22)}.${letters(6)}.${letters(38)}`],
  ['discord-webhook', 'https://discord.com/api/webhooks/123456789012345678/', letters(68)],
  ['shopify-token', 'a ', `shpat_${hex(32)}`],
  ['digitalocean-token', 'a ', `dop_v1_${hex(64)}`],
  ['heroku-key', 'a ', `HRKU-AA${letters(58)}`],
  ['cloudflare-origin-key', 'a ', `v1.0-${hex(24)}-${hex(146)}`],
  ['cloudflare-token', 'a ', `cfut_${letters(40)}`],
  ['vault-token', 'a ', `hvs.${letters(90)}`],
  ['terraform-token', 'a ', `${letters(14)}.atlasv1.${letters(67)}`],
  ['pulumi-token', 'a ', `pul-${hex(40)}`],
  ['databricks-token', 'a ', `dapi${hex(32)}`],
  ['linear-key', 'a ', `lin_api_${letters(40)}`],
  ['notion-token', 'a ', `ntn_${letters(46)}`],
  ['notion-token', 'a ', `secret_${letters(43)}`],
  ['atlassian-token', 'a ', `ATATT3xFfGF0${letters(180)}`],
  ['atlassian-token', 'a ', `ATBB${letters(32)}`],
  ['doppler-token', 'a ', `dp.pt.${letters(43)}`],
  ['grafana-token', 'a ', `glsa_${letters(32)}_${hex(8)}`],
  ['postman-key', 'a ', `PMAK-${hex(24)}-${hex(34)}`],
  ['sentry-token', 'a ', `sntrys_${letters(60)}`],
  ['new-relic-key', 'a ', `NRAK-${upper(27)}`],
  ['figma-token', 'a ', `figd_${letters(40)}`],
  ['square-token', 'a ', `sq0atp-${letters(22)}`],
  ['planetscale-token', 'a ', `pscale_tkn_${letters(43)}`],
  ['supabase-token', 'a ', `sbp_${hex(40)}`],
  ['tailscale-key', 'a ', `tskey-auth-${letters(12)}-${letters(32)}`],
  ['onepassword-token', 'a ', `ops_eyJ${letters(250)}`],
  ['netlify-token', 'a ', `nfp_${letters(36)}`],
  ['artifactory-token', 'a ', `AKCp${letters(69)}`],
  ['airtable-token', 'a ', `pat${letters(14)}.${hex(64)}`],
  ['age-secret-key', 'a ', `AGE-SECRET-KEY-1${upper(58)}`],
  ['private-key', 'echo "', pem('')],
  ['private-key', 'x ', pem('RSA ')],
  ['private-key', 'x ', pem('OPENSSH ')],
  ['private-key', '{"private_key": x ', pem('EC ').replaceAll('\n', '\\n')],
  ['private-key', 'cut off: ', `-----BEGIN PRIVATE KEY-----\n${letters(300)}`],
  ['jwt', 'a ', jwt],
  ['url-password', 'psql postgres://app:', 'hunter2', '@db/app'],
  ['url-password', 'redis://:', 'p@ss', '@cache:6379'],
  ['url-token', 'git clone https://', letters(40), '@github.com/a/b'],
  ['authorization', 'curl -H "Authorization: Bearer ', letters(30)],
  ['authorization', 'Authorization: Basic ', 'dXNlcjpwYXNz'],
  ['authorization', "-H 'authorization: token ", 'abcdef'],
  ['authorization', '{"Authorization": "', 'opaque-value'],
  ['bearer', 'send bearer ', letters(24)],
  ['basic', 'use Basic ', 'dXNlcjpwYXNzMQ=='],
  ['api-key-header', 'curl -H "X-Api-Key: ', 'k1k2k3k4'],
  ['api-key-header', "-H 'PRIVATE-TOKEN: ", letters(20)],
  ['cookie', 'curl -H "Cookie: ', 'sid=abc123; theme=dark'],
  ['cookie', 'Set-Cookie: ', 'session=xyz; HttpOnly'],
  ['password', 'PASSWORD=', 'hunter2'],
  ['password', 'DB_PASS=', 'q'],
  ['password', 'PGPASSWORD=', 'a"b c"d'],
  ['password', 'password = "', 'correct horse battery'],
  ['password', "passwd: '", 'it'],
  ['password', 'curl -d "{\\"password\\":\\"', 'hunter2'],
  ['password', 'curl -d \'{"password": "', 'hun"ter2'.replace('"', '\\"')],
  ['password', 'password: ', 'hunter'],
  ['secret', 'API_TOKEN=', 'abc'],
  ['secret', 'docker run -e CLIENT_SECRET=', 'abc'],
  ['secret', 'https://x/?access_token=', 'abc123'],
  ['secret', 'apiKey: "', 'abc'],
  ['secret', 'api_key: ', 'abc12345'],
  ['flag', 'tool --password ', 'hunter2'],
  ['flag', 'tool --token ', letters(12)],
  ['flag', 'tool --client-secret ', 'abc'],
  ['flag', 'tool --api-key ', '"a b c"'],
  ['flag', 'wget --http-passwd ', 'abc'],
  ['mysql-password', 'mysql -u root -p', 'hunter2'],
  ['mysql-password', 'mysqldump --host x -p', "'hunter 2'"],
  ['program-password', 'sshpass -p ', 'hunter2'],
  ['program-password', 'docker login -u me -p ', 'hunter2'],
  ['program-password', 'redis-cli -h x -a ', 'hunter2'],
  ['user-password', 'curl -u me:', 'hunter2'],
  ['user-password', 'curl -s --user "me:', 'hunter2'],
  ['openssl-password', 'openssl enc -k x -passin pass:', 'hunter2'],
]

describe('a secret is removed', () => {
  test.each(found.map(([kind, before, secret, after = '']) => ({ kind, before, secret, after })))(
    '$kind after `$before`',
    ({ kind, before, secret, after }) => {
      const redaction = redact(before + secret + after)
      expect(redaction.text).toContain(`[redacted:${kind}]`)
      expect(redaction.text).not.toContain(secret)
      expect(redaction.secrets.join('\n')).toContain(secret)
      expect(redact(redaction.text)).toEqual({ text: redaction.text, secrets: [] })
    },
  )

  test('the text around a secret stays', () => {
    expect(redact(`git push https://me:${letters(9)}@github.com/x && ls`).text).toBe(
      'git push https://me:[redacted:url-password]@github.com/x && ls',
    )
    expect(redact('PASSWORD=hunter2 make test').text).toBe('PASSWORD=[redacted:password] make test')
    expect(redact(`a ${jwt} b`)).toEqual({ text: 'a [redacted:jwt] b', secrets: [jwt] })
  })

  test('every kind has a row in this test, and there are at least 35', () => {
    const kinds = new Set(secretKinds.map(kind => kind.id))
    expect(kinds.size).toBeGreaterThanOrEqual(35)
    expect([...kinds].filter(kind => !found.some(row => row[0] === kind))).toEqual([])
  })

  test('a secret of any length', () => {
    for (const before of [
      'PASSWORD=',
      'password = "',
      'Authorization: Bearer ',
      'tool --token ',
      'Cookie: a=',
      "secret: '",
    ]) {
      const secret = letters(50_000)
      expect(redact(before + secret).text, before).not.toContain(secret.slice(-200))
    }
  })
})

describe('text that is not a secret stays', () => {
  test.each([
    ['a git commit', 'git show 3f786850e387550fdab836ed7e6dc881de23001b'],
    ['a UUID', 'kill-session 123e4567-e89b-12d3-a456-426614174000'],
    ['a path', 'cat /home/me/projects/token/src/password-reset.ts'],
    ['a command', 'npm ci && npm run build --silent'],
    ['a SHA-256 digest', `sha256sum -c ${hex(64)}`],
    ['base64 of words', 'echo aGVsbG8gd29ybGQgdGhpcyBpcyBwbGFpbiB0ZXh0 | base64 -d'],
    ['the name of a token file', 'tool --token-file ./path/token.txt --password-stdin'],
    ['a path in place of a secret', 'tool --secret ./key.txt --token /run/secrets/token'],
    ['a variable', 'curl -H "Authorization: Bearer $TOKEN" -u "me:$PASS" https://x'],
    ['a variable in braces', 'API_TOKEN=${TOKEN} PASSWORD="${PASSWORD}" make'],
    ['a substitution', 'PASSWORD=$(pass show x) psql postgres://me:$PASS@host/db'],
    ['a workflow expression', 'token: ${{ secrets.GITHUB_TOKEN }}'],
    ['a type', 'interface User { password: string; token: string | null; secret?: number }'],
    ['a field in code', 'const password = process.env.PASSWORD; login(password=self.password)'],
    ['a call in code', 'password = getPassword(); token=readToken()'],
    ['a schema', '{"password": {"type": "string"}, "credentials": "include"}'],
    ['prose', 'fix the token: handle expiry; all tests pass: 12, basic authentication, bearer tokens'],
    ['a count', 'generate --max-tokens 512 max_token=512'],
    ['a tokenizer', 'train --tokenizer=bert-base tokenizer: bert'],
    ['PWD', 'PWD=/home/me/work ls'],
    ['a port', 'curl http://localhost:3000/a@b'],
    ['a placeholder', 'export API_KEY=<your-key> TOKEN=xxxx SECRET=***'],
    ['a search for keys', 'grep -r -- "-----BEGIN RSA PRIVATE KEY-----" .'],
    ['mysql that prompts', 'mysql -u root -p mydb'],
    ['a docker build secret', 'docker build --secret id=npmrc,src=/root/.npmrc .'],
    ['a package', 'npm install npm_package sk-learn task-runner-sk-test hf_hub'],
    ['an ssh address', 'scp me@host:/tmp/a.tar git@github.com:org/repo.git .'],
    ['an empty assignment before a command', 'PASSWORD= rm -rf build'],
  ])('%s', (_, text) => {
    expect(redact(text)).toEqual({ text, secrets: [] })
  })
})

test('redacting twice equals redacting once, for random texts', () => {
  const pieces = [
    ...found.flatMap(([, before, secret]) => [before, secret]),
    ...[
      ' ',
      '=',
      ': ',
      '"',
      "'",
      '\\',
      '&',
      ';',
      '@',
      '\n',
      '--',
      '-p',
      '://',
      '[redacted:jwt]',
      '[redacted:',
      ']',
      '$X',
      'password',
      'token',
      '😀',
    ],
  ]
  const seed = Date.now()
  let state = seed >>> 0
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  for (let n = 0; n < 4_000; n += 1) {
    const text = Array.from({ length: 1 + random(12) }, () => pieces[random(pieces.length)]).join('')
    const once = redact(text)
    expect(redact(once.text), `seed ${seed}, run ${n}: ${text}`).toEqual({ text: once.text, secrets: [] })
  }
})
