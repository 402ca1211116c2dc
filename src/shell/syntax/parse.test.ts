import { describe, expect, test } from 'vitest'
import { limits } from '../../core/limits.ts'
import { parseShell } from './parse.ts'

const many = (text: string, count = limits.shellOpeners + 1): string => text.repeat(count)

describe('limits are checked before parsing', () => {
  test.each([
    ['an ordinary command is read', 'git commit -m "x (y)"', null],
    ['a large file in a quoted heredoc is data', `cat > x.json <<'END'\n${many('{"a": [(1)]}\n')}END\nls`, null],
    ['a large file in a heredoc with tabs is data', `cat > x <<-'END'\n${many('\tf(x) {}\n')}\tEND\nls`, null],
    ['code in single quotes is data', `node -e '${many('f(g({}));')}'`, null],
    ['openers after a heredoc count', `cat <<'END'\nx\nEND\n${many('{ ')}`, 'limit_reached'],
    ['openers in a heredoc that is expanded count', `cat <<END\n${many('$(id)')}\nEND`, 'limit_reached'],
    ['many nested substitutions are refused', many('$(', 10_000), 'limit_reached'],
    ['ten thousand closed substitutions are refused', `${many('$(', 10_000)}id${many(')', 10_000)}`, 'limit_reached'],
    ['many braces are refused', many('{a,', 10_000), 'limit_reached'],
    ['many old arithmetic expansions are refused', many('$[', limits.shellOldArithmetic + 1), 'limit_reached'],
    ['more code than the limit is refused', many('word ', limits.shellCode / 4), 'limit_reached'],
    ['a large text in single quotes is data', `printf '%s' '${'x'.repeat(limits.shellCode * 2)}'`, null],
    ['a command longer than the limit is refused', 'x'.repeat(limits.shellText + 1), 'limit_reached'],
    ['a NUL byte is refused', 'ls \0', 'nul_byte'],
    ['functions nested beyond the stack are refused', many('f()', 400), null],
  ] as const)('%s', (_note, text, code) => {
    const parsed = parseShell(text)
    expect(parsed.ok ? null : parsed.faults[0].code).toBe(code)
  })
})
