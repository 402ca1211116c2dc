import type { Programs } from './table.ts'

/** Builders, tests, linters and formatters: they run the project's own code and configuration. */
export const runners: Programs = {
  'make gmake ninja cmake just task rake ant mvn mvnw gradle gradlew bazel meson': {
    tier: 'execute',
    code: 'project',
    options: { '-C DIR --directory=DIR': 'cwd', '-f FILE --file=FILE': 'code', '-j[N] -k -n -s -B': 'plain' },
    otherOptions: 'plain',
    operands: { 'SHELL=*': 'opaque another shell for the recipes', '*': 'plain' },
    examples: { 'make test SHELL=/tmp/evil': 'opaque another shell for the recipes: `SHELL=/tmp/evil`' },
  },
  pytest: {
    tier: 'execute',
    code: 'project',
    options: {
      '-p PLUGIN': 'opaque a plugin',
      '-c FILE --rootdir=DIR -k EXPRESSION -m EXPRESSION -n N --maxfail=N --tb=STYLE -o OPTION --junitxml=FILE':
        'plain',
    },
    otherOptions: 'plain',
    operands: 'read',
  },
  'vitest jest mocha ava tap playwright cypress tox nox rspec phpunit ctest tsc eslint prettier biome oxlint ruff black isort mypy pyright flake8 pylint rubocop golangci-lint gofmt rustfmt clippy-driver shellcheck stylelint vite webpack rollup esbuild next turbo nx':
    {
      tier: 'execute',
      code: 'project',
      otherOptions: 'plain',
      operands: 'plain',
    },
  'gcc g++ cc c++ clang clang++ rustc javac kotlinc swiftc ld ar': {
    tier: 'write',
    options: { '-o FILE': 'write', '-I DIR -L DIR -D NAME -l NAME -std=NAME -x LANG': 'plain' },
    otherOptions: 'plain',
    operands: 'read',
  },
}
