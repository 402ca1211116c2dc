import { redact, secretKinds } from '../src/audit/redaction/redact.ts'

/** Redaction runs before every verdict, so its time on hostile text must be linear in the text's length. */
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

/** Linear growth is 8, quadratic 64. A busy machine can distort one measurement; only a slow pattern makes all of them steep. */
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
console.log(
  `redaction, ${bombs.length} hostile texts, time for ${large / 1000} KB relative to ${small / 1000} KB (linear: 8 ×)`,
)
console.log(steep.length === 0 ? 'no text takes more than 28 ×' : `TOO SLOW: ${steep.join(', ')}`)
if (steep.length > 0) process.exitCode = 1
