import { newRandom } from './random.ts'
import { type Fillings, fill, joined, quoted } from './templates.ts'

/** The program that no script may start, and the file outside the workspace that none may write, unless the gate asks. */
export const marker = 'zzpwn'
export const outside = '../OUT'

/**
 * Generates a bash script that carries texts, some of which start the marker if bash takes them for code or arithmetic, through
 * variables, attributes, other names and descriptors to a place that uses them.
 */
export function generateHidden(seed: number): string {
  const random = newRandom(seed)
  const { pick, chance, below } = random
  let depth = 2
  const text = (): string => pick(chance(0.55) ? hostile : chance(0.5) ? names : harmless)
  const code = (): string => pick(chance(0.3) ? hostileCode : harmlessCode)
  const fillings: Fillings = {
    A: () => pick(arrays),
    C: () => quoted(code()),
    D: () => pick(descriptors),
    F: () => pick(attributes),
    K: () => pick(keys),
    L: code,
    M: () => pick(maps),
    N: () => String(below(3)),
    S: () => nested(),
    T: () => quoted(text()),
    V: () => pick(variables),
    W: () => pick(variables),
  }
  const statement = (): string => {
    const share = below(100)
    return fill(
      pick(share < 34 ? sources : share < 55 ? moves : share < 75 ? printing : share < 90 ? evaluating : streams),
      fillings,
    )
  }
  function nested(): string {
    if (depth === 0) return 'echo "$x"'
    depth -= 1
    const script = joined(statement, 2, random)
    depth += 1
    return script.trimEnd()
  }
  return joined(statement, 4, random)
}

const variables = ['x', 'y', 'z', 'x', 'y']
const arrays = ['a', 'b']
const maps = ['m', 'n']
const descriptors = ['3', '4', '5']
const keys = ['k', '0', 'x', '$x', '"$y"', '@', '*', '1+1']
const attributes = ['-i', '-n', '-l', '-u', '-A', '-a', '-r', '-x', '-ai', '-Ai', '-il', '-g', '-t', '+i', '-xu']

const hostile = [
  ...['a[$(zzpwn)]', 'x[$(zzpwn)]', 'm[$(zzpwn)]', 'b[0$(zzpwn)]', 'a[`zzpwn`]', '1+a[$(zzpwn)]', 'x=a[$(zzpwn)]'],
  ...['$(zzpwn)', '`zzpwn`', 'zzpwn', 'echo;zzpwn', 'a;zzpwn', 'A[$(zzpwn)]', 'y=$(zzpwn)', '(1 $(zzpwn))', '[0]=$(zzpwn)'],
  ...['x]=1', 'a[x]', 'a[y]', 'x+y', 'a b', outside, '/home/dev/OUT', '-c zzpwn', '%s$(zzpwn)', 'ls\nzzpwn', '0]+a[$(zzpwn)'],
]
const names = ['x', 'y', 'z', 'a', 'm', 'b', 'REPLY', 'a[0]', 'a[1]', 'm[k]', 'a[@]', '_', 'BASH_REMATCH', 'OPTARG', 'HOME', 'IFS']
const harmless = ['1', '0', '2', 'src', 'a.txt', '-n', 'k', 'a b c', '', 'A', '1+1', '3', '/tmp/f', '*', 'a*', '%s', '\\n']
const hostileCode = ['zzpwn', 'echo a; zzpwn', 'ls\nzzpwn', 'x=zzpwn; $x', '(zzpwn)', 'true && zzpwn', 'echo a > ../OUT', '$(echo zzpwn)']
const harmlessCode = ['ls', 'echo ok', 'x=1', 'echo zzpwn', ': zzpwn', 'ls # zzpwn', "echo 'a; zzpwn'", 'cat a.txt', 'true', 'echo $x']

/** Statements that give a text to a variable, an array, the positional parameters or a variable of the shell. */
const sources = [
  ...['%V=%T', '%V=%T', '%V=%T', '%V=%T %W=%T', '%V+=%T', 'declare %V=%T', 'export %V=%T', 'readonly %V=%T', 'typeset %V=%T'],
  ...['declare %F %V=%T', 'declare %F %V; %V=%T', 'declare %F %V', 'declare %F %V=%T %W=%T', 'typeset %F %V=%T', 'declare %F %A=(%T %T)'],
  ...['declare %F %M; %M[%K]=%T', 'declare -A %M=([%K]=%T)', 'declare -A %M; %M=(%T %T)', 'declare -A %M; %M[%T]=1', 'readonly %F %V=%T'],
  ...['%A=(%T)', '%A=(%T %T)', '%A=([%N]=%T)', '%A[%N]=%T', '%A+=(%T)', '%A=([%T]=%N)', '%A=([%K]=%T)', '%A[%K]=%T', '%A+=([%N]+=%T)'],
  ...['read %V <<< %T', 'read -r %V %W <<< %T', 'read -ra %A <<< %T', 'read <<< %T', 'read -d "" %V <<< %T', 'read -n 20 %V <<< %T'],
  ...['IFS=: read -r %V %W <<< %T', 'read -r "%A[%N]" <<< %T', 'mapfile -t %A <<< %T', 'mapfile %A <<< %T', 'readarray -t %A <<< %T'],
  ...['mapfile -t -O %N %A <<< %T', 'printf -v %V %T', 'printf -v %V %s %T', "printf -v '%A[%N]' %s %T", 'printf -v %V %b %T'],
  ...['set -- %T', 'set -- %T %T', 'set -- "$%V" %T', ': %T', 'echo %T', 'true %T %T', '[[ %T =~ (.*) ]]', '[[ %T =~ ^(.)(.*)$ ]]'],
  ...['%V=$(echo %T)', '%V=$(cat <<< %T)', '%V=$(printf %s %T)', "%V=$(cat <<'E'\na[$(zzpwn)]\nE\n)", '%V=`echo 1`', '%V=$(<a.txt)'],
  ...['for %V in %T %T; do %S; done', 'for %V in "${%A[@]}"; do %S; done', 'for %V; do %S; done', 'while read -r %V; do %S; done <<< %T'],
  ...['f() { local %V=%T; %S\n}; f', 'f() { local %F %V; %V=$1; %S\n}; f %T', 'f() { %S\n}; f %T', 'f() { local -n %V=$1; %S\n}; f %W'],
  ...['f() { local %V; %S\n}; %V=%T; f', 'f() { declare -g %V=%T; }; f', 'f() { local - %V=%T; echo "$%V"; }; f', '%V=%T f'],
  ...['getopts o: %V -o %T', 'getopts ab %V %T', ': ${%V:=%T}', ': "${%V=%T}"', ': ${%A[%N]:=%T}', 'if [[ %T == *a* ]]; then %S; fi'],
  ...['case %T in *) %S;; esac', '{ %S\n}', '( %S\n)', '%S &', 'touch -- %T; for %V in *; do %S; done', 'unset %V', 'unset -n %V', 'local %V=%T'],
  ...['coproc { echo %T; }; read -r %V <&${COPROC[0]}', 'wait -p %V -n', 'SECONDS=%T', 'RANDOM=%T', 'OPTIND=%T', '%V=%T read -r %W <<< %T'],
]

/** Statements that copy a value, or make one name stand for another. */
const moves = [
  ...['%V=$%W', '%V="$%W"', '%V=${%W}', '%V=${!%W}', '%V=%W', 'declare -n %V=%W', 'declare -n %V=$%W', 'declare -n %V=%A', 'declare -n %V="%A[%N]"'],
  ...['%V=${%A[%N]}', '%V=${%A[%K]}', '%V=${%M[%K]}', '%V="${%A[*]}"', '%A=("$%V")', '%A=($%V)', '%A[%N]=$%V', '%M[%K]=$%V', '%A=("${%A[@]}" %T)'],
  ...['%V=$REPLY', '%V=$_', '%V=${BASH_REMATCH[%N]}', '%V=$BASH_REMATCH', '%V=$OPTARG', '%V=$1', '%V=$*', '%V=${@:1:1}', '%V=$#', 'shift'],
  ...['%V=${%W:-%T}', '%V=${%W:+%T}', '%V=${%W#?}', '%V=${%W%?}', '%V=${%W/x/%T}', '%V=${%W//[0-9]/}', '%V=${%W:0:9}', '%V=${%W,,}', '%V=${%W^^}', '%V=${%W^}'],
  ...['%V=${%W@Q}', '%V=${%W@L}', '%V=${%W@U}', '%V=${%W@E}', '%V=${%W@a}', '%V=${!%W:-%T}', '%V=${!%A[@]}', '%V=${!x*}', '%V=${%W@K}'],
  ...['printf -v "$%V" %s %T', 'printf -v %V %s "$%W"', 'printf -v %V "$%W"', 'read -r %V <<< "$%W"', 'read -r "$%V" <<< %T', 'mapfile -t %A <<< "$%V"'],
  ...['declare "%V=$%W"', 'declare "$%V=%T"', 'declare %F "$%V"', 'export "%V=$%W"', 'declare %F %V="$%W"', 'local %F %V="$%W"', 'declare -p %V'],
  ...['((%V=%W))', 'let %V=%W', '%V=$((%W))', '%V=$((%W+1))', '((%V++))', '((%V+=%N))', 'let "%V=%N"', '((%A[%N]=%N))', '%V=$[%N]', '%A[%V]=%T', '%A[$%V]=1'],
  ...['set -- "$%V"', 'set -- $%V', '%V=$(echo "$%W")', '%V=$(printf %s "$%W")', '%V=$(cat <<< "$%W")', '[[ $%V =~ (.*) ]]', '[[ %T =~ $%V ]]', ': "$%V"', ': $%V'],
  ...['for %V in "$%W"; do %S; done', 'for %V in $%W; do %S; done', 'f() { %V=$1; }; f "$%W"', 'f() { local -n r=$1; r=%T; }; f %V', 'f() { local %V=$1; %S\n}; f "$%W"'],
  ...['%V=(%T $%W)', 'declare -a %V', 'declare -A %V', 'declare -i %V', 'declare -i %V %W', 'declare +i %V', 'export %V', 'readonly %V', '%V+=$%W', '%V[0]=%T', 'unset "%V[0]"'],
]

/** Statements that only print, store or compare a value as text. */
const printing = [
  ...['echo "$%V"', 'echo $%V', 'echo "${%V}" "${%W}"', 'printf "%s\\n" "$%V"', 'cat <<< "$%V"', 'cat <<< $%V', 'ls -- "$%V"', 'echo "${#%V}"', 'echo "${%A[@]}"'],
  ...['[[ $%V == a* ]]', '[[ $%V == "$%W" ]]', '[ "$%V" = a ]', 'test -n "$%V"', '[ -z "$%V" ]', '[[ -n $%V && $%V != b ]]', 'case $%V in a) %S;; esac', 'case "$%V" in *[*) %S;; esac'],
  ...['echo "${%V%%x*}"', 'echo "${%V:0:2}"', 'echo "${%V/a/b}"', 'echo "${%V:-d}"', 'echo "${!%A[@]}"', 'echo "${#%A[@]}"', 'echo "${%A[%N]}"', 'echo "${%M[k]}"', 'echo "${!x@}"'],
  ...['for i in $%V; do echo "$i"; done', 'for i in "${%A[@]}"; do echo "$i"; done', 'echo "$@"', 'echo "$*" $#', 'echo "$_"', 'echo "$REPLY"', 'echo "${BASH_REMATCH[1]}"'],
  ...['declare -p', 'set | cat', 'echo "$%V" | cat', 'echo "$%V" > f', 'echo "$%V" | tr a b', 'printf %q "$%V"', 'cat <<E\n$%V\nE\n', "cat <<'E'\n%L\nE\n", 'echo %C', 'echo %T'],
  ...['echo "$%V" >&2', 'echo "$%V" 2>&1', 'echo $((%N+%N))', '((%N))', '((%N < 2)) && echo a', 'for ((i=0;i<%N;i++)); do echo $i; done', '[[ %N -eq 1 ]]', '[ %N -gt 0 ]', 'let i=%N', 'ls', 'true'],
  ...['hash', 'type ls', 'command -v ls', 'echo "${%V@Q}"', 'echo ${%V@A}', 'if [ -f "$%V" ]; then echo f; fi', 'while false; do %S; done', 'echo "$%V" | while read -r l; do echo "$l"; done'],
]

/** Statements in which bash may evaluate a value as arithmetic, as a name, or as code. */
const evaluating = [
  ...['echo $((%V))', '((%V))', '((%V++))', 'let %V', 'let "$%V"', '[[ %V -eq 1 ]]', '[[ $%V -gt 0 ]]', '[ "$%V" -eq 1 ]', 'echo ${%A[%V]}', 'echo ${%A[$%V]}', 'echo "${%A[$%V]}"'],
  ...['echo ${%W:%V}', 'echo ${%W:$%V:1}', 'echo ${%A[@]:%V}', 'echo ${@:%V}', 'echo ${!%V}', 'echo "${!%V}"', 'echo ${!%V-d}', 'echo ${!1}', 'echo ${!_}', 'echo ${!REPLY}', 'echo ${#%A[%V]}'],
  ...['unset "%A[$%V]"', 'unset "$%V"', 'unset "%M[$%V]"', 'test -v "$%V"', 'test -v %V', '[[ -v $%V ]]', '[[ -v %A[$%V] ]]', '[ -v "%M[$%V]" ]', 'echo ${%M[$%V]}', '((%M[$%V]++))', '%M[$%V]=1'],
  ...['read "$%V" <<< 1', 'printf -v "$%V" 1', 'printf -v "%A[$%V]" 1', 'declare "$%V"=1', 'declare "%A[$%V]=1"', 'export "$%V"', 'declare -i %W=$%V', 'declare -i %W; %W=%V', 'declare -i %W=%V+1', 'readonly "$%V"'],
  ...['eval "$%V"', '$%V', '"$%V"', '"${%A[@]}"', '${!%V}', 'bash -c "$%V"', 'bash -c \'echo "$1"\' _ "$%V"', 'bash -c \'echo $((%V))\'', 'bash <<< "$%V"', 'echo "$%V" | bash', 'source <(echo "$%V")', '. /dev/stdin <<< "$%V"'],
  ...['trap "$%V" EXIT', 'echo "${%V@P}"', 'declare -a "%A=($%V)"', 'declare -A "%M=($%V)"', 'mapfile -C "$%V" -c 1 %A <<< x', 'mapfile -n "$%V" %A <<< x', 'compgen -W "$%V"', 'compgen -A variable "$%V"', 'exec $%V', 'command $%V'],
  ...['for ((i=%V;i<1;i++)); do echo; done', 'shift "$%V"', 'printf %d "$%V"', 'cat <&$%V', 'echo a >&$%V', 'echo a > "$%V"', 'getopts "$%V" x', 'PS4=$%V; set -x', 'PS4="$%V" bash -xc ls', 'printf "$%V"', 'exec {%V}< a.txt', 'read -t "$%V" x'],
  ...['(( BASH_REMATCH ))', '(( _ ))', '(( REPLY ))', '(( OPTARG ))', '(( $1 ))', '(( $%V ))', 'echo $(( $1 + 1 ))', '[[ $1 -eq 1 ]]', '[[ $_ -eq 1 ]]', '[[ ${BASH_REMATCH[1]} -eq 1 ]]', '(( %A[0] ))', '(( %A ))', '(( %M[k] ))'],
  ...['%V=%V', '%V=%W+1', 'case $((%V)) in *) echo;; esac', 'echo $[%V]', '((%V ? 1 : %W))', '((%V && %W))', '((0 && %V))', '((%V=%W, 1))', 'echo {1..$%V}', 'return $((%V))', '(( x = %V )); echo $x', 'sleep $((%V))'],
]

/** Texts on descriptors, and the shells and programs that read them. */
const streams = [
  ...['bash %D<<< %C <&%D', 'bash <&%D %D<<< %C', 'bash <<< %C %D<<< %C', 'echo %C | bash %D<<< %C', 'cat <&%D %D<<< %C', 'cat %D<<< %C <&%D | bash', 'bash <<< %C <<< %C', 'bash <&%D %D<<< %C <<< %C'],
  ...['exec %D<<< %C; bash <&%D', 'exec %D<<< %C; cat <&%D', 'exec %D<<< %C %D<<< %C; bash <&%D', 'exec 3<<< %C; exec 4<&3; bash <&4', 'exec 3<<< %C; exec 3<&-; bash <&3', 'exec 3<<< %C; exec 4<&3-; bash <&4', 'exec <<< %C; bash'],
  ...['exec {v}<<< %C; bash <&$v', 'exec {v}<<< %C; cat <&$v', 'exec {v}<<< %C; exec {v}<&-; ls', 'bash {v}<<< %C <&$v', '{ bash <&3; } 3<<< %C', '{ cat <&3; } 3<<< %C', '( bash <&%D ) %D<<< %C', 'f() { bash <&3; }; f 3<<< %C'],
  ...["bash <<'E' %D<<'F'\n%L\nE\n%L\nF\n", "bash <&3 3<<'E'\n%L\nE\n", "bash 3<<'E'\n%L\nE\n", "cat 3<<'E' <&3\n%L\nE\n", "bash 3<<'E' <<'F'\n%L\nE\n%L\nF\n", "exec 3<<'E'\n%L\nE\nbash <&3", "bash <<-'E'\n\t%L\n\tE\n"],
  ...['bash /dev/fd/%D %D<<< %C', 'bash /dev/stdin <<< %C', 'source /dev/fd/%D %D<<< %C', '. /dev/stdin <<< %C', 'bash -s <<< %C', 'bash -s a b <<< %C', 'bash - <<< %C', 'bash /proc/self/fd/0 <<< %C', 'cat /dev/fd/%D %D<<< %C'],
  ...['read -u %D x %D<<< %C; bash -c "$x"', 'read -u %D x %D<<< %T; echo "$x"', 'read -u %D x %D<<< %T; ((x))', 'mapfile -t -u %D a %D<<< %T; ((a))', 'while read -ru %D x; do echo "$x"; done %D<<< %T', 'while read -ru %D x; do ((x)); done %D<<< %T'],
  ...['echo %C %D>&1 >&%D | bash', '{ echo %C >&3; } 3>&1 | bash', 'echo %C >&2 2>&1 | bash', 'echo %C >&2 |& bash', '{ echo %C >&2; } 2>&1 | bash', '( echo %C ) 3>&1 1>&2 2>&3 | bash', 'echo %C >&- | bash', 'echo %C 1>&2 | bash', 'echo %C >/dev/stderr |& bash'],
  ...['echo %C | { bash; }', 'echo %C | ( exec bash )', 'echo %C | { cat; } | bash', 'echo %C | tee /dev/null | bash', '{ echo %C; echo %C; } | bash', 'echo %C | cat - | bash', 'cat <(echo %C) | bash', 'bash <(echo %C)', 'bash < <(echo %C)', '. <(echo %C)'],
  ...['echo %C > f; bash < /dev/null', 'exec 3>&1; echo %C >&3', 'exec 3> f; echo %C >&3; exec 3>&-', 'echo %C 3>&-', 'exec 5<&0 <<< %C; bash <&5', 'exec 5<&0; bash <&5 <<< %C', 'bash <&- <<< %C', 'bash <<< %C <&-', 'bash <<< %C < /dev/null', 'bash < /dev/null <<< %C'],
  ...['coproc bash; echo %C >&${COPROC[1]}', 'coproc { cat; }; echo %C >&${COPROC[1]}', 'bash -c "$(cat <&3)" 3<<< %C', 'bash -c "$(cat)" <<< %C', 'x=$(cat <&3 3<<< %C); bash -c "$x"', 'eval "$(cat <<< %C)"', 'read -r x <<< %C; eval "$x"', 'xargs echo <<< %C'],
]
