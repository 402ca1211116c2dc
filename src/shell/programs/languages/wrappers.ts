import { isKnown, joinWords, knownPrefix, makeWord, type Word, wordText } from '../../../core/word.ts'
import type { Stdin } from '../../frame/frame.ts'
import { applyTable } from '../engine/apply.ts'
import { cutPrefix, sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import { anyWords, asOneWord, stdinWords } from '../engine/stdin-words.ts'
import type { Program, Programs } from '../engine/table.ts'
import { startsByShell } from '../shared/starts-command.ts'
import { readStdin } from './shells.ts'

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
    '-r --no-run-if-empty -t --verbose -p --interactive -x --exit -o --open-tty --show-limits': 'plain',
    '-0 --null': 'plain',
    '-n N --max-args=N': 'plain',
    '-L N -l[N] --max-lines[=N]': 'plain',
    '-s N --max-chars=N': 'plain',
    '-P N --max-procs=N': 'plain',
    '-d DELIM --delimiter=DELIM': 'plain',
    '-E EOF -e[EOF] --eof[=EOF]': 'plain',
    '-J TEXT -R N -S N --process-slot-var=NAME': 'plain',
    '-I TEXT -i[TEXT] --replace[=TEXT]': 'plain',
    '-a FILE --arg-file=FILE': 'read',
  },
  operands: 'command',
}

const env: Program = {
  tier: 'read',
  options: {
    '-i --ignore-environment -0 --null -v --debug': 'plain',
    '-u NAME --unset=NAME': 'plain',
    '-C DIR --chdir=DIR': 'cwd',
    '-S TEXT --split-string=TEXT': 'run',
  },
  operands: 'command',
}

/** Programs that start another one: their own options, then the other program's words. */
export const wrappers: Programs = {
  'sudo doas': {
    ...sudo,
    custom: runSudo,
    examples: { 'sudo -u root rm -rf x': ['change privileges/raise', 'run rm -rf x', 'delete x'] },
  },
  env: {
    ...env,
    custom: runEnv,
    examples: {
      'env A=1 rm x': ['run rm x', 'delete x'],
      'env - rm x': ['run rm x', 'delete x'],
      "env -S 'rm x'": ['run rm x', 'delete x'],
      "env -S 'rm' x": ['opaque arguments after the text of `env -S`', 'run x', 'run rm'],
    },
  },
  'nohup setsid': { tier: 'read', options: { '-c --ctty -f --fork -w --wait': 'plain' }, operands: 'command' },
  nice: { tier: 'read', options: { '-n N --adjustment=N -NUMBER': 'plain' }, operands: 'command' },
  ionice: { tier: 'read', options: { '-c CLASS -n N --class=CLASS --classdata=N -t': 'plain' }, operands: 'command' },
  timeout: {
    tier: 'read',
    options: {
      '-k TIME --kill-after=TIME -s SIGNAL --signal=SIGNAL': 'plain',
      '-f --foreground -p --preserve-status -v --verbose': 'plain',
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
  // On macOS it starts a program for another processor; elsewhere it only prints a name.
  arch: {
    tier: 'read',
    singleDash: true,
    options: {
      '-arm64 -arm64e -x86_64 -x86_64h -i386 -32 -64 -c': 'plain',
      '-e VARIABLE': 'env',
      '-d NAME -arch NAME': 'plain',
    },
    operands: 'command',
    examples: { arch: [], 'arch -arm64 rm x': ['run rm x', 'delete x'] },
  },
  stdbuf: {
    tier: 'read',
    options: { '-i MODE -o MODE -e MODE --input=MODE --output=MODE --error=MODE': 'plain' },
    operands: 'command',
  },
  chroot: { tier: 'execute', options: { '--userspec=SPEC --groups=LIST': 'plain' }, operands: ['read', 'command'] },
  watch: startsByShell({
    tier: 'read',
    options: {
      '-n N --interval=N -d --differences[=HOW] -t --no-title -b --beep -e --errexit -g --chgexit -c --color -x --exec':
        'plain',
    },
    operands: 'command',
    examples: {
      'watch -n 5 rm x': ['run rm x', 'delete x'],
      "watch 'rm x'": ['run sh -c rm x', 'run rm x', 'delete x'],
    },
  }),
  su: {
    tier: 'execute',
    custom: runSu,
    examples: { "su -c 'rm x'": ['change privileges/raise', 'run rm x', 'delete x'] },
  },
  'busybox toybox': { tier: 'read', custom: runApplet, examples: { 'busybox rm x': ['run rm x', 'delete x'] } },
  flock: {
    tier: 'read',
    options: {
      '-n --nonblock -x --exclusive -s --shared -u --unlock -o --close -v --verbose': 'plain',
      '-w SECONDS --timeout=SECONDS -E N --conflict-exit-code=N': 'plain',
      '-c COMMAND --command=COMMAND': 'run',
    },
    operands: ['write', 'command'],
    examples: { 'flock /tmp/l rm x': ['write /tmp/l', 'run rm x', 'delete x'] },
  },
  'unshare nsenter setpriv numactl cpulimit': { tier: 'execute', otherOptions: 'plain', operands: 'command' },
  prlimit: {
    tier: 'read',
    otherOptions: 'plain',
    operands: 'command',
    examples: { 'prlimit --nofile=9 ls': ['run ls'] },
  },
  'taskset chrt': {
    tier: 'read',
    otherOptions: 'plain',
    operands: ['plain', 'command'],
    examples: { 'taskset -c 0 ls': ['run ls'] },
  },
  'xvfb-run': {
    tier: 'read',
    options: {
      '-e FILE --error-file=FILE -f FILE --auth-file=FILE': 'write',
      '-s ARGS --server-args=ARGS': {
        '-screen?0?????x???x?? -screen?0?????x????x??': 'plain',
        '*': 'opaque server options',
      },
      '-a --auto-servernum -n N --server-num=N -w N --wait=N': 'plain',
    },
    operands: 'command',
    examples: {
      'xvfb-run -a rm x': ['run rm x', 'delete x'],
      'xvfb-run -s "-screen 0 1280x1024x24" rm x': ['run rm x', 'delete x'],
    },
  },
  faketime: {
    tier: 'read',
    options: { '-f -m --exclude-monotonic': 'plain' },
    operands: ['plain', 'command'],
    examples: { "faketime '2024-02-29' rm x": ['run rm x', 'delete x'] },
  },
  'scan-build': {
    tier: 'write',
    singleDash: true,
    options: {
      '-o DIR': 'write',
      '-enable-checker NAME -disable-checker NAME -maxloop N --exclude DIR --html-title TEXT': 'plain',
      '-v -k --keep-going --status-bugs -plist -sarif -stats --keep-empty': 'plain',
    },
    operands: 'command',
    examples: {
      'scan-build -o out rm x': ['write out', 'run rm x', 'delete x'],
      'scan-build --use-cc=/tmp/cc make': ['opaque unknown option `--use-cc` of `scan-build`', 'run make'],
    },
  },
  unbuffer: {
    tier: 'read',
    options: { '-p': 'plain' },
    operands: 'command',
    examples: { 'unbuffer rm x': ['run rm x', 'delete x'] },
  },
  'strace ltrace': {
    tier: 'execute',
    options: {
      '-o FILE --output=FILE': { '|* !*': 'opaque a command that receives the output', '*': 'write' },
      '-e EXPR': { 'inject=* fault=*': 'opaque manipulated system calls', '*': 'plain' },
      '-s N --trace=SET -P PATH -O N -S KEY -a N': 'plain',
      '-p PID --attach=PID': 'opaque access to a running program',
      '-E VAR -u USER --env=VAR': 'opaque a changed environment or user',
      '-f -ff -c -C -t -tt -ttt -T -v -y -yy -q -qq -k -r -i -x -xx -z -Z': 'plain',
    },
    operands: 'command',
    examples: {
      'strace -f -o t.log rm x': ['write t.log', 'run rm x', 'delete x'],
      "strace -o '|id' ls": ['opaque a command that receives the output: `|id`', 'run ls'],
    },
  },
  xargs: {
    ...xargs,
    custom: runXargs,
    examples: {
      'xargs rm -f': ['run rm -f {}', 'delete {}'],
      xargs: ['opaque `xargs` waits for words from the terminal', 'run echo {}'],
    },
  },
}

/** `env -S 'rm -rf' x`: the words after the text are appended to its command. */
function runEnv(call: ProgramCall): void {
  // `env - ls`: a lone dash is `-i`.
  if (sortArguments(call.args, compileProgram(env)).operands[0] === '-')
    return startInEnvironment({ ...call, args: call.args.with(call.args.indexOf('-'), '-i') })
  startInEnvironment(call)
}

function startInEnvironment(call: ProgramCall): void {
  const { options, operands } = sortArguments(call.args, compileProgram(env))
  if (operands.length > 0 && options.some(({ option }) => option.name === '-S'))
    call.opaque('arguments after the text of `env -S`')
  applyTable(env, call)
}

/** Words on xargs' standard input become arguments of the command it starts; unknown ones are a hole. */
function runXargs(outer: ProgramCall): void {
  // The started command gets no input: xargs has consumed it.
  const start: ProgramCall['start'] = (words, link, options) =>
    outer.start(words, link, { ...options, stdin: { from: 'nothing' } })
  const call = { ...outer, start }
  const { options, operands } = sortArguments(call.args, compileProgram(xargs))
  if (operands.length === 0 && call.frame.stdin.from === 'nothing')
    call.opaque('`xargs` waits for words from the terminal')
  const given = new Map(options.map(({ option, value }) => [option.name, value]))
  const args = operands.length > 0 ? call.args : [...call.args, 'echo']
  const from = args.length - Math.max(operands.length, 1)
  const mark = given.has('-I') ? wordText(given.get('-I') ?? '{}') : null
  const fed = takenWords(call.frame.stdin, given)
  if (mark === null) {
    for (const words of inRounds(fed, given)) applyTable(xargs, { ...call, args: [...args, ...words] })
    return
  }
  for (const word of fed.map(asOneWord))
    applyTable(xargs, {
      ...call,
      args: args.map((one, i) => (i >= from && isKnown(one) ? filled(one, mark, word) : one)),
    })
}

const filled = (word: string, mark: string, value: Word): Word =>
  makeWord(word.split(mark).flatMap((text, i) => [...(i === 0 ? [] : isKnown(value) ? [value] : value.parts), text]))

/** The words from standard input, split as the options say. */
function takenWords(stdin: Stdin, given: ReadonlyMap<string, Word | null>): readonly Word[] {
  const readsFile = given.has('-a') && wordText(given.get('-a') ?? '') !== '/dev/stdin'
  if (readsFile || mayEndEarly(stdin, given.get('-E'))) return anyWords
  // Without input, the placeholder stands for a file name.
  if (stdin.from !== 'text' || !isKnown(stdin.text)) return stdinWords(stdin) ?? (given.has('-I') ? ['{}'] : anyNames)
  const { text } = stdin
  if (given.has('-0')) return text.split('\0').filter(word => word !== '')
  // Quotes and backslashes are special to xargs.
  if (given.has('-d') || /["'\\]/.test(text)) return anyWords
  const words = given.has('-I') ? text.split('\n').map(line => line.trimStart()) : text.split(/\s+/)
  return words.filter(word => word !== '')
}

/** `-E END`: input after that word is ignored. */
const mayEndEarly = (stdin: Stdin, end: Word | null | undefined): boolean =>
  end != null && (stdin.from !== 'text' || !isKnown(stdin.text) || !isKnown(end) || stdin.text.includes(end))

const anyNames: readonly Word[] = [{ parts: [{ hole: '{}', yields: 'files' }] }]

/** `-n 2`: two words per start. With other options the number is unknown. */
function inRounds(words: readonly Word[], given: ReadonlyMap<string, Word | null>): readonly (readonly Word[])[] {
  const counts = ['-n', '-L', '-s'].filter(name => given.has(name))
  if (counts.length === 0 || words.length < 2) return [words]
  const size = counts.length === 1 && given.has('-n') ? Number(wordText(given.get('-n') ?? '')) : Number.NaN
  if (!Number.isInteger(size) || size < 1) return [anyWords]
  return Array.from({ length: Math.ceil(words.length / size) }, (_, i) => words.slice(i * size, (i + 1) * size))
}

/** `su -c TEXT`, `su user -c TEXT`, `su - user` with code on standard input. */
function runSu(call: ProgramCall): void {
  call.change('privileges/raise', null)
  const at = call.args.findIndex(arg => arg === '-c' || arg === '--command')
  const attached = call.args.find(arg => knownPrefix(arg).startsWith('--command='))
  if (at >= 0) return call.script(call.args[at + 1] ?? '', 'su -c')
  if (attached !== undefined) return call.script(cutPrefix(attached, '--command='.length), 'su -c')
  readStdin(call)
}

/** `busybox rm x`: the first word is the program. */
function runApplet(call: ProgramCall): void {
  if (call.args.length > 0) call.start(call.args, call.name)
}

/** `sudo -s` and `sudo -i` pass their words to a shell, or start one that reads standard input. */
function runSudo(call: ProgramCall): void {
  applyTable(sudo, call)
  if (!call.args.some(arg => isKnown(arg) && /^(-[a-zA-Z]*[si]|--shell|--login)$/.test(arg))) return
  const at = call.args.findIndex(
    (arg, i) => !knownPrefix(arg).startsWith('-') && !/^-[ughpCTrtD]$/.test(wordText(call.args[i - 1] ?? '')),
  )
  if (at < 0) readStdin(call)
  else call.script(joinWords(call.args.slice(at)), 'sudo -s')
}
