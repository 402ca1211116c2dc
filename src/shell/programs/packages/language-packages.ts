import type { Programs } from '../engine/table.ts'
import { loadsProjectCode } from '../shared/loads-project-code.ts'
import {
  buildsPart,
  fetchesAndRuns,
  installs,
  logins,
  orDryRun,
  orRestores,
  packageManages,
  packageReads,
  projectCode,
  publishes,
  removes,
  restoring,
  scriptNames,
  starts,
  updates,
} from '../shared/package-commands.ts'
import { startsByShell } from '../shared/starts-command.ts'

/** Code of the project, unless a path points outside it. */
const own = { '/* ../* */../*': 'code', '*': 'plain' } as const

/** Package managers of other languages. */
export const languagePackages: Programs = {
  gem: {
    tier: 'read',
    options: { '-v': 'plain' },
    commands: {
      'list info contents environment env outdated search query which specification dependency help check stale rdoc':
        packageReads,
      'install i update pristine rebuild': installs,
      'uninstall cleanup': removes,
      sources: {
        ...packageReads,
        options: {
          '-a URL --add=URL -r URL --remove=URL -c --clear-all -u --update': 'change packages/manage',
          '-l --list': 'plain',
        },
      },
      build: { ...buildsPart, options: { '-o FILE --output=FILE': 'write', '-C DIR': 'cwd' } },
      'fetch unpack': {
        tier: 'write',
        options: { '-v VERSION --version=VERSION': 'plain', '--target=DIR': 'write' },
        operands: 'plain',
      },
      'push yank owner': publishes,
      'signin signout': logins,
      exec: fetchesAndRuns,
    },
    examples: {
      'gem list': [],
      'gem build a.gemspec': [],
      'gem build /tmp/x.gemspec': 'opaque `gem` may run or write a file outside the project: `/tmp/x.gemspec`',
      'gem install rails': 'change packages/install',
      'gem push x.gem': 'change registry/publish',
    },
  },
  'bundle bundler': loadsProjectCode(
    startsByShell(
      orRestores({
        tier: 'execute',
        options: { '-v -h': 'dry run', '--verbose --no-color': 'plain', '--gemfile=FILE': 'code' },
        commands: {
          exec: starts,
          'list show info outdated check platform env doctor version help licenses fund audit': packageReads,
          install: restoring({
            '--gemfile=FILE': 'code',
            '-j N --jobs=N --retry=N --with=GROUPS --without=GROUPS': 'plain',
          }),
          'update add inject pristine cache package binstubs plugin': installs,
          'remove clean': removes,
          lock: updates,
          init: { tier: 'write' },
          config: {
            ...packageReads,
            commands: { 'get list': packageReads, 'set unset': packageManages },
            operands: ['plain', 'change packages/manage'],
          },
          gem: { tier: 'write', otherOptions: 'plain', operands: 'write' },
          'open console': { tier: 'execute', does: ['opaque an interactive session'], operands: 'plain' },
        },
        examples: {
          'bundle exec rspec': 'run rspec',
          'bundle exec rm x': ['run rm x', 'delete x'],
          bundle: 'change packages/fetch',
          'bundle outdated': [],
          'cd /tmp/x && bundle list': 'opaque project code in `/tmp/x`',
          "bundle exec 'ls; rm x'": ['run sh -c ls; rm x', 'run ls', 'run rm x', 'delete x'],
        },
      }),
    ),
    /^(version|help|init|config)$/,
  ),
  composer: {
    tier: 'read',
    options: {
      '-d DIR --working-dir=DIR': 'cwd',
      '-q --quiet -v -vv -vvv --verbose -n --no-interaction --no-plugins --no-scripts --no-cache --ansi --no-ansi --profile -V':
        'plain',
    },
    commands: {
      'show info outdated validate licenses depends why prohibits why-not search diagnose status check-platform-reqs about fund suggests browse home help list audit':
        packageReads,
      'install i': orDryRun(restoring()),
      'update u upgrade require r reinstall bump': orDryRun(installs),
      'self-update selfupdate global': installs,
      'remove rm uninstall clear-cache clearcache cc': removes,
      init: updates,
      config: {
        tier: 'read',
        options: { '-l --list -g --global': 'plain', '--unset -e --editor': 'change packages/manage' },
        operands: ['plain', 'change packages/manage', 'plain...'],
        commands: {
          'github-oauth* gitlab-oauth* gitlab-token* bitbucket-oauth* http-basic* bearer* forgejo-token* custom-headers*':
            { tier: 'read', does: ['change secrets/read'], operands: 'change packages/manage' },
        },
      },
      'run-script run dump-autoload dumpautoload archive test': projectCode,
      [scriptNames]: projectCode,
      exec: { ...starts, options: { '-l --list': 'plain' } },
      'create-project': fetchesAndRuns,
    },
    examples: {
      'composer show': [],
      'composer test': [],
      'composer config vendor-dir': [],
      'composer config -g github-oauth.github.com': 'change secrets/read',
      'composer require x/y': 'change packages/install',
      'composer exec rm x': ['run rm x', 'delete x'],
    },
  },
  mix: {
    tier: 'execute',
    code: 'project',
    commands: {
      'compile test format run help docs credo dialyzer clean deps deps.tree deps.compile deps.loadpaths xref app.tree app.config phx.server phx.routes phx.gen.* phx.digest ecto.create ecto.gen.* ecto.migrations assets.* release coveralls sobelow gettext.* hex.info hex.outdated hex.audit hex.search new phx.new lint precommit setup':
        {
          ...projectCode,
          options: {
            '-e CODE --eval=CODE': 'opaque code that the program evaluates',
            '-r FILE --require=FILE': 'code',
          },
          operands: own,
        },
      'deps.get': restoring(),
      'deps.update local.hex local.rebar archive.install escript.install': installs,
      'deps.clean archive.uninstall escript.uninstall': removes,
      'deps.unlock': { ...removes, options: { '--check-unused': 'dry run' } },
      'ecto.migrate ecto.rollback ecto.setup': { ...projectCode, does: ['change database/migrate'] },
      'ecto.drop ecto.reset': { ...projectCode, does: ['change database/drop'] },
      'hex.publish': orDryRun(publishes),
      'hex.retire hex.owner hex.organization': publishes,
      'hex.user hex.repo hex.config': logins,
    },
    examples: {
      'mix test': [],
      'mix run /tmp/x.exs': ['read /tmp/x.exs', 'opaque code in `/tmp/x.exs`'],
      'mix deps.get': 'change packages/fetch',
      'mix deps.unlock --check-unused': [],
      'mix deps.unlock --all --check-unused': 'change packages/remove',
      'mix ecto.drop': 'change database/drop',
    },
  },
  stack: {
    tier: 'read',
    options: {
      '--stack-yaml=FILE': 'code',
      '-v --verbose --silent -j N --jobs=N --resolver=NAME --nix --no-nix': 'plain',
    },
    commands: {
      ghc: { ...projectCode, operands: { '-e*': 'opaque code in an argument', ...own } },
      'build test bench haddock run clean purge sdist hpc': {
        ...projectCode,
        options: { ...projectCode.options, '--exec=COMMAND': 'run' },
      },
      'path ls query list config': packageReads,
      'install setup update upgrade': installs,
      'init new templates': updates,
      exec: starts,
      'ghci repl eval runghc script': {
        tier: 'execute',
        does: ['opaque code that the program evaluates'],
        otherOptions: 'plain',
        operands: 'plain',
      },
      upload: publishes,
    },
    examples: {
      'stack test': [],
      "stack ghc -- -e 'x'": 'opaque code in an argument: `-e`',
      "stack build --exec 'rm x'": ['run rm x', 'delete x'],
      'stack exec rm x': ['run rm x', 'delete x'],
    },
  },
  cabal: {
    tier: 'read',
    options: { '-v --verbose[=N]': 'plain' },
    commands: {
      'build test bench run haddock check clean sdist v2-build v2-test': { ...projectCode, operands: own },
      'list info path outdated help': packageReads,
      'install update fetch get': installs,
      'init freeze gen-bounds': updates,
      exec: starts,
      repl: { tier: 'execute', does: ['opaque an interactive session'], otherOptions: 'plain', operands: 'plain' },
      'upload report': publishes,
    },
    examples: { 'cabal build all': [], 'cabal upload x.tar.gz': 'change registry/publish' },
  },
  luarocks: {
    tier: 'read',
    options: {
      '--server=URL': 'connect',
      '--tree=DIR': 'plain',
      '--lua-version=VERSION --local --global --verbose': 'plain',
    },
    commands: {
      'list show search which path doc lint help': packageReads,
      'install build': installs,
      'remove purge': removes,
      'make test': projectCode,
      'download unpack init write_rockspec new_version pack': {
        tier: 'write',
        otherOptions: 'plain',
        operands: 'plain',
      },
      config: {
        tier: 'read',
        options: { '--unset --scope=SCOPE': 'plain' },
        operands: ['plain', 'change packages/manage'],
      },
      upload: publishes,
    },
    examples: { 'luarocks list': [], 'luarocks install x': 'change packages/install' },
  },
  cpan: {
    tier: 'execute',
    does: ['change packages/install'],
    options: { '-l -D -v -h -A -C': 'dry run' },
    otherOptions: 'plain',
    operands: 'plain',
    examples: { 'cpan Foo::Bar': 'change packages/install', 'cpan -l': [] },
  },
  cpanm: {
    tier: 'execute',
    does: ['change packages/install'],
    options: {
      '--info --showdeps --scandeps -V --version -h': 'dry run',
      '-l DIR --local-lib=DIR -L DIR --local-lib-contained=DIR': 'write below',
      '-v --verbose -q --quiet -n --notest --installdeps --force -f --sudo -S --reinstall': 'plain',
      '--mirror=URL --from=URL -M URL --cpanfile=FILE --with-feature=NAME --save-dists=DIR': 'plain',
    },
    otherOptions: 'plain',
    operands: 'plain',
    examples: {
      'cpanm --info Foo': [],
      'cpanm -v Foo': 'change packages/install',
      'cpanm -l a Foo': ['write a/*', 'change packages/install'],
    },
  },
  opam: {
    tier: 'read',
    options: { '-y --yes -q --quiet -v --verbose --switch=NAME': 'plain', '--root=DIR': 'code' },
    commands: {
      'list show search info env var lint help': packageReads,
      'install upgrade update reinstall pin init': { ...installs, options: { '--show-actions --dry-run': 'dry run' } },
      'remove uninstall clean': removes,
      switch: {
        ...packageReads,
        commands: {
          'list show list-available invariant': packageReads,
          'create import': installs,
          remove: removes,
          set: packageManages,
        },
      },
      option: { ...packageReads, operands: { '*=*': 'change packages/manage', '*': 'plain' } },
      'repository repo config': {
        ...packageReads,
        commands: { 'list report': packageReads, 'add remove set-url set': packageManages },
      },
      exec: { ...starts, options: { '--set-root --set-switch': 'plain' } },
      publish: publishes,
    },
    examples: {
      'opam list': [],
      'opam exec -- dune build': 'run dune build',
      'opam install x': 'change packages/install',
    },
  },
}
