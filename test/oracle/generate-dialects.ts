import { newRandom } from './random.ts'
import { type Fillings, fill, joined, quoted } from './templates.ts'

/** A shell other than bash that reads a generated script. */
export type OtherShell = 'dash' | 'busybox'

/**
 * Generates a bash command that hands a script to another shell. The script uses syntax that bash and this shell read
 * differently, and some scripts start the marker in only one of them.
 */
export function generateForShell(shell: OtherShell, seed: number): string {
  const random = newRandom(seed)
  const { pick, chance, below } = random
  const name = (): string => pick(names[shell])
  let depth = 2
  const fillings: Fillings = {
    B: () => pick(chance(0.5) ? ['ls', 'echo ok', ':', 'true', 'cat a.txt'] : ['zzpwn', 'echo zzpwn', ': zzpwn']),
    N: () => String(below(3)),
    P: () => (chance(0.35) ? 'zzpwn' : 'ls'),
    S: () => nested(),
    T: () => quoted(pick(texts)),
    V: () => pick(['x', 'y']),
    Z: name,
  }
  const statement = (): string => fill(pick(chance(0.62) ? shared : differing), fillings)
  function nested(): string {
    if (depth === 0) return 'echo "$x"'
    depth -= 1
    const script = joined(statement, 2, random)
    depth += 1
    return script.trimEnd()
  }
  const script = joined(statement, 3, random)
  return pick(chance(0.85) ? starters : rareStarters)(script, name())
}

/** `sh` is the shell itself in the sandbox. */
const names: Readonly<Record<OtherShell, readonly string[]>> = {
  dash: ['sh', 'dash', '/bin/sh', 'dash', 'env dash', 'timeout 5 sh', 'command dash'],
  busybox: ['busybox sh', 'busybox ash', 'sh', 'env busybox sh', 'busybox env busybox sh', 'timeout 5 busybox sh'],
}

type Starter = (script: string, shell: string) => string

const starters: readonly Starter[] = [
  (script, shell) => `${shell} -c ${quoted(script)}`,
  (script, shell) => `${shell} -c ${quoted(script)}`,
  (script, shell) => `${shell} -ec ${quoted(script)} a b`,
  (script, shell) => `${shell} <<'END'\n${script}\nEND\n`,
  (script, shell) => `${shell} <<< ${quoted(script)}`,
  (script, shell) => `${shell} -s a b <<'END'\n${script}\nEND\n`,
  (script, shell) => `cat <<'END' | ${shell}\n${script}\nEND\n`,
  (script, shell) => `printf '%s\\n' ${quoted(script)} | ${shell}`,
  (script, shell) => `x=${quoted(script)}; ${shell} -c "$x"`,
  (script, shell) => `${shell} -c ${quoted(`${shell} -c ${quoted(script)}`)}`,
  (script, shell) => `${shell} -c 'eval "$1"' _ ${quoted(script)}`,
]

/** Starters that hand a text to `sh` themselves, most of which ask. */
const rareStarters: readonly Starter[] = [
  script => `find . -maxdepth 0 -exec sh -c ${quoted(script)} \\;`,
  script => `echo a | xargs -I {} sh -c ${quoted(script)}`,
  script => `awk ${quoted(`BEGIN{system(${JSON.stringify(script)})}`)}`,
  script => `awk ${quoted(`BEGIN{print "x" | ${JSON.stringify(script)}}`)}`,
  script => `perl -e ${quoted(`system(q{${script}})`)}`,
  script => `python3 -c ${quoted(`import os; os.system(${JSON.stringify(script)})`)}`,
  script => `python3 -c ${quoted(`import subprocess; subprocess.run(${JSON.stringify(script)}, shell=True)`)}`,
  script => `script -qc ${quoted(script)} /dev/null`,
  (script, shell) => `bash -c ${quoted(`${shell} -c ${quoted(script)}`)}`,
  (script, shell) => `f() { ${shell} -c "$1"; }; f ${quoted(script)}`,
  (script, shell) => `echo ${quoted(script)} | ${shell}`,
  (script, shell) => `${shell} -c ${quoted(`echo ${quoted(script)} | sh`)}`,
]

const texts = [
  ...['a', 'a b', 'zzpwn', 'a\\nzzpwn', 'a\\tb', 'ls', 'x=zzpwn', 'a; zzpwn', '$(zzpwn)', 'a[$(zzpwn)]', '1', 'y', '-e', '-n', '\\c'],
  ...['ls\\nzzpwn', 'ls;\\012zzpwn', 'a b=zzpwn', '*', '~', '../OUT', "it's", 'a\\\\nzzpwn', '\\0172zpwn', '\\x7azpwn'],
]

/** Statements that POSIX defines, so that every shell should read them alike. */
const shared = [
  ...['%V=%T', '%V=%T; echo "$%V"', 'echo "$%V"', 'echo $%V', 'echo %T', 'echo -n %T', 'printf "%s\\n" %T', 'printf %T', 'printf %b %T', 'ls', 'ls -la', 'cat a.txt', ':', 'true'],
  ...['if [ -f a.txt ]; then %S; fi', 'if test -n "$%V"; then %S; else %S; fi', 'for %V in %T %T; do %S; done', 'for %V in a b; do echo "$%V"; done', 'while false; do %S; done', 'case $%V in a) %S;; *) %S;; esac'],
  ...['f() { %S\n}; f %T', 'f() { echo "$1"; }; f %T', '( %S\n)', '{ %S\n}', '%V=$(echo %T)', '%V=$(printf %s %T)', '%V=`echo a`', 'echo $((%N+1))', '%V=$((%N+%N))', 'echo "${%V:-%N}"', 'echo "${%V#a}"', 'echo "${%V%%b}"'],
  ...['%B', '%B', '%B && %B', '%B || %B', '%B; %B', '%B | cat', '%B > f', '%B 2>&1', '%B 2>/dev/null', '%B < /dev/null', '! %B', '%B &', 'false && %B', 'true || %B', "cat <<'E'\n%S\nE\n", 'cat <<E\n$%V\nE\n'],
  ...['set -- %T %T', 'echo "$1" "$@"', 'echo "$*" $#', 'shift', 'set -e', 'set -u', 'set -f', 'unset %V', 'export %V=a', 'readonly r=1', 'trap %T EXIT', "trap 'echo bye' 0", 'exit 0', 'cd src', 'cd /tmp; ls', 'pwd'],
  ...['eval %T', 'eval "echo $%V"', 'echo %T | cat', 'echo %T | sh', 'printf %s %T | sh', 'echo %T | %Z', "sh -c 'echo a'", 'sh -c %T', 'command ls', 'command -v zzpwn', 'exec 3>&1', 'echo a >&2', 'read -r %V < a.txt', 'test a = b', '[ %N -gt 1 ]'],
]

/** Statements that only some shells know, or that shells read differently. */
const differing = [
  ...['((%P))', '((x=1))', '(( x > 1 ))', '((1)) && %P', '((0)) || %P', '((%N)); %P', '( (%P) )', '((%P) )', 'if ((%N)); then %P; fi', 'while ((0)); do %P; done', 'for ((i=0;i<1;i++)); do %P; done'],
  ...['[[ a = b || %P ]]', '[[ a == a ]] && %P', '[[ a == a ]] || %P', '[[ -f a && -n b ]]', '[[ a > ../OUT ]]', '[[ a < b ]]', '[ a == a ] && %P', '[ a \\< b ]', 'if [[ -n $%V ]]; then %P; fi', '[[ $%V =~ a ]]', 'test a == b || %P'],
  ...['true &>/dev/null %P', 'echo a &>f', 'ls &>>f', 'echo a &> f; %P', 'echo a >&f', 'ls >&../OUT', 'ls |& cat', 'ls |& %P', 'ls 2>&1 | cat', 'ls 12>f', 'echo %P 10>&1 | sh', 'echo a 3>f 1>&3', 'ls >| f', ': <>f', 'ls {v}>f'],
  ...["echo $'\\''; %P #'", "echo $'a\\nb'", "x=$'%P'; $x", "x=$'\\x6cs'; $x", 'echo $"a"', 'echo "$\'a\'"', "x='a'$'b'; echo $x", "echo \"${%V-'%P'}\"", 'echo "${%V-"%P"}"', "echo \"${%V-'}'; %P #}\"", "echo ${%V-'a}'}", 'echo "${%V-\\}}"'],
  ...['cat <<< %P', 'sh <<< %P', 'a=(%P)', 'a=(x y); echo ${a[0]}', 'a[0]=%P', 'a+=(x)', '%V=ls; %V+=x', '%V+=%T', 'x=(ls); ${x[0]}', 'x=ls; ${x:0:2}', 'echo ${x:1}', 'echo ${x/a/b}', 'echo ${x//a}', 'echo ${x^^}', 'echo ${!x}', 'echo ${x@P}', 'echo ${!x*}'],
  ...['function f { %P; }; f', 'function f() { %P; }; f', 'function ls { :; }; ls', 'function() { %P; }; function a', 'time() { %P; }; time ls', 'coproc() { %P; }; coproc ls', 'select() { %P; }; select a', 'let() { %P; }; let 1', 'source() { %P; }; source a', 'f() ls; f', 'f() (%P); f', 'f() { local %V=%T; echo "$%V"; }; f'],
  ...['echo {a,b}', '{%P,a}', '{ls,%P}', 'echo {1..3}', 'ls > {f,g}', 'echo a{b,c}d', 'cd {src,/tmp}', 'echo %T | sh', 'echo -e %T | sh', 'echo "a\\nzzpwn" | sh', "echo 'ls\\nzzpwn' | sh", 'echo -n %T | sh', 'printf %b %T | sh', '%V=$(echo %T); eval "$%V"', 'echo "a\\\\nzzpwn" | sh', 'echo -ne %T | sh'],
  ...['source ./f', 'local %V=1', 'local %V=$y; echo "$%V"', 'export %V=$y; $b', "y='a b=zzpwn'; export x=$y; $b", "y='a b=zzpwn'; readonly x=$y; $b", "f() { y='a b=zzpwn'; local x=$y; $b; }; f", 'type ls', 'type %P', 'let x=1+2', "let 'x=zzpwn'", 'let x=1 && %P'],
  ...['select x in a b; do %P; done', 'time ls', 'time %P', 'time -p ls', 'time { %P; }', 'time (%P)', '! time ls', 'coproc %P', 'coproc ls', 'coproc { %P; }', 'cat <(%P)', 'cat <(ls)', 'ls > >(cat)', 'diff <(ls) <(%P)', '. <(echo %P)', 'echo $[1+1]', 'echo $[%N]'],
  ...['alias ls=%P\nls', "alias ls='ls; zzpwn'\nls", 'alias x=%P\nx', "alias x='ls '\nx x", 'alias e=echo\ne zzpwn', 'alias echo=%P; echo a', 'alias if=%P\nif', 'unalias ls', 'alias ls=%P; eval ls', "alias a='echo '\nalias b=%P\na b"],
  ...['x=%P :; $x', 'x=%P eval :; $x', 'x=%P export y; $x', 'x=%P set --; $x', 'x=%P true; $x', 'f() { :; }; x=%P f; $x', 'x=%P . /dev/null; $x', 'x=%P exec 3>&1; $x', 'x=%P readonly q=1; $x', 'x=%P unset q; $x', 'x=%P shift 0; $x', 'x=%P command :; $x', 'x=%P trap - INT; $x', 'x=%P times; $x'],
  ...['printf -v x %P; $x', 'declare x=%P; $x', 'typeset x=%P; $x', 'builtin echo a', 'builtin() { %P; }; builtin echo', 'shopt -s extglob', 'echo @(a|b)', 'echo !(a)', '!(ls)', 'set -o pipefail; %P', 'read -r x <<E\n%P\nE\n$x', 'read -p a x', 'read -ra x < a.txt', 'mapfile x < a.txt', ': %P; $_', 'echo "$_"'],
  ...['[ -n "$BASH_VERSION" ] || %P', '${BASH_VERSION+ls}', '${BASH_VERSION-%P}', 'echo $RANDOM', '[ "$RANDOM" ] || %P', '$((1)) || %P', 'x=y; y=%P; echo $((x))', "x='a[$(zzpwn)]'; echo $((x))", 'echo $((x++))', 'echo $((2**3))', 'echo $((08))', '$(<a.txt)', 'x=$(<a.txt); echo "$x"', 'echo ${#}', 'set -- a b c d e f g h i j; echo $10'],
  ...['case a in a) ls;& b) %P;; esac', 'case a in (a) %P;; esac', 'case a in a) ls;;& *) %P;; esac', 'for x in a; { %P; }', 'for x do %P; done', 'until ! false; do %P; done', 'if ! ls; then %P; fi', 'echo a | while read x; do %P; done', 'exec -a b ls', 'trap %P EXIT', 'trap %P ERR; false', 'trap %P DEBUG; ls', 'trap %P RETURN', 'jobs -x %P', 'hash -p /x ls'],
  ...['echo "`echo \\"%P\\"`"', 'echo "`echo "%P"`"', 'echo `echo \\`echo %P\\``', '`echo %P`', '$(echo %P)', 'cat <<E\n`%P`\nE\n', "cat <<'E'\n`%P`\nE\n", 'cat <<-E\n\ta\n\tE\n', 'cat <<"E"\n$(%P)\nE\n', 'cat <<\\E\n$(%P)\nE\n', 'cat <<E\n"${x-a"b"}"\nE\n', "cat <<E\n${x-'a'}\nE\n", 'echo a\\\nb', 'echo a #; %P', 'echo a#; %P'],
  ...['command -p ls', 'exec ls', 'exec %P', 'ulimit -n', 'umask 022', 'kill -l', 'wait', 'test -v x', '[ -v x ] && %P', 'getopts a x', 'cd -', 'cd ~+', 'echo ~+', 'x=~; echo $x', 'export x=~', 'pushd src', 'x=a:~; echo $x', "IFS=z; x=lszls; $x", "set -- 'a b'; for i in $1; do echo $i; done", 'export -f f', 'set -- %P; "$@"', 'set -k; ls a=b'],
]
