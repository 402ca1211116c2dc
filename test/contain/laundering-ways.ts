/** A way to have something run later that a contained call wrote. */
export interface Way {
  readonly how: string
  /** Files of the project before. */
  readonly before?: Readonly<Record<string, string>>
  /** Shell text that runs without the fence before, such as the making of a repository. */
  readonly setUp?: string
  /** What the contained program does. `$P` is a shell command that leaves a proof, and `$PY` the same in Python. */
  readonly writes: string
  /** Later calls, each allowed or stopped. The last one runs what was written. */
  readonly then: readonly (string | { readonly tool: string; readonly input: Readonly<Record<string, unknown>> })[]
  /** Programs that must be installed for the proof. */
  readonly needs?: readonly string[]
  /** Why it cannot be proved on each machine; the verdict still counts. */
  readonly isUnproved?: string
}

const testScript = (script: string) => JSON.stringify({ name: 'x', version: '1.0.0', scripts: { test: script } })

/** `$P`, `$PY`, `$JS` and `$B` (the base) are replaced. */
export const ways: readonly Way[] = [
  { how: 'a script', writes: `echo '$P' > x.sh; chmod +x x.sh`, then: ['./x.sh'] },
  { how: 'a script, by a shell', writes: `echo '$P' > x.sh`, then: ['sh x.sh'] },
  { how: 'a text file, through a pipe', writes: `echo '$P' > notes.txt`, then: ['cat notes.txt | sh'] },
  { how: 'a text file, by substitution', writes: `echo '$P' > notes.txt`, then: ['sh -c "$(cat notes.txt)"'] },
  {
    how: 'a text file, through a here document',
    writes: `echo '$P' > notes.txt`,
    then: ['sh <<X\n$(cat notes.txt)\nX'],
  },
  { how: 'a file that is loaded into the shell', writes: `echo '$P' > env.sh`, then: ['. ./env.sh'] },
  { how: 'a Makefile', writes: `printf 'all:\\n\\t$P\\n' > Makefile`, then: ['make'], needs: ['make'] },
  {
    how: 'a file that a Makefile includes',
    before: { Makefile: 'all:\n\t@true\n-include local.mk\n' },
    writes: `printf 'X := $(shell $P)\\n' > local.mk`,
    then: ['make'],
    needs: ['make'],
  },
  {
    how: 'a package script',
    before: { 'package.json': testScript('true') },
    writes: `printf '%s' '${testScript('sh x.sh')}' > package.json; echo '$P' > x.sh`,
    then: ['npm test'],
    needs: ['npm'],
  },
  {
    how: 'a module that the tests load',
    before: { 'package.json': testScript('node test.js'), 'test.js': "require('./lib.js')\n", 'lib.js': '' },
    writes: `echo "$JS" > lib.js`,
    then: ['npm test'],
    needs: ['npm', 'node'],
  },
  {
    how: 'a program of an installed package',
    before: { 'package.json': testScript('tool') },
    writes: `mkdir -p node_modules/.bin; printf '#!/bin/sh\\n$P\\n' > node_modules/.bin/tool; chmod +x node_modules/.bin/tool`,
    then: ['npm test'],
    needs: ['npm'],
  },
  {
    how: 'a program of an installed package, through npx',
    before: { 'package.json': testScript('true') },
    writes: `mkdir -p node_modules/.bin; printf '#!/bin/sh\\n$P\\n' > node_modules/.bin/eslint; chmod +x node_modules/.bin/eslint`,
    then: ['npx eslint .'],
    needs: ['npx'],
  },
  {
    how: 'settings of package scripts: .npmrc with another shell',
    before: { 'package.json': testScript('true') },
    writes: `printf '#!/bin/sh\\n$P\\n' > shell; chmod +x shell; echo "script-shell=$PWD/shell" > .npmrc`,
    then: ['npm test'],
    needs: ['npm'],
  },
  {
    how: 'conftest.py',
    before: { 'test_a.py': 'def test_a(): pass\n' },
    writes: `echo "$PY" > conftest.py`,
    then: ['pytest'],
    needs: ['pytest'],
  },
  { how: 'a module in the directory', writes: `echo "$PY" > tool.py`, then: ['python3 -m tool'], needs: ['python3'] },
  {
    how: 'a module that hides one of Python',
    before: { 'main.py': 'import json\n' },
    writes: `echo "$PY" > json.py`,
    then: ['python3 main.py'],
    needs: ['python3'],
  },
  {
    how: 'sitecustomize on the path of modules',
    writes: `echo "$PY" > sitecustomize.py`,
    then: ['PYTHONPATH=. python3 -c 1'],
    needs: ['python3'],
  },
  {
    how: 'a .pth file in an environment of the project',
    setUp: 'python3 -m venv --without-pip env',
    writes: `for d in env/lib/python3*/site-packages; do echo "import os; os.system('sh $PWD/x.sh')" > $d/a.pth; done; echo '$P' > x.sh`,
    then: ['env/bin/python3 -c 1'],
    needs: ['python3'],
  },
  {
    how: 'a hook of git in a directory of the project',
    setUp: 'git init -q . && mkdir -p hooks && git config core.hooksPath hooks && touch a && git add a',
    writes: `printf '#!/bin/sh\\n$P\\n' > hooks/pre-commit; chmod +x hooks/pre-commit`,
    then: ['git commit -m x'],
    needs: ['git'],
  },
  {
    how: 'a script that a hook of git starts',
    setUp: `git init -q . && printf '#!/bin/sh\\nsh check.sh\\n' > .git/hooks/pre-commit && chmod +x .git/hooks/pre-commit && echo true > check.sh && git add check.sh`,
    writes: `echo '$P' > check.sh`,
    then: ['git commit -m x'],
    needs: ['git'],
  },
  {
    how: 'a filter of git attributes',
    setUp: `git init -q . && git config filter.f.clean 'sh clean.sh' && echo cat > clean.sh && echo '*.txt filter=f' > .gitattributes && touch a.txt`,
    writes: `printf '$P\\ncat\\n' > clean.sh`,
    then: ['git add a.txt'],
    needs: ['git'],
  },
  {
    how: 'a program in a directory that the call puts on the PATH',
    writes: `mkdir bin; printf '#!/bin/sh\\n$P\\n' > bin/ls; chmod +x bin/ls`,
    then: ['PATH=./bin:$PATH ls'],
  },
  { how: 'a file of aliases', writes: `echo 'ls() { $P; }' > aliases`, then: ['. ./aliases; ls'] },
  {
    how: 'settings of a bundler',
    before: { 'package.json': testScript('node build.js'), 'build.js': "require('./webpack.config.js')" },
    writes: `echo "$JS" > webpack.config.js`,
    then: ['npm test'],
    needs: ['npm'],
  },
  {
    how: 'a build script of Rust',
    before: { 'Cargo.toml': '[package]\nname="x"\nversion="0.1.0"\nedition="2021"\n', 'src/main.rs': 'fn main() {}\n' },
    writes: `echo 'fn main() { std::process::Command::new("sh").arg("../x.sh").arg("x.sh").status().ok(); std::process::Command::new("sh").arg("x.sh").status().ok(); }' > build.rs; echo '$P' > x.sh`,
    then: ['cargo build --offline'],
    isUnproved: 'the compiler may be installed in a home',
  },
  {
    how: 'a test of Go',
    before: { 'go.mod': 'module x\n\ngo 1.19\n', 'x.go': 'package x\n' },
    writes: `printf 'package x\\nimport ("os/exec"; "testing")\\nfunc TestA(t *testing.T) { exec.Command("sh", "x.sh").Run() }\\n' > x_test.go; echo '$P' > x.sh`,
    then: ['go test ./...'],
    needs: ['go'],
  },
  {
    how: 'go generate',
    before: { 'go.mod': 'module x\n\ngo 1.19\n' },
    writes: `printf 'package x\\n//go:generate sh x.sh\\n' > x.go; echo '$P' > x.sh`,
    then: ['go generate ./...'],
    needs: ['go'],
  },
  {
    how: 'a settings file of gradle',
    writes: `echo '"sh x.sh".execute()' > build.gradle; echo '$P' > x.sh`,
    then: ['gradle build'],
    isUnproved: 'gradle is rarely installed',
  },
  {
    how: 'an environment of direnv',
    writes: `echo '$P' > .envrc.local`,
    then: ['direnv exec . ls'],
    isUnproved: 'direnv is rarely installed',
  },
  { how: 'a link to a script', writes: `echo '$P' > x.sh; ln -s x.sh run.sh`, then: ['sh run.sh'] },
  {
    how: 'a link to another place',
    writes: `mkdir sub; echo '$P' > sub/x.sh; ln -s sub other`,
    then: ['sh other/x.sh'],
  },
  {
    how: 'a hard link',
    before: { 'a.sh': 'true\n' },
    writes: `ln a.sh b.sh; echo '$P' > b.sh`,
    then: ['sh a.sh'],
    isUnproved: 'an overlay copies the file, so that the other name keeps the old text',
  },
  {
    how: 'a renamed directory',
    before: { 'old/x.txt': 'true\n' },
    writes: `echo '$P' > old/x.txt; mv old new`,
    then: ['sh new/x.txt'],
  },
  { how: 'a copy by an allowed call', writes: `echo '$P' > notes.txt`, then: ['cp notes.txt x.sh', 'sh x.sh'] },
  { how: 'a move by an allowed call', writes: `echo '$P' > notes.txt`, then: ['mv notes.txt x.sh', 'sh x.sh'] },
  {
    how: 'a copy to scratch space',
    writes: `echo '$P' > notes.txt`,
    then: ['cp notes.txt /tmp/laundered-$N.sh', 'sh /tmp/laundered-$N.sh'],
  },
  {
    how: 'a copy by redirection',
    writes: `echo '$P' > notes.txt`,
    then: ['cat notes.txt > /tmp/redirected-$N.sh', 'sh /tmp/redirected-$N.sh'],
  },
  {
    how: 'a copy to another project',
    writes: `echo '$P' > notes.txt`,
    then: ['cp notes.txt ../other-$N.sh', 'sh ../other-$N.sh'],
  },
  {
    how: 'an edit that mixes it into another file',
    before: { 'a.sh': 'true\n' },
    writes: `echo '$P' > notes.txt`,
    then: ["sed -i 'r notes.txt' a.sh", 'sh a.sh'],
  },
  {
    how: 'a commit and a checkout',
    setUp: 'git init -q . && git commit -q --allow-empty -m a',
    writes: `echo '$P' > x.sh`,
    then: ['git add x.sh && git commit -qm x', 'rm x.sh', 'git checkout x.sh', 'sh x.sh'],
    needs: ['git'],
  },
  {
    how: 'a stash',
    setUp: 'git init -q . && echo true > x.sh && git add . && git commit -q -m a',
    writes: `echo '$P' > x.sh`,
    then: ['git stash', 'git stash pop', 'sh x.sh'],
    needs: ['git'],
  },
  {
    how: 'a patch',
    setUp: 'git init -q . && echo true > x.sh && git add . && git commit -q -m a',
    writes: `printf 'true\\n' > x.sh; printf -- '--- a/x.sh\\n+++ b/x.sh\\n@@ -1 +1,2 @@\\n true\\n+%s\\n' '$P' > c.patch`,
    then: ['git apply c.patch', 'sh x.sh'],
    needs: ['git'],
  },
  {
    how: 'an archive',
    writes: `mkdir a; echo '$P' > a/x.sh; tar cf a.tar a; rm -r a`,
    then: ['tar xf a.tar', 'sh a/x.sh'],
    needs: ['tar'],
  },
  {
    how: 'an archive, unpacked in scratch space',
    writes: `mkdir a; echo '$P' > a/x.sh; tar cf a.tar a; rm -r a`,
    then: ['mkdir -p /tmp/unpacked-$N && tar xf a.tar -C /tmp/unpacked-$N', 'sh /tmp/unpacked-$N/a/x.sh'],
    needs: ['tar'],
  },
  {
    how: 'a zip file',
    writes: `echo '$P' > x.sh; zip -q a.zip x.sh; rm x.sh`,
    then: ['unzip -qo a.zip', 'sh x.sh'],
    needs: ['zip', 'unzip'],
  },
  {
    how: 'a compiled source',
    writes: `printf '#include <stdlib.h>\\nint main(void) { return system("sh x.sh"); }\\n' > x.c; echo '$P' > x.sh`,
    then: ['cc x.c -o x', './x'],
    needs: ['cc'],
  },
  {
    how: 'a script for awk',
    writes: `printf 'BEGIN { system("sh x.sh") }\\n' > p.awk; echo '$P' > x.sh`,
    then: ['awk -f p.awk'],
    needs: ['awk'],
  },
  {
    how: 'a script for sed',
    writes: `printf 'e sh x.sh\\n' > p.sed; echo a > a; echo '$P' > x.sh`,
    then: ['sed -f p.sed a'],
    needs: ['sed'],
  },
  {
    how: 'a file tool that writes the same text',
    writes: `echo '$P' > notes.txt`,
    then: [{ tool: 'Write', input: { file_path: '$W/x.sh', content: '$P\n' } }, 'sh x.sh'],
  },
  { how: 'a program for find', writes: `echo '$P' > x.sh; chmod +x x.sh`, then: ['find . -name x.sh -exec sh {} \\;'] },
  { how: 'a program for xargs', writes: `echo '$P' > x.sh`, then: ['ls x.sh | xargs sh'] },
  {
    how: 'a script of perl',
    writes: `echo 'system("sh x.sh")' > x.pl; echo '$P' > x.sh`,
    then: ['perl x.pl'],
    needs: ['perl'],
  },
  {
    how: 'settings of an editor',
    writes: `echo 'call system("sh x.sh")' > start.vim; echo '$P' > x.sh`,
    then: ['vim -es -u start.vim -c q'],
    needs: ['vim'],
  },
  {
    how: 'settings of a database shell',
    writes: `printf '.shell sh x.sh\\n' > init.sql; echo '$P' > x.sh`,
    then: ['sqlite3 -init init.sql :memory: .exit'],
    needs: ['sqlite3'],
  },
  {
    how: 'a CMake list',
    writes: `printf 'cmake_minimum_required(VERSION 3.5)\\nproject(x NONE)\\nexecute_process(COMMAND sh %s/x.sh)\\n' "$PWD" > CMakeLists.txt; echo '$P' > x.sh`,
    then: ['cmake -S . -B build'],
    needs: ['cmake'],
  },
  { how: 'a directory below, from inside it', writes: `mkdir sub; echo '$P' > sub/x.sh`, then: ['cd sub && sh x.sh'] },
  {
    how: 'code in the call that loads it',
    writes: `echo "$JS" > lib.js`,
    then: [`node -e "require('./lib.js')"`],
    needs: ['node'],
  },
  {
    how: 'a file that node loads first',
    writes: `echo "$JS" > first.js`,
    then: ['NODE_OPTIONS="--require ./first.js" node -e 1'],
    needs: ['node'],
  },
  {
    how: 'an undo that brings it back',
    before: { 'x.sh': 'true\n' },
    writes: `echo '$P' > x.sh`,
    then: ['cp x.sh keep.txt', 'git stash list', 'cp keep.txt x.sh', 'sh x.sh'],
  },
  {
    how: 'a variable that names it',
    writes: `echo '$P' > x.sh`,
    then: ['F=x.sh; sh "$F"'],
  },
  { how: 'a shell that reads it as its start', writes: `echo '$P' > rc`, then: ['BASH_ENV=./rc bash -c true'] },
  { how: 'a shell of another name', writes: `echo '$P' > x.sh`, then: ['dash x.sh'], needs: ['dash'] },
  {
    how: 'a module of perl',
    writes: `echo 'system("sh x.sh"); 1' > M.pm; echo '$P' > x.sh`,
    then: ['perl -I. -MM -e 1'],
    needs: ['perl'],
  },
  {
    how: 'a script of ruby',
    writes: `echo 'system("sh x.sh")' > x.rb; echo '$P' > x.sh`,
    then: ['ruby x.rb'],
    needs: ['ruby'],
  },
  {
    how: 'a task of rake',
    writes: `echo 'system("sh x.sh")' > Rakefile; echo '$P' > x.sh`,
    then: ['rake'],
    needs: ['rake'],
  },
  {
    how: 'a script of lua',
    writes: `echo 'os.execute("sh x.sh")' > x.lua; echo '$P' > x.sh`,
    then: ['lua x.lua'],
    needs: ['lua'],
  },
  {
    how: 'a script of tcl',
    writes: `echo 'exec sh x.sh' > x.tcl; echo '$P' > x.sh`,
    then: ['tclsh x.tcl'],
    needs: ['tclsh'],
  },
  {
    how: 'commands for a debugger',
    writes: `echo 'shell sh x.sh' > x.gdb; echo '$P' > x.sh`,
    then: ['gdb -batch -x x.gdb'],
    needs: ['gdb'],
  },
  {
    how: 'a library that is loaded first',
    writes: `printf '#include <stdlib.h>\\n__attribute__((constructor)) void f(void) { unsetenv("LD_PRELOAD"); system("sh x.sh"); }\\n' > x.c; cc -shared -fPIC -o x.so x.c; echo '$P' > x.sh`,
    then: ['LD_PRELOAD=./x.so ls'],
    needs: ['cc'],
  },
  {
    how: 'a pager that git starts',
    setUp: 'git init -q . && git commit -q --allow-empty -m a',
    writes: `printf '#!/bin/sh\\n$P\\n' > pager; chmod +x pager`,
    then: ['git -c core.pager=./pager --paginate log'],
    needs: ['git'],
    isUnproved: 'git starts a pager at a terminal only',
  },
  {
    how: 'an external diff that git starts',
    setUp: 'git init -q . && echo a > a && git add a && git commit -qm a && echo b > a',
    writes: `printf '#!/bin/sh\\n$P\\n' > differ; chmod +x differ`,
    then: ['GIT_EXTERNAL_DIFF=./differ git diff'],
    needs: ['git'],
  },
  {
    how: 'a bisect',
    setUp:
      'git init -q . && git commit -q --allow-empty -m a && git commit -q --allow-empty -m b && git bisect start -q HEAD HEAD~1',
    writes: `echo '$P' > x.sh`,
    then: ['git bisect run sh x.sh'],
    needs: ['git'],
    isUnproved: 'the last commit is found before the program runs',
  },
  {
    how: 'a rebase that runs it',
    setUp: 'git init -q . && git commit -q --allow-empty -m a && git commit -q --allow-empty -m b',
    writes: `echo '$P' > x.sh`,
    then: ['git rebase -q --exec "sh x.sh" HEAD~1'],
    needs: ['git'],
  },
  {
    how: 'a worktree that runs it',
    setUp: 'git init -q . && git commit -q --allow-empty -m a && git worktree add -q ../tree',
    writes: `echo '$P' > x.sh`,
    then: ['cp x.sh ../tree/', 'cd ../tree && sh x.sh'],
    needs: ['git'],
  },
]
