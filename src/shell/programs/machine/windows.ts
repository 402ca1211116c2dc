import { isKnown, wordText } from '../../../core/word.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Programs } from '../engine/table.ts'
import { packageReads } from '../shared/package-commands.ts'

/** Windows tools as typed in the Linux subsystem. Their options begin with a slash. */
export const windows: Programs = {
  'findstr findstr.exe': {
    tier: 'read',
    custom: runFindstr,
    examples: {
      'findstr needle file.txt': 'read file.txt',
      'findstr /n /c:"a b" *.txt': 'read *.txt',
      'findstr /g:/etc/shadow x': ['read /etc/shadow', 'read x'],
    },
  },
  'where where.exe ipconfig ipconfig.exe systeminfo systeminfo.exe ver chcp chcp.com hostname.exe whoami.exe wslpath tree.com netstat.exe getmac.exe':
    {
      tier: 'read',
      options: packageReads.options ?? {},
      otherOptions: 'plain',
      operands: {
        '/release*': 'change system/network',
        '/renew*': 'change system/network',
        '/flushdns': 'change system/network',
        '/registerdns': 'change system/network',
        '*': 'plain',
      },
      examples: { 'where node': [], 'ipconfig.exe /all': [], 'ipconfig /release': 'change system/network /release' },
    },
  'wsl.exe wsl': {
    tier: 'execute',
    options: {
      '-l --list --status --version -v --verbose -q --quiet --all --running -o --online --help': 'plain',
      '-d NAME --distribution=NAME -u NAME --user=NAME --cd=DIR': 'plain',
      '--shutdown -t NAME --terminate=NAME': 'change system/power',
      '--unregister=NAME --install --update --import=NAME --export=NAME --set-default=NAME -s NAME --set-version=NAME --mount=DISK':
        'change system/manage',
      '-e --exec': 'plain',
    },
    operands: 'command',
    examples: { 'wsl.exe --shutdown': 'change system/power', 'wsl.exe -e rm x': ['run rm x', 'delete x'] },
  },
}

/** `findstr [/options] TEXT FILE…`: a text in `/c:` replaces the first operand. */
function runFindstr(call: ProgramCall): void {
  const isOption = (text: string) => /^\/[a-z]+(:|$)/i.test(text)
  const given = call.args.map(wordText).filter(isOption)
  const operands = call.args.filter(arg => !isOption(wordText(arg)))
  for (const option of given) {
    const file = /^\/[gf]:(.+)$/i.exec(option)?.[1]
    if (file !== undefined) call.touch('read', file, option)
  }
  const files = given.some(option => /^\/[cg]:/i.test(option)) ? operands : operands.slice(1)
  for (const file of files) call.touch('read', isKnown(file) ? file.replaceAll('\\', '/') : file, 'operand')
}
