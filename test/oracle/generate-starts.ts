import { newRandom } from './random.ts'

/** Generates a random bash script over a few programs, with nested constructs of every kind that can start one. */
export function generateScript(seed: number): string {
  const { pick, chance, below } = newRandom(seed)

  const word = (): string => pick(chance(0.5) ? plainWords : oddWords)
  const args = (): string =>
    Array.from({ length: below(3) }, word)
      .map(one => ` ${one}`)
      .join('')
  const program = (): string => pick(programs)

  /** A program's name in one of the spellings that bash accepts. */
  function spelled(): string {
    const name = program()
    const half = Math.ceil(name.length / 2)
    return pick([
      name,
      name,
      name,
      `"${name}"`,
      `'${name}'`,
      `\\${name}`,
      `${name.slice(0, half)}''${name.slice(half)}`,
      `${name.slice(0, half)}"${name.slice(half)}"`,
      `$'${[...name].map(char => `\\x${char.charCodeAt(0).toString(16)}`).join('')}'`,
      `$(echo ${name})`,
      `\`echo ${name}\``,
    ])
  }

  function simple(depth: number): string {
    const plain = `${spelled()}${args()}`
    if (chance(0.15)) return `${pick(stateChanges)}${pick(['; ', '\n', ' && '])}${plain}`
    if (chance(0.55) || depth <= 0) return plain
    return pick<() => string>([
      () => `A=1 ${plain}`,
      () => `${plain} > /tmp/out`,
      () => `${plain} 2>&1`,
      () => `${plain} < /dev/null`,
      () => `v=${program()}; $v${args()}`,
      () => `v=${program()} w=x; "$v" $w`,
      () => `env B=2 ${plain}`,
      () => `nice -n 1 ${program()}${args()}`,
      () => `timeout 5 ${program()}${args()}`,
      () => `command ${program()}${args()}`,
      () => `exec 3>&1; ${plain}`,
      () => `eval "${program()} a"`,
      () => `eval ${program()} a`,
      () => `bash -c '${program()} a'`,
      () => `sh -c "${program()} b"`,
      () => `bash -c '"$0" "$1"' ${program()} z`,
      () => `echo ${program()} x | sh`,
      () => `printf '%s a\\n' ${program()} | bash`,
      () => `bash <<'END'\n${program()} h\nEND\n`,
      () => `sh <<< "${program()} i"`,
      () => `echo a b | xargs ${program()}`,
      () => `echo a | xargs -I {} ${program()} {}`,
      () => `${program()} "$(${script(depth - 1)})"`,
      () => `${program()} <(${script(depth - 1)})`,
      () => `: "\${x:=$(${program()})}"`,
      () => `a=($(${program()}) b); ${program()} "\${a[0]}"`,
      () => `a=(${program()}${args()}); "\${a[@]}"`,
      () => `a=(${word()}); a+=(${word()}); ${program()} "\${a[@]}" \${a[@]}`,
      () => `(( $(${program()} | wc -c) > 0 ))`,
      () => `[[ -n $(${program()}) ]]`,
      () => `[ -z "$(${program()})" ]`,
      () => `trap '${program()} t' EXIT`,
      () => `set -- ${program()} p; "$@"`,
      () => `read -r v <<< ${program()}; $v`,
      () => `coproc ${program()}; wait`,
      () => `find /none -exec ${program()} {} \\;`,
      () => `echo "$(cat <<END\n$(${program()} k)\nEND\n)"`,
      () => `export v=${program()}; $v`,
      () => `declare v=${program()}; \${v} c`,
      () => `local v 2>/dev/null; ${plain}`,
      () => `alias zz='${program()}'; ${plain}`,
      () => `time ${program()}`,
      () => `! ${program()}`,
      () => `${program()} & wait`,
      () => `\${none:-${program()}} d`,
      () => `{ ${program()}; ${program()}; } | ${program()}`,
      () => `set -- ${word()} ${program()} ${word()}; shift; "$1" "$2"`,
      () => `printf -v v ${program()}; $v ${word()}`,
      () => `v=${word()} ${program()} "$v"`,
      () => `v=${word()}; ${program()} $v "$v"`,
      () => `v=${program()} eval '$v' ${word()}`,
      () => `printf '%s\\n' ${word()} ${word()} | xargs ${program()} ${word()}`,
      () => `echo ${word()} ${word()} | xargs -n 1 ${program()}`,
      () => `echo ${word()} | xargs -I % ${program()} x% %`,
      () => `find . -maxdepth 1 -exec ${program()} {} \\;`,
      () => `find src -exec ${program()} ${word()} {} +`,
      () => `bash -c '${program()} "$@"' ${word()} ${word()} ${word()}`,
      () => `bash -c "${program()} \\"$v\\" $w"`,
      () => `env -i ${program()} ${word()}`,
      () => `env v=x sh -c '${program()} $v'`,
      () => `export v=${word()}; bash -c '${program()} "$v"'`,
      () => `v=x; bash -c '${program()} "$v"'`,
      () => `cat <<END | xargs ${program()}\n${word()}\nEND\n`,
      () => `alias zz='${program()} q'\nzz ${word()}`,
      () => `exec ${program()} ${word()}`,
      () => `command -v ${program()}; command ${program()} ${word()}`,
      () => `( exec -a other ${program()} ${word()} )`,
      () => `v=${word()}; v+=${word()}; ${program()} "$v" $v`,
      () => `v=${pick(texts)}; ${program()} ${pick(changedValues)}`,
      () => `v=${pick(texts)}; w=v; ${program()} "\${!w}" \${!w}`,
      () => `printf -v v ${pick(formats)} ${word()} ${word()}; ${program()} "$v"`,
      () => `${pick(['', 'IFS=: ', 'IFS=, '])}read ${pick(['', '-r '])}v w <<< ${pick(texts)}; ${program()} "$v" "$w"`,
      () => `read -ra v <<< ${pick(texts)}; ${program()} "\${v[@]}"`,
      () => `mapfile -t v <<< ${pick(texts)}; ${program()} "\${v[@]}"`,
      () => `if read -r v; then ${program()} "$v"; fi <<< ${pick(texts)}`,
      () => `fn() { ${pick(['echo', "printf '%s-'"])} ${word()} "$1"; }; ${program()} "$(fn ${word()})"`,
    ])()
  }

  function compound(depth: number): string {
    const body = (): string => script(depth - 1)
    return pick<() => string>([
      () => `if ${body()}; then ${body()}; else ${body()}; fi`,
      () => `for f in ${word()} ${word()}; do ${program()} "$f"; ${body()}; done`,
      () => `for f in ${program()} ${program()}; do $f; done`,
      () => `for ((i=0;i<2;i++)); do ${body()}; done`,
      () => `n=0; while [ $n -lt 2 ]; do n=$((n+1)); ${body()}; done`,
      () => `until ${body()}; do break; done`,
      () => `case ${word()} in a) ${body()};; *) ${body()};; esac`,
      () => `f${depth}() { ${body()}; }; f${depth} ${word()}`,
      () => `f${depth}() { "$1" x; }; f${depth} ${program()}`,
      () => `( ${body()} )`,
      () => `{ ${body()}; }`,
      () => `( ${body()} ) > /tmp/o 2>&1`,
      () => `f${depth}() { local v=${word()}; ${program()} "$v" $1; }; v=z; f${depth} ${word()}; ${program()} "$v"`,
      () => `f${depth}() { ${pick(stateChanges)}; }; v=z w=y; f${depth} ${word()}; ${program()} "$v" $w "$1"`,
      () => `f${depth}() { ${program()} "$v"; }; v=${word()} f${depth}; ${program()} "$v"`,
      () => `f${depth}() { ${program()} "$@"; shift; ${program()} "$1"; }; f${depth} ${word()} ${word()}`,
      () => `v=1; while [ "$v" != 111 ]; do ${program()} "$v" $PWD; v=1$v; cd ..; done`,
      () => `v=1; for ((i=0;i<2;i++)); do ${program()} "$v" $i; ${pick(stateChanges)}; done`,
      () => `v=1; for w in ${word()} b; do ${program()} "$v" $w; ${pick(stateChanges)}; done; ${program()} $v $w`,
      () => `v=1; until [ "$v" = 2 ]; do ${program()} "$v"; v=2; done; ${program()} "$v"`,
      () => `for v; do ${program()} "$v"; done`,
      () => `set -- ${word()} ${word()}; for v; do ${program()} "$v"; done`,
      () => `case ${word()} in *) v=c1;& zz) w=c2;; esac; ${program()} "$v" $w`,
      () => `${body()} | while read -r l; do ${program()} "$l"; done`,
    ])()
  }

  function script(depth: number): string {
    const parts = Array.from({ length: 1 + below(2) }, () =>
      depth > 0 && chance(0.3) ? compound(depth) : simple(depth),
    )
    return parts.reduce(
      (all, part) => `${all}${/\n$/.test(all) ? '' : pick([' && ', ' || ', '; ', ' | ', '\n'])}${part}`,
    )
  }

  return script(3)
}

const plainWords = ['a', 'b.txt', 'src', "'x y'", '"q r"', '$HOME', '"$v"', '$w', '{a,b}', '~', '-n', '--', 'k=v']

/** Words that expand to nothing, to one word, to a different word, or to several. */
const oddWords = [
  ...[
    '""',
    "''",
    '"$@"',
    '$*',
    '"$*"',
    '$1',
    '"$#"',
    '${v}',
    '"${v}x"',
    '"${v[@]}"',
    '${v[@]}',
    '"${v[*]}"',
    '"x${v[@]}y"',
    '"${v[@]:1}"',
    '"${#v[@]}"',
    '$v$w',
    '"$v"$w',
    '$v.txt',
    '"$HOME/x"',
    '$PWD',
  ],
  ...[
    '"${v:-d}"',
    '${v:+alt}',
    '"${#v}"',
    '${v%t}',
    '"${v#f}"',
    '${v/a/b}',
    '"${v:0:1}"',
    '${v^^}',
    '${!v}',
    '${u-}',
    '"${u-}"',
  ],
  ...[
    '{1..3}',
    '{a,b}{c,d}',
    'p{q,{r,s}}t',
    '{a}',
    '{,x}',
    'x{1..2}y',
    '"{a,b}"',
    '{a,"b c"}',
    '{a,$v}',
    '{c..a}',
    '{01..03}',
  ],
  ...[
    "$'t\\tu'",
    "$'\\x41'",
    "$'it\\'s'",
    'a\\ b',
    '\\*',
    '"*"',
    "'*'",
    '*.none',
    '?',
    '[ab]',
    'a\\\\b',
    '"a\\\\b"',
    '"a\\b"',
  ],
  ...[
    '\\$v',
    '"\\$v"',
    "'$v'",
    '\'a\'"b"c',
    'a#b',
    '"a\nb"',
    '"`echo i`"',
    '`echo j k`',
    '$(echo l m)',
    '"$(echo n o)"',
  ],
  ...[
    "$(printf 'p\\nq')",
    '"$(printf \'r\\n\')"',
    '$(echo)',
    '"$(echo)"',
    '$((1+2))',
    '{a..c}',
    'p{03..1}',
    '{1..9..4}',
    '{Z..a}',
    '{5..-5..3}',
    '$(echo abc | tr a-c x)',
    '$(echo a:b:c | cut -d: -f2-)',
    '$(echo aXbX | sed s/X/y/)',
    '~/x',
    'a~',
    '"~"',
    'k=~',
    '$(pwd)',
    '$"loc"',
  ],
  ...[
    "$(echo '*')",
    '$(echo -n z)',
    '"$(echo -e \'a\\tb\')"',
    '$(echo "  s  t ")',
    'é',
    '"$v"\'$w\'',
    '!',
    '^',
    '%',
    '@',
    '{}',
    ']',
  ],
]

/** Expansions that read, split and change texts. */
const texts = [
  ...[
    "'a b c'",
    "'  a  b '",
    'x:y:z',
    "'a: b'",
    ':',
    "'a::b'",
    "'p,q'",
    "'x:y:'",
    "$'l1\\nl2'",
    "''",
    "'a\\b'",
    '.eXvX',
  ],
  ...['src/a.test.ts', 'ABCdef', "'*'", '"$w"', "'\\x41\\n'"],
]

const changedValues = [
  ...['"${v:1}"', '${v:0:3}', '"${v: -2}"', '"${v: -3:2}"', '"${v:1:-1}"', '"${v:9}"', '"${v:0}"', '${v:1:0}'],
  ...[
    '"${v/a/b}"',
    '"${v//X/n}"',
    '"${v/#a/Z}"',
    '"${v/%c/Z}"',
    '"${v/a*/Z}"',
    '"${v//:/}"',
    '"${v/./}"',
    '"${v//b/&}"',
  ],
  ...['"${v,,}"', '"${v^^}"', '"${v^}"', '"${v,}"', '"${v@E}"', '"${v@U}"', '"${v@L}"', '"${v:-d}"', '"${v:+d}"'],
]

const formats = ['%s', '%s-%s', "'%b'", "'a\\tb%s'", "'%%%s'", 'plain', "'\\x41%s'"]

/** Commands that change the shell's state before a program uses it. */
const stateChanges = [
  ...[
    'v=a',
    'v=',
    "v='x y'",
    'v="$w"',
    'w=$v',
    'v=b w=$v',
    'v+=c',
    'w+=" d"',
    'v=$(echo e f)',
    'v=~/g',
    'v={h,i}',
    "v='*'",
  ],
  ...[
    'unset v',
    'readonly r=1',
    'export w=j',
    'declare v=k',
    'declare -u v=l',
    'declare -i v=1+1',
    'typeset w=m',
    'let v=3',
    '((v=4))',
  ],
  ...[
    'printf -v v n',
    'read -r v <<< o',
    'read -r v w <<< "p q"',
    'mapfile -t v <<< r',
    'v=(s t)',
    'v[0]=u',
    ': ${v:=x}',
    ': ${w=y}',
  ],
  ...[
    'v=(s "t u" $w)',
    'v=()',
    'v+=(ra)',
    'v=("${v[@]}" rb)',
    'w=("${v[@]}")',
    'v=([2]=rc)',
    'v=(*.none "*" {rd,re})',
    'declare -a v=(rf rg)',
    'declare -A v=([k]=rh)',
    'v+=ri',
    'v[1]=rj',
    "unset 'v[0]'",
    'readonly -a v',
    'IFS=,; v=(rk,rl)',
    'set -- "${v[@]}"',
    'for w in "${v[@]}"; do v+=(rm); done',
  ],
  ...[
    'set -- a b c',
    'set -- "x y" z',
    'set --',
    'shift',
    'set a b',
    'cd src',
    'cd ..',
    'cd /tmp',
    'cd',
    'cd -',
    'cd /none',
    'pushd /tmp',
  ],
  ...[
    'true && v=aa',
    'false && v=bb',
    'false || v=cc',
    '( v=dd )',
    '{ v=ee; }',
    'v=ff | true',
    'true | v=gg',
    'v=hh &',
    'eval v=ii',
  ],
  ...[
    '[[ -n $v ]] && w=jj',
    'if [ "$v" ]; then w=kk; fi',
    'case $v in a) w=ll;; esac',
    'for v in mm nn; do :; done',
    'while read -r v; do w=$v; done <<< oo',
  ],
  ...[
    'for v in; do :; done',
    'for ((v=0;v<2;v++)); do w=$v; done',
    'until [ "$w" = pp ]; do w=pp; done',
    'getopts x v -x',
    'HOME=/tmp',
    'PWD=/x',
  ],
  ...[
    'command cd src',
    'builtin cd ..',
    'command eval w=qq',
    'v=rr true',
    'v=ss :',
    'v=tt eval :',
    'v=uu command :',
    'shopt -s nullglob',
    'set -f',
    'set -u',
  ],
  ...['shopt -s expand_aliases', 'IFS=:', 'exec 4<&0', 'test -v v', 'v=$w$w', 'w="$v $v"', 'v=${v}z', 'v="${w:-vv}"'],
]

/** Mostly programs without a table, so that only the analysis of the shell itself is tested. Each is a stub that only logs its start. */
export const programs = ['frob', 'alpha', 'beta', 'gamma', 'zeta', 'omega', 'ls', 'touch', 'mkdir'] as const
