import { describe, expect, test } from 'vitest'
import type { CodeReader } from '../../core/code.ts'
import { readJavaScript } from './javascript.ts'
import { readPerl } from './perl.ts'
import { readPhp } from './php.ts'
import { readPython } from './python.ts'
import { readRuby } from './ruby.ts'

const pythonSeeds = [
  "import os, shutil as s\nfor f in ['a', 'b']:\n    os.remove(f)\ns.rmtree(f'{x}/y')",
  "from pathlib import Path\nwith (Path('a') / 'b').open('w') as f: f.write('x')",
  "import subprocess\ndef run(c, *a, **k): return subprocess.run([c, *a], env={**os.environ}, **k)\nrun('ls', cwd='/')",
  'class A(B, metaclass=M):\n    x: int = 1\n    @dec(1)\n    def f(self, a=lambda y: y): yield a',
  "try:\n    a, *b = c = d[1:2]\nexcept (X, Y) as e:\n    raise Z('%s' % e) from e\nelse: pass",
  "match x:\n    case {'a': [b, *c], **d} if e: print(b)\n    case A(b=1) | None: pass",
  "print(getattr(__import__('os'), 'sys' 'tem')(r'\\n' + b'x'.decode() + '''q'''))",
  "import requests; s = requests.Session(); s.post('http://a' + open('b').read(), json={'k': [i for i in j]})",
]
const javascriptSeeds = [
  "const fs = require('fs'), { join: j = x, ...r } = require('path'); fs.rmSync(j(`a${b}`, 'c'), { recursive: true })",
  "import cp, { exec as e } from 'node:child_process'; await e('ls', { cwd: '/', env: { ...process.env } })",
  'class A extends B { #x = 1; static { f() } async *m({ a = 1 }, ...b) { yield* this.#x?.[a]?.(b) } }',
  'for (const [k, v] of Object.entries(process.env)) if (k in v) continue; else { delete v[k] }',
  "(async () => { try { (await import('fs')).default.unlinkSync('x') } catch { throw new Error(`y`) } })()",
  'let f: (x: string) => void = <T,>(x: T) => x as any; f<number>(1); enum E { A = 1 } type B = A | null',
  "const net = require('net'); net.connect({ port: 1, host: 'h' }).pipe(process.stdout); label: while (1) break label",
  "Bun.$`ls ${['a', ...b].map(x => x + '\\u0041')}`; fetch('http://a?' + /re[/]/g.exec(y), { method: 'POST', body })",
]

const phpSeeds = [
  '$f = "a{$b[0]}"; foreach (glob("*.x") as $k => $v) { unlink($v); } echo implode(",", array_map(fn($x) => $x . "y", [1]));',
  'function f($x = 1, ...$y) { return file_get_contents("http://a/$x"); } class A { function g() { system("ls"); } } (new A)->g();',
]
const perlSeeds = [
  'use JSON::PP; while (<>) { s/(\\d+)/$1+1/ge; print "@{[ map { $_*2 } 1,2 ]} $h{x}[0]\\n" if /^a[/]b/ } continue { print }',
  'open(my $f, ">", "x") or die $!; unlink glob("*.tmp"), "y"; my %h = (a => 1); print sort { $h{$a} <=> $h{$b} } keys %h; s{a}{b}g;',
]
const rubySeeds = [
  'h = Hash.new(0); STDIN.each_line { |l| h[l.strip] += 1 }; h.sort_by { |k, v| -v }.each { |k, v| puts "#{k}: #{h["x"]}" }',
  'require "json"; File.write("x", %w[a b].map(&:upcase).join("-")) if x =~ /a#{b}/; def f(a, b: 1) a ? :b : `ls` end',
]

/** The same inputs on every run. */
function newRandom(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}

const scraps = [
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  "'",
  '"',
  '`',
  '${',
  '\\',
  '\n',
  '  ',
  '#',
  '//',
  '/*',
  '=',
  ':',
  ',',
  '.',
  '*',
  '@',
  '\0',
  '\uE000',
  'eval',
  'lambda x:',
  '=>',
  'f"',
  '...',
  'é',
  '\ud800',
]

function mutate(text: string, random: (below: number) => number, other: string): string {
  let result = text
  for (let i = random(4); i >= 0; i -= 1) {
    const at = random(result.length + 1)
    const length = random(12)
    const scrap =
      random(3) === 0 ? other.slice(random(other.length), random(other.length)) : (scraps[random(scraps.length)] ?? '')
    result =
      random(2) === 0
        ? result.slice(0, at) + scrap + result.slice(at)
        : result.slice(0, at) + scrap + result.slice(at + length)
  }
  return result
}

describe.each([
  ['Python', readPython, pythonSeeds],
  ['JavaScript', readJavaScript, javascriptSeeds],
  ['PHP', readPhp, phpSeeds],
  ['Perl', readPerl, perlSeeds],
  ['Ruby', readRuby, rubySeeds],
] as const)('mutated %s', (name, read: CodeReader, seeds) => {
  test('is read without a throw, and the same twice', () => {
    const random = newRandom(7)
    let count = 0
    let failed = 0
    for (; count < 6_000; count += 1) {
      const seed = seeds[count % seeds.length] ?? ''
      const code = mutate(seed, random, seeds[random(seeds.length)] ?? '')
      const reading = read(code)
      if (reading.opaque === 'code that could not be analysed') failed += 1
      if (count % 50 === 0) expect(read(code)).toEqual(reading)
    }
    console.log(`${name}: ${count} mutated snippets, ${failed} not analysed`)
    expect(count).toBeGreaterThanOrEqual(5_000)
    expect(failed).toBe(0)
  })
})
