import { isKnown, type Word, wordText } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import { sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program, Programs } from '../engine/table.ts'

const table: Program = {
  tier: 'read',
  options: {
    '--preview=COMMAND --bind=BINDINGS --with-shell=COMMAND': 'plain',
    '-q TEXT --query=TEXT -f TEXT --filter=TEXT -n N --nth=N --with-nth=N --accept-nth=N -d SEP --delimiter=SEP --tiebreak=LIST --prompt=TEXT --header=TEXT --height=N --preview-window=LAYOUT --walker=LIST --walker-skip=LIST --expect=KEYS --color=SCHEME --margin=N --padding=N --pointer=TEXT --marker=TEXT --min-height=N --history-size=N --scheme=NAME --algo=NAME --layout=NAME --info=STYLE --preview-label=TEXT --border-label=TEXT --jump-labels=TEXT --tabstop=N --header-lines=N --footer=TEXT --gutter=TEXT --ghost=TEXT --separator=TEXT --scrollbar=TEXT --ellipsis=TEXT --style=NAME':
      'plain',
    '--walker-root=DIR': 'read',
    '--history=FILE': 'write',
    // Without `unsafe`, the port accepts no commands to run; on another address it answers the network.
    '--listen[=ADDRESS]': {
      ' ? ?? ??? ???? ????? localhost:* 127.0.0.1:*': 'plain',
      '*': 'opaque a port that accepts actions from other machines',
    },
    '--listen-unsafe[=ADDRESS]': 'opaque a port that accepts commands',
    '--info-command=COMMAND': 'run',
    // Options of skim.
    '-c COMMAND --cmd=COMMAND': 'plain',
    '--cmd-query=TEXT --cmd-prompt=TEXT -I TEXT': 'plain',
  },
  otherOptions: 'plain',
  env: {
    'FZF_DEFAULT_OPTS FZF_DEFAULT_OPTS_FILE': 'opaque extra options for fzf',
  },
}

/** `fzf`: a chooser whose preview and key bindings run commands. */
export const fzf: Programs = {
  'fzf sk': {
    ...table,
    custom: runFzf,
    examples: {
      'fzf --height=50% --layout=reverse': [],
      "fzf --preview='cat {}'": ['run cat {}', 'read {}'],
      "fzf --bind='ctrl-a:select-all,tab:toggle+down'": [],
      "fzf --bind 'enter:become(rm {})'": ['run rm {}', 'delete {}'],
      'fzf --bind=enter:execute:id': 'run id',
      "sk --ansi -i -c 'rg {}'": ['run rg {}', 'read /home/dev/project'],
      "sk --cmd 'rm x'": ['run rm x', 'delete x'],
      "fzf --with-shell='python3 -c'": 'opaque a custom shell: `python3 -c`',
    },
  },
}

const running =
  /(?:^|[:+,])(?:execute(?:-silent|-multi)?|become|reload(?:-sync)?|preview|change-preview|transform(?:-[a-z-]+)?|bg-transform(?:-[a-z-]+)?)(?=[^a-z-]|$)/gi
const closing = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['<', '>'],
])

const runs = new Set(['--preview', '-c', '--cmd'])

function runFzf(call: ProgramCall): void {
  applyTable(table, call)
  for (const { spelling, value } of sortArguments(call.args, compileProgram(table)).options) {
    if (value === null) continue
    if (runs.has(spelling)) runFilled(value, spelling, call)
    if (spelling === '--with-shell') call.opaque(`a custom shell: \`${wordText(value)}\``)
    if (spelling === '--bind') runBindings(value, call)
  }
}

/** `key:action(command)+action:command`; the form with a colon extends to the end. */
function runBindings(bindings: Word, call: ProgramCall): void {
  if (!isKnown(bindings)) return call.opaque(`key bindings only known at run time: \`${wordText(bindings)}\``)
  for (const found of bindings.matchAll(running)) {
    const open = bindings[found.index + found[0].length]
    if (open === undefined || /[,+]/.test(open)) continue
    const rest = bindings.slice(found.index + found[0].length + 1)
    runFilled(open === ':' ? rest : rest.slice(0, endOf(rest, closing.get(open) ?? open)), '--bind', call)
  }
}

/** The closing sign that ends an action: it is followed by the next action, the next key or the end. */
function endOf(text: string, close: string): number {
  for (let at = text.indexOf(close); at >= 0; at = text.indexOf(close, at + 1)) {
    if (/^[+,]?$/.test(text[at + 1] ?? '')) return at
  }
  return text.length
}

/** `{}` is a chosen line: a file of the current directory, or anything if input is piped in. */
function runFilled(text: Word, how: string, call: ProgramCall): void {
  const piped = call.frame.stdin.from !== 'nothing'
  const filled = isKnown(text) && piped ? text.replace(/\{[^{}\s]*\}/g, '"$fzf_chosen_line"') : text
  call.script(filled, `fzf ${how}`)
}
