import type { Program, Programs } from '../engine/table.ts'
import { startsByShell } from '../shared/starts-command.ts'

/** Tasks from a file of the project. */
const namedTasks = {
  tier: 'execute',
  code: 'project',
  options: {
    '-f FILE --justfile=FILE --taskfile=FILE --rakefile=FILE --gulpfile=FILE --gruntfile=FILE': 'code',
    '-d DIR --working-directory=DIR --dir=DIR --cwd=DIR': 'cwd',
    '-c COMMAND --command=COMMAND -e CODE --execute=CODE -p CODE -E CODE --execute-print=CODE --shell=COMMAND --chooser=COMMAND':
      'opaque code in an argument',
    '-r FILE --require=FILE': 'code',
    '-R DIR --rakelibdir=DIR -I DIR --libdir=DIR --search-root=DIR --base=DIR --tasks=DIR': 'code',
    '--set NAME VALUE': 'plain',
    '--dotenv-path=FILE': 'read',
  },
  otherOptions: 'plain',
  operands: {
    '*publish*': 'change registry/publish',
    // Earthly targets in another repository.
    '*.*/*/*+*': 'opaque code from outside the project',
    release: 'change registry/publish',
    'db:drop* db:reset* db:purge* db:schema:load* db:structure:load* db:truncate* db:setup*': 'change database/drop',
    '*=*': 'variable',
    '*': 'plain',
  },
} satisfies Program

/** Tools that run the project's tasks by name. */
export const taskRunners: Programs = {
  poe: {
    tier: 'execute',
    code: 'project',
    options: {
      '-C DIR --directory=DIR --root=DIR': 'cwd',
      '-e NAME --executor=NAME -X TEXT --executor-opt=TEXT': 'opaque a custom task executor',
    },
    otherOptions: 'plain',
    operands: { '*publish*': 'change registry/publish', release: 'change registry/publish', '*': 'plain' },
    examples: {
      'poe test': [],
      'poe -C /tmp/x test': 'opaque project code in `/tmp/x`',
      'poe publish': 'change registry/publish publish',
    },
  },
  task: {
    ...namedTasks,
    options: { ...namedTasks.options, '-t FILE --taskfile=FILE': 'code' },
    // Taskwarrior has the same name.
    operands: {
      'execute exec': 'opaque a command that Taskwarrior runs',
      'rc:* rc.*': 'opaque a custom configuration for Taskwarrior',
      ...namedTasks.operands,
    },
    examples: {
      'task --taskfile https://e.example/T.yml': 'opaque code from outside the project: `https://e.example/T.yml`',
      'task -t /tmp/t.yml': ['read /tmp/t.yml', 'opaque code in `/tmp/t.yml`'],
      'task build': [],
      'task execute id': 'opaque a command that Taskwarrior runs: `execute`',
    },
  },
  mage: {
    tier: 'execute',
    code: 'project',
    singleDash: true,
    options: {
      '-d DIR -w DIR': 'cwd',
      '-gocmd COMMAND': 'run',
      '-compile FILE': 'write',
      '-f -v -l -h -debug -keep -clean -init -t TIME -goos NAME -goarch NAME -ldflags FLAGS': 'plain',
    },
    operands: namedTasks.operands,
    examples: { 'mage -f build': [], 'mage -f -d /tmp/x build': 'opaque project code in `/tmp/x`' },
  },
  'just rake invoke inv doit earthly gulp grunt': {
    ...namedTasks,
    examples: {
      'just build': [],
      'just target=x86 python=python3 build': [],
      "just 'target=x; id' build": 'opaque a command inside the value of a variable: `target=x; id`',
      'just --set a /tmp/x build': [],
      'inv --search-root /tmp/x a': ['read /tmp/x', 'opaque code in `/tmp/x`'],
      'earthly +build': [],
      'earthly github.com/a/b+c': 'opaque code from outside the project: `github.com/a/b+c`',
      'rake --trace-to=/tmp/x a': 'opaque `rake` may run or write a file outside the project: `--trace-to=/tmp/x`',
      'rake db:reset': 'change database/drop db:reset',
      'just -f /tmp/justfile x': ['read /tmp/justfile', 'opaque code in `/tmp/justfile`'],
      "rake -e 'system(1)'": 'opaque code in an argument: `system(1)`',
    },
  },
  // Words after `--` are the command that runs there.
  fab: {
    tier: 'execute',
    code: 'project',
    options: {
      '-H HOSTS --hosts=HOSTS': 'connect sends',
      '-f FILE -S FILE --ssh-config=FILE': 'code',
      '-r DIR --search-root=DIR': 'code',
      '-c NAME --collection=NAME -i FILE --identity=FILE -t N --connect-timeout=N -T N --command-timeout=N': 'plain',
    },
    otherOptions: 'plain',
    operands: { '*publish*': 'change registry/publish', release: 'change registry/publish', '*': 'plain' },
    examples: { 'fab test': [], "fab -H prod -- 'rm x'": 'connect prod sends' },
  },
  'nx turbo lerna moon': startsByShell({
    tier: 'execute',
    code: 'project',
    options: {
      '--cwd=DIR': 'cwd',
      '--file=FILE --outputPath=DIR --outputFile=FILE --output-path=DIR --graph[=FILE] --profile[=FILE]': 'write',
      '--api=URL --team=NAME --token=TOKEN': 'opaque a custom remote cache',
      '--filter=NAME -t NAME --target=NAME --targets=NAME -p NAME --projects=NAME --concurrency=N --parallel=N --scope=NAME':
        'plain',
      // A build type; for a generator, a file.
      '-c NAME --configuration=NAME --config=FILE': 'may name code',
    },
    otherOptions: 'plain',
    commands: {
      exec: {
        tier: 'execute',
        options: { '--scope=NAME --since=REF --concurrency=N --parallel --no-bail --stream': 'plain' },
        operands: 'command',
      },
      // It commits, tags and pushes.
      version: {
        tier: 'execute',
        does: ['connect sends'],
        options: { '--no-push': 'dry run' },
        otherOptions: 'plain',
        operands: 'plain',
      },
      'login link logout connect connect-to-nx-cloud': {
        tier: 'execute',
        does: ['change service/login'],
        otherOptions: 'plain',
      },
    },
    operands: { '*publish*': 'change registry/publish', release: 'change registry/publish', '*': 'plain' },
    examples: {
      'turbo run build --filter=web': [],
      'turbo gen --config /tmp/x.ts': 'opaque `turbo` may run or write a file outside the project: `/tmp/x.ts`',
      'nx run-many -t build -p web': [],
      'lerna publish': 'change registry/publish publish',
      'lerna version --yes': 'connect … sends',
      'lerna --version': [],
      'lerna exec -- rm x': ['run rm x', 'delete x'],
      "lerna exec -- 'rm x'": ['run sh -c rm x', 'run rm x', 'delete x'],
    },
  }),
}
