import { isKnown, type Word, wordText } from '../../../core/word.ts'
import { isSecretVariable } from '../../frame/environment.ts'
import { applyTable } from '../engine/apply.ts'
import { sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program, Programs } from '../engine/table.ts'

const jqTable: Program = {
  tier: 'read',
  options: {
    '-f FILE --from-file=FILE': ['read', 'first operand'],
    '-L DIR --library-path=DIR': 'read',
    '--indent=N': 'plain',
    '--args --jsonargs': 'plain',
  },
  otherOptions: 'plain',
  operands: ['plain', 'read...'],
}

const yqTable: Program = {
  tier: 'read',
  options: {
    '-i --inplace --in-place': ['operands write', 'tier write'],
    // The expression computes the names of the output files.
    '-s EXPRESSION --split-exp=EXPRESSION': {
      '*/* *load* *env*': 'opaque computed names of files to write',
      '*': 'tier write',
    },
    '-p FORMAT --input-format=FORMAT -o FORMAT --output-format=FORMAT -I N --indent=N --front-matter=HOW --csv-separator=CHAR --tsv-separator=CHAR --xml-attribute-prefix=TEXT --xml-content-name=TEXT --header-preprocess --lua-prefix=TEXT --lua-suffix=TEXT --properties-separator=TEXT -f MODE --arg=NAME':
      'plain',
    '--from-file=FILE --split-exp-file=FILE': ['read', 'first operand'],
    '-n --null-input -r --raw-output -j --tojson -P --prettyPrint -C --colors -M --no-colors -N --no-doc -e --exit-status -v --verbose -V --version -0 --nul-output -y --yaml-output -Y -c --compact-output -S -w --width -t --xml-output -x':
      'plain',
    '--unwrapScalar[=BOOL] --string-interpolation[=BOOL]': 'plain',
    '--expression=TEXT': 'first operand',
  },
  operands: ['plain', 'read...'],
}

/** Filters for JSON, YAML and similar formats. */
export const jq: Programs = {
  'jq gojq jaq': {
    ...jqTable,
    custom: runJq,
    examples: {
      "jq -r '.a' x.json": 'read x.json',
      "jq --arg k v '.[$k]' x.json": 'read x.json',
      "jq -n --slurpfile a ~/.aws/credentials '$a'": 'read /home/dev/.aws/credentials',
      'jq -f f.jq x.json': ['read f.jq', 'read x.json'],
      'jq -n env.API_TOKEN': 'change secrets/read API_TOKEN',
      'jq -n \'$ENV["API_TOKEN"]\'': 'change secrets/read API_TOKEN',
      "jq -n '$ENV'": 'change secrets/read',
      'jq -n \'"x\\(env.API_TOKEN)"\'': 'change secrets/read API_TOKEN',
      "jq -n '$ENV.HOME, (env | keys), (env.API_TOKEN | length), env.API_TOKEN != null'": [],
      'jq -n \'import "a" as $d {search: "/srv"}; $d\'': 'read /srv/a.json',
      "jq '.env.API_TOKEN, {env: .x}' x.json": 'read x.json',
    },
  },
  yq: {
    ...yqTable,
    custom: runYq,
    examples: {
      "yq '.a' x.yaml": 'read x.yaml',
      'yq -p yaml -o json x.yaml': 'read x.yaml',
      "yq -i '.a = 1' x.yaml": 'write x.yaml',
      "yq -n 'strenv(API_TOKEN)'": 'change secrets/read API_TOKEN',
      "yq '.v = env(VERSION)' x.yaml": 'read x.yaml',
      'yq -n \'strload(".env")\'': 'read .env',
      'yq -n \'load_str("/etc/passwd")\'': 'read /etc/passwd',
      'yq -n --expression \'load_str("/etc/passwd")\'': 'read /etc/passwd',
      "yq -s '.name' x.yaml": 'read x.yaml',
      'yq -s \'"/srv/x"\' x.yaml': ['opaque computed names of files to write: `"/srv/x"`', 'read x.yaml'],
    },
  },
}

/** `--arg NAME VALUE` and similar options take two values; two of them read a file. */
function runJq(call: ProgramCall): void {
  const args: Word[] = []
  for (let i = 0; i < call.args.length; i += 1) {
    const text = wordText(call.args[i] ?? '')
    const file = call.args[i + 2]
    if (!/^--(arg|argjson|slurpfile|rawfile)$/.test(text)) args.push(call.args[i] ?? '')
    else {
      if (/file$/.test(text) && file !== undefined) call.touch('read', file, text)
      i += 2
    }
  }
  const positional = args.findIndex(arg => arg === '--args' || arg === '--jsonargs')
  const filterAt = args.findIndex(arg => !wordText(arg).startsWith('-'))
  // Words after `--args` are values, but the filter itself may still follow.
  const kept = positional < 0 ? args : args.filter((arg, i) => i <= positional || i === filterAt || arg === '--')
  applyTable(jqTable, { ...call, args: kept })
  const [first] = sortArguments(kept, compileProgram(jqTable)).operands
  if (first === undefined) return
  const filter = wordText(first)
  revealVariables(filter, call)
  readModules(filter, libraries(call.args), call)
}

/** The directories of `-L DIR`. */
const libraries = (args: readonly Word[]): readonly string[] =>
  args.flatMap((arg, i) => {
    const [, value] = /^(?:-L|--library-path=?)(.*)$/.exec(wordText(arg)) ?? []
    return value === undefined ? [] : [value === '' ? wordText(args[i + 1] ?? '') : value]
  })

/** `import "NAME" as $x {search: "DIR"};`: loads a file of data or of filters. */
function readModules(filter: string, searched: readonly string[], call: ProgramCall): void {
  if (!/\b(import|include)\b/.test(filter)) return
  for (const [, name = '', search = ''] of filter.matchAll(/\b(?:import|include)\s*"([^"]*)"([^;]*);/g)) {
    const directories = [...search.matchAll(/"([^"]*)"/g)].flatMap(([, text = '']) => (text === 'search' ? [] : [text]))
    for (const directory of [...(directories.length === 0 ? ['.'] : directories), ...searched])
      call.touch('read', `${directory}/${name}.json`, 'import')
  }
}

/** `env.NAME`, `$ENV["NAME"]`, `strenv(NAME)`: an environment variable; without a name, all of them. */
function revealVariables(filter: string, call: ProgramCall): void {
  if (!/env/i.test(filter)) return
  const tokens = filter.match(/"(?:\\[^(]|[^"\\])*"|\$?\w+|\S/g) ?? []
  for (const [i, token] of tokens.entries()) {
    const isField = tokens[i - 1] === '.' || tokens[i + 1] === ':'
    if (token !== '$ENV' && (!/^(str)?env$/.test(token) || isField)) continue
    const [next = '', key = '', close = '', last = ''] = tokens.slice(i + 1)
    const name = /^[.[(]$/.test(next) ? (/^"?(\w+)"?$/.exec(key)?.[1] ?? null) : null
    const after =
      name === null ? `${next} ${key}` : next !== '.' ? `${last} ${tokens[i + 5] ?? ''}` : `${close} ${last}`
    if ((name === null || isSecretVariable(name)) && !/^(\| (length|keys|has|type)|[!=] =)/.test(after))
      call.change('secrets/read', name)
  }
}

/** A single operand is a file if it looks like one, and expressions can load files. */
function runYq(call: ProgramCall): void {
  const args = /^(e|ea|eval|eval-all)$/.test(wordText(call.args[0] ?? '')) ? call.args.slice(1) : call.args
  applyTable(yqTable, { ...call, args })
  const { operands } = sortArguments(args, compileProgram(yqTable))
  const [first = ''] = operands
  const text = wordText(first)
  if (
    operands.length === 1 &&
    /(\/|\.(ya?ml|json|toml|xml|csv|tsv|properties|ini|lua))/.test(text) &&
    !/[\s()|=]/.test(text)
  )
    call.touch(args.some(arg => /^(-i|--inplace|--in-place)$/.test(wordText(arg))) ? 'write' : 'read', first, 'operand')
  const expressions = [text, ...args.map(wordText).filter(arg => /load/.test(arg) && arg !== text)].join(' ')
  for (const [, path] of expressions.matchAll(/\b(?:str)?load\w*\(\s*(?:"([^"]*)"\s*\))?/g))
    call.touch('read', path ?? { parts: [{ hole: '…', yields: 'text' }] }, 'yq load')
  revealVariables(text, call)
  if (!isKnown(first)) call.opaque(`a yq expression only known at run time: \`${text}\``)
}
