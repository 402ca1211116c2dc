import { wordText } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import { sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program, Programs } from '../engine/table.ts'

const signals = {
  '-9 -KILL -SIGKILL': 'change process/kill',
  '-STOP -19 -17 -SIGSTOP -TSTP -SIGTSTP': 'change process/stop',
  '-l[SIGNAL] -L --list[=SIGNAL] --table -0 -V': 'plain',
  '-s SIGNAL --signal=SIGNAL': {
    '9 KILL SIGKILL kill': 'change process/kill',
    'STOP SIGSTOP 19 TSTP SIGTSTP 20 stop tstp': 'change process/stop',
    '*': 'plain',
  },
  '-f --full -x --exact -v --inverse -q --quiet -e --echo -i --ignore-case -I --interactive -w --wait -r --regexp -n --newest -o --oldest -c --count -a -p -m -z -d':
    'plain',
  '-TERM -15 -SIGTERM -HUP -1 -SIGHUP -INT -2 -SIGINT -USR1 -SIGUSR1 -USR2 -SIGUSR2 -CONT -18 -SIGCONT -QUIT -3 -SIGQUIT -10 -12 -WINCH':
    'plain',
  '-u USER --euid=USER -U USER --uid=USER -g GROUP --pgroup=GROUP -G GROUP -P PID --parent=PID -t TTY --terminal=TTY -F FILE --pidfile=FILE --user=USER -Z CONTEXT':
    'plain',
} as const

/** Security monitors: stopping one weakens the machine's defences. */
const watchers = Object.fromEntries(
  'auditd falco falcon-sensor crowdstrike osquery sysmon wazuh ossec clamd suricata snort aide rsyslog syslog journald crowdsec fail2ban tetragon sysdig carbonblack sentinel mdatp santa littlesnitch lulu firewalld apparmor'
    .split(' ')
    .map(name => [`*${name}*`, 'change system/unguarded' as const]),
)

const show = { tier: 'read', otherOptions: 'plain', operands: 'plain' } as const

const script: Program = {
  tier: 'read',
  options: {
    '-c COMMAND --command=COMMAND': 'run',
    '-a --append -q --quiet -f --flush -e --return -k -r -p -d --force': 'plain',
    '-t[FILE] --timing[=FILE] -T FILE --log-timing=FILE -O FILE --log-out=FILE -I FILE --log-in=FILE -B FILE --log-io=FILE -F FILE':
      'write',
    '-E WHEN --echo=WHEN -o SIZE --output-limit=SIZE -m FORMAT --logging-format=FORMAT': 'plain',
  },
  operands: ['write', 'command'],
}

const crontab: Program = {
  tier: 'read',
  options: {
    '-l -T': 'plain',
    '-u USER': 'plain',
    '-r': 'change system/delete-schedule',
    '-i -e': 'change system/schedule',
  },
  operands: 'change system/schedule',
}

/** Without a command it starts a shell and records everything typed. */
function runScript(call: ProgramCall): void {
  applyTable(script, call)
  const words = call.args.map(wordText)
  const hasCommand =
    words.some(word => /^(-[a-z]*c|--command)/.test(word)) || words.filter(word => !word.startsWith('-')).length > 1
  if (!hasCommand) call.opaque('a recorded interactive shell')
}

/** Words that a terminal multiplexer parses as one of its own commands or as shell code. */
const multiplexed = { '; *; *#(*': 'opaque a nested command', '*': 'plain' } as const

const screen: Program = {
  tier: 'write',
  options: {
    '-ls, -list': 'prints',
    '-d -m -L': 'plain',
    '-S NAME -T NAME -h N': 'plain',
    '-c FILE': 'code',
  },
  operands: 'command',
}

/** Processes, services, logs, the machine itself. */
export const system: Programs = {
  kill: {
    tier: 'read',
    options: { ...signals, '-n SIGNAL': signals['-s SIGNAL --signal=SIGNAL'] },
    optionsFirst: true,
    operands: { '-1': 'change process/kill-all', '1': 'change process/kill-all', '*': 'change process/signal' },
    examples: {
      'kill 12': 'change process/signal 12',
      'kill -9 12': ['change process/kill', 'change process/signal 12'],
      'kill -- -1': 'change process/kill-all -1',
      'kill -n 9 12': ['change process/kill 9', 'change process/signal 12'],
      'kill -s TSTP 12': ['change process/stop TSTP', 'change process/signal 12'],
      'kill -l': [],
    },
  },
  'pkill killall skill': {
    tier: 'read',
    options: signals,
    // Names in the hook's command line: with some clients, killing its shell lets the call run.
    operands: {
      '*sallyport* *hook.cjs* *hook.blob* *snapshot-blob*': 'change sallyport/control',
      ...watchers,
      // Every name matches.
      '? .*': 'change process/kill-all',
      '*': 'change process/signal',
    },
    examples: {
      'pkill sallyport': 'change sallyport/control sallyport',
      'pkill -f hook.cjs': 'change sallyport/control hook.cjs',
      'pkill -f node': 'change process/signal node',
      'pkill -f .': 'change process/kill-all .',
      'pkill falco': 'change system/unguarded falco',
      'killall -9 node': ['change process/kill', 'change process/signal node'],
    },
  },
  killall5: { tier: 'execute', does: ['change process/kill-all'], otherOptions: 'plain', operands: 'plain' },
  xkill: { tier: 'execute', does: ['change process/kill'], otherOptions: 'plain' },
  fuser: {
    tier: 'read',
    options: {
      '-k --kill': 'change process/kill',
      '-n SPACE --namespace=SPACE': 'plain',
      '-v -m -u -a -s -i -4 -6': 'plain',
    },
    operands: 'plain',
    examples: { 'fuser -v 80/tcp': [], 'fuser -k 80/tcp': 'change process/kill' },
  },
  // It can starve any process, including the gate.
  renice: {
    tier: 'read',
    does: ['change process/steer'],
    otherOptions: 'plain',
    operands: 'plain',
    examples: { 'renice -n 19 -p 12': 'change process/steer' },
  },
  ps: {
    tier: 'read',
    options: {
      '-p LIST -u USER -U USER -t TTY -g LIST -G LIST -o FORMAT -C NAME -s LIST -q LIST --sort=KEY --ppid=LIST --pid=LIST --format=FORMAT --cols=N':
        'plain',
      '-E': 'change secrets/read',
    },
    otherOptions: 'plain',
    operands: 'plain',
    custom: runPs,
    examples: {
      'ps aux': [],
      'ps -ef': [],
      'ps axo pid,etime': [],
      'ps axo etime': [],
      'ps auxe': 'change secrets/read auxe',
      'ps axwwe': 'change secrets/read axwwe',
      'ps e': 'change secrets/read e',
    },
  },
  'pgrep top htop btop pstree pidof pmap pwdx vmstat iostat mpstat lsusb lspci lscpu lshw lsmem lsns lsipc lslocks lslogins lsmod modinfo lsattr getfacl getenforce sestatus last lastb lastlog sensors acpi hwinfo inxi glances':
    {
      tier: 'read',
      options: {
        '-d N -n N -p LIST -u USER -U USER -t TTY -g LIST -o FORMAT -C NAME -s N --sort=KEY --ppid=LIST --pid=LIST --format=FORMAT -w N -i N --query-gpu=LIST':
          'plain',
      },
      otherOptions: 'plain',
      examples: { 'pgrep -fl node': [], 'lsattr src': [] },
    },
  'nvidia-smi': {
    tier: 'read',
    options: {
      '-f FILE --filename=FILE': 'write',
      '-i N --id=N -d LIST --display=LIST -l N --loop=N -lms N --query-gpu=LIST --query-compute-apps=LIST --format=FORMAT':
        'plain',
      '--gpu-reset -r -pm N -pl N -rac -rgc -lgc N -ac N -e N -p N -c N -mig N': 'change system/manage',
    },
    otherOptions: 'plain',
    examples: { 'nvidia-smi -q': [], 'nvidia-smi -q -f a': 'write a', 'nvidia-smi --query-gpu=name --format=csv': [] },
  },
  'sar atop': {
    tier: 'read',
    options: {
      '-o FILE -w FILE': 'write',
      '-f FILE -r FILE': 'read',
      '-n LIST -P LIST -s TIME -e TIME -b TIME -i N': 'plain',
    },
    otherOptions: 'plain',
    examples: { 'sar -u 1 3': [], 'sar -o a 1 1': 'write a', 'atop -w a 1 1': 'write a' },
  },
  getcap: {
    tier: 'read',
    options: { '-r': 'change privileges/search', '-v -h -n': 'plain' },
    operands: 'read',
    examples: { 'getcap -r /': ['change privileges/search', 'read /'], 'getcap a': 'read a' },
  },
  pidstat: {
    tier: 'read',
    options: { '-p LIST -T KIND -U[NAME] -G NAME -C NAME': 'plain', '-e COMMAND': 'opaque a program that it starts' },
    otherOptions: 'plain',
    examples: { 'pidstat -u 1': [], 'pidstat -e id': 'opaque a program that it starts: `id`' },
  },
  dmidecode: {
    tier: 'read',
    options: {
      '--dump-bin=FILE': 'write',
      '--from-dump=FILE -d FILE --dev-mem=FILE': 'read',
      '-t TYPE -s NAME --type=TYPE': 'plain',
    },
    otherOptions: 'plain',
    examples: { 'dmidecode -t memory': [], 'dmidecode --dump-bin a': 'write a' },
  },
  'bpftrace ftrace dtrace dtruss': {
    tier: 'execute',
    operands: 'opaque a program run under a debugger',
    examples: { 'dtruss id': 'opaque a program run under a debugger: `id`' },
  },
  dmesg: {
    tier: 'read',
    options: {
      '-c --read-clear -C --clear': 'change logs/delete',
      '-D --console-off -E --console-on': 'change system/manage',
      '-n LEVEL --console-level=LEVEL': 'change system/manage',
      '-F FILE --file=FILE -K FILE --kmsg-file=FILE': 'read',
      '-l LIST --level=LIST -f LIST --facility=LIST -s N --buffer-size=N --since=TIME --until=TIME --time-format=FORMAT --color[=WHEN]':
        'plain',
      '-T --ctime -H --human -w --follow -W --follow-new -x --decode -L -k --kernel -u --userspace -t --notime -e --reltime -d --show-delta -r --raw -P --nopager -p --force-prefix -S --syslog -J --json':
        'plain',
    },
    examples: { 'dmesg -T': [], 'dmesg -THc': 'change logs/delete' },
  },
  journalctl: {
    tier: 'read',
    options: {
      '--vacuum-size=SIZE --vacuum-time=TIME --vacuum-files=N': 'change logs/delete',
      '--rotate --flush --sync --relinquish-var --smart-relinquish-var --update-catalog --setup-keys':
        'change logs/manage',
      '-D DIR --directory=DIR --file=FILE --root=DIR --image=FILE': 'read',
      '--cursor-file=FILE': 'write',
    },
    otherOptions: 'plain',
    examples: {
      'journalctl -u nginx -n 50 --no-pager': [],
      'journalctl --vacuum-time 2weeks': 'change logs/delete 2weeks',
    },
  },
  logger: {
    tier: 'write',
    options: {
      '-n HOST --server=HOST': 'connect sends',
      '-f FILE --file=FILE': 'read',
      '-t TAG --tag=TAG -p PRIORITY --priority=PRIORITY -P PORT --port=PORT -u SOCKET --socket=SOCKET --id[=ID] --size=SIZE --sd-id=NAME --sd-param=TEXT --msgid=ID --socket-errors[=MODE] --rfc5424[=OPTIONS] --journald[=FILE] --prio-prefix --octet-count --rfc3164 --no-act -i -s --stderr -e --skip-empty -d --udp -T --tcp':
        'plain',
    },
    examples: {
      'logger -t backup done': [],
      'logger -n log.example.com -f README.md': ['connect log.example.com sends', 'read README.md'],
    },
  },
  logrotate: {
    tier: 'execute',
    operands: 'opaque configuration that can run commands',
    options: { '-d --debug -f --force -v --verbose': 'plain', '-s FILE --state=FILE': 'write' },
  },
  'shutdown reboot halt poweroff init telinit': {
    tier: 'execute',
    does: ['change system/power'],
    otherOptions: 'plain',
    operands: 'plain',
    examples: { 'shutdown -h now': 'change system/power' },
  },
  systemctl: {
    tier: 'execute',
    options: {
      '--user --system --no-pager -q --quiet --now --all -a --failed -l --full -r --recursive --no-legend --plain --no-ask-password --no-block --no-reload --runtime -f --force --global --value':
        'plain',
      '-t TYPE --type=TYPE --state=STATE -p NAME --property=NAME -n N --lines=N -o FORMAT --output=FORMAT --signal=SIGNAL -s SIGNAL --kill-whom=WHOM --job-mode=MODE':
        'plain',
      '-H HOST --host=HOST': 'connect sends',
      '-M NAME --machine=NAME --root=DIR --image=FILE': 'opaque another machine, directory or image',
    },
    commands: {
      'status is-active is-enabled is-failed is-system-running list-units list-unit-files list-timers list-sockets list-dependencies list-jobs list-machines show show-environment cat get-default help':
        show,
      'start stop restart reload try-restart reload-or-restart enable disable reenable mask unmask daemon-reload daemon-reexec reset-failed preset isolate set-property set-environment unset-environment link add-wants set-default kill clean freeze thaw':
        { tier: 'execute', does: ['change system/service'], operands: 'plain' },
      edit: { tier: 'execute', operands: 'opaque an editor for system services' },
      'poweroff reboot halt suspend hibernate kexec rescue emergency hybrid-sleep soft-reboot': {
        tier: 'execute',
        does: ['change system/power'],
        otherOptions: 'plain',
        operands: 'plain',
      },
    },
    examples: {
      'systemctl status nginx': [],
      'systemctl restart nginx': 'change system/service',
      'systemctl reboot': 'change system/power',
    },
  },
  'systemd-analyze systemd-cgls systemd-cgtop systemd-detect-virt systemd-path systemd-escape': {
    tier: 'read',
    // Connects by ssh, as the current user.
    options: { '-H HOST --host=HOST': 'connect sends' },
    otherOptions: 'plain',
    examples: { 'systemd-analyze blame': [] },
  },
  'hostnamectl timedatectl localectl loginctl networkctl': {
    tier: 'read',
    options: { '--no-pager -a --all --static --pretty --value -l': 'plain', '-p NAME --property=NAME': 'plain' },
    commands: {
      'status show hostname list query statistics dns domain timesync-status show-timesync list-timezones list-locales list-keymaps list-sessions list-users list-seats session-status user-status seat-status show-session show-user show-seat':
        { ...show, operands: { '*': 'plain' } },
      'set-hostname set-time set-timezone set-local-rtc set-ntp set-locale set-keymap set-x11-keymap enable-linger disable-linger lock-session unlock-session lock-sessions':
        { tier: 'execute', does: ['change system/manage'], operands: 'plain' },
      'terminate-session terminate-user kill-session kill-user terminate-seat': {
        tier: 'execute',
        does: ['change process/kill'],
        operands: 'plain',
      },
    },
    examples: { timedatectl: [], 'timedatectl status': [], 'hostnamectl set-hostname x': 'change system/manage' },
  },
  'service rc-service invoke-rc.d': {
    tier: 'execute',
    options: { '--status-all': 'dry run' },
    commands: {
      '*': {
        tier: 'execute',
        commands: { status: show },
        // The following words are for the service's script.
        optionsFirst: true,
        operands: 'change system/service',
      },
    },
    examples: { 'service nginx restart': 'change system/service restart', 'service nginx status': [] },
  },
  supervisorctl: {
    tier: 'execute',
    optionsFirst: true,
    commands: {
      'status avail pid tail maintail version help': show,
      'start stop restart reload reread update add remove signal shutdown clear': {
        tier: 'execute',
        does: ['change system/service'],
        operands: 'plain',
      },
    },
    options: { '-c FILE': 'read', '-s URL': 'connect', '-u USER -p PASSWORD': 'plain' },
    examples: { 'supervisorctl status': [], 'supervisorctl restart web': 'change system/service' },
  },
  crontab: {
    ...crontab,
    // Without an operand it reads standard input.
    custom: call => {
      applyTable(crontab, call)
      if (call.args.length === 0 && call.frame.stdin.from !== 'nothing') call.change('system/schedule', null)
    },
    examples: {
      'crontab -l': [],
      'crontab -r': 'change system/delete-schedule',
      'crontab x': 'change system/schedule x',
    },
  },
  'at batch': {
    tier: 'execute',
    does: ['change system/schedule'],
    options: { '-f FILE': 'code', '-q QUEUE -t TIME': 'plain', '-m -M -v -l -b -c -d -r': 'plain' },
    operands: 'plain',
    examples: { 'at now': 'change system/schedule' },
  },
  atq: { tier: 'read', otherOptions: 'plain' },
  atrm: { tier: 'execute', does: ['change system/delete-schedule'], operands: 'plain' },
  sysctl: {
    tier: 'read',
    options: {
      '-w --write': 'change system/kernel',
      '-p[FILE] --load[=FILE] -f --system': 'change system/kernel',
      '-r PATTERN --pattern=PATTERN': 'plain',
      '-a -A -X --all -n --values -e --ignore -N --names -b --binary -q --quiet -d -h -i -l -o -t -x': 'plain',
    },
    operands: { '*=*': 'change system/kernel', '*/..*': 'opaque a path instead of a setting', '*': 'plain' },
    examples: { 'sysctl -n hw.model': [], 'sysctl kernel.x=1': 'change system/kernel kernel.x=1' },
  },
  'modprobe insmod rmmod depmod kmod kexec setenforce setsebool semanage aa-teardown apparmor_parser auditctl update-grub grub-install dracut update-initramfs mkinitcpio':
    {
      tier: 'execute',
      does: ['change system/kernel'],
      otherOptions: 'plain',
      operands: 'plain',
      examples: { 'modprobe vfat': 'change system/kernel' },
    },
  ldconfig: {
    tier: 'execute',
    does: ['change system/kernel'],
    options: { '-p --print-cache': 'dry run' },
    otherOptions: 'plain',
    operands: 'plain',
    examples: { 'ldconfig -p': [], ldconfig: 'change system/kernel' },
  },
  'update-alternatives alternatives': {
    tier: 'execute',
    options: {
      '--display --list --query --get-selections': 'plain',
      '--install --set --remove --auto --config --remove-all --set-selections --all --slave': 'change system/manage',
    },
    operands: 'plain',
  },
  script: {
    ...script,
    custom: runScript,
    examples: {
      "script -c 'rm x' log": ['run rm x', 'delete x', 'write log'],
      'script -q log rm x': ['write log', 'run rm x', 'delete x'],
      'script -q log': ['write log', 'opaque a recorded interactive shell'],
    },
  },
  screen: {
    ...screen,
    custom: call => {
      applyTable(screen, call)
      const { operands, options } = sortArguments(call.args, compileProgram(screen))
      if (operands.length === 0 && !options.some(({ option }) => option.name === '-ls'))
        call.opaque('an interactive `screen` session')
    },
    examples: {
      screen: 'opaque an interactive `screen` session',
      'screen -ls': [],
      'screen -dmS srv rm x': ['run rm x', 'delete x'],
      'screen -S srv -X quit': ['opaque unknown option `-X` of `screen`', 'run quit'],
    },
  },
  'tmux byobu': {
    tier: 'execute',
    options: { '-ls -list -V': 'dry run', '-v': 'plain', '-f FILE': 'code', '-L NAME -S NAME': 'plain' },
    commands: {
      'ls list-sessions list-windows list-panes lsw lsp display-message capture-pane capturep has-session has show-options show info list-keys list-commands list-buffers show-buffer':
        {
          tier: 'read',
          options: { '-F FORMAT -f FILTER -t TARGET': multiplexed },
          otherOptions: 'plain',
          operands: multiplexed,
        },
      // A single word is shell text; several words are not analysed.
      'new-session new new-window neww split-window splitw': {
        tier: 'write',
        options: {
          '-d -A -D -E -P -X -a -b -k -S -h -v -f -Z': 'plain',
          '-s NAME -n NAME -t TARGET -x N -y N -F FORMAT -l N -p N': 'plain',
          '-c DIR': 'cwd',
          '-e SETTING': 'opaque changed environment variables',
        },
        operands: ['run', 'opaque further words of a command...'],
      },
      'kill-session kill-server kill-window kill-pane': {
        tier: 'execute',
        does: ['change process/kill'],
        otherOptions: 'plain',
        operands: multiplexed,
      },
      'select-window select-pane rename-window rename-session resize-pane detach-client swap-pane': {
        tier: 'write',
        otherOptions: 'plain',
        operands: multiplexed,
      },
    },
    examples: {
      'tmux ls': [],
      'tmux -f/tmp/x list-keys': ['read /tmp/x', 'opaque code in `/tmp/x`'],
      "tmux ls ';' run-shell x": ['opaque a nested command: `;`'],
      "tmux display-message -p '#(id)'": ['opaque a nested command: `#(id)`'],
      'tmux kill-server': 'change process/kill',
      "tmux new -d -s dev 'rm x'": ['run rm x', 'delete x'],
      'tmux send-keys x': 'opaque unknown subcommand `send-keys` of `tmux`',
    },
  },
}

/** In the BSD spelling, `e` prints the environment of every process; a letter that takes a value ends the cluster. */
function runPs(call: ProgramCall): void {
  const table = system.ps
  if (table === undefined) return
  applyTable(table, call)
  let isValue = false
  for (const word of sortArguments(call.args, compileProgram(table)).operands) {
    const [, letters = '', rest] = /^([a-zA-Z]*?)(?:[oOUtkpqN](.*))?$/s.exec(wordText(word)) ?? []
    if (!isValue && letters.includes('e')) call.change('secrets/read', word)
    isValue = !isValue && rest === ''
  }
}
