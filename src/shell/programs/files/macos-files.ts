import type { Programs } from '../engine/table.ts'

/** Programs that only macOS has: its formats, signatures, clipboard and developer tools. */
export const macosFiles: Programs = {
  sips: {
    tier: 'read',
    options: {
      '-g NAME --getProperty=NAME --verify -1 --oneLine': 'operands read',
      '-s NAME --setProperty=NAME -d NAME --deleteProperty=NAME -r N --rotate=N -f WAY --flip=WAY -c N -p N -z N --resampleWidth=N --resampleHeight=N --resampleHeightWidth=N -Z N --resampleHeightWidthMax=N -i --addIcon -e FILE -E FILE -m FILE -M FILE':
        'operands write',
      '-o FILE --out=FILE -x FILE --extractProfile=FILE': 'write',
      '-j FILE --js=FILE': 'code',
      '--formats --helpProperties': 'plain',
    },
    operands: 'read',
    examples: { 'sips -g all a.png': 'read a.png', 'sips -Z 640 a.png': 'write a.png' },
  },
  textutil: {
    tier: 'read',
    singleDash: true,
    options: {
      '-info -help': 'operands read',
      '-convert FORMAT -cat FORMAT': 'operands write',
      '-stdout': 'dry run',
      '-output FILE': 'write',
      '-format FORMAT -extension NAME -encoding NAME -inputencoding NAME -fontname NAME -fontsize N -title TEXT':
        'plain',
      '-strip -noload -nostore -stdin -excludedelements': 'plain',
      '--help': 'plain',
    },
    operands: 'read',
    examples: {
      'textutil -info a.rtf': 'read a.rtf',
      'textutil -convert txt a.rtf': 'write a.rtf',
      'textutil -convert txt -stdout a.rtf': [],
    },
  },
  plutil: {
    tier: 'read',
    singleDash: true,
    options: {
      '-p -lint -help -type KEY': 'operands read',
      '-convert FORMAT -insert KEY -replace KEY -remove KEY -create FORMAT': 'operands write',
      '-extract KEY': 'plain',
      '-o FILE': { '-': 'operands read', '*': 'write' },
      '-s -r -n -e EXTENSION -expect TYPE': 'plain',
      '-xml VALUE -string VALUE -bool VALUE -integer VALUE -json VALUE -date VALUE -data VALUE -float VALUE': 'plain',
    },
    operands: 'read',
    examples: { 'plutil -p a.plist': 'read a.plist', 'plutil -convert json a.plist': 'write a.plist' },
  },
  codesign: {
    tier: 'read',
    options: {
      '-d --display -v --verify[=N] --verbose[=N] --deep --strict[=N] -R TEXT --all-architectures --check-notarization --requirements=TEXT --entitlements=FILE -a NAME --architecture=NAME -h --validate-constraint':
        'operands read',
      '-s NAME --sign=NAME --remove-signature': ['operands write', 'tier write'],
      '-f --force --options=FLAGS --timestamp[=URL] -i ID --identifier=ID --keychain=FILE -o FLAGS --preserve-metadata[=LIST] --generate-entitlement-der -P --prefix=TEXT --continue':
        'plain',
      '--extract-certificates[=PREFIX]': 'tier write',
    },
    operands: 'read',
    examples: { 'codesign -dvv a.app': 'read a.app', 'codesign -s - a.app': 'write a.app' },
  },
  // People paste the clipboard, into a terminal as well; and it often holds a password that was just copied.
  'pbcopy wl-copy clip.exe': {
    tier: 'write',
    does: ['change clipboard/replace'],
    otherOptions: 'plain',
    operands: 'plain',
    examples: { pbcopy: 'change clipboard/replace' },
  },
  'pbpaste wl-paste': {
    tier: 'write',
    does: ['change clipboard/read'],
    otherOptions: 'plain',
    examples: { pbpaste: 'change clipboard/read' },
  },
  'xclip xsel': {
    tier: 'write',
    does: ['change clipboard/replace'],
    options: {
      '-o -out --output -b --clipboard -p --primary -i --input -n -l -k': 'plain',
      '-selection NAME -t TYPE -pboard NAME -Prefer TYPE': 'plain',
    },
    singleDash: true,
    operands: 'read',
    examples: { 'xclip -selection clipboard a.txt': ['change clipboard/replace', 'read a.txt'] },
  },
  caffeinate: {
    tier: 'read',
    options: { '-d -i -m -s -u': 'plain', '-t N -w PID': 'plain' },
    operands: 'command',
    examples: { 'caffeinate -u -t 3600': [], 'caffeinate -i rm x': ['run rm x', 'delete x'] },
  },
  say: {
    tier: 'read',
    options: {
      '-v NAME --voice=NAME -r N --rate=N -a ID --progress -i --interactive[=STYLE] --quality=N --channels=N --bit-rate=N --data-format=TEXT --file-format=TEXT':
        'plain',
      '-o FILE --output-file=FILE': 'write',
      '-f FILE --input-file=FILE': 'read',
      '-n NAME --network-send=NAME': 'connect sends',
    },
    operands: 'plain',
    examples: { 'say -r 200 hello': [], 'say -o a.aiff hi': 'write a.aiff' },
  },
  xattr: {
    tier: 'read',
    options: {
      '-l -v -x -s -r': 'plain',
      '-p NAME': 'plain',
      // Without the quarantine flag, macOS does not warn before a downloaded program starts.
      '-c': ['change system/quarantine', 'operands write', 'tier write'],
      '-d NAME': { 'com.apple.quarantine': ['change system/quarantine', 'operands write'], '*': 'operands write' },
      '-w NAME': ['operands write', 'tier write'],
    },
    operands: 'read',
    examples: {
      'xattr -l a': 'read a',
      'xattr -c a': ['change system/quarantine', 'write a'],
      'xattr -d com.apple.quarantine a': ['change system/quarantine com.apple.quarantine', 'write a'],
    },
  },
  'binhex macbinary': {
    tier: 'read',
    commands: {
      probe: { tier: 'read', otherOptions: 'plain', operands: 'read' },
      'decode encode': {
        tier: 'read',
        options: {
          '-c --pipe --stdin': 'operands read',
          '-o FILE --rename=NAME -C DIR --directory=DIR': 'write',
          '-t TYPE --type=TYPE -n --no-header -v --verbose': 'plain',
        },
        operands: 'write',
      },
    },
    examples: { 'binhex probe a.hqx': 'read a.hqx', 'binhex decode a.hqx': 'write a.hqx' },
  },
  qlmanage: {
    tier: 'read',
    options: {
      '-r': 'change system/manage',
      '-t -p -x -i -m -h -d N -s N -f N -z -F N': 'plain',
      '-o DIR': 'write',
      '-g FILE': 'opaque a plugin',
      '-c TYPE': 'plain',
    },
    operands: 'read',
    examples: { 'qlmanage -p a.pdf': 'read a.pdf', 'qlmanage -t -o out a.pdf': ['write out', 'read a.pdf'] },
  },
  lipo: {
    tier: 'read',
    singleDash: true,
    options: {
      '-info -detailed_info -archs': 'plain',
      '-verify_arch ARCH -thin ARCH -extract ARCH -remove ARCH -arch ARCH': 'plain',
      '-create': 'plain',
      '-output FILE -o FILE': 'write',
    },
    operands: 'read',
    examples: { 'lipo -info a': 'read a', 'lipo -create a b -output c': ['write c', 'read a', 'read b'] },
  },
  compression_tool: {
    tier: 'read',
    singleDash: true,
    options: {
      '-encode -decode -v -h -t N -b N': 'plain',
      '-a NAME -A NAME': 'plain',
      '-i FILE': 'read',
      '-o FILE': 'write',
    },
    examples: { 'compression_tool -encode -a lz4 -i a -o b': ['read a', 'write b'] },
  },
  'xcode-select xcodebuild': {
    tier: 'execute',
    code: 'project',
    options: {
      '-p --print-path -version -showsdks': 'prints',
      '-list -showBuildSettings': 'plain',
      '-s DIR --switch=DIR -r --reset --install': 'change packages/install',
      '-exportArchive': 'change registry/publish',
      '-xcconfig FILE -toolchain NAME': 'code',
      '-derivedDataPath DIR -resultBundlePath DIR -archivePath DIR -exportPath DIR -resultStreamPath FILE': 'write',
      '-clonedSourcePackagesDirPath DIR -packageCachePath DIR': 'may name code',
    },
    singleDash: true,
    otherOptions: 'plain',
    // `CC=…`: a build setting.
    operands: 'may name code',
    examples: {
      'xcodebuild test CODE_SIGNING_ALLOWED=NO': [],
      'xcodebuild test CC=/tmp/x': 'opaque `xcodebuild` may run or write a file outside the project: `CC=/tmp/x`',
      'xcodebuild -scheme App test': [],
      'xcodebuild -derivedDataPath /srv/x test': 'write /srv/x',
      'xcode-select -p': [],
    },
  },
  xcrun: {
    tier: 'read',
    options: {
      '--sdk=NAME -sdk NAME --toolchain=NAME -toolchain NAME': 'plain',
      '-f NAME --find=NAME -find NAME --show-sdk-path --show-sdk-version --show-sdk-build-version --show-toolchain-path -v --verbose -l --log -r --run -n --no-cache -k --kill-cache':
        'plain',
    },
    operands: 'command',
    examples: { 'xcrun --sdk macosx rm x': ['run rm x', 'delete x'], 'xcrun --find clang': [] },
  },
}
