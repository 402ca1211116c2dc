import type { Options, Programs, Subcommand } from '../engine/table.ts'
import {
  fetchesAndRuns,
  installs,
  packageManages,
  packageReads,
  projectCode,
  publishes,
  removes,
  restoring,
  updates,
} from '../shared/package-commands.ts'

/** Additions to a project: other people's code, or another project. */
const additions: NonNullable<Subcommand['commands']> = {
  package: installs,
  reference: { tier: 'write', options: { '-f NAME --framework=NAME': 'plain' }, operands: 'code' },
}

const dotnetBuilds: Options = {
  '-o DIR --output=DIR --artifacts-path=DIR --results-directory=DIR': 'write',
  '--project=FILE': 'code',
  '-a DIR --test-adapter-path=DIR --settings=FILE -s FILE': 'code',
}

/** .NET and Swift. */
export const dotnetSwift: Programs = {
  dotnet: {
    tier: 'read',
    options: { '--info --list-sdks --list-runtimes -d --diagnostics': 'plain' },
    operands: { '*.dll': 'code', '*.exe': 'code', '*': 'opaque a command or program' },
    commands: {
      // Words after the project are passed to its program.
      'run watch': { ...projectCode, options: dotnetBuilds },
      'build test clean format pack msbuild vstest publish sln solution': {
        ...projectCode,
        options: dotnetBuilds,
        operands: {
          '/p:*=/* /p:*=../* /property:*=/* /property:*=../* /l:* /logger:* /dl:*':
            'opaque code that runs during the build',
          '@/* @../* @~*': 'opaque options from a file',
          // MSBuild options next to a project.
          '/p:* /property:* /t:* /target:* /v:* /verbosity:* /m /m:* /nr:* /nologo /restore /r /clp:* /warnaserror*':
            'plain',
          '*': 'may name code',
        },
      },
      restore: {
        ...restoring({
          '-s URL --source=URL --configfile=FILE': 'change packages/install',
          '-v LEVEL --verbosity=LEVEL -r RID --runtime=RID': 'plain',
          '--locked-mode --force-evaluate --use-lock-file --no-dependencies --ignore-failed-sources': 'plain',
        }),
        operands: 'code',
      },
      add: { tier: 'read', commands: { ...additions, '*': { commands: additions } } },
      'remove workload': installs,
      // A tool listed in the project's manifest.
      csharpier: {
        tier: 'write',
        code: 'project',
        options: {
          '--check': 'dry run',
          '--config-path=FILE --ignore-path=FILE': 'read',
          '--log-level=LEVEL --loglevel=LEVEL --no-cache --fast --skip-validation --include-generated': 'plain',
        },
        commands: { check: { operands: 'read' }, format: { operands: 'write' } },
        operands: 'write',
      },
      'list help': packageReads,
      package: { tier: 'read', commands: { 'list search': packageReads, 'add update': installs, remove: removes } },
      reference: { tier: 'read', commands: { list: packageReads, 'add remove': updates } },
      new: {
        ...packageReads,
        tier: 'write',
        options: { '-o DIR --output=DIR': 'write' },
        commands: { 'list search details': packageReads, 'install update uninstall': installs },
      },
      tool: {
        tier: 'read',
        commands: {
          'list search': packageReads,
          restore: restoring({
            '--tool-manifest=FILE': 'code',
            '--add-source=URL --configfile=FILE': 'change packages/install',
            '-v LEVEL --verbosity=LEVEL --disable-parallel --ignore-failed-sources --interactive': 'plain',
          }),
          'install update': installs,
          uninstall: removes,
          'run execute exec': fetchesAndRuns,
        },
      },
      nuget: {
        tier: 'read',
        commands: {
          locals: {
            tier: 'read',
            options: { '-l --list': 'plain', '-c --clear': 'change packages/remove' },
            operands: 'plain',
          },
          why: packageReads,
          verify: packageReads,
          'push delete sign': publishes,
          'add remove update enable disable': packageManages,
          list: packageReads,
        },
      },
      ef: {
        tier: 'execute',
        code: 'project',
        options: {
          '-o FILE --output=FILE --output-dir=DIR': 'write',
          '-p DIR --project=DIR -s DIR --startup-project=DIR': 'code',
        },
        commands: {
          database: {
            tier: 'execute',
            commands: {
              update: { ...projectCode, does: ['change database/migrate'] },
              drop: { ...projectCode, does: ['change database/drop'] },
            },
          },
          'migrations dbcontext': {
            tier: 'execute',
            commands: { 'list add script bundle has-pending-model-changes info scaffold optimize remove': projectCode },
          },
        },
      },
      'user-secrets': {
        tier: 'read',
        commands: {
          list: { tier: 'execute', does: ['change secrets/read'], otherOptions: 'plain' },
          'set init': packageManages,
          'remove clear': {
            tier: 'execute',
            does: ['change secrets/delete'],
            otherOptions: 'plain',
            operands: 'plain',
          },
        },
      },
      'dev-certs': { tier: 'execute', does: ['change system/manage'], otherOptions: 'plain', operands: 'plain' },
    },
    examples: {
      'dotnet test --no-build': [],
      'dotnet build -o out': 'write out',
      'dotnet nuget push x.nupkg': 'change registry/publish',
      'dotnet add package X': 'change packages/install',
      'dotnet add A package X': 'change packages/install',
      'dotnet add A reference B': 'read B',
      'dotnet add A reference /tmp/B': ['read /tmp/B', 'opaque code in `/tmp/B`'],
      'dotnet restore --locked-mode': 'change packages/fetch',
      'dotnet restore --packages /srv/x': [
        'change packages/fetch',
        'opaque unknown option `--packages` of `dotnet restore`',
        'read /srv/x',
        'opaque code in `/srv/x`',
      ],
      'dotnet tool restore': 'change packages/fetch',
      'dotnet tool install x': 'change packages/install',
      'dotnet csharpier check .': 'read /home/dev/project',
      'dotnet csharpier format src': 'write src',
      'dotnet ef database drop': 'change database/drop',
      'dotnet ef migrations script -o a.sql': 'write a.sql',
      'dotnet user-secrets list': 'change secrets/read',
      'dotnet /tmp/x.dll': ['read /tmp/x.dll', 'opaque code in `/tmp/x.dll`'],
    },
  },
  nuget: {
    tier: 'read',
    commands: {
      'list search help verify locals': packageReads,
      'install restore update': installs,
      'sources config setapikey': packageManages,
      pack: projectCode,
      'push delete sign': publishes,
    },
    examples: { 'nuget search x': [], 'nuget push x.nupkg': 'change registry/publish' },
  },
  swift: {
    tier: 'read',
    options: { '-e CODE': 'opaque code that the program evaluates', '-v': 'plain' },
    operands: { '*.swift': 'code', '*': 'opaque a command or program' },
    commands: {
      'build test run': {
        ...projectCode,
        options: {
          '--package-path=DIR -C DIR --chdir=DIR': 'cwd',
          '--build-path=DIR --scratch-path=DIR --xunit-output=FILE': 'write',
          '--disable-sandbox': 'opaque code that runs outside the sandbox',
        },
      },
      package: {
        tier: 'read',
        options: { '--package-path=DIR': 'cwd', '--disable-sandbox': 'opaque code that runs outside the sandbox' },
        commands: {
          'describe show-dependencies dump-package tools-version completion-tool diagnose-api-breaking-changes':
            packageReads,
          resolve: restoring(),
          update: installs,
          'init clean reset edit unedit add-dependency add-target add-product': updates,
          plugin: projectCode,
        },
      },
      format: {
        ...packageReads,
        options: { '-i --in-place': 'operands write', '-r --recursive -p --parallel': 'plain' },
        operands: 'read',
      },
      repl: { tier: 'execute', does: ['opaque an interactive session'] },
    },
    examples: {
      'swift test': [],
      'swift build --disable-sandbox': 'opaque code that runs outside the sandbox',
      'swift package resolve': 'change packages/fetch',
    },
  },
}
