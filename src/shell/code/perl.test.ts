import { describe, expect, test } from 'vitest'
import { readPerl } from './perl.ts'
import { readingLines } from './reading.fixture.ts'

type Row = readonly [note: string, code: string, ...want: readonly string[]]

function check(title: string, rows: readonly Row[]): void {
  describe(title, () => {
    test.each(rows.map(([note, code, ...want]) => [note, code, want] as const))('%s', (_, code, want) => {
      expect(readingLines(readPerl(code))).toEqual(want)
    })
  })
}

check('Perl that only computes', [
  ['an empty text', ''],
  ['a replacement', 'while (<>) { s/a/b/g } continue { print }'],
  ['replacements with other marks', 's{foo}{bar}g; s|/a|/b|; s,a,b,; y/a-z/A-Z/; tr/x/y/'],
  ['lines that match', 'while (<>) { print if /^(\\w+)\\s*=\\s*"([^"]*)"/ }'],
  ['a column', 'while (<>) { our @F = split; print $F[0] }'],
  ['a list', 'print join(",", map { $_ * 2 } grep { $_ % 2 } 1..10), "\\n"'],
  ['a sort', 'print sort { $h{$b} <=> $h{$a} } keys %h; print join "\\n", map { chomp; $_ } <STDIN>'],
  ['lines that are counted', 'while (<>) { $h{$_}++ } for (sort keys %h) { print "$h{$_} $_" }'],
  ['a module of its own', 'use JSON::PP; print JSON::PP->new->pretty->encode(decode_json(join "", <STDIN>))'],
  ['a function of a module', 'use List::Util qw(sum); print sum(1..10)/2; use POSIX; print POSIX::floor(3.5)'],
  ['code in a replacement', 's/(\\d+)/$1+1/ge'],
  ['code in a text', 'print "a ${\\ join(q(-), 1,2)} @{[ map { $_*2 } 1,2 ]}"'],
  ['a text that looks like code', 'print \'system("id")\', "# no comment"'],
  ['a comment', '# system("id")'],
  ['an error that is caught', 'eval { die "x" }; print $@'],
  ['one variable of the environment', 'print $ENV{HOME}, "$ENV{PATH}"'],
  ['numbers and conditions', 'printf("%.2f", $x // 3); print $y ? 1 : 2, "a" x 3, 1 << 2'],
  ['special variables', 'local $| = 1; $/ = undef; print "$.: $_", $0, $$, $^O, $]'],
  ['a function of the code', 'sub double { return $_[0] * 2 } print double(4)'],
  ['a hash by reference under strict', 'use strict; my $x = { a => 1 }; print keys %$x'],
])

check('Perl with effects that are plain', [
  ['files that are deleted', 'unlink("a", "b") or die "no: $!"', 'delete a', 'delete b'],
  ['files that a pattern names', 'unlink glob("*.tmp")', 'delete ‹*›.tmp', 'read *.tmp'],
  ['files whose names are only known at run time', 'unlink $_ for @ARGV', 'delete ‹$_›'],
  ['files of the default variable', 'unlink', 'delete ‹$_›'],
  ['a script', 'system("ls -l")', 'script ls -l'],
  ['a program with words', 'system "rm", "-rf", "/"', 'run rm -rf /'],
  ['a program in backticks', 'print `id`; print qx{ls $x}', 'script id', 'script ls ‹$x›'],
  ['a file that is written', 'open(my $f, ">", "x"); print $f "hi"', 'write x'],
  ['a file that is read', 'open my $g, "<:encoding(UTF-8)", "in" or die', 'read in'],
  ['a file whose name says how', 'open(F, ">out"); open(G, "in")', 'write out', 'read in'],
  ['programs that are opened', 'open(F, "id|"); open(F, "-|", "ls", "-l")', 'script id', 'run ls -l'],
  ['a program in a replacement', 's/x/system("id")/e', 'script id'],
  ['a program in a text', 'print "@{[ system(q(id)) ]}"', 'script id'],
  ['a program in the brackets of a special variable', 'print "$&{`id`}@-[`ls`]"', 'script id', 'script ls'],
  ['a BEGIN block', 'BEGIN { unlink "z" }', 'delete z'],
  ['a file that is looked at', 'print "yes" if -e "foo.txt"', 'read foo.txt'],
  ['a file that is moved', 'rename "a", "b"', 'delete a', 'write b'],
  ['a tree that is removed', 'use File::Path; remove_tree("build")', 'delete tree build'],
  ['rights that are changed', 'chmod 0755, "x"', 'write x', 'change permissions/permissions x'],
  ['a process that is ended', 'kill 9, 1', 'change process/kill'],
  ['the whole environment', 'print map {"$_=$ENV{$_}\\n"} keys %ENV', 'change secrets/read'],
  ['a text whose escapes change it', 'unlink "\\L/ETC"', 'delete ‹\\L/ETC›'],
])

check('Perl that cannot be proven', [
  ['code from a text', 'eval "x"', 'opaque `eval` without a block'],
  ['a file that is run', 'do "x.pl"', 'opaque `do` without a block'],
  ['a file that is loaded', 'require "x.pl"', 'opaque loads `"x.pl"`'],
  ['an unknown module', 'use Evil', 'opaque loads `Evil`'],
  ['a place for modules', 'use lib "x"', 'opaque loads `lib`'],
  ['a replacement that runs its result', 's/x/y/ee', 'opaque a replacement that runs its result'],
  ['code in a pattern', '/(?{ system("id") })/', 'opaque code in a pattern'],
  ['a function by its name', '&{"system"}("id")', 'opaque a name after `&`'],
  ['a function by a variable', '$x = "system"; &$x("id")', 'opaque a name after `&`'],
  ['a method by a variable', '$x->$m()', 'opaque a method named by a variable'],
  ['a class by a text', '"main"->can("x")->()', 'opaque a class named by a text'],
  ['a name for another function', '*f = \\&system', 'opaque a name after `*`'],
  ['a function of the core by its full name', 'CORE::system("id")', 'opaque calls `CORE::system`'],
  ['a builtin that the code seems to have', 'sub syscall {} syscall(59)', 'opaque calls `syscall`'],
  ['a builtin that a comment seems to have', '# sub syscall\nsyscall 59', 'opaque calls `syscall`'],
  ['copies without end', 'fork while 1', 'opaque calls `fork`'],
  ['arguments that the code sets', '@ARGV = ("id|"); print <>', 'opaque changes which files it reads'],
  ['a pattern that may be a division', 'shift / x/; system "id"; #/', 'opaque a `/` that may begin a text'],
  ['a pattern after a name', 'foo / 2; #/; system("id")', 'opaque a `/` that may begin a text'],
  ['a text until a mark', '$x = <<"E";\nhi\nE\n', 'opaque text after `<`'],
  ['a reference by name', '$x = "ENV"; print %$x', 'opaque symbolic references, which `use strict` would forbid'],
  [
    'the environment of a program',
    '$h->{PATH} = "x"; system("ls")',
    'script ls',
    'opaque symbolic references, which `use strict` would forbid',
  ],
  [
    'a comment that hides the end of a text',
    'print "@{[ 1 ] # }\n , system("id") ]}"',
    'opaque a comment inside a text',
  ],
  [
    'a file that is read under a computed name',
    'open(F, "<", $ENV{HOME}."/.ssh/id_rsa")',
    'read ‹$ENV { HOME } . "/.ssh/id_rsa"›',
    'opaque reads a file only known at run time',
  ],
  ['a program under another name', 'system { "sh" } "ls", "-l"', 'opaque a program started under another name'],
  [
    'documentation between the code',
    'print 1;\n=pod\n\nsystem\n\n=cut\nprint 2',
    'opaque documentation inside the code',
  ],
])
