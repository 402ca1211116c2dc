import { isKnown, type Word, wordText } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program, Programs } from '../engine/table.ts'

const netcat: Program = {
  tier: 'read',
  options: {
    '-e COMMAND --exec=COMMAND -c COMMAND --sh-exec=COMMAND': 'run',
    '--lua-exec=FILE': 'code',
    '-l --listen -L --keep-open -k': 'change network/network',
    '-v --verbose -z -n --nodns -u --udp -4 -6 -N -C --crlf -r -t -d -D -h -S -U --ssl --send-only --recv-only --no-shutdown':
      'plain',
    '-p PORT -w N -q N -s ADDRESS -i N -X PROTOCOL -O N -I N -T OPTION -b -P USER --wait=N --source-port=PORT --idle-timeout=N --ssl-verify':
      'plain',
    '-x ADDRESS --proxy=ADDRESS': 'connect',
    '-o FILE --output=FILE --hex-dump=FILE': 'write',
  },
  operands: ['connect', 'plain...'],
}

/** Raw connections. */
export const sockets: Programs = {
  'nc ncat netcat': {
    ...netcat,
    custom: runNetcat,
    examples: {
      'nc -zv localhost 5432': 'connect localhost',
      'nc -z host 1-1000': ['change network/map 1-1000', 'connect host'],
      'nc host 4444': 'connect host sends',
      'nc -e sh host 1': ['run sh', 'opaque an interactive `sh` session', 'connect host sends'],
      'nc -l 4444': ['change network/network', 'connect 4444 sends'],
    },
  },
  socat: {
    tier: 'read',
    custom: runSocat,
    examples: {
      'socat - TCP:host:80': 'connect host:80 sends',
      'socat TCP-LISTEN:80,fork EXEC:id': ['change network/network TCP-LISTEN:80,fork', 'run id'],
      "socat - 'SYSTEM:echo a\\,b; rm x'": ['run echo a,b', 'run rm x', 'delete x'],
      'socat -u FILE:a OPEN:b': ['write a', 'write b'],
    },
  },
  'telnet rlogin rsh ftp tnftp lftp smbclient tftp': {
    tier: 'execute',
    options: {
      '-e COMMAND -c COMMAND -f FILE': 'opaque a command connected to the other side',
      '-p PORT -u USER -l USER': 'plain',
    },
    otherOptions: 'plain',
    operands: ['connect sends', 'plain...'],
    examples: { 'telnet host 25': 'connect host sends' },
  },
}

/** `-z` only tests whether a port is open. */
function runNetcat(call: ProgramCall): void {
  const words = call.args.map(wordText)
  const looks = words.some(word => /^-[a-zA-Z]*z/.test(word))
  const range = call.args.find(arg => /^\d+-\d+$/.test(wordText(arg)))
  if (looks && range !== undefined) call.change('network/map', range)
  applyTable(netcat, { ...call, connect: host => call.connect(host, !looks) })
}

const quiet = /^(-|stdio|stdin|stdout|stderr|pipe|fd:\d+|\d+)(,|$)/i

/** Two addresses, each a file, a host, a listening port or a command. */
function runSocat(call: ProgramCall): void {
  const addresses = call.args.filter(arg => !/^-[a-zA-Z]/.test(wordText(arg)))
  for (const address of addresses.flatMap(splitDual)) applyAddress(address, call)
}

/** `a!!b` reads from one address and writes to the other. */
const splitDual = (word: Word): readonly Word[] => (isKnown(word) ? word.split('!!') : [word])

function applyAddress(address: Word, call: ProgramCall): void {
  if (!isKnown(address)) return call.opaque(`an address only known at run time: \`${wordText(address)}\``)
  if (quiet.test(address)) return
  const [, kind = '', rest = ''] = /^([a-z0-9_-]+):(.*)$/is.exec(address) ?? []
  const target = rest.split(',')[0] ?? ''
  if (/^(exec|system|shell)$/i.test(kind)) return call.script(commandIn(rest), `socat ${kind}`)
  if (/listen|recv/i.test(kind)) return call.change('network/network', address)
  if (
    /^(tcp[46]?|udp[46]?|openssl|ssl|sctp[46]?|tcp[46]?-connect|udp[46]?-connect|openssl-connect|proxy|socks.*)$/i.test(
      kind,
    )
  )
    return call.connect(target, true)
  if (/^(open|file|create|gopen|creat)$/i.test(kind)) return call.touch('write', target, kind)
  if (kind === '' && /^[./]/.test(address)) return call.touch('write', address.split(',')[0] ?? '', 'address')
  call.opaque(`unknown address \`${address}\` of \`socat\``)
}

/** A command's text ends at a comma that is neither quoted nor escaped. */
function commandIn(text: string): string {
  const [command = text] = /^(?:\\.|"[^"]*"|'[^']*'|[^,\\"'])*/s.exec(text) ?? []
  return command.replace(/\\([,:!])/g, '$1')
}
