import { isKnown, knownPrefix, type Word } from '../../core/word.ts'
import { applyTable } from './apply.ts'
import type { ProgramCall } from './run.ts'
import type { Program, Programs } from './table.ts'

const sudo: Program = {
  tier: 'execute',
  does: ['change privileges/raise'],
  options: {
    '-u USER --user=USER -g GROUP --group=GROUP -h HOST --host=HOST -p PROMPT --prompt=PROMPT -C N -T N -r ROLE -t TYPE':
      'plain',
    '-D DIR --chdir=DIR': 'cwd',
    '-n --non-interactive -E --preserve-env[=LIST] -H --set-home -S --stdin -k -K -v -l --list -b --background -A --askpass -P -B':
      'plain',
    '-i --login -s --shell': 'plain',
    '-e --edit': 'operands write',
  },
  operands: 'command',
}

const xargs: Program = {
  tier: 'read',
  options: {
    '-0 --null -r --no-run-if-empty -t --verbose -p --interactive -x': 'plain',
    '-n N -L N -P N -s N -d DELIM -E EOF --max-args=N --max-procs=N --max-lines=N --delimiter=DELIM': 'plain',
    '-I TEXT -i[TEXT] --replace[=TEXT]': 'plain',
    '-a FILE --arg-file=FILE': 'read',
  },
  operands: 'command',
}

/** Programs that start another one: their own options, then its words. */
export const wrappers: Programs = {
  'sudo doas': {
    ...sudo,
    examples: { 'sudo -u root rm -rf x': ['change privileges/raise', 'run rm -rf x', 'delete x'] },
  },
  env: {
    tier: 'read',
    options: {
      '-i --ignore-environment -0 --null -v --debug': 'plain',
      '-u NAME --unset=NAME': 'plain',
      '-C DIR --chdir=DIR': 'cwd',
      '-S TEXT --split-string=TEXT': 'run',
    },
    operands: 'command',
    examples: { 'env A=1 rm x': ['run rm x', 'delete x'] },
  },
  'nohup setsid': { tier: 'read', options: { '-c --ctty -f --fork -w --wait': 'plain' }, operands: 'command' },
  nice: { tier: 'read', options: { '-n N --adjustment=N -NUMBER': 'plain' }, operands: 'command' },
  ionice: { tier: 'read', options: { '-c CLASS -n N --class=CLASS --classdata=N -t': 'plain' }, operands: 'command' },
  timeout: {
    tier: 'read',
    options: {
      '-k TIME --kill-after=TIME -s SIGNAL --signal=SIGNAL': 'plain',
      '--foreground --preserve-status -v --verbose': 'plain',
    },
    operands: ['plain', 'command'],
    examples: { 'timeout 5 rm x': ['run rm x', 'delete x'] },
  },
  time: {
    tier: 'read',
    options: {
      '-p -v --verbose -a --append': 'plain',
      '-f FORMAT --format=FORMAT': 'plain',
      '-o FILE --output=FILE': 'write',
    },
    operands: 'command',
  },
  stdbuf: {
    tier: 'read',
    options: { '-i MODE -o MODE -e MODE --input=MODE --output=MODE --error=MODE': 'plain' },
    operands: 'command',
  },
  chroot: { tier: 'execute', options: { '--userspec=SPEC --groups=LIST': 'plain' }, operands: ['read', 'command'] },
  watch: {
    tier: 'read',
    options: {
      '-n N --interval=N -d --differences[=HOW] -t --no-title -b --beep -e --errexit -g --chgexit -c --color -x --exec':
        'plain',
    },
    operands: 'command',
  },
  xargs: { ...xargs, custom: runXargs, examples: { 'xargs rm -f': ['run rm -f {}', 'delete {}'] } },
}

/** What xargs is fed becomes words of the command that it starts. */
function runXargs(call: ProgramCall): void {
  const words = call.args.some(arg => !knownPrefix(arg).startsWith('-')) ? call.args : [...call.args, 'echo']
  const fed: Word = { parts: [{ hole: '{}', yields: 'words' }] }
  const filled = words.map(word => (isKnown(word) && word.includes('{}') ? fed : word))
  applyTable(xargs, { ...call, args: filled.includes(fed) ? filled : [...filled, fed] })
}
