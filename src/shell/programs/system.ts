import type { Programs } from './table.ts'

/** Processes, services, users, the machine itself. */
export const system: Programs = {
  'kill pkill killall': {
    tier: 'read',
    options: {
      '-9 -KILL -SIGKILL': 'change process/kill',
      '-l --list -0': 'plain',
      '-s SIGNAL --signal=SIGNAL -n N -u USER': 'plain',
      '-f -x -v -q -e -TERM -15 -HUP -1 -INT -2 -USR1 -CONT -STOP': 'plain',
    },
    operands: 'change process/signal',
    examples: { 'kill -9 12': ['change process/kill', 'change process/signal 12'] },
  },
  'ps pgrep top htop lsof pstree ss netstat vmstat iostat dmesg journalctl last ip ifconfig lscpu lsusb lspci': {
    tier: 'read',
    otherOptions: 'plain',
    operands: 'plain',
  },
  'shutdown reboot halt poweroff': {
    tier: 'execute',
    does: ['change system/power'],
    otherOptions: 'plain',
    operands: 'plain',
  },
  systemctl: {
    tier: 'execute',
    options: { '--user --no-pager -q --quiet --now --all -a --failed -l': 'plain' },
    commands: {
      'status is-active is-enabled list-units list-unit-files show cat is-failed list-timers': {
        tier: 'read',
        otherOptions: 'plain',
        operands: 'plain',
      },
      'start stop restart reload enable disable mask unmask daemon-reload kill': {
        does: ['change system/service'],
        otherOptions: 'plain',
        operands: 'plain',
      },
      'poweroff reboot halt suspend hibernate kexec': {
        does: ['change system/power'],
        otherOptions: 'plain',
        operands: 'plain',
      },
    },
  },
  'service launchctl': { tier: 'execute', does: ['change system/service'], otherOptions: 'plain', operands: 'plain' },
  crontab: {
    tier: 'execute',
    options: {
      '-l': 'plain',
      '-u USER': 'plain',
      '-r': 'change system/delete-schedule',
      '-e': 'change system/schedule',
    },
    operands: 'change system/schedule',
  },
  'useradd userdel usermod groupadd groupdel passwd chpasswd adduser deluser visudo': {
    tier: 'execute',
    does: ['change system/users'],
    otherOptions: 'plain',
    operands: 'plain',
  },
  'iptables ip6tables nft ufw firewall-cmd sysctl modprobe insmod rmmod setenforce': {
    tier: 'execute',
    does: ['change system/kernel'],
    otherOptions: 'plain',
    operands: 'plain',
  },
}
