import { applyTable } from '../engine/apply.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program, Programs, Subcommand } from '../engine/table.ts'
import { installs, logins, packageReads, projectCode } from '../shared/package-commands.ts'

/** Overwrites the content of a board and so changes the device it controls. */
const flashes: Subcommand = {
  ...projectCode,
  does: ['change device/flash'],
}

const platformio: Program = {
  tier: 'execute',
  options: { '--no-ansi --version': 'plain', '-c NAME --caller=NAME': 'plain' },
  commands: {
    run: {
      ...projectCode,
      // Platforms and libraries that the project's own file declares.
      does: ['change packages/fetch'],
      options: {
        '-t TARGET --target=TARGET': {
          'clean cleanall fullclean size compiledb buildprog buildfs checkprogsize envdump idedata': 'plain',
          'upload* erase* program* bootloader fuses': 'change device/flash',
          '*': 'opaque an unknown build target',
        },
        '-d DIR --project-dir=DIR -c FILE --project-conf=FILE': 'code',
        '-e NAME --environment=NAME -j N --jobs=N --upload-port=PORT -a TEXT --program-arg=TEXT': 'plain',
        '-s --silent -v --verbose --disable-auto-clean --list-targets': 'plain',
      },
    },
    // A test uploads code to the board, except on `native`, which is this machine.
    test: {
      ...projectCode,
      does: ['change packages/fetch'],
      options: {
        '-e NAME --environment=NAME': { 'native*': 'plain', '*': 'change device/flash' },
        '-d DIR --project-dir=DIR -c FILE --project-conf=FILE': 'code',
        '--json-output-path=FILE --junit-output-path=FILE': 'write',
        '-f GLOB --filter=GLOB -i GLOB --ignore=GLOB -a TEXT --program-arg=TEXT': 'plain',
      },
    },
    check: { ...projectCode, options: { '-d DIR --project-dir=DIR -c FILE --project-conf=FILE': 'code' } },
    device: { commands: { list: packageReads } },
    'boards debug-info': packageReads,
    system: { commands: { info: packageReads, prune: { tier: 'execute', does: ['change files/delete'] } } },
    project: { commands: { 'config metadata': { ...projectCode, operands: 'plain' } } },
    'pkg lib platform': {
      commands: { 'list show search outdated': packageReads, 'install update uninstall': installs },
    },
    'account remote': logins,
  },
}

const espIdf: Program = {
  tier: 'execute',
  code: 'project',
  options: {
    '-C DIR --project-dir=DIR': 'code',
    '-B DIR --build-dir=DIR': 'write',
    '-D SETTING --define-cache-entry=SETTING -G NAME --generator=NAME': 'may name code',
    '-p PORT --port=PORT -b N --baud=N': 'plain',
    '-v --verbose --ccache --no-ccache --preview --list-targets --version --no-hints': 'plain',
  },
  operands: {
    'build all app bootloader partition-table partition_table reconfigure size size-components size-files clean fullclean set-target esp32* linux save-defconfig docs':
      'plain',
    '*flash* *erase* *efuse* dfu*': 'change device/flash',
    '*': 'opaque an unknown action',
  },
}

const west: Program = {
  tier: 'execute',
  code: 'project',
  options: { '-v --verbose -q --quiet -V --version': 'plain', '-z DIR --zephyr-base=DIR': 'code' },
  commands: {
    build: {
      ...projectCode,
      options: {
        '-t TARGET --target=TARGET': { '*flash* *erase* *debug*': 'change device/flash', '*': 'plain' },
        '-d DIR --build-dir=DIR': 'write',
        '-b NAME --board=NAME -p WHEN --pristine[=WHEN] -T NAME --test-item=NAME -S NAME --snippet=NAME': 'plain',
        '-o TEXT --build-opt=TEXT': 'opaque build options',
        '-s DIR --source-dir=DIR --shield=NAME': 'may name code',
        '-c --cmake -f --force -n --just-print --cmake-only': 'plain',
      },
      operands: 'may name code',
    },
    'list topdir manifest status diff boards help compare': projectCode,
    twister: projectCode,
    'flash debug attach rtt debugserver': flashes,
    'update init': installs,
    forall: { tier: 'execute', options: { '-c COMMAND': 'run' }, operands: 'plain' },
  },
}

const arduino: Program = {
  tier: 'execute',
  options: {
    '--config-file=FILE --config-dir=DIR': 'code',
    '--format=NAME --json -v --verbose --no-color --log-level=LEVEL': 'plain',
    '--log-file=FILE': 'write',
    '--additional-urls=URL': 'opaque packages from outside the project',
  },
  commands: {
    compile: {
      ...projectCode,
      options: {
        '-b NAME --fqbn=NAME -p PORT --port=PORT -j N --jobs=N --warnings=LEVEL -m NAME --profile=NAME': 'plain',
        '-u --upload': 'change device/flash',
        '--output-dir=DIR --build-path=DIR --build-cache-path=DIR': 'write',
        '--build-property=SETTING': 'opaque a setting that may run code',
        '--libraries=DIR --library=DIR': 'code',
      },
      operands: 'may name code',
    },
    board: { commands: { 'list listall details search': packageReads } },
    core: { commands: { 'list search': packageReads, 'install upgrade update-index download uninstall': installs } },
    lib: {
      commands: { 'list search deps examples': packageReads, 'install upgrade update-index uninstall': installs },
    },
    config: { commands: { 'dump get': packageReads } },
    'upload burn-bootloader debug': flashes,
    'version outdated': packageReads,
  },
}

/**
 * A virtual machine. Options for its disks, shared directories and semihosting reach files of the host, and are left
 * unlisted.
 */
const qemu: Program = {
  tier: 'execute',
  singleDash: true,
  options: {
    '-version --version -help --help': 'prints',
    '-M NAME -machine NAME -cpu NAME -m SIZE -smp N -append TEXT -icount TEXT': 'plain',
    '-kernel FILE -bios FILE -dtb FILE -initrd FILE': 'code',
    '-serial TO -monitor TO': {
      'mon:stdio stdio null none': 'plain',
      '*': 'opaque a custom serial or monitor connection',
    },
    '-display NAME': { none: 'plain', '*': 'opaque a display of the virtual machine' },
    '-nographic -no-reboot -no-shutdown -nodefaults': 'plain',
  },
  operands: 'opaque a disk of the virtual machine',
}

/** Boards, simulators and the tools that build for them. */
export const embedded: Programs = {
  'pio platformio': {
    ...platformio,
    examples: {
      'pio run -e esp32dev': 'change packages/fetch',
      'pio run -t upload': ['change device/flash upload', 'change packages/fetch'],
      'pio test -e native': 'change packages/fetch',
      'pio test -e esp32': ['change device/flash esp32', 'change packages/fetch'],
      'pio run -d /tmp/x': ['read /tmp/x', 'opaque code in `/tmp/x`', 'change packages/fetch'],
      'pio device list': [],
      'pio device monitor': 'opaque unknown subcommand `monitor` of `pio`',
    },
  },
  'idf.py': {
    ...espIdf,
    examples: {
      'idf.py set-target esp32s3 build': [],
      'idf.py -p /dev/ttyUSB0 flash': 'change device/flash flash',
      'idf.py -C /tmp/x build': ['read /tmp/x', 'opaque code in `/tmp/x`'],
      'idf.py monitor': 'opaque an unknown action: `monitor`',
    },
  },
  west: {
    ...west,
    examples: {
      'west build -b qemu_x86 app': [],
      'west build -t run': [],
      'west build -t flash': 'change device/flash flash',
      'west flash': 'change device/flash',
      'west update': 'change packages/install',
      "west forall -c 'rm x'": ['run rm x', 'delete x'],
      'west build /tmp/app': 'opaque `west` may run or write a file outside the project: `/tmp/app`',
    },
  },
  'arduino-cli': {
    ...arduino,
    examples: {
      'arduino-cli compile --fqbn arduino:avr:uno sketch': [],
      'arduino-cli compile -u sketch': 'change device/flash',
      'arduino-cli compile --build-property compiler.c.cmd=/tmp/x .':
        'opaque a setting that may run code: `compiler.c.cmd=/tmp/x`',
      'arduino-cli board list': [],
      'arduino-cli upload sketch': 'change device/flash',
    },
  },
  'esptool.py esptool': {
    tier: 'execute',
    options: { '-p PORT --port=PORT -b N --baud=N -c NAME --chip=NAME --before=HOW --after=HOW --no-stub': 'plain' },
    commands: {
      'version chip_id flash_id read_mac chip-id flash-id read-mac': packageReads,
      'image_info image-info': { ...packageReads, operands: 'read' },
      'read_flash read-flash': { tier: 'write', operands: ['plain', 'plain', 'write'] },
      'write_flash erase_flash erase_region write-flash erase-flash erase-region': flashes,
    },
    examples: { 'esptool.py version': [], 'esptool.py -p x write_flash 0 a.bin': 'change device/flash' },
  },
  'probe-rs': {
    tier: 'execute',
    commands: { 'list info chip': packageReads, 'run download erase reset attach debug gdb': flashes },
    examples: { 'probe-rs list': [], 'probe-rs run --chip x a.elf': 'change device/flash' },
  },
  'qemu-system': {
    ...qemu,
    custom: runMachine,
    examples: {
      'qemu-system-x86_64 -version': [],
      'qemu-system-arm -M virt -nographic -kernel fw.elf': 'read fw.elf',
      'qemu-system-arm -kernel /tmp/fw.elf': ['read /tmp/fw.elf', 'opaque code in `/tmp/fw.elf`'],
      'qemu-system-arm -hda a.img': [
        'opaque unknown option `-hda` of `qemu-system-arm`',
        'opaque a disk of the virtual machine: `a.img`',
      ],
      "echo 'migrate x' | qemu-system-arm -kernel fw.elf": [
        'run qemu-system-arm -kernel fw.elf',
        'read fw.elf',
        'opaque monitor commands for `qemu-system-arm`',
      ],
    },
  },
  verilator: {
    tier: 'execute',
    code: 'project',
    singleDash: true,
    options: {
      '-CFLAGS TEXT -LDFLAGS TEXT -MAKEFLAGS TEXT --compiler NAME': 'opaque compiler options',
      '--pipe-filter COMMAND': 'run',
      '--Mdir DIR -Mdir DIR -o FILE --xml-output FILE': 'write',
      '-f FILE -F FILE': 'code',
      '--cc --sc --binary --exe --build --lint-only --xml-only --trace --coverage --assert -Wall': 'plain',
      '--top-module NAME --top NAME -j N -O N --threads N --prefix NAME --timescale TEXT': 'plain',
    },
    otherOptions: 'plain',
    operands: 'may name code',
    examples: {
      'verilator --lint-only -Wall rtl/top.v': [],
      "verilator --pipe-filter 'rm x' a.v": ['run rm x', 'delete x'],
      'verilator --cc /tmp/a.v': 'opaque `verilator` may run or write a file outside the project: `/tmp/a.v`',
    },
  },
  iverilog: {
    tier: 'write',
    options: {
      '-o FILE -M FILE': 'write',
      '-g NAME -I DIR -y DIR -Y SUFFIX -D NAME -s NAME -t NAME -W NAME -P SETTING -T HOW -p SETTING': 'plain',
      '-c FILE -f FILE': 'code',
      '-E -S -u -v -V -i': 'plain',
    },
    operands: 'read',
    examples: {
      'iverilog -g2012 -o t.vvp a.v tb.v': ['write t.vvp', 'read a.v', 'read tb.v'],
      'iverilog -B /tmp/x a.v': ['opaque unknown option `-B` of `iverilog`', 'read /tmp/x', 'read a.v'],
    },
  },
  vvp: {
    tier: 'execute',
    options: { '-n -N -s -v -V -i': 'plain', '-l FILE': 'write' },
    operands: ['code', 'plain...'],
    examples: { 'vvp t.vvp': 'read t.vvp', 'vvp /tmp/t.vvp': ['read /tmp/t.vvp', 'opaque code in `/tmp/t.vvp`'] },
  },
}

/** Its monitor accepts commands, some of which start programs on the host. */
function runMachine(call: ProgramCall): void {
  applyTable(qemu, call)
  const { stdin } = call.frame
  if (stdin.from !== 'nothing' && !(stdin.from === 'file' && stdin.path === '/dev/null'))
    call.opaque(`monitor commands for \`${call.name}\``)
}
