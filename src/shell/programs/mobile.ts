import { wordText } from '../../core/word.ts'
import { applyTable } from './apply.ts'
import { sortArguments } from './arguments.ts'
import { compileProgram } from './compile.ts'
import { installs, projectCode, publishes, reads } from './package-commands.ts'
import type { ProgramCall } from './run.ts'
import type { Command, Program, Programs } from './table.ts'

const device: Command = { tier: 'write', does: ['change device/update'], otherOptions: 'plain', operands: 'plain' }
const wipes: Command = { tier: 'execute', does: ['change device/delete'], otherOptions: 'plain', operands: 'plain' }

const simctl: Program = {
  tier: 'read',
  options: { '--set=DIR': 'read', '--json -j -v': 'plain' },
  commands: {
    'list help get_app_container getenv listapps appinfo runtime-list': reads,
    diagnose: { tier: 'write', otherOptions: 'plain' },
    'boot bootstatus install launch openurl create clone rename pair unpair status_bar ui location push privacy addmedia terminate icloud_sync logverbose pbcopy':
      device,
    // Recordings and pictures of the simulator.
    io: {
      tier: 'write',
      options: { '--type=TYPE --display=NAME --mask=NAME --codec=NAME --force': 'plain' },
      operands: ['plain', 'plain', 'write'],
    },
    pbpaste: reads,
    shutdown: device,
    'delete erase uninstall upgrade keychain': wipes,
    spawn: { tier: 'execute', operands: 'opaque a program in the simulator' },
  },
}

const adb: Program = {
  tier: 'execute',
  options: { '-d -e': 'plain', '-s SERIAL -t ID': 'plain', '-H HOST -L SOCKET -P PORT': 'opaque another server' },
  commands: {
    'devices version help logcat get-state get-serialno get-devpath features host-features jdwp wait-for-device': {
      ...reads,
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
    shell: {
      tier: 'execute',
      commands: {
        'getprop ls cat ps top df dumpsys id whoami date uptime pwd': reads,
        pm: { tier: 'execute', commands: { 'list path dump': reads, 'clear uninstall disable-user': wipes } },
        wm: {
          tier: 'execute',
          commands: { 'size density': { tier: 'read', operands: 'opaque a setting of the device' } },
        },
        'input am': device,
      },
      operands: 'opaque a command on the device',
    },
  },
}

/** Simulators, devices and the tools that build for them. */
export const mobile: Programs = {
  simctl: {
    ...simctl,
    examples: {
      'simctl list devices': [],
      'simctl io booted screenshot shot.png': 'write shot.png',
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
        'opaque option `-r` of `adb shell`',
        'opaque option `-f` of `adb shell`',
        'opaque a command on the device: `rm`',
        'opaque a command on the device: `/sdcard`',
      ],
      "adb shell ls ';' x": 'opaque a command on the device: `;`',
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
  'xcodegen tuist pod carthage fastlane xcpretty xcbeautify periphery sourcery swiftgen xcresulttool ibtool actool': {
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
      'list lanes outdated env graph search version get inspect': reads,
      // What they print is what a specification says, and that is Ruby.
      'spec ipc': {
        ...reads,
        tier: 'execute',
        code: 'project',
        operands: { '*.podspec *.rb */*': 'code', '*': 'plain' },
      },
      'deliver pilot supply upload_to_testflight release beta deploy trunk push match cert sigh produce pem': publishes,
      repo: { tier: 'execute', commands: { list: reads, 'add update remove push': installs } },
      'generate build test scaffold edit-graph cache clean run': projectCode,
    },
    operands: 'plain',
    examples: {
      'xcodegen generate': [],
      'pod install': 'change packages/install',
      'fastlane lanes': [],
      'fastlane beta': 'change registry/publish',
      xcpretty: [],
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

/** The words are joined again for the device's shell. */
function runAdb(call: ProgramCall): void {
  applyTable(adb, call)
  const { path } = sortArguments(call.args, compileProgram(adb))
  const further = call.args.find(arg => /[;&|<>$`()\n]/.test(wordText(arg)))
  if (path[0] === 'shell' && path.length > 1 && further !== undefined)
    call.opaque(`a command on the device: \`${wordText(further)}\``)
}
