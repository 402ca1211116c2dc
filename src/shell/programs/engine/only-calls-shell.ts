/**
 * Whether code only passes one text to a shell and prints the result: `os.system("whoami")`. The detour through another
 * language has no use except to hide the command.
 */
export const onlyCallsShell = (code: string): boolean => code.length <= longest && whole.test(code.trim())

const longest = 1_000

const text = String.raw`(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')`
const module = String.raw`(?:require|__import__)\s*\(\s*${text}\s*\)`

/** `import os;`, `use strict;`, `const { execSync } = require("child_process");` */
const imported = [
  String.raw`import [\w., ]+`,
  String.raw`from \w+ import [\w, ]+`,
  String.raw`use [\w:]+`,
  `require ${text}`,
  String.raw`(?:const|let|var) [\w{}:, ]+= ?${module}(?:\.\w+)?`,
].join('|')

const starters = [
  ...['system', 'exec', 'execSync', 'popen', 'shell_exec', 'passthru', 'proc_open', 'execute', 'spawn'],
  ...['getoutput', 'getstatusoutput', 'check_output', 'check_call', 'run', 'call', 'Popen'],
].join('|')

const started = [
  String.raw`(?:${module}\.|[\w$.:]+(?:\.|::))?(?:${starters})\s*\(?\s*${text}(?:\s*,[^()]*)?`,
  '`[^`$]*`',
  String.raw`(?:%x|qx)[({[/][^)}\]/]*[)}\]/]`,
].join('|')

const shown = String.raw`(?:(?:print|puts|p|say|echo|console\.log|sys\.stdout\.write)\b[\s(]*)?`
const asText = String.raw`(?:\)?\.(?:read|decode|toString|strip|trim|chomp|stdout)\b(?:\([^()]*\))?)*`

const whole = new RegExp(
  String.raw`^(?:(?:${imported})\s*[;\n]\s*)*(?:BEGIN\s*)?\{?\s*${shown}(?:${started})${asText}[\s);]*\}?$`,
)
