/** Random bash scripts over a few programs: every construct that can start one, nested in one another. */
export function generateScript(seed: number): string {
  const random = mulberry(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const chance = (p: number): boolean => random() < p

  const word = (): string =>
    pick([
      'a',
      'b.txt',
      'src',
      "'x y'",
      '"q r"',
      '$HOME',
      '"$v"',
      '$w',
      '{a,b}',
      "$'t\\tu'",
      'a\\ b',
      '~',
      '"${v:-d}"',
      '*.none',
      '$((1+2))',
    ])
  const args = (): string =>
    Array.from({ length: Math.floor(random() * 3) }, word)
      .map(one => ` ${one}`)
      .join('')
  const program = (): string => pick(programs)

  /** A program's name, spelled in one of the ways in which bash lets it be spelled. */
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
      () => `${body()} | while read -r l; do ${program()} "$l"; done`,
    ])()
  }

  function script(depth: number): string {
    const parts = Array.from({ length: 1 + Math.floor(random() * 2) }, () =>
      depth > 0 && chance(0.3) ? compound(depth) : simple(depth),
    )
    return parts.reduce(
      (all, part) => `${all}${/\n$/.test(all) ? '' : pick([' && ', ' || ', '; ', ' | ', '\n'])}${part}`,
    )
  }

  return script(3)
}

/** Mostly programs that no table knows, so that only the shell's own reading is on trial: each is a stub that only notes that it was started. */
export const programs = ['frob', 'alpha', 'beta', 'gamma', 'delta', 'omega', 'ls', 'touch', 'mkdir'] as const

function mulberry(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
