import type { Programs } from '../engine/table.ts'

/** Test coverage and lint reports. */
export const coverage: Programs = {
  // Reports are written to the current directory.
  gcov: {
    tier: 'write',
    options: {
      '-o DIR --object-directory=DIR --object-file=FILE -s DIR --source-prefix=DIR': 'read',
      '-a --all-blocks -b --branch-probabilities -c --branch-counts -f --function-summaries -i --json-format -j --human-readable -k --use-colors -l --long-file-names -m --demangled-names -n --no-output -p --preserve-paths -q --use-hotness-colors -r --relative-only -t --stdout -u --unconditional-branches -x --hash-filenames':
        'plain',
    },
    operands: 'read',
    examples: { 'gcov -b a.c': 'read a.c' },
  },
  lcov: {
    tier: 'write',
    options: {
      '-o FILE --output-file=FILE': 'write',
      '-d DIR --directory=DIR -b DIR --base-directory=DIR -k DIR --kernel-directory=DIR': 'read',
      '-a FILE --add-tracefile=FILE -r FILE --remove=FILE -e FILE --extract=FILE -l FILE --list=FILE --summary=FILE':
        'read',
      '-z --zerocounters': 'opaque deleted coverage counters',
      '-t NAME --test-name=NAME --exclude=PATTERN --include=PATTERN --ignore-errors=KINDS -j N --parallel=N': 'plain',
      '-c --capture -i --initial -q --quiet -v --verbose --no-external --external --branch-coverage --no-checksum --checksum -f --follow':
        'plain',
    },
    operands: 'plain',
    examples: {
      'lcov --capture --directory . --output-file c.info': ['read /home/dev/project', 'write c.info'],
      "lcov --remove c.info '/usr/*' -o d.info": ['read c.info', 'write d.info'],
      'lcov -c --gcov-tool ./evil': 'opaque unknown option `--gcov-tool` of `lcov`',
      'lcov --rc geninfo_gcov_tool=x -l c.info': ['opaque unknown option `--rc` of `lcov`', 'read c.info'],
    },
  },
  genhtml: {
    tier: 'write',
    options: {
      '-o DIR --output-directory=DIR': 'write below',
      '-p DIR --prefix=DIR -t TEXT --title=TEXT --ignore-errors=KINDS': 'plain',
      '-q --quiet -s --show-details --legend --branch-coverage --no-branch-coverage --dark-mode': 'plain',
    },
    operands: 'read',
    examples: { 'genhtml c.info -o out': ['write out/*', 'read c.info'] },
  },
  // Its configuration names the program that measures.
  gcovr: {
    tier: 'execute',
    code: 'project',
    options: {
      '-r DIR --root=DIR --config=FILE': 'code',
      '-o FILE --output=FILE': 'write',
      '-x --xml[=FILE] --html[=FILE] --html-details[=FILE] --html-nested[=FILE] --json[=FILE] --csv[=FILE] --txt[=FILE] --lcov[=FILE] --cobertura[=FILE] --json-summary[=FILE] --sonarqube[=FILE] --coveralls[=FILE]':
        { '': 'plain', '*': 'write' },
      '--object-directory=DIR -a FILE --add-tracefile=FILE': 'read',
      '-f PATTERN --filter=PATTERN -e PATTERN --exclude=PATTERN --exclude-directories=PATTERN --gcov-filter=PATTERN --gcov-exclude=PATTERN --fail-under-line=N --fail-under-branch=N --fail-under-function=N --sort=KEY -j N':
        'plain',
      '-s --print-summary -b --branches --txt-summary -v --verbose --exclude-unreachable-branches --exclude-throw-branches':
        'plain',
    },
    // A word after `--xml` is an output file.
    operands: 'write',
    examples: {
      'gcovr -r . --xml /srv/c.xml': ['read /home/dev/project', 'write /srv/c.xml'],
      'gcovr -r . -s': 'read /home/dev/project',
      'gcovr -r /tmp/x': ['read /tmp/x', 'opaque code in `/tmp/x`'],
      'gcovr --gcov-executable=./evil': 'opaque unknown option `--gcov-executable` of `gcovr`',
    },
  },
  // Its hooks are code of the project.
  'clj-kondo': {
    tier: 'execute',
    code: 'project',
    options: {
      '--lint=PATH': { '-': 'plain', '*': 'read' },
      '--config=EDN': 'opaque custom rules, which are code',
      '--config-dir=DIR': 'code',
      '--cache-dir=DIR': 'write below',
      '--lang=NAME --filename=FILE --fail-level=LEVEL --report-level=LEVEL --parallel --dependencies --skip-lint --repro --debug':
        'plain',
    },
    operands: 'read',
    examples: {
      'clj-kondo --lint src test': ['read src', 'read test'],
      "clj-kondo --config '{}' --lint src": ['opaque custom rules, which are code: `{}`', 'read src'],
    },
  },
}
