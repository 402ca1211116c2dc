import { describe, expect, test } from 'vitest'
import { readingLines } from './reading.fixture.ts'
import { readRuby } from './ruby.ts'

type Row = readonly [note: string, code: string, ...want: readonly string[]]

function check(title: string, rows: readonly Row[]): void {
  describe(title, () => {
    test.each(rows.map(([note, code, ...want]) => [note, code, want] as const))('%s', (_, code, want) => {
      expect(readingLines(readRuby(code))).toEqual(want)
    })
  })
}

check('Ruby that only computes', [
  ['an empty text', ''],
  ['a number', 'puts 1'],
  ['code in a text', 'h = { "x" => 1 }; puts "a #{h["x"]} b"'],
  ['lines', 'while gets\nputs $_.upcase\nend'],
  ['JSON', 'require "json"; puts JSON.pretty_generate(JSON.parse(STDIN.read))'],
  ['a chain of methods', 'puts (1..10).map { |x| x * 2 }.select(&:even?).sum'],
  ['a chain over several lines', 'puts [1, 2]\n  .map { |x| x + 1 }\n  .join(", ")'],
  ['a sum by an operator', 'puts [1,2,3].inject(:+), [1,2].inject(0) { |a, b| a + b }'],
  ['a division', 'x = 1; y = x / 2; puts y, [1,2,3].sum / 2'],
  ['a condition', 'x = 5; puts x > 3 ? "a" : "b"'],
  [
    'lines that are counted',
    'h = Hash.new(0); STDIN.each_line { |l| h[l.strip] += 1 }; h.each { |k, v| puts "#{k}: #{v}" }',
  ],
  ['a function and a class', 'def f(x) x.upcase end; class A; def initialize(x); @x = x; end; end; A.new(f("a"))'],
  ['a function without a name', '->(x) { x + 1 }.call(2); ->(x) { x }.(2)'],
  ['a list of words', 'puts %w[a b c].join("-")'],
  ['a pattern', 'p "hello".gsub(/l+/) { |m| m.upcase }'],
  ['an error that is caught', 'begin; raise "x"; rescue => e; puts e.message; end'],
  ['a date', 'puts Time.now.strftime("%Y-%m-%d")'],
  ['one variable of the environment', 'puts ENV["HOME"], ENV.fetch("PATH")'],
  ['a comment', '# system("id")'],
])

check('Ruby with effects that are plain', [
  ['a script', 'system("echo ok")', 'script echo ok'],
  ['a program with words', 'system "rm", "-rf", "/"', 'run rm -rf /'],
  ['a program in backticks', '`id`; %x(ls)', 'script id', 'script ls'],
  ['a program in a text', 'puts "#{system("id")}"', 'script id'],
  ['programs that are opened', 'IO.popen("id"); open("|ls")', 'script id', 'script ls'],
  ['a file that is read and written', 'File.read("a").then { |t| File.write("b", t) }', 'read a', 'write b'],
  ['a file that is opened', 'File.open("x", "w") { |f| f.write("a") }', 'write x'],
  ['a file that is deleted', 'File.delete("x")', 'delete x'],
  ['a tree that is removed', 'require "fileutils"; FileUtils.rm_rf("build")', 'delete tree build'],
  ['files that a pattern names', 'Dir.glob("*.rb").each { |f| puts f }', 'read *.rb'],
  [
    'files whose names are only known at run time',
    'Dir["*.rb"].each { |f| File.delete(f) }',
    'read *.rb',
    'delete ‹f›',
  ],
  ['a text whose escapes hide it', 'File.delete("\\x2fetc")', 'delete ‹\\x2fetc›'],
  ['a process that is ended', 'Process.kill(9, 1)', 'change process/kill'],
  ['the whole environment', 'p ENV', 'change secrets/read'],
])

check('Ruby that cannot be proven', [
  ['code from a text', 'eval("x")', 'opaque calls `eval`'],
  ['a method by its name', '"a".send(:system, "id")', 'opaque calls `.send`'],
  ['the module of all functions', 'Kernel.system("id")', 'opaque calls `Kernel.system`'],
  ['the module of all functions from the top', '::Kernel.system("id")', 'opaque calls `::Kernel.system`'],
  ['a class by its name', 'Object.const_get(:Kernel)', 'opaque calls `Object.const_get`'],
  ['code that a class runs', 'Integer.instance_eval("system(1)")', 'opaque calls `Integer.instance_eval`'],
  ['code that a list runs', '["1", "x"].inject(:instance_eval)', 'opaque calls a function by a computed name'],
  ['a function as a block', '["id"].each(&method(:system))', 'opaque passes `&method` as a block'],
  ['a name as a block', 'x = [1]; s = "a"; x.each_with_object("b", &s)', 'opaque passes `&s` as a block'],
  ['a list that calls by a name', 'x = [1]; x.each_with_object(:a, &:inject)', 'opaque passes `&:inject` as a block'],
  ['a file that is loaded', 'require "./x"', 'opaque loads `./x`'],
  ['a file that is loaded from here', 'require_relative "x"', 'opaque calls `require_relative`'],
  ['a function that a variable seems to be', 'syscall = 1; syscall(59)', 'opaque calls `syscall`'],
  ['another name for a function', 'alias foo system', 'opaque calls `alias`'],
  ['options for a program', 'system("ls", chdir: "/")', 'opaque starts a program only known at run time'],
  ['the place of modules', '$LOAD_PATH << "."', 'opaque uses `$LOAD_PATH`'],
  ['a text until a mark', 'puts <<~E\nhi\nE\n', 'opaque a `<` that may begin a text'],
  ['a pattern that may be a division', 'foo /1; system("id") #/', 'opaque a `/` that may begin a text'],
  ['a list that may be a division', 'p = 5; p %w[system("id")]', 'opaque a variable with the name of a function'],
  ['a file that may be a program', 'IO.read("|id")', 'opaque calls `IO.read`'],
  ['arguments that the code sets', 'ARGV.push("x"); puts gets', 'opaque changes which files it reads'],
  ['objects from data', 'Marshal.load("x")', 'opaque calls `Marshal.load`'],
  ['a variable of the environment that is set', 'ENV["PATH"] = "x"', 'opaque changes its environment'],
])
