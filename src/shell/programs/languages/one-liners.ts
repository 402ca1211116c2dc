import type { Language } from '../../../core/code.ts'
import { isKnown, knownPrefix, makeWord, type Word, wordText } from '../../../core/word.ts'
import { cutPrefix } from '../engine/arguments.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Programs } from '../engine/table.ts'
import { runCode, runFile, runStdin } from './run-code.ts'

/** How Perl and Ruby parse switches: clustered letters, the last of which may have a value. */
interface Switches {
  readonly language: Language
  readonly plain: string
  /** Letters with the values that may be attached to them. */
  readonly attached: Readonly<Record<string, RegExp>>
  readonly code: string
  readonly modules: string
  readonly valued: string
  readonly long: RegExp
  /** The code that the switches expand to. */
  readonly assemble: (given: Given) => Word
}

interface Given {
  readonly codes: readonly Word[]
  readonly modules: readonly Word[]
  /** The letters in the call, with their attached values. */
  readonly letters: ReadonlyMap<string, string>
}

const perl: Switches = {
  language: 'perl',
  plain: 'anpwWXTtcfg',
  attached: { i: /^.*/, l: /^[0-7]*/, '0': /^(x[\da-fA-F]+|[0-7]*)/, C: /^[\dIOEioADSLa]*/, F: /^.*/, V: /^.*/ },
  code: 'eE',
  modules: 'Mm',
  valued: 'I',
  long: /^$/,
  assemble: ({ codes, modules, letters }) => {
    const loads = modules.map(module => `${perlUse(wordText(module))};`)
    const pattern = letters.get('F')
    const split = pattern !== undefined && /^[/'"]/.test(pattern) ? `our @F = split(${pattern});` : ''
    const isLoop = ['n', 'p', 'a', 'F'].some(letter => letters.has(letter))
    const start = isLoop ? `LINE: while (<>) { ${split}` : ''
    const end = isLoop ? `\n}${letters.has('p') ? ' continue { print }' : ''}` : ''
    return put([...loads, start, '\n', ...codes.flatMap(code => [code, '\n']), end])
  },
}

/** `-MList::Util=sum,max` is `use List::Util qw(sum max)`; any other value is code. */
function perlUse(module: string): string {
  const [, minus = '', name = '', list] = /^(-?)([\w:]+)(?:=([\w,:]*))?$/.exec(module) ?? []
  if (name === '') return `use ${module}`
  return `${minus === '' ? 'use' : 'no'} ${name}${list === undefined ? '' : ` qw(${list.replaceAll(',', ' ')})`}`
}

const ruby: Switches = {
  language: 'ruby',
  plain: 'anpwlUvdc',
  attached: { i: /^.*/, '0': /^[0-7]*/, F: /^.*/, W: /^(\d|:[\w-]+)?/, K: /^.?/ },
  code: 'e',
  modules: 'r',
  valued: 'IE',
  long: /^--(disable|enable|encoding|external-encoding|internal-encoding|yjit|jit|rjit|disable-\w+|enable-\w+)(=|$)/,
  assemble: ({ codes, modules, letters }) => {
    const loads = modules.map(module => `require '${wordText(module)}'\n`)
    const isLoop = letters.has('n') || letters.has('p')
    return put([...loads, isLoop ? 'while gets\n' : '', ...codes.flatMap(code => [code, '\n']), isLoop ? 'end\n' : ''])
  },
}

const put = (words: readonly Word[]): Word => makeWord(words.flatMap(word => (isKnown(word) ? [word] : word.parts)))

/** Languages whose one-liners process lines of files. */
export const oneLiners: Programs = {
  perl: {
    tier: 'execute',
    custom: call => runOneLiner(call, perl),
    examples: {
      "perl -pe 's/a/b/' x": ['read x', 'opaque perl code in an argument'],
      "perl -i.bak -pe 's/a/b/' x y": ['write x', 'write y', 'opaque perl code in an argument'],
      "perl -ne 1 'id|'": ['opaque an operand that Perl runs as a command: `id|`', 'opaque perl code in an argument'],
      'perl x.pl': 'read x.pl',
      'perl -Ilib x.pl a': ['read lib', 'read x.pl', 'read a'],
      'perl -d -e 1': ['opaque unknown option `-d` of `perl`', 'opaque perl code in an argument'],
      'perl -v': [],
    },
  },
  'ruby jruby': {
    tier: 'execute',
    custom: call => runOneLiner(call, ruby),
    examples: {
      "ruby -ne 'puts $_' x": ['read x', 'opaque ruby code in an argument'],
      'ruby x.rb': 'read x.rb',
      'ruby --version': [],
    },
  },
}

function runOneLiner(call: ProgramCall, how: Switches): void {
  const { args } = call
  const codes: Word[] = []
  const modules: Word[] = []
  const places: Word[] = []
  const letters = new Map<string, string>()
  if (args.length === 1 && /^(-v|--version|-h|--help|--copyright)$|^-V/.test(wordText(args[0] ?? '')))
    return call.amend({ tier: 'read' })
  let at = 0
  for (; at < args.length; at += 1) {
    const word = args[at] ?? ''
    const text = knownPrefix(word)
    if (word === '--') {
      at += 1
      break
    }
    if (word === '-' || !text.startsWith('-')) break
    if (text.startsWith('--')) {
      if (!how.long.test(text)) call.opaque(`unknown option \`${text}\` of \`${call.name}\``)
      continue
    }
    if (takeCluster(word)) at += 1
  }
  const operands = args.slice(at)
  const touch = letters.has('i') ? 'write' : 'read'
  const [file, ...rest] = operands
  for (const operand of codes.length > 0 ? operands : rest) touchOperand(operand, touch, call)
  if (codes.length > 0) {
    runCode({ texts: [how.assemble({ codes, modules, letters })], language: how.language }, call)
    call.amend({ tier: touch })
  }
  for (const place of places) call.code(place, '-I')
  if (codes.length > 0) return
  for (const module of modules) call.opaque(`unknown module \`${wordText(module)}\` of \`${call.name}\``)
  if (file === undefined) return runStdin(call, how.language)
  runFile(file, rest, call, how.language)

  /** Letters up to one that takes a value; true if that value is the next word. */
  function takeCluster(word: Word): boolean {
    const text = knownPrefix(word)
    for (let i = 1; i < text.length; i += 1) {
      const letter = text[i] ?? ''
      const attached = how.attached[letter]?.exec(text.slice(i + 1))?.[0]
      if (attached !== undefined) {
        if (!isKnown(word)) call.opaque(`unknown option \`${wordText(word)}\` of \`${call.name}\``)
        letters.set(letter, attached)
        i += attached.length
      } else if (`${how.code}${how.modules}${how.valued}`.includes(letter)) {
        const behind = cutPrefix(word, i + 1)
        takeValue(letter, behind === '' ? (args[at + 1] ?? '') : behind)
        return behind === ''
      } else if (how.plain.includes(letter)) letters.set(letter, '')
      else call.opaque(`unknown option \`-${letter}\` of \`${call.name}\``)
    }
    return false
  }

  function takeValue(letter: string, value: Word): void {
    if (how.code.includes(letter)) codes.push(value)
    else if (how.modules.includes(letter)) modules.push(value)
    else if (letter === 'I') places.push(value)
  }
}

/** Perl opens its operands like a shell: `id|` runs, `>x` writes. */
function touchOperand(operand: Word, touch: 'read' | 'write', call: ProgramCall): void {
  if (operand === '-') return
  if (call.name === 'perl' && /^\s*[|<>+]|\|\s*$/.test(wordText(operand)))
    return call.opaque(`an operand that Perl runs as a command: \`${wordText(operand)}\``)
  call.touch(touch, operand, 'operand')
}
