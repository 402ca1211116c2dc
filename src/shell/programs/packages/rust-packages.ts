import { joinWords } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import { sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Options, Program, Programs, Subcommand } from '../engine/table.ts'
import { loadsProjectCode } from '../shared/loads-project-code.ts'
import {
  installs,
  logins,
  orDryRun,
  packageManages,
  packageReads,
  projectCode,
  publishes,
  removes,
  updates,
} from '../shared/package-commands.ts'
import { startsByShell } from '../shared/starts-command.ts'

const cargoOptions: Options = {
  '--config=SETTING': 'opaque a setting that may run code',
  '--manifest-path=FILE -C DIR': 'code',
  '--target-dir=DIR --artifact-dir=DIR --out-dir=DIR': 'write',
  '-Z FLAG --color=WHEN -j N --jobs=N --features=LIST -F LIST -p SPEC --package=SPEC --target=TRIPLE --profile=NAME --message-format=FORMAT --bin=NAME --example=NAME --test=NAME --bench=NAME --exclude=SPEC':
    'plain',
  '-q --quiet -v -vv --verbose -V --list --offline --locked --frozen': 'plain',
}

/** Options after `--` are the compiler's. */
const compiles: Subcommand = {
  ...projectCode,
  operands: {
    '-o* --output* --out-dir* --emit=*=* --html-*': 'opaque a file to read or write',
    '*linker* *link-arg* *ar=* *llvm-args* *codegen-backend* *plugin* --sysroot*': 'opaque compiler options',
    '*': 'may name code',
  },
}

const cargoCommands: NonNullable<Subcommand['commands']> = {
  'build b check c test t run r bench doc d clippy fix package nextest llvm-cov tarpaulin insta hack expand udeps bloat miri criterion semver-checks xtask zigbuild ndk tauri leptos mutants fuzz component auditable dist geiger asm size nm objdump readobj':
    projectCode,
  flamegraph: {
    ...projectCode,
    options: { '-o FILE --output=FILE': 'write', '-c TEXT --cmd=TEXT': 'opaque extra options for perf' },
  },
  make: {
    ...projectCode,
    options: { '--makefile=FILE --cwd=DIR --env-file=FILE': 'code', '-e NAME --env=NAME': 'plain' },
  },
  'rustc rustdoc': compiles,
  fmt: {
    tier: 'write',
    options: { '--check': 'dry run', '--all -p NAME --package=NAME --message-format=FORMAT': 'plain' },
    operands: 'plain',
  },
  'tree metadata search info version help locate-project pkgid read-manifest verify-project audit deny outdated machete report':
    packageReads,
  'update generate-lockfile': updates,
  'fetch vendor': {
    tier: 'write',
    options: { '-s FILE --sync=FILE': 'read', '--versioned-dirs --no-delete --respect-source-config': 'plain' },
    operands: 'write',
  },
  'add remove rm': orDryRun(installs),
  install: { ...installs, options: { ...installs.options, '--list': 'prints' } },
  uninstall: removes,
  'new init': {
    tier: 'write',
    options: { '--bin --lib --vcs=NAME --edition=YEAR --name=NAME --registry=NAME': 'plain' },
    operands: 'write',
  },
  clean: {
    tier: 'write',
    options: { '--target-dir=DIR': 'delete', '-n, --dry-run': 'dry run', '-r --release --doc': 'plain' },
  },
  publish: orDryRun(publishes),
  'yank owner': publishes,
  'login logout': logins,
  watch: {
    tier: 'execute',
    code: 'project',
    options: {
      '-s COMMAND --shell=COMMAND': 'run',
      '-x TASK --exec=TASK': 'plain',
      '-w PATH --watch=PATH -i GLOB --ignore=GLOB -d N --delay=N': 'plain',
      '-c --clear --postpone --why --poll --no-restart --no-vcs-ignores --no-dot-ignores': 'plain',
    },
    operands: 'command',
  },
}

const cargo: Program = {
  tier: 'read',
  options: cargoOptions,
  env: {
    'RUSTFLAGS RUSTDOCFLAGS CARGO_BUILD_RUSTFLAGS CARGO_BUILD_RUSTDOCFLAGS CARGO_TARGET_*_RUSTFLAGS CARGO_TARGET_*_RUSTDOCFLAGS':
      {
        '-D?warnings -Dwarnings -A?warnings -Awarnings -C?target-cpu=native -Ctarget-cpu=native -C?debuginfo=? -C?opt-level=? -g':
          'plain',
        '*': 'opaque compiler options',
      },
    'CARGO_ENCODED_RUSTFLAGS CARGO_ENCODED_RUSTDOCFLAGS': 'opaque compiler options',
    CARGO_HOME: 'opaque a custom configuration',
    'CARGO_TARGET_DIR CARGO_BUILD_TARGET_DIR CARGO_BUILD_BUILD_DIR': 'write',
  },
  // `cargo +nightly test`: the toolchain comes before the subcommand.
  commands: {
    ...cargoCommands,
    '+/* +.* +~*': {
      tier: 'execute',
      does: ['opaque a toolchain from another directory'],
      otherOptions: 'plain',
      operands: 'plain',
    },
    '+*': { tier: 'read', commands: cargoCommands },
  },
}

/** Rust. */
export const rustPackages: Programs = {
  cargo: {
    // Settings in the directory choose the compiler, which these commands run to get its version.
    ...loadsProjectCode(startsByShell({ ...cargo, custom: runCargo }), /^(?!(metadata|tree|fmt|locate-project)$)/),
    examples: {
      'cargo test --all -- --nocapture': [],
      'cargo +nightly build': [],
      'cargo fmt --check': [],
      'cargo tree': [],
      'cd /tmp/x && cargo metadata': 'opaque project code in `/tmp/x`',
      'cargo install ripgrep': 'change packages/install',
      'cargo install --list': [],
      'cargo watch -x check -d 1': 'run cargo check',
      'cargo watch -x publish': ['run cargo publish', 'change registry/publish'],
      'cargo watch -- rm x': ['run rm x', 'delete x'],
      "cargo watch -d 1 -s 'rm x'": ['run rm x', 'delete x'],
      'cargo build --config x=y': 'opaque a setting that may run code: `x=y`',
      'RUSTC_WRAPPER=./evil cargo build': 'run ./evil',
      'CARGO_BUILD_RUSTC_WORKSPACE_WRAPPER=./evil cargo build': 'run ./evil',
      'CARGO_ALIAS_B=publish cargo b': 'opaque `CARGO_ALIAS_B` in the environment runs code: `publish`',
      'CARGO_TERM_COLOR=never CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=0 cargo build': [],
      'RUSTUP_TOOLCHAIN=/tmp/x cargo build': 'opaque `RUSTUP_TOOLCHAIN` in the environment runs code: `/tmp/x`',
      'RUSTUP_TOOLCHAIN=nightly cargo build': [],
      'CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUSTFLAGS=-Cfoo cargo build': 'opaque compiler options: `-Cfoo`',
      'cargo make --makefile /tmp/x.toml': ['read /tmp/x.toml', 'opaque code in `/tmp/x.toml`'],
      'cargo rustc -- -Clinker=/tmp/x': 'opaque compiler options: `-Clinker=/tmp/x`',
      'cargo rustc -- -o /srv/x': [
        'opaque a file to read or write: `-o`',
        'opaque `cargo` may run or write a file outside the project: `/srv/x`',
      ],
      'cargo rustc -- -Copt-level=3 --cap-lints=warn': [],
      'cargo publish': 'change registry/publish',
      'cargo frobnicate': 'opaque unknown subcommand `frobnicate` of `cargo`',
    },
  },
  rustup: {
    tier: 'read',
    options: { '-v --verbose -q --quiet -V': 'plain' },
    commands: {
      'show which doc check help completions man': packageReads,
      'toolchain target component': {
        tier: 'read',
        commands: { list: packageReads, 'install add link update': installs, 'remove uninstall rm': removes },
      },
      'update upgrade install default': installs,
      uninstall: removes,
      override: { tier: 'read', commands: { list: packageReads, 'set unset add remove': packageManages } },
      set: packageManages,
      self: { tier: 'read', commands: { update: installs, uninstall: removes, 'upgrade-data': packageManages } },
      run: { tier: 'read', options: { '--install': 'change packages/install' }, operands: ['plain', 'command'] },
    },
    examples: {
      'rustup show': [],
      'rustup target add wasm32-unknown-unknown': 'change packages/install',
      'rustup run nightly cargo test': 'run cargo test',
    },
  },
}

/** `cargo watch -x 'test --all'`: each task is a command line for cargo. */
function runCargo(call: ProgramCall): void {
  applyTable(cargo, call)
  const { options, path } = sortArguments(call.args, compileProgram(cargo))
  if (!path.includes('watch')) return
  for (const { option, value } of options)
    if (option.name === '-x' && value !== null) call.script(joinWords(['cargo', value]), 'cargo watch')
}
