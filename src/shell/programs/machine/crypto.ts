import { knownPrefix, wordText } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import { cutPrefix, sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Options, Program, Programs } from '../engine/table.ts'

const files: Options = {
  '-in FILE -inkey FILE -key FILE -CA FILE -CAfile FILE -CAkey FILE -cert FILE -certfile FILE -signature FILE -sigfile FILE -untrusted FILE -extfile FILE -crl FILE -sign FILE -prverify FILE -recip FILE -signer FILE -content FILE -kfile FILE -cafile FILE -csr FILE -peerkey FILE -chain FILE':
    'read',
  '-out FILE -keyout FILE -writerand FILE -certout FILE -sess_out FILE -keylogfile FILE -msgfile FILE': 'write',
  '-engine NAME -provider NAME -provider-path DIR -config FILE': 'opaque a library or configuration that openssl loads',
  '-connect HOST -url URL -host HOST -proxy HOST': 'connect',
  '-servername NAME -verify N -verify_return_error -showcerts -days N -subj NAME -newkey TYPE -passin PASS -passout PASS -pass PASS -k PASS -K KEY -iv IV -S SALT -md NAME -iter N -algorithm NAME -pkeyopt OPTION -name NAME -addext TEXT -CApath DIR -starttls PROTOCOL -alpn LIST -inform FORM -outform FORM -checkend N -checkhost NAME -checkip ADDRESS -set_serial N -extensions NAME -nameopt TEXT -certopt TEXT -cipher LIST -ciphersuites LIST -curves LIST -mac NAME -macopt TEXT -hmac KEY -issuer':
    'plain',
}

const printing = { tier: 'read', singleDash: true, otherOptions: 'plain', operands: 'plain' } as const
const keyed = { tier: 'read', singleDash: true, options: files, otherOptions: 'plain', operands: 'plain' } as const

const openssl: Program = {
  tier: 'read',
  singleDash: true,
  commands: {
    'version help errstr': printing,
    'list ciphers speed prime': {
      ...printing,
      options: {
        '-engine NAME -provider-path DIR -config FILE': 'opaque a library or configuration that openssl loads',
      },
    },
    'x509 req rsa ec pkey pkcs12 pkcs7 pkcs8 pkeyparam dsa crl crl2pkcs7 asn1parse enc genrsa genpkey gendsa ecparam dhparam pkeyutl rsautl s_time passwd ocsp cms smime ts nseq sess_id spkac storeutl kdf mac base64 aes-256-cbc':
      keyed,
    'dgst md5 sha1 sha256 sha384 sha512 verify': {
      tier: 'read',
      singleDash: true,
      options: files,
      otherOptions: 'plain',
      operands: 'read',
    },
    s_client: { ...keyed, operands: 'connect' },
    rand: { tier: 'read', singleDash: true, options: files, otherOptions: 'plain', operands: 'plain' },
    's_server ca': { tier: 'execute', singleDash: true, options: files, otherOptions: 'plain', operands: 'plain' },
  },
}

const gpg: Program = {
  tier: 'read',
  options: {
    '-k --list-keys --list-public-keys -K --list-secret-keys --fingerprint --list-sigs --check-sigs --list-config --list-gcrypt-config --export --export-ssh-key --with-colons --with-fingerprint --keyid-format=FORMAT --list-options=OPTIONS --print-md=NAME --dry-run --with-subkey-fingerprint':
      'plain',
    '--verify --show-keys --list-packets --verify-files --dearmor --enarmor': 'operands read',
    '-d --decrypt --export-secret-keys --export-secret-subkeys': ['change secrets/read', 'operands read'],
    '-e --encrypt -s --sign -b --detach-sign --detach-sig --clear-sign --clearsign -c --symmetric': 'operands write',
    '-o FILE --output=FILE --status-file=FILE --log-file=FILE': 'write',
    '--import --fast-import --import-ownertrust --quick-add-uid --quick-sign-key --quick-set-expire --update-trustdb':
      'change keys/update',
    '--gen-key --generate-key --full-generate-key --full-gen-key --quick-generate-key --quick-gen-key':
      'change keys/generate',
    '--delete-keys --delete-key --delete-secret-keys --delete-secret-key --delete-secret-and-public-key --gen-revoke':
      'change keys/delete',
    '--send-keys': ['connect sends'],
    '--recv-keys --receive-keys --search-keys --refresh-keys --locate-keys --fetch-keys': [
      'connect',
      'change keys/update',
    ],
    '--keyserver=HOST': 'connect',
    '--edit-key --card-edit --change-pin --passwd': 'opaque an interactive editor for keys',
    '--agent-program=FILE --dirmngr-program=FILE --exec-path=DIR --photo-viewer=COMMAND --options=FILE --gpgconf-test':
      'opaque a program that gpg runs',
    // Its settings name the programs that ask for a passphrase and contact servers.
    '--homedir=DIR': { '/home/*/.gnupg /Users/*/.gnupg /root/.gnupg': 'plain', '*': 'code' },
    '-a --armor --batch --yes --no -q --quiet -v --verbose --no-tty -t --textmode -n --no-default-keyring --always-trust --no-autostart --use-agent -i --interactive --throw-keyids --no-armor --no-verbose --ignore-time-conflict --no-permission-warning --no-auto-check-trustdb':
      'plain',
    '-r NAME --recipient=NAME -R NAME --hidden-recipient=NAME -u NAME --local-user=NAME --default-key=NAME --keyring=FILE --pinentry-mode=MODE --passphrase=TEXT --passphrase-fd=N --passphrase-file=FILE --status-fd=N --trust-model=NAME --cipher-algo=NAME --digest-algo=NAME --compress-algo=NAME -z N --logger-fd=N --command-fd=N':
      'plain',
  },
  operands: 'plain',
}

const sshKeygen: Program = {
  tier: 'read',
  options: {
    '-l -B -L -v -q -F HOST -E NAME -t TYPE -b N -C TEXT -N PHRASE -P PHRASE -m FORMAT -Z CIPHER -a N -O OPTION -I NAME -n NAMES -V TIME -z N -h -e -i -p -c -H -A -K -k -u -U -Y ACTION -M MODE':
      'plain',
    '-f FILE': 'write',
    '-lf FILE -lvf FILE -Bf FILE -Lf FILE -yf FILE -y -ef FILE': 'read',
    '-D FILE -w FILE': 'opaque a key provider library',
    '-s FILE -R HOST': 'change keys/update',
  },
  operands: 'write',
}

/** Keys, certificates, ciphers. */
export const crypto: Programs = {
  openssl: {
    ...openssl,
    custom: runOpenssl,
    examples: {
      'openssl x509 -noout -text -in cert.pem': [],
      'openssl rsa -in key.pem': 'read key.pem',
      'openssl s_client -connect example.com:443': 'connect example.com:443',
      'openssl req -x509 -newkey rsa:2048 -keyout k.pem -out c.pem': ['write k.pem', 'write c.pem'],
      'openssl version -engine /tmp/x.so': [],
      'openssl list -provider-path /tmp -provider x': 'opaque a library or configuration that openssl loads: `/tmp`',
      'openssl rsa -engine /tmp/x.so -in a': [
        'opaque a library or configuration that openssl loads: `/tmp/x.so`',
        'read a',
      ],
      'openssl rand -hex 16': [],
      'openssl base64 --in a': 'read a',
      'openssl rand --out a 9': 'write a',
      'openssl rand --engine ./a.so 1': 'opaque a library or configuration that openssl loads: `./a.so`',
      'openssl s_client -quiet example.com:443 < a': [
        'run openssl s_client -quiet example.com:443',
        'connect example.com:443 sends',
      ],
    },
  },
  'gpg gpg2': {
    ...gpg,
    custom: runGpg,
    examples: {
      'gpg --verify a.sig a': ['read a.sig', 'read a'],
      'gpg --homedir /tmp/x -K': ['read /tmp/x', 'opaque code in `/tmp/x`'],
      'gpg -d s.gpg': ['change secrets/read', 'read s.gpg'],
      'gpg --export-secret-keys': 'change secrets/read',
      'gpg -e -r dev a.txt': 'write a.txt',
      'gpg a.gpg': ['change secrets/read', 'read a.gpg'],
      'gpg --list-keys dev': [],
    },
  },
  'ssh-keygen': {
    ...sshKeygen,
    custom: runSshKeygen,
    examples: {
      'ssh-keygen -lf id.pub': 'read id.pub',
      'ssh-keygen -t ed25519 -f k': ['write k', 'change keys/generate'],
      'ssh-keygen -D ./evil.so': 'opaque a key provider library: `./evil.so`',
      'ssh-keygen -l': [],
      'ssh-keygen -F example.com': [],
    },
  },
  'ssh-add': {
    tier: 'read',
    options: {
      '-l -L -v -q -c -k -T FILE -E NAME -t TIME -h HOST -H FILE --apple-use-keychain --apple-load-keychain': 'plain',
      '-d -D': 'change keys/delete',
      '-x -X -K': 'change keys/configure',
      '-s FILE -e FILE -S FILE': 'opaque a key provider library',
    },
    operands: 'read',
    examples: { 'ssh-add -l': [], 'ssh-add -D': 'change keys/delete', 'ssh-add k': 'read k' },
  },
}

/**
 * Two dashes work like one. Input to a connection is sent. For a certificate, `-noout` shows single fields, which are
 * public.
 */
function runOpenssl(call: ProgramCall): void {
  const { stdin } = call.frame
  const feeds =
    stdin.from === 'pipe' || stdin.from === 'file' || (stdin.from === 'text' && !/^(Q|\s)*$/.test(String(stdin.text)))
  const args = call.args.map(arg => (/^--./.test(knownPrefix(arg)) ? cutPrefix(arg, 1) : arg))
  const showsFields = /^(x509|crl)$/.test(wordText(args[0] ?? '')) && args.includes('-noout')
  applyTable(openssl, {
    ...call,
    args,
    connect: host => call.connect(host, feeds),
    touch: (kind, path, how, options) =>
      showsFields && how === '-in' ? undefined : call.touch(kind, path, how, options),
  })
}

/** Without an operation it processes the file by its type: an encrypted one is decrypted. */
function runGpg(call: ProgramCall): void {
  applyTable(gpg, call)
  const { options, operands, unknownOptions } = sortArguments(call.args, compileProgram(gpg))
  if (operands.length === 0 || options.some(({ spelling }) => gpgCommand.test(spelling)) || unknownOptions.length > 0)
    return
  call.change('secrets/read', null)
  for (const file of operands) call.touch('read', file, 'operand')
}

const gpgCommand =
  /^(-[kKdesbc]|--(list-(?!options)|fingerprint|check|export|print-md|verify|show|dearmor|enarmor|decrypt|encrypt|(clear-?|detach-)?sign?|symmetric|(fast-)?import|quick|update|(full-)?gen|delete|send|recv|receive|search|refresh|locate|fetch|edit|card|change|passwd).*)$/

/** Without an operation it creates a new key pair: a credential that was never issued by anyone. */
function runSshKeygen(call: ProgramCall): void {
  applyTable(sshKeygen, call)
  const { options, unknownOptions } = sortArguments(call.args, compileProgram(sshKeygen))
  const uses = [...options.map(({ spelling }) => spelling), ...unknownOptions].some(one =>
    /^-[lBLFRHyeipcDkQsYMr]/.test(one),
  )
  if (!uses) call.change('keys/generate', null)
}
