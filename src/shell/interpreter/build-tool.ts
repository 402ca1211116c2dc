import { isKnown, type Word } from '../../core/word.ts'
import { findProgram } from '../programs/find-program.ts'

/**
 * How a variable names a program of the build: `CC='ccache gcc -m64'`, `PYTHON='uv run python'` are tools that builds
 * use; `CC=evil`, `CC='gcc; id'`, `PYTHON='sh -c id'` are commands like any other.
 */
export function namesTool(value: Word, isOwn: (path: string) => boolean): boolean {
  if (!isKnown(value) || shellCharacters.test(value)) return false
  const [program = '', ...options] = value.replace(launchers, '').trim().split(/\s+/)
  if (!options.every(option => !option.includes('/') || isOwn(option))) return false
  if (program.startsWith('-') || isSwitch.test(program)) return true
  if (
    options.some(option => startsOthers.test(option)) ||
    (interpreters.test(program) && !options.every(isPlainOption))
  )
    return false
  if (program.includes('/')) return isOwn(program)
  return tools.test(program) || (options.length === 0 && findProgram(program.replace(version, '')) !== null)
}

/** Interpreters run what their arguments say: `PYTHON='sh -c id'`. */
const interpreters = /(^|\/)(python|pypy|perl|ruby|node|lua|luajit|php|bash|zsh|dash|sh|java|swift|g?make|cmake)[\d.]*$/

/** `python3 -u`, `make -j4`, `bash -eu`. */
const isPlainOption = (option: string): boolean => /^-([usBwOIEvxl]+|eu?x?|OO|j\d*|W\w+)$/.test(option)

/** Options by which a compiler starts or loads other code: `gcc -wrapper id`. */
const startsOthers = /^(-wrapper|--?specs|-fplugin|-load|-Xclang|-fuse-ld|-B|@)/

const shellCharacters = /[;&|<>`$(){}\n\\]/

/** A compiler cache, or the environment of a Python project, in front of the program. */
const launchers =
  /^\s*((ccache|sccache|distcc|icecc|(\/usr(\/local)?\/bin\/(ccache|sccache|distcc))|(uv|poetry|pdm|pipenv|hatch|rye|pixi) run|bundle exec|zig)\s+)+(?=\w)/

/** The variable is a switch or a version, or empty. */
const isSwitch = /^(\d[\w.]*|yes|no|y|n|true|false|on|off|none|auto|default)?$/i

const version = /-?\d+(\.\d+)*$/

/** Compilers, linkers and interpreters, with the name of a target machine in front and a version behind. */
const tools =
  /^((x86_64|i[3-6]86|arm\w*|aarch64|riscv\w*|mips\w*|powerpc\w*|ppc\w*|s390x|sparc\w*|wasm\w*|avr|xtensa|loongarch64|m68k)(-[a-z0-9_.]+)*-|llvm-)?(gcc|g\+\+|cc|c\+\+|c[89]9|clang|clang\+\+|clang-cl|tcc|ic[cx]|icp[cx]|nvcc|hipcc|emcc|em\+\+|emar|emranlib|mpicc|mpicxx|mpic\+\+|gfortran|flang|ifort|ld|ld\.(bfd|gold|lld)|ld64|lld|mold|g?ar|gcc-ar|gcc-nm|gcc-ranlib|g?as|nasm|yasm|nm|ranlib|strip|objcopy|objdump|cpp|windres|lipo|dsymutil|g?m4|b?yacc|bison|lex|flex|pkg-config|pkgconf|g?make|cmake|ninja|autoconf|automake|aclocal|autoheader|autom4te|autoreconf|autopoint|g?libtoolize|rustc|swiftc?|javac?|kotlinc|python|pypy|perl|ruby|node|lua|luajit|php|bash|zsh|dash|sh)(-?\d+(\.\d+)*)?$/
