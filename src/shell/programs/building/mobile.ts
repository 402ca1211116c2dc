import { wordText } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import { sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program, Programs, Subcommand } from '../engine/table.ts'
import { installs, packageReads, projectCode, publishes } from '../shared/package-commands.ts'

const device: Subcommand = { tier: 'write', does: ['change device/update'], otherOptions: 'plain', operands: 'plain' }
const wipes: Subcommand = { tier: 'execute', does: ['change device/delete'], otherOptions: 'plain', operands: 'plain' }

const simctl: Program = {
  tier: 'read',
  options: { '--set=DIR': 'read', '--json -j -v': 'plain' },
  commands: {
    'list help get_app_container getenv listapps appinfo runtime-list': packageReads,
    diagnose: { tier: 'write', otherOptions: 'plain' },
    'boot bootstatus install launch openurl create clone rename pair unpair status_bar ui location push privacy addmedia terminate icloud_sync logverbose pbcopy':
      device,
    // Recordings and screenshots of the simulator.
    io: {
      tier: 'write',
      options: { '--type=TYPE --display=NAME --mask=NAME --codec=NAME --force': 'plain' },
      operands: ['plain', 'plain', 'write'],
    },
    pbpaste: packageReads,
    shutdown: device,
    'delete erase uninstall upgrade keychain': wipes,
    spawn: {
      tier: 'execute',
      commands: { 'booted *-*-*-*-*': { commands: { log: { commands: { 'show stream': packageReads } } } } },
      operands: 'opaque a program in the simulator',
    },
  },
}

const adb: Program = {
  tier: 'execute',
  options: { '-d -e': 'plain', '-s SERIAL -t ID': 'plain', '-H HOST -L SOCKET -P PORT': 'opaque a custom adb server' },
  commands: {
    'devices version help logcat get-state get-serialno get-devpath features host-features jdwp wait-for-device': {
      ...packageReads,
      options: { '-f FILE': 'write', '-c': 'change device/delete' },
    },
    'forward reverse': { tier: 'write', does: ['change device/update'], otherOptions: 'plain', operands: 'plain' },
    'start-server kill-server reconnect reboot root unroot remount connect disconnect tcpip usb sideload': {
      tier: 'execute',
      does: ['change device/manage'],
      otherOptions: 'plain',
      operands: 'plain',
    },
    'install install-multiple': {
      tier: 'write',
      does: ['change device/update'],
      otherOptions: 'plain',
      operands: 'read',
    },
    uninstall: wipes,
    pull: { tier: 'write', options: { '-a -p': 'plain' }, operands: ['plain', 'write'] },
    push: {
      tier: 'write',
      does: ['change device/update'],
      options: { '--sync -p': 'plain' },
      operands: ['read...', 'plain'],
    },
    'exec-out': { tier: 'execute', commands: { screencap: packageReads }, operands: 'opaque a command on the device' },
    shell: {
      tier: 'execute',
      commands: {
        screencap: device,
        'getprop ls cat ps top df dumpsys id whoami date uptime pwd': packageReads,
        pm: { tier: 'execute', commands: { 'list path dump': packageReads, 'clear uninstall disable-user': wipes } },
        wm: {
          tier: 'execute',
          commands: { 'size density': { tier: 'read', operands: 'opaque a device setting' } },
        },
        'input am': device,
      },
      operands: 'opaque a command on the device',
    },
  },
}

const plistBuddy: Program = {
  tier: 'write',
  options: {
    '-c COMMAND': {
      'Print* print* Help help Exit exit': 'plain',
      'Set* set* Add* add* Delete* delete* Copy* copy* Clear* clear* Save save': 'operands write',
      '*': 'opaque a command that reads a file',
    },
    '-x -l -h': 'plain',
  },
  operands: 'read',
}

/** Simulators, devices and their build tools. */
export const mobile: Programs = {
  simctl: {
    ...simctl,
    examples: {
      'simctl list devices': [],
      'simctl io booted screenshot shot.png': 'write shot.png',
      'simctl spawn booted log show --last 2m': [],
      'simctl spawn booted rm x': 'opaque unknown subcommand `rm` of `simctl`',
      'simctl erase all': 'change device/delete',
    },
  },
  adb: {
    ...adb,
    custom: runAdb,
    examples: {
      'adb devices': [],
      'adb shell getprop ro.x': [],
      'adb shell rm -rf /sdcard': [
        'opaque unknown option `-r` of `adb shell`',
        'opaque unknown option `-f` of `adb shell`',
        'opaque a command on the device: `rm`',
        'opaque a command on the device: `/sdcard`',
      ],
      "adb shell ls ';' x": 'opaque a command on the device: `;`',
      'adb exec-out screencap -p': [],
      "adb exec-out screencap ';' x": 'opaque a command on the device: `;`',
      'adb install a.apk': ['change device/update', 'read a.apk'],
      'adb pull /sdcard/a.png out': 'write out',
    },
  },
  emulator: {
    tier: 'write',
    singleDash: true,
    options: {
      '-list-avds -version -help': 'dry run',
      '-avd NAME -port N -gpu MODE -memory N -cores N -no-window -no-audio -no-boot-anim -no-snapshot -no-snapshot-save -no-snapshot-load':
        'plain',
      '-wipe-data': 'change device/delete',
    },
    operands: 'plain',
    examples: { 'emulator -list-avds': [] },
  },
  'xcodegen tuist pod carthage fastlane xcpretty xcbeautify periphery sourcery swiftgen ibtool actool': {
    tier: 'execute',
    code: 'project',
    options: {
      '-s FILE --spec=FILE --lane=NAME -p DIR --path=DIR --project=DIR --project-directory=DIR': {
        '/* ../* */../*': 'code',
        '*': 'plain',
      },
      '-o FILE --output=FILE --compile=FILE': 'write',
    },
    otherOptions: 'plain',
    commands: {
      'install update bootstrap fetch checkout outdated-fix': installs,
      'list lanes outdated env graph search version get inspect': packageReads,
      // They evaluate the specification, which is Ruby.
      'spec ipc': {
        ...packageReads,
        tier: 'execute',
        code: 'project',
        operands: { '*.podspec *.rb */*': 'code', '*': 'plain' },
      },
      'deliver pilot supply upload_to_testflight release beta deploy trunk push match cert sigh produce pem': publishes,
      repo: { tier: 'execute', commands: { list: packageReads, 'add update remove push': installs } },
      // `fastlane run sh command:TEXT`.
      run: {
        ...projectCode,
        operands: {
          sh: 'opaque a command in an argument',
          'command:*': 'opaque a command in an argument',
          '*': 'plain',
        },
      },
      'generate build test scaffold edit-graph cache clean': projectCode,
    },
    operands: 'plain',
    examples: {
      'xcodegen generate': [],
      'pod install': 'change packages/install',
      'fastlane lanes': [],
      'fastlane run get_version_number': [],
      "fastlane run sh command:'rm x'": [
        'opaque a command in an argument: `sh`',
        'opaque a command in an argument: `command:rm x`',
      ],
      'fastlane beta': 'change registry/publish',
      xcpretty: [],
    },
  },
  xctrace: {
    tier: 'execute',
    commands: {
      'list version help': packageReads,
      export: {
        tier: 'write',
        options: { '--input=FILE': 'read', '--output=FILE': 'write', '--toc --xpath=TEXT': 'plain' },
      },
    },
    examples: { 'xctrace list templates': [], 'xctrace record x': 'opaque unknown subcommand `record` of `xctrace`' },
  },
  devicectl: {
    tier: 'execute',
    options: {
      '-j FILE --json-output=FILE -l FILE --log-output=FILE': 'write',
      '-t N --timeout=N -q --quiet': 'plain',
    },
    commands: {
      list: packageReads,
      device: {
        commands: { info: packageReads, 'install uninstall process copy reboot notification orientation': device },
      },
    },
    examples: { 'devicectl list devices': [], 'devicectl device install app --device x a.app': 'change device/update' },
  },
  PlistBuddy: {
    ...plistBuddy,
    custom: call => {
      applyTable(plistBuddy, call)
      if (!call.args.some(arg => wordText(arg) === '-c')) call.opaque('an interactive `PlistBuddy` session')
    },
    examples: {
      "PlistBuddy -c 'Print :CFBundleVersion' a.plist": 'read a.plist',
      "PlistBuddy -c 'Set :CFBundleVersion 2' a.plist": 'write a.plist',
      "PlistBuddy -c 'Merge /etc/x' a.plist": ['opaque a command that reads a file: `Merge /etc/x`', 'read a.plist'],
      'PlistBuddy a.plist': ['read a.plist', 'opaque an interactive `PlistBuddy` session'],
    },
  },
  maestro: {
    tier: 'execute',
    commands: {
      // Runs the project's flows, which control the app in a simulator.
      test: {
        ...projectCode,
        does: ['change device/update'],
        options: {
          '--output=FILE --debug-output=DIR --test-output-dir=DIR': 'write',
          '-e SETTING --env=SETTING': 'plain',
        },
        operands: 'may name code',
      },
      hierarchy: packageReads,
      'cloud upload': { tier: 'execute', does: ['connect sends'], otherOptions: 'plain', operands: 'read' },
    },
    examples: {
      'maestro test flows/login.yaml': 'change device/update',
      'maestro cloud a.apk flows': ['connect … sends', 'read a.apk', 'read flows'],
    },
  },
  detox: {
    tier: 'execute',
    code: 'project',
    commands: {
      'test build start': {
        ...projectCode,
        options: { '-C FILE --config-path=FILE': 'code', '-c NAME --configuration=NAME': 'plain' },
      },
    },
    examples: {
      'detox test -c ios.sim.debug': [],
      'detox test -C /tmp/x.js': ['read /tmp/x.js', 'opaque code in `/tmp/x.js`'],
    },
  },
  xcresulttool: {
    tier: 'read',
    options: {
      '--path=FILE': 'read',
      '--output-path=FILE': 'write',
      '--format=NAME --id=ID --test-id=ID --type=NAME --schema-version=N --legacy --compact --schema -v': 'plain',
    },
    commands: {
      'get formatDescription metadata graph version': { tier: 'read', operands: 'plain' },
      'export merge compare': { tier: 'write', operands: 'plain' },
    },
    examples: {
      'xcresulttool get --path /tmp/r.xcresult --format json': 'read /tmp/r.xcresult',
      'xcresulttool get test-results summary --path a.xcresult': 'read a.xcresult',
      'xcresulttool export --path a.xcresult --output-path /srv/x': ['read a.xcresult', 'write /srv/x'],
    },
  },
  'aapt aapt2 apkanalyzer dexdump apksigner zipalign bundletool': {
    tier: 'write',
    options: {
      '--output=FILE --out=FILE -o FILE': 'write',
      '--ks=FILE --key=FILE --ks-pass=TEXT --key-pass=TEXT': 'change secrets/read',
      '--bundle=FILE --apks=FILE --in=FILE': 'read',
    },
    commands: {
      'dump d list l badging verify summary apk dex manifest': {
        tier: 'read',
        otherOptions: 'plain',
        operands: 'read',
      },
    },
    operands: 'write',
    examples: { 'apksigner verify a.apk': 'read a.apk' },
  },
}

/** The device's shell joins the words again. */
function runAdb(call: ProgramCall): void {
  applyTable(adb, call)
  const { path } = sortArguments(call.args, compileProgram(adb))
  const further = call.args.find(arg => /[;&|<>$`()\n]/.test(wordText(arg)))
  if (/^(shell|exec-out)$/.test(path[0] ?? '') && path.length > 1 && further !== undefined)
    call.opaque(`a command on the device: \`${wordText(further)}\``)
}
