import { wordText } from '../../core/word.ts'
import { applyTable } from './apply.ts'
import type { Program } from './table.ts'

const tools = /^(CC|CXX|CPP|LD|AR|AS|FC|RUSTC|RUSTC_WRAPPER|CMAKE_\w+_LAUNCHER|MAKE|SHELL)$/
const flags = /^(C|CXX|CPP|LD|F)FLAGS$/
const loads = /-f(pass-)?plugin|-wrapper|-specs|-B\s*\/|-fuse-ld=\/|-Wl,.*(wrap|plugin|dynamic-linker)|-Xclang/

/** A builder whose environment can name other programs, or options that load code into a compiler. */
export const withBuildEnv = (table: Program): Program => ({
  ...table,
  custom: call => {
    applyTable(table, call)
    for (const { name, value } of call.env) {
      const text = wordText(value)
      const fromElsewhere = tools.test(name) && text.includes('/') && !/^\/usr\/(local\/)?bin\/[\w+.-]+$/.test(text)
      if (fromElsewhere || ((tools.test(name) || flags.test(name)) && loads.test(text)))
        call.opaque(`another program for the build: \`${name}=${text}\``)
    }
  },
})
