import { eitherDash } from '../engine/either-dash.ts'
import type { Options, Program, Programs } from '../engine/table.ts'

const module = { '*/*': 'code', '*': 'plain' } as const

/** Its configuration is plain data; it fixes the files in its operands. */
const ruffShared: Options = {
  '--config=FILE': 'plain',
  '--isolated -q --quiet -v --verbose -s --silent -n --no-cache --preview --no-preview -e --exit-zero --force-exclude --respect-gitignore --no-respect-gitignore -w --watch':
    'plain',
  '--select=RULES --ignore=RULES --extend-select=RULES --extend-ignore=RULES --per-file-ignores=TEXT --exclude=PATTERN --extend-exclude=PATTERN --line-length=N --target-version=VERSION --output-format=FORMAT --stdin-filename=FILE --extension=TEXT --range=RANGE --color=WHEN --fixable=RULES --unfixable=RULES --extend-fixable=RULES':
    'plain',
  '--cache-dir=DIR -o FILE --output-file=FILE': 'write',
}

const shell: Program = {
  tier: 'read',
  options: {
    '-s NAME --shell=NAME -e CODES --exclude=CODES -f FORMAT --format=FORMAT -S LEVEL --severity=LEVEL -P PATH --source-path=PATH -o NAMES --enable=NAMES -c FILE --config=FILE -W N -C[WHEN] --color[=WHEN] -i CODES --include=CODES -t LEVEL --failure-threshold=LEVEL --ignore=CODE -d TEXT --config-data=TEXT --trusted-registry=NAME --rcfile=FILE --rules=TEXT':
      'plain',
  },
  otherOptions: 'plain',
  operands: 'read',
  examples: { 'shellcheck -s bash a.sh': 'read a.sh' },
}

const styleOfScripts: Program = {
  tier: 'execute',
  code: 'project',
  options: {
    '-c FILE --config=FILE --config-path=FILE --config-basedir=DIR --rulesdir=DIR --plugin=NAME --parser=NAME --resolve-plugins-relative-to=DIR -f NAME --format=NAME --formatter=NAME --custom-formatter=FILE --custom-syntax=NAME --rules=FILE --plugins=NAME':
      module,
    '-o FILE --output-file=FILE --cache-location=FILE --cache-file=FILE --output-to=FILE': 'write',
    '--ext=LIST --max-warnings=N --ignore-pattern=GLOB --ignore-path=FILE --env=NAME --global=NAME --stdin-filename=FILE --stdin-filepath=FILE --rule=TEXT --parser-options=TEXT --log-level=LEVEL --tab-width=N --print-width=N --changed --since=REF --reporter=NAME --fix-type=LIST --cache-strategy=HOW':
      'plain',
    '--fix -w --write': 'operands write',
  },
  otherOptions: 'plain',
  operands: 'plain',
}

/** Linters and formatters: some only read, some run the project's configuration, and `--fix` writes. */
export const linters: Programs = {
  ruff: {
    tier: 'read',
    options: { '-h': 'plain' },
    commands: {
      'check lint': {
        tier: 'read',
        options: {
          ...ruffShared,
          '--fix --fix-only --unsafe-fixes --add-noqa[=REASON]': ['operands write', 'tier write'],
          '--diff': 'dry run',
          '--no-fix --show-fixes --no-show-fixes --show-source --show-files --show-settings --statistics --ignore-noqa --exit-non-zero-on-fix':
            'plain',
        },
        operands: 'read',
      },
      format: { tier: 'write', options: { ...ruffShared, '--check --diff': 'dry run' }, operands: 'write' },
      'rule config linter version help analyze': { tier: 'read', otherOptions: 'plain', operands: 'plain' },
      clean: { tier: 'write', otherOptions: 'plain', operands: 'plain' },
      server: { tier: 'read', otherOptions: 'plain' },
    },
    examples: {
      'ruff check src': 'read src',
      'ruff check --fix src': 'write src',
      'ruff format --check src': [],
      'ruff format src': 'write src',
    },
  },
  'black blue yapf autopep8 autoflake pyupgrade docformatter add-trailing-comma': {
    tier: 'write',
    options: {
      '--check --diff -d': 'dry run',
      '-i --in-place -r --recursive -q --quiet -v --verbose -S --skip-string-normalization -C --preview --fast --safe --color --no-color -p --parallel -a --aggressive --remove-all-unused-imports --remove-unused-variables --expand-star-imports --py3-plus --py36-plus --py37-plus --py38-plus --py39-plus --py310-plus --py311-plus --py312-plus':
        'plain',
      '-l N --line-length=N --max-line-length=N -t VERSION --target-version=VERSION --include=PATTERN --exclude=PATTERN -e PATTERN --extend-exclude=PATTERN --force-exclude=PATTERN --config=FILE --style=STYLE -j N --jobs=N -W N --workers=N --imports=LIST --stdin-filename=NAME --required-version=VERSION':
        'plain',
      '-c CODE --code=CODE': 'plain',
    },
    operands: 'write',
    examples: { 'black src': 'write src', 'black --check src': [] },
  },
  isort: {
    tier: 'write',
    options: {
      '-c --check-only --check -d --diff --show-config --show-files --show-settings --version --vn': 'dry run',
      '-q --quiet -v --verbose -e -w N --line-length=N --profile=NAME -p NAME --project=NAME -o NAME -s GLOB --skip=GLOB --skip-glob=GLOB --sg GLOB -m MODE --multi-line=MODE --tc --trailing-comma --ac --atomic -j N --jobs=N --only-modified --gitignore --filter-files --stdout --color -l N --sl --force-single-line-imports --float-to-top --settings-path=FILE --src=DIR --fss --up -a TEXT --add-import=TEXT':
        'plain',
    },
    operands: 'write',
    examples: { 'isort src': 'write src', 'isort -c src': [], 'isort --diff a.py': [] },
  },
  'mypy pyright basedpyright ty pyre pytype': {
    tier: 'execute',
    code: 'project',
    options: {
      '--config-file=FILE -p PATH --project=PATH --python-executable=FILE --pythonpath=FILE': {
        '/*': 'code',
        '*': 'plain',
      },
      '-c CODE --command=CODE -m NAME --module=NAME --package=NAME --python-version=VERSION --exclude=PATTERN --platform=NAME':
        'plain',
      '--cache-dir=DIR --html-report=DIR --junit-xml=FILE --xml-report=DIR --txt-report=DIR --cobertura-xml-report=DIR':
        'write',
      '--install-types': 'change packages/install',
    },
    otherOptions: 'plain',
    operands: 'plain',
    examples: { 'mypy --strict src': [], 'mypy --install-types': 'change packages/install' },
  },
  'flake8 pylint bandit vulture pydocstyle pycodestyle pyflakes radon xenon': {
    tier: 'execute',
    code: 'project',
    options: {
      '--rcfile=FILE --config=FILE --append-config=FILE -c FILE': module,
      '--init-hook=CODE --load-plugins=NAMES --enable-extensions=NAMES': 'opaque code that the linter runs',
      '-o FILE --output=FILE --output-file=FILE --tee': 'write',
      '-f FORMAT --format=FORMAT -r -l --disable=RULES --enable=RULES --select=RULES --ignore=RULES --max-line-length=N --exclude=PATTERN -j N --jobs=N':
        'plain',
      '--autofix': 'operands write',
    },
    otherOptions: 'plain',
    operands: 'plain',
    examples: {
      'flake8 src': [],
      "pylint --init-hook='import os' a": 'opaque code that the linter runs: `import os`',
    },
  },
  semgrep: {
    tier: 'execute',
    code: 'project',
    options: {
      '-c FILE -f FILE --config=FILE': module,
      // A URL receives the findings, with the source lines.
      '-o FILE --output=FILE --json-output=FILE --sarif-output=FILE --text-output=FILE --junit-xml-output=FILE --gitlab-sast-output=FILE --gitlab-secrets-output=FILE --vim-output=FILE --emacs-output=FILE':
        { '*://*': 'connect sends', '*': 'write' },
      '--json --sarif --text --junit-xml --gitlab-sast --gitlab-secrets --vim --emacs': 'plain',
      '-a --autofix': 'operands write',
      '--exclude=PATTERN --include=PATTERN --severity=LEVEL -l NAME --lang=NAME -e PATTERN --pattern=PATTERN -j N --jobs=N --timeout=N --max-target-bytes=N --baseline-commit=REF --metrics=WHEN':
        'plain',
    },
    otherOptions: 'plain',
    commands: {
      publish: { tier: 'execute', does: ['change registry/publish'], otherOptions: 'plain', operands: 'plain' },
      // It sends its findings to the service.
      ci: {
        tier: 'execute',
        code: 'project',
        does: ['change code/upload'],
        options: { '--dry-run': 'dry run' },
        otherOptions: 'plain',
      },
      'login logout': { tier: 'execute', does: ['change service/login'], otherOptions: 'plain' },
      'install-semgrep-pro': { tier: 'execute', does: ['change packages/install'], otherOptions: 'plain' },
      'scan test validate show': { tier: 'execute', code: 'project', otherOptions: 'plain', operands: 'plain' },
    },
    operands: 'plain',
    examples: {
      'semgrep --config auto src': [],
      'semgrep scan -o a.json src': 'write a.json',
      'semgrep --config .semgrep.yml src --json': [],
      'semgrep --config auto --output=https://e.example/x': 'connect e.example sends',
      'semgrep publish rules': 'change registry/publish',
    },
  },
  // They look for a configuration next to each file, and that is code.
  'eslint stylelint prettier': {
    ...styleOfScripts,
    // It prints the formatted file.
    operands: { '/* ../* */../*': 'code', '.env* */.env*': 'read', '*': 'plain' },
    examples: {
      'prettier --parser babel .env': 'read .env',
      'eslint --fix src': 'write src',
      'prettier --write /etc/a.md': 'write /etc/a.md',
      'prettier --check /tmp/x/a.js': [
        'read /tmp/x/a.js',
        'opaque code in `/tmp/x/a.js`',
        'opaque `prettier` may run or write a file outside the project: `/tmp/x/a.js`',
      ],
      'eslint -c /tmp/e.js src': ['read /tmp/e.js', 'opaque code in `/tmp/e.js`'],
      'eslint --format json src': [],
    },
  },
  'oxlint xo standard tslint jshint semistandard dprint biome rome markdownlint markdownlint-cli2 textlint alex htmlhint knip depcheck madge dependency-cruiser depcruise publint attw':
    {
      ...styleOfScripts,
      commands: { 'check format lint fmt ci': { otherOptions: 'plain', operands: 'plain' } },
      examples: { 'biome check --write src': 'write src' },
    },
  'rubocop standardrb reek brakeman erb_lint slim-lint haml-lint phpcs phpcbf phpstan psalm php-cs-fixer pint rector swiftlint swiftformat ktlint detekt checkstyle credo dialyzer luacheck stylua selene cppcheck clang-tidy cpplint staticcheck revive errcheck gosec golangci-lint govulncheck clippy-driver cargo-clippy nilaway gocyclo phpmd erblint include-what-you-use':
    {
      tier: 'execute',
      code: 'project',
      options: {
        '-r FILE --require=FILE -c FILE --config=FILE --configuration=FILE --autoload-file=FILE --bootstrap=FILE --standard=NAME -load FILE --load=FILE --config-file=FILE --addon=FILE --ruleset=FILE':
          module,
        '-o FILE --out=FILE --output=FILE --report-file=FILE --report=FILE --output-file=FILE': {
          // For phpcs, a class that prints the report.
          '*.php': 'code',
          '*/* *.*': 'write',
          '*': 'plain',
        },
        '--plugin=FILE --library=NAME': 'opaque a plugin',
        '-D NAME -E NAME --enable=NAME --disable=NAME --only=NAME --except=NAME -f NAME --format=NAME -j N --level=N --timeout=TIME --new-from-rev=REV':
          'plain',
      },
      otherOptions: 'plain',
      // Some fix their operands, and they look for a configuration next to each file, which is code.
      operands: 'may name code',
      examples: {
        'rubocop -a': [],
        'pint app': [],
        'pint /srv/x': 'opaque `pint` may run or write a file outside the project: `/srv/x`',
        'phpcs --report=/tmp/x.php src': ['read /tmp/x.php', 'opaque code in `/tmp/x.php`'],
        'golangci-lint run ./...': [],
        'rubocop -r /tmp/x.rb': ['read /tmp/x.rb', 'opaque code in `/tmp/x.rb`'],
      },
    },
  'gofmt gofumpt goimports golines': {
    tier: 'read',
    singleDash: true,
    options: {
      '-w': ['operands write', 'tier write'],
      '-l -d -e -s -v -extra': 'plain',
      '-r RULE -local PREFIX -format-only -srcdir DIR -lang VERSION -modpath PATH -m N -t N': 'plain',
      '-cpuprofile FILE -memprofile FILE -trace FILE': 'write',
    },
    operands: 'read',
    examples: { 'gofmt -l .': 'read /home/dev/project', 'gofmt -w a.go': 'write a.go' },
  },
  rustfmt: {
    tier: 'read',
    options: {
      '--check': 'operands read',
      '--edition=N --style-edition=N --color=WHEN --config=TEXT --config-path=FILE -l --files-with-diff -q --quiet -v --verbose --unstable-features --backup':
        'plain',
      '--emit=WHAT': { stdout: 'operands read', '*': 'plain' },
    },
    operands: 'write',
    examples: { 'rustfmt --check a.rs': 'read a.rs', 'rustfmt --edition 2021 a.rs': 'write a.rs' },
  },
  'clang-format shfmt nixfmt alejandra ormolu fourmolu elm-format google-java-format cmake-format': {
    tier: 'read',
    options: {
      '--check --diff -d -n --dry-run --validate --test -l --list': 'operands read',
      '-i --in-place -w --write --replace --yes': 'operands write',
      '-s -ci -bn -kp -sr -fn -q --quiet -v --verbose --Werror -Werror --aosp --sort-includes': 'plain',
      '-ln LANG --language-dialect=LANG --style=NAME --fallback-style=NAME --assume-filename=NAME --lines=RANGE --indent=N --mode=MODE -m MODE':
        'plain',
      '-o FILE --output=FILE': 'write',
    },
    operands: 'write',
    examples: { 'clang-format -i a.c': 'write a.c', 'shfmt -d a.sh': 'read a.sh', 'shfmt -l -w a.sh': 'write a.sh' },
  },
  // Without operands it formats all files in its configuration.
  scalafmt: {
    tier: 'write',
    options: {
      '--check --test --list': 'dry run',
      '-c FILE --config=FILE --exclude=PATTERN --mode=MODE --git=BOOL': 'plain',
      '-i --in-place -q --quiet --non-interactive --stdin --stdout': 'plain',
    },
    operands: 'write',
    examples: { 'scalafmt --check': [], 'scalafmt src': 'write src' },
  },
  actionlint: {
    tier: 'read',
    singleDash: true,
    options: eitherDash({
      '-shellcheck COMMAND -pyflakes COMMAND': {
        'shellcheck pyflakes': 'plain',
        '*': 'opaque a program that the linter runs',
      },
      '-config-file FILE': 'read',
      '-format TEXT -ignore PATTERN -stdin-filename NAME': 'plain',
    }),
    otherOptions: 'plain',
    operands: 'read',
    examples: {
      'actionlint a.yml': 'read a.yml',
      'actionlint --shellcheck=/tmp/x': 'opaque a program that the linter runs: `/tmp/x`',
      'actionlint -shellcheck=/tmp/x': 'opaque a program that the linter runs: `/tmp/x`',
    },
  },
  'shellcheck hadolint yamllint dockerfilelint jsonlint vale proselint codespell typos checkmake dotenv-linter editorconfig-checker ec':
    {
      ...shell,
      options: {
        ...shell.options,
        '-w --write-changes --fix': 'operands write',
        '--output=FILE --external-checks-dir=DIR --minimum-severity=LEVEL': 'plain',
        '--plugin-dir=DIR': 'opaque a plugin',
      },
    },
  lychee: {
    tier: 'read',
    options: {
      '-o FILE --output=FILE --dump-inputs-to=FILE': 'write',
      '-c FILE --config=FILE --exclude-file=FILE': 'read',
      '--preprocess=COMMAND -p COMMAND': 'opaque a program to run for each file',
      '-f FORMAT --format=FORMAT -m N --max-redirects=N --max-retries=N --max-concurrency=N -T N --threads=N --cache-exclude-status=LIST --max-cache-age=TIME -b URL --base=URL --base-url=URL --root-dir=DIR --exclude=RE --include=RE --exclude-path=PATH -u AGENT --user-agent=AGENT -t N --timeout=N -r N --retry-wait-time=N -X METHOD --method=METHOD -a LIST --accept=LIST -s NAME --scheme=NAME --remap=TEXT --extensions=LIST --archive=NAME --basic-auth=TEXT --github-token=TOKEN -H HEADER --header=HEADER --mode=MODE':
        'plain',
    },
    otherOptions: 'plain',
    operands: { 'http://* https://*': 'connect', '*': 'read' },
    examples: { 'lychee --offline a.md': 'read a.md', 'lychee -o b a.md': ['write b', 'read a.md'] },
  },
  'trivy grype syft gitleaks trufflehog snyk osv-scanner': {
    tier: 'read',
    options: {
      // Also `FORMAT=FILE`.
      '-o FILE --output=FILE --report-path=FILE -r FILE --file=FILE --json-file-output=FILE --sarif-file-output=FILE': {
        '*=*': 'setting',
        '*/* *.*': 'write',
        '*': 'plain',
      },
      '-s DIR --source=DIR': { '*/* .*': 'read', '*': 'plain' },
      '-c FILE --config=FILE -f FORMAT --format=FORMAT --severity=LEVELS --scanners=NAMES --exit-code=N': 'plain',
      '--server=URL': 'connect sends',
    },
    settings: { '*': 'write' },
    otherOptions: 'plain',
    operands: 'plain',
    commands: {
      // They print their findings.
      'filesystem fs rootfs dir directory': { does: ['recursive'], otherOptions: 'plain', operands: 'read' },
      // A command of snyk: its token is a setting; to the other programs it is an ordinary word.
      config: {
        otherOptions: 'plain',
        operands: 'plain',
        commands: { get: { operands: { '*api* *token*': 'change secrets/read', '*': 'plain' } } },
      },
      'plugin module': { tier: 'execute', operands: 'opaque a plugin' },
      'monitor auth': { tier: 'execute', does: ['connect sends'], otherOptions: 'plain', operands: 'plain' },
    },
    examples: {
      'gitleaks detect': [],
      'gitleaks detect -s /etc': 'read /etc',
      'trivy fs -o r.json src': ['write r.json', 'read src'],
      'trivy image -s HIGH,CRITICAL app': [],
      'syft . -o json=/etc/a': 'write /etc/a',
      'syft . -o json': [],
      'trivy config .': [],
      'snyk config get api': 'change secrets/read api',
      'trufflehog filesystem /etc': 'read /etc',
    },
  },
  perlcritic: {
    tier: 'execute',
    code: 'project',
    options: {
      '-p FILE --profile=FILE': { '*/*': 'code', '*': 'plain' },
      '--pager=COMMAND': 'run',
      '--severity=N --theme=TEXT --include=NAME --exclude=NAME -s NAME --single-policy=NAME --top[=N] --verbose=TEXT':
        'plain',
      '-1 -2 -3 -4 -5 --brutal --cruel --harsh --stern --gentle -q --quiet --color --nocolor --statistics --noprofile':
        'plain',
    },
    operands: 'read',
    examples: {
      'perlcritic lib': 'read lib',
      'perlcritic -p /tmp/rc lib': ['read /tmp/rc', 'opaque code in `/tmp/rc`', 'read lib'],
    },
  },
  perltidy: {
    tier: 'write',
    singleDash: true,
    options: {
      '-b -bext=TEXT': 'operands write',
      '-o FILE -opath=DIR': 'write',
      '-st -nst -se -q -pbp -ce -i=N -l=N -ci=N': 'plain',
    },
    operands: 'read',
    examples: { 'perltidy -b lib/A.pm': 'write lib/A.pm', 'perltidy -st lib/A.pm': 'read lib/A.pm' },
  },
}
