import { describe, expect, test } from 'vitest'
import { readPhp } from './php.ts'
import { readingLines } from './reading.fixture.ts'

type Row = readonly [note: string, code: string, ...want: readonly string[]]

function check(title: string, rows: readonly Row[]): void {
  describe(title, () => {
    test.each(rows.map(([note, code, ...want]) => [note, code, want] as const))('%s', (_, code, want) => {
      expect(readingLines(readPhp(code))).toEqual(want)
    })
  })
}

check('PHP that only computes', [
  ['an empty text', ''],
  ['arithmetic', 'echo 1+1;'],
  ['its version', 'echo PHP_VERSION, PHP_EOL;'],
  ['JSON', 'echo json_encode(["a"=>[1,2,3]], JSON_PRETTY_PRINT);'],
  ['a date by an object', '$d = new DateTime("now"); echo $d->format("Y");'],
  ['a function by its name', 'array_map("trim", $x);'],
  [
    'functions without names',
    'usort($a, fn($x,$y)=>$x<=>$y); echo implode(",", array_map(function($x) use ($y) { return $x; }, [1]));',
  ],
  ['a text with variables', 'echo "a {$x[0]} $y[k] ${z} {$o->f()}\\n";'],
  ['standard input', 'while(($line = fgets(STDIN)) !== false) { echo strtoupper($line); } readfile("php://stdin");'],
  ['one variable of the environment', 'echo $_SERVER["HOME"], getenv("PATH");'],
  ['a comment', '// system("id");'],
  ['a text that looks like code', 'echo \'system("id")\';'],
  ['code between tags', '<?php echo 1; ?> system("id")'],
])

check('PHP with effects that are plain', [
  ['a file that is deleted', '$f="a"; \\unlink($f."b");', 'delete ab'],
  ['files of a list', 'foreach(["a","b"] as $f){ unlink($f); }', 'delete a', 'delete b'],
  ['files that a pattern names', 'foreach (glob("*.tmp") as $f) unlink($f);', 'read *.tmp', 'delete ‹*›.tmp'],
  ['a file beside the code', 'unlink(__DIR__ . "/x");', 'delete ./x'],
  ['scripts', 'system("ls -l"); SHELL_EXEC("x"); `id`;', 'script ls -l', 'script x', 'script id'],
  ['a program with words', 'proc_open(["ls","-l"], [], $p);', 'run ls -l'],
  ['files that are opened', '$h = fopen("x", "w"); fopen("y","r");', 'write x', 'read y'],
  ['a file that is read', 'print_r(json_decode(file_get_contents("composer.json"), true));', 'read composer.json'],
  ['a file that is written', 'file_put_contents("out.json", "x");', 'write out.json'],
  ['a page', 'echo file_get_contents("http://a.com/x");', 'connect a.com'],
  ['a page as a file', 'fopen("http://a.com/x","r");', 'connect a.com'],
  ['a function of the code', 'function f($x) { unlink($x); } f("q");', 'delete q'],
  ['a class of the code', 'class A { function f() { unlink("k"); } } (new A)->f();', 'delete k'],
  ['an object for a file', 'new SplFileObject("x","w");', 'write x'],
  ['a variable that a function changes', '$p="a"; preg_match("/x/", $y, $p); unlink($p);', 'delete a', 'delete ‹$p›'],
  ['the whole environment', 'print_r($_SERVER);', 'change secrets/read'],
  ['the whole environment by a function', 'print_r(getenv());', 'change secrets/read'],
])

check('PHP that cannot be read', [
  ['code from a text', 'eval("x");', 'opaque runs code from a text'],
  ['a file that is included', 'include "x";', 'opaque code with unsupported syntax: `include "x"`'],
  ['a function by a variable', '$f="system"; $f("id");', 'opaque calls `$f`'],
  ['a function by a joined text', '("sys"."tem")("id");', 'opaque calls `("sys"."tem")`'],
  ['a function passed as a value', 'system(...);', 'opaque a function passed as a value'],
  ['a function that is not listed', 'call_user_func("system","id");', 'opaque calls `php.call_user_func`'],
  ['a function that seems to be defined', 'if(0){function dl($x){}} dl("x.so");', 'opaque calls `php.dl`'],
  ['a callback that a variable names', 'array_map($f, $a);', 'opaque a function only known at run time'],
  [
    'an object of a class by reflection',
    'new ReflectionFunction("system");',
    'opaque calls `php.new.reflectionfunction`',
  ],
  ['an object of a class by a variable', 'new $x("id");', 'opaque an object of a class only known at run time'],
  ['a static function', 'Closure::fromCallable("system");', 'opaque uses `Closure::fromCallable`'],
  ['a variable by a computed name', '$$x = 1;', 'opaque code with unsupported syntax: `$$x`'],
  ['all variables', '$GLOBALS["x"]=1;', 'opaque accesses its own variables by name'],
  ['a reference', '$y = &$x;', 'opaque a reference to a variable'],
  ['a stream by a joined text', 'file_get_contents("ph"."ar://x");', 'opaque opens the stream `phar://x`'],
  ['code that does not parse', 'echo (;', 'opaque code that does not parse'],
  ['a short tag', '<? system("id"); ?>', 'opaque code after a short tag'],
])

test('a callback that does something is not lost', () => {
  expect(readingLines(readPhp('array_map("unlink", ["x"]);'))).toEqual(['delete ‹unlink›'])
})
