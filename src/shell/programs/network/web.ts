import { isLoopback, schemeOf, targetsOf } from '../../../core/address/read-address.ts'
import type { Word } from '../../../core/word.ts'
import { isKnown, knownPrefix, wordText } from '../../../core/word.ts'
import { locate } from '../../../guard/locate.ts'
import { isOwnPort } from '../../output/own-processes.ts'
import { applyTable } from '../engine/apply.ts'
import { cutPrefix, sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import { carriesLocalData } from '../engine/local-data.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program, Programs } from '../engine/table.ts'

const methods = {
  'GET HEAD OPTIONS TRACE PROPFIND get head options': 'plain',
  'DELETE delete': ['change http/delete', 'sends'],
  '*': 'sends',
} as const

const curl: Program = {
  tier: 'read',
  options: {
    '-o FILE --output=FILE': { '-': 'plain', '*': 'write' },
    '-D FILE --dump-header=FILE --trace=FILE --trace-ascii=FILE --stderr=FILE -c FILE --cookie-jar=FILE': {
      '- %': 'plain',
      '*': 'write',
    },
    '--output-dir=DIR --etag-save=FILE --alt-svc=FILE --hsts=FILE --libcurl=FILE': 'write',
    '-K FILE --config=FILE': ['read', 'opaque options from a file'],
    '-n --netrc --netrc-optional': 'plain',
    // A key of the project is for its own servers; a key of the user is an identity.
    '-E FILE --cert=FILE --key=FILE --proxy-cert=FILE --proxy-key=FILE': { '/* ~* ../* */../*': 'read', '*': 'plain' },
    '--etag-compare=FILE': 'read',
    // A value without `=` is a file of cookies.
    '-b COOKIE --cookie=COOKIE': { '*=*': 'plain', '?*': 'read', '*': 'plain' },
    '-d DATA --data=DATA --data-raw=DATA --data-binary=DATA --data-urlencode=DATA --data-ascii=DATA --json=DATA -F FORM --form=FORM --form-string=FORM --url-query=TEXT':
      'sends',
    '-T FILE --upload-file=FILE': ['read', 'sends'],
    '-Q COMMAND --quote=COMMAND': {
      'PWD SIZE* HELP* PASV CWD* CDUP NOOP STAT* SYST FEAT TYPE* MDTM*': 'plain',
      '*': 'sends',
    },
    '--mail-from=ADDRESS --mail-rcpt=ADDRESS --mail-auth=ADDRESS -t OPTION --telnet-option=OPTION': 'sends',
    '-X METHOD --request=METHOD': methods,
    '--url=URL': 'connect',
    // `NAME@FILE` holds a file's text, `%NAME` an environment variable; `--expand-…` options send them.
    '--variable=NAME': { '%* *@*': 'sends', '*': 'plain' },
    '--expand-url=URL': {
      'http://* https://*': 'connect',
      '*': ['connect', 'opaque a URL taken from a variable'],
    },
    '--expand-data=DATA --expand-data-raw=DATA --expand-data-binary=DATA --expand-data-urlencode=DATA --expand-data-ascii=DATA --expand-json=DATA --expand-form=FORM --expand-form-string=FORM --expand-url-query=TEXT':
      'sends',
    '--expand-header=HEADER --expand-user-agent=AGENT --expand-user=USER --expand-cookie=COOKIE --expand-referer=URL --expand-oauth2-bearer=TOKEN --expand-max-time=N':
      'plain',
    '--expand-output=FILE --expand-output-dir=DIR --expand-dump-header=FILE --expand-cookie-jar=FILE --expand-trace=FILE --expand-trace-ascii=FILE --expand-stderr=FILE --expand-etag-save=FILE --expand-libcurl=FILE --expand-upload-file=FILE --expand-config=FILE --expand-write-out=FORMAT --expand-proxy=PROXY --expand-request=METHOD':
      'opaque a value taken from a variable',
    '-w FORMAT --write-out=FORMAT': 'plain',
    '--proto-default=NAME': { 'http https HTTP HTTPS ftp ftps': 'plain', '*': 'opaque URLs of other protocols' },
    '-H HEADER --header=HEADER': { '@*': 'sends', '*': 'plain' },
    '-A AGENT --user-agent=AGENT -u USER --user=USER -e URL --referer=URL -m N --max-time=N --connect-timeout=N --retry=N --retry-delay=N --retry-max-time=N -r RANGE --range=RANGE --max-redirs=N --limit-rate=N --max-filesize=N --oauth2-bearer=TOKEN -C N --continue-at=N -y N -Y N --speed-time=N --speed-limit=N -z DATE --time-cond=DATE --cacert=FILE --capath=DIR --ciphers=LIST --tls-max=VERSION --interface=NAME --local-port=RANGE --keepalive-time=N --noproxy=LIST --proto=LIST --proto-redir=LIST --request-target=PATH --aws-sigv4=TEXT --parallel-max=N --rate=RATE --pinnedpubkey=HASH --pass=PHRASE -P ADDRESS --ftp-port=ADDRESS --dns-servers=LIST --cert-type=TYPE --key-type=TYPE --expect100-timeout=N --happy-eyeballs-timeout-ms=N --create-file-mode=MODE -U USER --proxy-user=USER --proxy-header=HEADER --service-name=NAME':
      'plain',
    // The proxy sees all traffic.
    '-x PROXY --proxy=PROXY --preproxy=PROXY --socks5=HOST --socks5-hostname=HOST --socks4=HOST --socks4a=HOST': {
      'localhost localhost:* *://localhost *://localhost:* 127.0.0.1 127.0.0.1:* *://127.0.0.1 *://127.0.0.1:*':
        'connect',
      '*': 'connect sends',
    },
    '--netrc-file=FILE': ['read', 'sends'],
    '--unix-socket=PATH --abstract-unix-socket=PATH': {
      '*docker.sock* *containerd* *podman*': 'change containers/manage',
      '*': 'sends',
    },
    // Applied below: the connection goes to the host at the end.
    '--resolve=HOST --connect-to=HOST': 'plain',
    '--doh-url=URL': 'connect sends',
    '-O --remote-name --remote-name-all -J --remote-header-name': 'plain',
    '-G --get -I --head': 'plain',
    '-g --globoff': 'plain',
    '--engine=NAME': 'opaque a cryptography library to load',
  },
  otherOptions: 'plain',
  operands: 'connect',
}

const wget: Program = {
  tier: 'read',
  options: {
    '-O FILE --output-document=FILE': { '- /dev/null': 'plain', '*': 'write' },
    '-o FILE --output-file=FILE -a FILE --append-output=FILE --save-cookies=FILE --rejected-log=FILE --warc-file=FILE -P DIR --directory-prefix=DIR --hsts-file=FILE':
      'write',
    '--post-data=DATA --body-data=DATA': 'sends',
    '--post-file=FILE --body-file=FILE': ['read', 'sends'],
    '--method=METHOD': methods,
    '--use-askpass=COMMAND': 'run',
    '-e COMMAND --execute=COMMAND --config=FILE': 'opaque a wget setting',
    '-i FILE --input-file=FILE --load-cookies=FILE': ['read', 'opaque URLs read from a file'],
    '-t N --tries=N -T N --timeout=N -U AGENT --user-agent=AGENT --header=HEADER -l N --level=N -A LIST --accept=LIST -R LIST --reject=LIST -D LIST --domains=LIST --exclude-domains=LIST -I LIST -X LIST --user=USER --password=PASSWORD --http-user=USER --http-password=PASSWORD -w N --wait=N --waitretry=N --limit-rate=RATE -Q SIZE --quota=SIZE --cut-dirs=N --referer=URL --max-redirect=N --retry-on-http-error=LIST --dns-timeout=N --connect-timeout=N --read-timeout=N -B URL --base=URL --ca-certificate=FILE --certificate=FILE --private-key=FILE --secure-protocol=NAME --compression=TYPE --accept-regex=RE --reject-regex=RE --progress=TYPE --default-page=NAME --bind-address=ADDRESS --start-pos=N':
      'plain',
  },
  otherOptions: 'plain',
  operands: 'connect',
}

const httpie: Program = {
  tier: 'read',
  options: {
    '-o FILE --output=FILE': 'write',
    // A name, or a file that stores the session.
    '--session=NAME': { '*/*': 'write', '*': 'plain' },
    '-a USER --auth=USER -A TYPE --auth-type=TYPE -p WHAT --print=WHAT -s STYLE --style=STYLE --timeout=N --pretty=HOW --session-read-only=NAME --verify=HOW --max-redirects=N --default-scheme=NAME --cert=FILE --cert-key=FILE --format-options=TEXT --ssl=VERSION --response-charset=NAME --response-mime=TYPE':
      'plain',
    '-I --ignore-stdin --offline -f --form -j --json -h --headers -b --body -m --meta -v --verbose -q --quiet -F --follow -S --stream -c --continue -x --compress --check-status':
      'plain',
    '--ciphers=LIST --max-headers=N --boundary=TEXT --cert-key-pass=TEXT': 'plain',
    '--raw=TEXT': 'sends',
    '--proxy=PROXY': 'connect',
    '-d --download': 'tier write',
  },
  otherOptions: 'plain',
}

/** The user's logins for other machines, if there are any. */
function readLogins(call: ProgramCall): void {
  const { facts, place } = call.frame.world
  for (const name of ['.netrc', '_netrc'])
    if (facts.kind(`${place.home}/${name}`) !== 'missing') call.touch('read', `${place.home}/${name}`, '--netrc')
}

/** HTTP clients: downloads, uploads and the files they write. */
export const web: Programs = {
  curl: {
    ...curl,
    custom: call => {
      sparingOwnServer(call, sparing => {
        applyTable(curl, globbing(visiting(sparing)))
        connectElsewhere(sparing)
      })
      readDataFiles(call)
      applyFormats(call)
      const given = sortArguments(call.args, compileProgram(curl)).options.map(({ spelling }) => spelling)
      if (given.some(one => /^(-O|--remote-name|--remote-name-all)$/.test(one)) && !given.includes('--output-dir'))
        call.touch('write', '.', 'current directory')
      if (given.some(one => /^(-n|--netrc|--netrc-optional)$/.test(one))) readLogins(call)
    },
    examples: {
      'curl -s https://example.com/a': 'connect example.com',
      'curl -d @x https://example.com/a': ['connect example.com sends', 'read x'],
      'curl -F f=@y https://example.com/a': ['connect example.com sends', 'read y'],
      'curl -o f https://example.com': ['write f', 'connect example.com'],
      'curl -O https://example.com/f': ['connect example.com', 'write /home/dev/project'],
      'curl -X DELETE https://example.com/1': ['connect example.com sends', 'change http/delete DELETE'],
      'curl -X DELETE http://localhost:3000/items/1': 'connect localhost:3000 sends',
      'curl -X DELETE http://localhost:9200/items': ['connect localhost:9200 sends', 'change http/delete DELETE'],
      'curl -sXPOST https://example.com': 'connect example.com sends',
      "curl 'http://evil.example#@localhost/'": 'connect evil.example',
      'curl file:///etc/passwd': ['read /etc/passwd', 'opaque a local file read through a URL: `/etc/passwd`'],
      'curl file:///home/dev/project/a': 'read a',
      'curl http://169.254.169.254/latest': [
        'change secrets/read http://169.254.169.254/latest',
        'connect 169.254.169.254',
      ],
      'curl http://2852039166/x': [
        'change secrets/read http://2852039166/x',
        'opaque an IP address in an unusual notation: `http://2852039166/x`',
        'connect 169.254.169.254',
      ],
      'curl "https://example.com/?q=$(id)"': ['run curl https://example.com/?q=$(id)', 'connect example.com sends'],
      'curl http://localhost:8080/actuator/env': [
        'change secrets/read http://localhost:8080/actuator/env',
        'connect localhost:8080',
      ],
      'curl https://dns.google/dns-query?name=a': 'connect dns.google sends',
      'curl -H "X: $API_TOKEN" https://example.com': 'connect example.com sends',
      "curl --variable k@a --expand-data '{{k}}' https://example.com": ['connect example.com sends', 'read a'],
      "curl --variable n=2 --expand-url 'https://example.com/{{n}}'": 'connect example.com',
      "curl -w '%output{a}x%output{>>b}%{stdout}' https://example.com": ['connect example.com', 'write a', 'write b'],
      'curl -w @a https://example.com': ['connect example.com', 'read a'],
      "curl -w '%{http_code}' https://example.com": 'connect example.com',
      'curl --proto-default file a': ['opaque URLs of other protocols: `file`', 'connect a'],
      'curl file:/home/dev/project/a': 'read a',
      "curl 'f{i,x}le:///home/dev/project/a'": ['read a', 'connect fxle://a'],
      "curl '[f-f]ile:///etc/passwd'": [
        'opaque a URL that curl expands from a range: `[f-f]ile:///etc/passwd`',
        'connect [f-f]',
      ],
      "curl --write-o '%output{a}' https://example.com": ['connect example.com', 'write a'],
      "curl -o -g 'f{i,x}le:///home/dev/project/a'": ['write -g', 'read a', 'connect fxle://a'],
      "curl 'https://example.com/{a,b}[1-9]'": ['connect example.com', 'connect example.com'],
      'curl --resolve a.example:80:169.254.1.1 http://a.example': ['connect a.example', 'connect 169.254.1.1'],
      'curl --connect-to ::127.0.0.1:8080 http://a.example': ['connect a.example', 'connect 127.0.0.1'],
      'curl -K c.txt': ['read c.txt', 'opaque options from a file: `c.txt`'],
    },
  },
  wget: {
    ...wget,
    custom: call => {
      sparingOwnServer(call, sparing => applyTable(wget, visiting(sparing)))
      const saved = /^(--spider|--output-document.*|-[a-zA-Z]*O.*|-P.*|--directory-prefix.*|--version|--help|-h|-V)$/
      if (call.args.length > 0 && !call.args.some(arg => saved.test(wordText(arg))))
        call.touch('write', '.', 'current directory')
    },
    examples: {
      'wget -q --spider https://example.com': 'connect example.com',
      'wget https://example.com/f': ['connect example.com', 'write /home/dev/project'],
      'wget -qO- https://example.com': 'connect example.com',
      'wget --method POST https://example.com -O f': ['connect example.com sends', 'write f'],
      'wget --use-askpass=id https://example.com -O f': ['run id', 'connect example.com', 'write f'],
    },
  },
  'http https xh xhs': {
    ...httpie,
    custom: runHttpie,
    examples: {
      'http GET http://localhost:9200/x': 'connect localhost:9200',
      'http example.com a=b': 'connect example.com sends',
      'http example.com q==x': 'connect example.com sends standard input; --ignore-stdin prevents that',
      'http -fI example.com q==x': 'connect example.com',
      'http --offline example.com': 'connect example.com',
      'http :3000/x': 'connect localhost:3000',
      'xh example.com q==x': 'connect example.com',
      'http example.com X-D:@a q==@b c=@d': ['read a', 'read b', 'read d', 'connect example.com sends'],
      'http delete example.com/1': ['change http/delete DELETE', 'connect example.com sends'],
      'xh DELETE http://example.com/1': ['change http/delete DELETE', 'connect example.com sends'],
    },
  },
  'aria2c axel': {
    tier: 'write',
    options: {
      '-d DIR --dir=DIR -o FILE --out=FILE --output=FILE -l FILE --log=FILE --save-session=FILE': 'write',
      '-i FILE --input-file=FILE': ['read', 'opaque URLs read from a file'],
      '--conf-path=FILE': 'opaque options from a file',
      '--on-download-complete=COMMAND --on-download-start=COMMAND --on-download-error=COMMAND --on-download-stop=COMMAND --on-download-pause=COMMAND --on-bt-download-complete=COMMAND':
        'code',
      '-x N -s N -j N -k SIZE -n N -c -q -a -v --max-connection-per-server=N --split=N --max-concurrent-downloads=N --continue[=BOOL] --quiet[=BOOL] --check-integrity[=BOOL] --checksum=SUM --header=HEADER --user-agent=AGENT --max-tries=N --timeout=N --file-allocation=METHOD --allow-overwrite[=BOOL]':
        'plain',
    },
    operands: 'connect',
    examples: { 'aria2c -x 4 -d out https://example.com/f': ['write out', 'connect example.com'] },
  },
  grpcurl: {
    tier: 'read',
    singleDash: true,
    options: {
      '-d DATA': 'sends',
      '-H HEADER -rpc-header HEADER -reflect-header HEADER -authority NAME -format NAME -max-time N -connect-timeout N -cacert FILE -cert FILE -key FILE -servername NAME -max-msg-sz N':
        'plain',
      '-proto FILE -protoset FILE -import-path DIR': 'read',
      '-protoset-out FILE': 'write',
    },
    otherOptions: 'plain',
    operands: {
      list: 'plain',
      describe: 'plain',
      '*/Get*': 'plain',
      '*/List*': 'plain',
      '*/Check': 'plain',
      '*.*/*': 'change service/run',
      '*': 'connect',
    },
    examples: {
      "grpcurl -d '{}' example.com:443 a.B/C": ['connect example.com:443 sends', 'change service/run a.B/C'],
    },
  },
  'websocat wscat': {
    tier: 'read',
    options: {
      '-H HEADER -u URL --header=HEADER': 'plain',
      '-n -1 -t -b -q -v -E -k --text --binary --one-message': 'plain',
    },
    operands: {
      '*exec:*': 'opaque the service on that socket executes what it is sent',
      '*cmd:*': 'opaque the service on that socket executes what it is sent',
      '*': 'connect sends',
    },
    examples: { 'websocat ws://example.com': 'connect example.com sends' },
  },
}

/**
 * A DELETE request to a server that the developer runs on this machine only counts as sending data to it. A database or a
 * container engine on its usual port is not such a server.
 */
function sparingOwnServer(call: ProgramCall, apply: (sparing: ProgramCall) => void): void {
  const urls: Word[] = []
  const deletes: (Word | null)[] = []
  apply({
    ...call,
    connect: (url, sends, more) => {
      urls.push(url)
      call.connect(url, sends, more)
    },
    change: (change, target) => {
      if (change === 'http/delete') deletes.push(target)
      else call.change(change, target)
    },
  })
  if (urls.length > 0 && urls.every(url => isOwnServer(url, call))) return
  for (const target of deletes) call.change('http/delete', target)
}

const isOwnServer = (url: Word, { args }: ProgramCall): boolean =>
  /^https?$/.test(schemeOf(url) ?? 'http') &&
  isLoopback(url) &&
  targetsOf(url).every(({ port }) => port === null || isOwnPort(String(port))) &&
  !args.some(arg => /\b(drop|truncate|wipe|purge|destroy|_all)\b|\*|socket/i.test(wordText(arg)))

/** The call with each URL that curl expands from braces: `{a,b}.json`. Ranges in a path do not change the host. */
function globbing(call: ProgramCall): ProgramCall {
  const { options: given } = sortArguments(call.args, compileProgram(curl))
  if (given.some(({ option }) => option.name === '-g')) return call
  return {
    ...call,
    connect: (url, sends) => {
      for (const one of isKnown(url) ? inBraces(url) : [url]) {
        const text = knownPrefix(one)
        const start = /^(https?|ftps?):\/\/[^/?#]*/i.exec(text)?.[0] ?? text
        if (/\[[^\]:]*-|^[^:/]*\{/.test(start))
          call.opaque(`a URL that curl expands from a range: \`${wordText(one)}\``)
        call.connect(one, sends)
      }
    },
    touch: (kind, path, how, options) => {
      const paths = /^(-T|--upload-file)$/.test(how) && isKnown(path) ? inBraces(path) : [path]
      for (const one of paths) call.touch(kind, one, how, options)
    },
  }
}

/** Every text that braces expand to; if there are too many, the text with its braces, which then needs approval. */
function inBraces(text: string): readonly string[] {
  const [, before = '', inner = '', after = ''] = /^([^{]*)\{([^{}]*)\}(.*)$/s.exec(text) ?? []
  if (!inner.includes(',')) return [text]
  const rest = inBraces(after)
  const made = inner.split(',').flatMap(one => rest.map(end => before + one + end))
  return made.length > 64 ? [text] : made
}

/** `-w '%output{FILE}'` writes, and `-w @FILE` reads the format from a file. */
function applyFormats(call: ProgramCall): void {
  for (const { option, spelling, value } of sortArguments(call.args, compileProgram(curl)).options) {
    if (value === null || option.name !== '-w') continue
    const text = wordText(value)
    if (text.startsWith('@') && text !== '@-') call.code(cutPrefix(value, 1), spelling)
    for (const [, file = ''] of text.matchAll(/%output\{(?:>>)?([^}]*)\}?/g))
      call.touch('write', isKnown(value) ? file : { parts: [{ hole: file, yields: 'text' }] }, spelling)
  }
}

/** `--resolve HOST:PORT:ADDRESS[,ADDRESS]`, `--connect-to HOST:PORT:OTHER:PORT`. */
function connectElsewhere(call: ProgramCall): void {
  for (const { spelling, value } of sortArguments(call.args, compileProgram(curl)).options) {
    if (value === null || !/^--(resolve|connect-to)$/.test(spelling)) continue
    const [, named = ''] = /^[-+]?(?:\[[^\]]*\]|[^:]*):[^:]*:(.*)$/.exec(wordText(value)) ?? []
    const others = spelling === '--resolve' ? named.split(',') : [named.replace(/:\d*$/, '')]
    for (const other of others) if (other !== '') call.connect(other, false)
  }
}

/** `-d @FILE`, `-F name=@FILE`, `-F name=<FILE`, `--data-urlencode name@FILE`, `-H @FILE`, `--variable name@FILE`. */
function readDataFiles(call: ProgramCall): void {
  for (const { spelling, value } of sortArguments(call.args, compileProgram(curl)).options) {
    if (
      value === null ||
      !/^(-d|-F|-H|--data(-binary|-ascii|-urlencode)?|--json|--form|--header|--variable)$/.test(spelling)
    )
      continue
    const named = /^(-F|--form)$/.test(spelling) ? /^[^=]*=[@<]([^;]+)/ : /^[^=@ ]*@(.+)/
    const file = named.exec(wordText(value))?.[1]
    if (file === undefined || file === '-') continue
    call.touch('read', isKnown(value) ? file : { parts: [{ hole: file, yields: 'text' }] }, spelling)
  }
}

/** The call with closer checks of URLs: files, and data in the words next to the URL. */
export function visiting(call: ProgramCall): ProgramCall {
  const isFed = call.frame.stdin.from === 'pipe'
  return {
    ...call,
    connect: (url, sends, more) => {
      const text = knownPrefix(url)
      const file = /^file:(?:\/\/(?:localhost|127\.0\.0\.1)?)?(?=\/)/i.exec(text)
      if (file !== null && isKnown(url)) return readAddress(decode(url.slice(file[0].length)), call)
      if (file !== null) return call.touch('read', { parts: [{ hole: wordText(url), yields: 'text' }] }, 'file://')
      const leaks = call.args.some(arg => arg !== url && carriesLocalData(arg))
      // A URL that itself comes from a pipe is only visited.
      call.connect(url, sends || leaks || (isFed && text !== ''), more)
    },
  }
}

/** A project file may be fetched by URL; any other file is read in disguise. */
function readAddress(path: string, call: ProgramCall): void {
  call.touch('read', path, 'file://')
  const { zone } = locate({ kind: 'read', path, how: 'file://', cwd: call.frame.scope.cwd }, call.frame.world)
  if (zone !== 'workspace' && zone !== 'scratch') call.opaque(`a local file read through a URL: \`${path}\``)
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** `http [METHOD] URL [ITEM…]`: `a=b`, `a:=1`, `a@file` and `@file` are data, `a==b` and `A:b` are not. */
function runHttpie(call: ProgramCall): void {
  const operands: Word[] = []
  const visitor = visiting(call)
  applyTable({ ...httpie, operands: 'connect' }, { ...call, connect: word => void operands.push(word) })
  const isMethod = /^([A-Z]+|(?:[Gg]et|[Hh]ead|[Oo]ptions|[Pp]ost|[Pp]ut|[Pp]atch|[Dd]elete|[Pp]urge))$/.test(
    wordText(operands[0] ?? ''),
  )
  const method = isMethod ? wordText(operands.shift() ?? '').toUpperCase() : null
  const [url, ...items] = operands
  const files = items.flatMap(item => /^[^=:@]*(?::=|==|[:=])?@([^;]+)/.exec(wordText(item))?.[1] ?? [])
  for (const file of files) call.touch('read', file, 'field@file')
  const hasData = items.some(item => /^[^:=]*(:?=|@)(?!=)/.test(wordText(item)) && !/^[^:=]*==/.test(wordText(item)))
  const sends = method === null ? hasData || call.frame.stdin.from !== 'nothing' : !/^(GET|HEAD|OPTIONS)$/.test(method)
  const carries = sends || files.length > 0
  if (url === undefined) return
  const address = /^:/.test(wordText(url)) ? `localhost${wordText(url)}` : url
  if (method === 'DELETE' && !isOwnServer(address, call)) call.change('http/delete', method)
  if (carries || method !== null || !takesInput(call) || isLoopback(address)) return visitor.connect(address, carries)
  visitor.connect(address, true, { byDefault: 'standard input; --ignore-stdin prevents that' })
}

/** Without a terminal, httpie posts its standard input as the body. */
function takesInput({ name, args }: ProgramCall): boolean {
  if (!/^https?$/.test(name)) return false
  const { options, unknownOptions } = sortArguments(args, compileProgram(httpie))
  const leavesIt = options.some(({ spelling }) => /^(-I|--ignore-stdin|--offline)$/.test(spelling))
  // `--no-…` cancels an option at any position.
  return !leavesIt || unknownOptions.some(one => /^--no-(ignore-stdin|offline)$/.test(one))
}
