import { isKnown, knownPrefix, type Word, wordText } from '../../core/word.ts'
import type { ProgramCall } from './run.ts'
import type { Programs } from './table.ts'

/** Programs that talk to other machines. */
export const network: Programs = {
  curl: {
    tier: 'read',
    options: {
      '-o FILE --output=FILE -D FILE --dump-header=FILE -c FILE --cookie-jar=FILE --trace=FILE --trace-ascii=FILE --stderr=FILE --etag-save=FILE':
        'write',
      '-K FILE --config=FILE -b COOKIE --cookie=COOKIE -E FILE --cert=FILE --key=FILE --cacert=FILE -n --netrc':
        'plain',
      '-d DATA --data=DATA --data-raw=DATA --data-binary=DATA --data-urlencode=DATA --json=DATA -F FORM --form=FORM':
        'sends',
      '-T FILE --upload-file=FILE': ['read', 'sends'],
      '-X METHOD --request=METHOD -H HEADER --header=HEADER -A AGENT --user-agent=AGENT -u USER --user=USER -e URL --referer=URL -w FORMAT --write-out=FORMAT -m N --max-time=N --connect-timeout=N --retry=N --retry-delay=N -x PROXY --proxy=PROXY --resolve=HOST -r RANGE --range=RANGE --max-redirs=N --limit-rate=N --output-dir=DIR --unix-socket=PATH --oauth2-bearer=TOKEN -C N -y N -Y N -z DATE':
        'plain',
      '-O --remote-name -J --remote-header-name': 'tier write',
    },
    otherOptions: 'plain',
    operands: 'connect',
    examples: {
      'curl -d @x https://example.com/a': 'connect example.com sends',
      'curl -o f https://example.com': ['write f', 'connect example.com'],
    },
  },
  wget: {
    tier: 'write',
    options: {
      '-O FILE --output-document=FILE -o FILE --output-file=FILE': 'write',
      '-P DIR --directory-prefix=DIR': 'write',
      '--post-data=DATA --body-data=DATA': 'sends',
      '--post-file=FILE --body-file=FILE': ['read', 'sends'],
      '--use-askpass=COMMAND': 'run',
      '-e COMMAND --execute=COMMAND': 'opaque wget setting',
      '-i FILE --input-file=FILE': 'read',
      '-t N --tries=N -T N --timeout=N -U AGENT --user-agent=AGENT --header=HEADER -l N --level=N -A LIST -R LIST -D LIST --user=USER --password=PASSWORD':
        'plain',
    },
    otherOptions: 'plain',
    operands: 'connect',
  },
  'ping dig nslookup host traceroute whois': {
    tier: 'read',
    otherOptions: 'plain',
    operands: { '-*': 'plain', '*': 'connect' },
  },
  ssh: { tier: 'execute', custom: runSsh },
  'scp rsync': {
    tier: 'write',
    options: {
      '-r -a -v -z -p -q -n --archive --recursive --verbose --compress --progress --dry-run --delete-excluded -P -h -u -l -t -o -g -D -x -4 -6':
        'plain',
      '--delete --delete-after --delete-before --remove-source-files': 'change files/delete-remote',
      '-e COMMAND --rsh=COMMAND --rsync-path=COMMAND -S COMMAND': 'run',
      '-i FILE -F FILE --exclude-from=FILE --files-from=FILE --include-from=FILE': 'read',
      '-P PORT --exclude=PATTERN --include=PATTERN -J HOST -c CIPHER --bwlimit=N --port=N': 'plain',
    },
    operands: { '*:*': 'connect sends', '*': 'read' },
  },
  'nc ncat netcat socat telnet': {
    tier: 'execute',
    options: {
      '-e COMMAND --exec=COMMAND -c COMMAND --sh-exec=COMMAND': 'run',
      '-l --listen -p PORT -v -z -n -u -k -w N': 'plain',
    },
    otherOptions: 'plain',
    operands: ['connect sends', 'plain...'],
  },
}

const sshValued = new Set([
  '-b',
  '-c',
  '-D',
  '-E',
  '-e',
  '-F',
  '-I',
  '-i',
  '-J',
  '-L',
  '-l',
  '-m',
  '-O',
  '-o',
  '-p',
  '-Q',
  '-R',
  '-S',
  '-W',
  '-w',
])

function runSsh(call: ProgramCall): void {
  const { args } = call
  let at = 0
  for (; at < args.length; at += 1) {
    const text = knownPrefix(args[at] ?? '')
    if (!text.startsWith('-')) break
    const value = sshValued.has(text) ? args[at + 1] : null
    const setting = text === '-o' ? wordText(value ?? '') : text.startsWith('-o') ? text.slice(2) : ''
    const executes = /^\s*(ProxyCommand|LocalCommand|KnownHostsCommand|PermitLocalCommand)\s*[= ]\s*(.*)$/i.exec(
      setting,
    )
    if (executes !== null) call.script(executes[2] ?? '', `ssh -o ${executes[1]}`)
    if (value !== null) at += 1
  }
  const host = args[at]
  if (host === undefined) return
  call.connect(host, true)
  const rest = args.slice(at + 1)
  if (rest.length === 0) return call.opaque('an interactive session on another machine')
  call.script(joined(rest), `ssh ${wordText(host)}`, { where: { at: 'host', name: wordText(host) } })
}

const joined = (words: readonly Word[]): Word =>
  words.every(isKnown)
    ? words.join(' ')
    : { parts: words.flatMap((word, i) => [...(i > 0 ? [' '] : []), ...(isKnown(word) ? [word] : word.parts)]) }
