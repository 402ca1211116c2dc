import { redact, secretKinds } from '../src/audit/redaction/redact.ts'

/** Redaction stands before every verdict, so hostile text may cost time only in proportion to its length. */
const openers = [...new Set(secretKinds.flatMap(kind => kind.keywords.slice(0, 2)))]
const bombs: readonly string[] = [
  ...openers,
  ...openers.map(opener => `${opener}a`),
  ...[
    'password=',
    'password="',
    "password='",
    'password: "\\',
    'password=\\',
    'password="a" ',
    'token=a\\ ',
    '--password ',
    '--token=',
    '-----',
    '--',
    '- -p',
    'mysql ',
    'mysql -',
    'curl -u a',
    'curl -u a:',
  ],
  ...[
    '-----BEGIN PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----aaaaaaaaaaaaaaaaaaaa',
    '-----BEGIN PRIVATE KEY-----\n-',
    'eyJaaaaaaaa.',
    'eyJaaaaaaaa.eyJaaaaaaaa',
    '://a:',
    '://',
    'a://:a@',
    'Authorization: ',
    'cookie: a=',
    'Bearer ',
    'sig=a&',
    'docker login ',
    'sshpass -p',
    'redis-cli -',
    'pass:',
    '$(',
    '[redacted:',
    'SG.',
    'hvs.',
    '12345678:AA',
  ],
]

const large = 200_000
const small = large / 8

const fill = (bomb: string, length: number): string => bomb.repeat(Math.ceil(length / bomb.length)).slice(0, length)

function timeOf(text: string): number {
  const start = performance.now()
  redact(text)
  return performance.now() - start
}

/** Linear is 8, quadratic is 64. A busy machine can make one measurement steep; only a pattern makes all of them so. */
function growthOf(bomb: string): number {
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 10 && least > 28; attempt += 1)
    least = Math.min(least, timeOf(fill(bomb, large)) / Math.max(timeOf(fill(bomb, small)), 1))
  return least
}

const steep = bombs.flatMap(bomb => {
  const growth = growthOf(bomb)
  return growth > 28 ? [`${JSON.stringify(bomb)} ${growth.toFixed(0)} ×`] : []
})
console.log(`redaction, ${bombs.length} ways to fill ${large / 1000} KB against ${small / 1000} KB (linear: 8 ×)`)
console.log(steep.length === 0 ? 'none grows faster than 28 ×' : `too steep: ${steep.join(', ')}`)
if (steep.length > 0) process.exitCode = 1
