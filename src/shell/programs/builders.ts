import { isKnown, knownPrefix } from '../../core/word.ts'
import { applyTable } from './apply.ts'
import { cutPrefix, sortArguments } from './arguments.ts'
import { bareSession } from './bare-session.ts'
import { compileProgram } from './compile.ts'
import type { ProgramCall } from './run.ts'
import { byShell } from './started-words.ts'
import type { Command, Options, Program, Programs } from './table.ts'

/** Variables that name the programs of a build; one from elsewhere is code from elsewhere. */
const makeVariables = {
  'SHELL=/bin/bash SHELL=/bin/sh SHELL=bash SHELL=sh': 'plain',
  'SHELL*=* .SHELLFLAGS*=*': 'opaque another shell for the recipes',
  'MAKEFLAGS*=* GNUMAKEFLAGS*=* MAKEFILES*=*': 'opaque options for make',
  'LD_PRELOAD*=* MAKE*=* CC*=*/* CXX*=*/* LD*=*/* AR*=*/* *=*-fplugin*': 'opaque another program for the recipes',
  // Recipes are text for a shell, and a variable's value becomes part of it.
  '*!=* *=*`* *=*$(shell* *=*${shell* *=*;* *=*&&* *=*||*': 'opaque a command in a variable',
  '*': 'plain',
} as const

const jvm: Options = {
  '-v --version': 'prints',
  '-D DEFINITION --system-prop=DEFINITION -P NAME --activate-profiles=NAME --project-prop=NAME': {
    '*maven.ext.class.path* *altDeploymentRepository* *repoUrl* *remoteRepositories* exec.*lasspath* exec.*Dependenc*':
      'opaque another repository',
    '*-javaagent:* *-agentpath:* *-agentlib:* *-Xbootclasspath*': 'opaque code inside java',
    'showPasswords=true showPasswords': 'change secrets/read',
    'org.gradle.java.home=* maven.home=* maven.multiModuleProjectDirectory=* jvm=* *.executable=* *utputDirectory=* *.toolchain*=*':
      'may name code',
    'distributionUrl=https://repo.maven.apache.org/* distributionUrl=https://services.gradle.org/*': 'plain',
    'distributionUrl=*': 'opaque code from elsewhere',
    '*': 'plain',
  },
  '-I FILE --init-script=FILE -s FILE --settings=FILE -gs FILE --global-settings=FILE -b FILE --build-file=FILE -f FILE --file=FILE -c FILE --settings-file=FILE --include-build=DIR':
    'code',
  '-g DIR --gradle-user-home=DIR': { '~/.gradle': 'plain', '*': 'may name code' },
  '--project-cache-dir=DIR': 'write',
}

/** Tools that run the project's own tasks by name. */
const tasks: Program = {
  tier: 'execute',
  code: 'project',
  env: { ANT_ARGS: 'more options' },
  options: {
    '-f FILE -file FILE -buildfile FILE -lib FILE': 'code',
    '-e CODE --eval=CODE -Sdeps TEXT': 'opaque code in an argument',
    '-i FILE --init=FILE': 'code',
    '-logfile FILE -l FILE': 'write',
    '-propertyfile FILE': 'read',
  },
  singleDash: true,
  otherOptions: 'plain',
  operands: {
    '*publish*': 'change registry/publish',
    deploy: 'change registry/publish',
    // `apply -cp x Class` runs a class, `update-in` changes what the project declares.
    'eval?* set?* apply?* update-in *;?eval?* *;?set?* *;?apply?* *;eval?* *;set?* *;apply?*':
      'opaque code in an argument',
    '!* *;!* *;?!*': 'opaque a command in an argument',
    '/* ../* */../*': 'code',
    '*': 'plain',
  },
}

const typescript: Program = {
  tier: 'execute',
  code: 'project',
  singleDash: true,
  options: {
    '-outdir DIR -outfile FILE -out FILE -declarationdir DIR -tsbuildinfofile FILE -generatetrace DIR -generatecpuprofile FILE':
      'write',
    '-p FILE -project FILE': { '*/*': 'code', '*': 'plain' },
    '-t NAME -target NAME -m NAME -module NAME -lib LIST -jsx MODE -rootdir DIR -baseurl DIR -types LIST -typeroots LIST -moduleresolution NAME':
      'plain',
  },
  otherOptions: 'plain',
  operands: 'plain',
}

const sass: Program = {
  tier: 'execute',
  code: 'project',
  options: {
    '-I DIR --load-path=DIR': 'read',
    '-s NAME --style=NAME -p TYPE --pkg-importer=TYPE --source-map-urls=KIND --silence-deprecation=NAME --fatal-deprecation=NAME --future-deprecation=NAME':
      'plain',
    '-r FILE --require=FILE': { '*/*': 'code', '*': 'plain' },
  },
  otherOptions: 'plain',
  operands: 'plain',
}

/** Tasks of a file that lies in the project. */
const namedTasks: Program = {
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
    // Earthly's targets of another repository.
    '*.*/*/*+*': 'opaque code from elsewhere',
    release: 'change registry/publish',
    'db:drop* db:reset* db:purge* db:schema:load* db:structure:load* db:truncate* db:setup*': 'change database/drop',
    '*': 'plain',
  },
}

const adds: Command = {
  tier: 'execute',
  does: ['change packages/install'],
  otherOptions: 'plain',
  operands: 'plain',
}

/** Builders: they run what the project's own files say. */
export const builders: Programs = {
  'make gmake bmake': {
    tier: 'execute',
    code: 'project',
    options: {
      '-C DIR --directory=DIR': 'cwd',
      '-f FILE --file=FILE --makefile=FILE': 'code',
      '--eval=TEXT -E TEXT': 'opaque a makefile in an argument',
      '-I DIR --include-dir=DIR -o FILE --old-file=FILE -W FILE --what-if=FILE -j[N] --jobs[=N] -l[N] -O[TYPE] --output-sync[=TYPE]':
        'plain',
    },
    otherOptions: 'plain',
    env: {
      MAKEFLAGS: { '-j -j? -j?? j?': 'plain', '*': 'opaque options for make' },
      'GNUMAKEFLAGS MAKEFILES': 'opaque options for make',
      'CC CXX CPP LD AR AS CFLAGS CXXFLAGS CPPFLAGS LDFLAGS LDLIBS ARFLAGS ARGS OPTS FLAGS PREFIX DESTDIR': {
        '*`* *$(* *${* *;* *&&* *||*': 'opaque a command in a variable',
        '*': 'plain',
      },
    },
    operands: makeVariables,
    examples: {
      'make -j8 test': [],
      'make test SHELL=/tmp/evil': 'opaque another shell for the recipes: `SHELL=/tmp/evil`',
      'make CC=/tmp/cc': 'opaque another program for the recipes: `CC=/tmp/cc`',
      'make CC=clang V=1': [],
      "make CC='rm -rf src;'": 'opaque a command in a variable: `CC=rm -rf src;`',
      "CC='$(shell id)' make": 'opaque a command in a variable: `$(shell id)`',
      "make --eval '$(shell id)'": 'opaque a makefile in an argument: `$(shell id)`',
      'make -f /tmp/Makefile': ['read /tmp/Makefile', 'opaque code in `/tmp/Makefile`'],
      'CFLAGS=-fplugin=/tmp/x.so make': 'opaque `CFLAGS` in the environment runs code: `-fplugin=/tmp/x.so`',
      'CC=clang make': [],
    },
  },
  'cmake ctest cpack meson qmake autoreconf autoconf automake ninja samu scons waf': {
    tier: 'execute',
    code: 'project',
    options: {
      '-D DEFINITION': {
        'CMAKE_*_COMPILER*=/* CMAKE_TOOLCHAIN_FILE*=/* CMAKE_*_LAUNCHER*=* CMAKE_PROJECT_*INCLUDE*=/* CMAKE_LINKER*=/*':
          'opaque another program for the build',
        // Of ctest: a dashboard, whose last step sends the results.
        'Experimental Nightly Continuous *Submit': 'change code/upload',
        'CMAKE_INSTALL_* CMAKE_*_OUTPUT_DIRECTORY* CMAKE_STAGING_PREFIX* prefix=* libdir=*': 'plain',
        '*': 'may name code',
      },
      '--graphviz=FILE --trace-redirect=FILE --profiling-output=FILE --debug-output-file=FILE -O FILE --output-log=FILE --output-junit=FILE --logfile-base=FILE':
        'write',
      // Of ctest and meson.
      '--build-makeprogram=PROGRAM --wrap=COMMAND --wrapper=COMMAND': 'run',
      // The words behind it are its own.
      '--test-command=COMMAND': 'opaque a command in an argument',
      '--gdb-path=PROGRAM': 'may name code',
      '-P FILE -C FILE -S DIR -H[DIR] -f FILE --toolchain=FILE': 'code',
      '-B DIR --install-prefix=DIR --prefix=DIR': 'write',
      '-E': 'opaque a command of cmake',
      '-T NAME --test-action=NAME': { Submit: 'change code/upload', '*': 'plain' },
      '-G NAME -A NAME -j N -t NAME -R PATTERN -L PATTERN --target=NAME --preset=NAME --parallel=N': 'plain',
      // A kind of build; of cpack, a file.
      '--config=NAME': { '*.* */*': 'code', '*': 'plain' },
      '--build=DIR --open=DIR': 'code',
      '--install=DIR': 'change packages/install',
    },
    otherOptions: 'plain',
    env: { SCONSFLAGS: 'more options' },
    commands: {
      // Of meson: what is built goes where the machine keeps its programs.
      install: {
        tier: 'execute',
        does: ['change packages/install'],
        options: { '-C DIR': 'code', '--destdir=DIR': 'write', '-n, --dry-run': 'dry run' },
        otherOptions: 'plain',
        operands: 'plain',
      },
      // Of meson: a command in the environment of the build.
      devenv: {
        tier: 'execute',
        options: { '-C DIR': 'code', '-w DIR --workdir=DIR': 'cwd', '--dump[=FILE]': 'plain' },
        operands: 'command',
      },
    },
    operands: { '*=/*': 'opaque another program for the build', '*': 'code' },
    examples: {
      'cmake -S . -B build': ['read /home/dev/project', 'write build'],
      'cmake --build build': 'read build',
      'cmake -H/tmp/x -Bb': ['read /tmp/x', 'opaque code in `/tmp/x`', 'write b'],
      'cmake -DCMAKE_TOOLCHAIN_FILE:PATH=/tmp/x .': [
        'opaque another program for the build: `CMAKE_TOOLCHAIN_FILE:PATH=/tmp/x`',
        'read /home/dev/project',
      ],
      'cmake --graphviz=/srv/x -DCMAKE_INSTALL_PREFIX=/srv/y': 'write /srv/x',
      'cmake -DCMAKE_PREFIX_PATH=/opt/qt -DCMAKE_MODULE_PATH=cmake': [],
      'cmake -DCMAKE_MAKE_PROGRAM=/tmp/x':
        'opaque what `cmake` may run or write elsewhere: `CMAKE_MAKE_PROGRAM=/tmp/x`',
      'cpack --config /tmp/x.cmake': ['read /tmp/x.cmake', 'opaque code in `/tmp/x.cmake`'],
      'meson --native-file=/tmp/x': 'opaque what `meson` may run or write elsewhere: `--native-file=/tmp/x`',
      "meson test --wrapper='rm x'": ['run rm x', 'delete x', 'read test'],
      'ctest -D Experimental': 'change code/upload Experimental',
      'ctest -D ExperimentalTest': [],
      'ctest -T Submit': 'change code/upload Submit',
      'ctest --test-command rm': 'opaque a command in an argument: `rm`',
      "SCONSFLAGS='-f /tmp/x' scons": ['read /tmp/x', 'opaque code in `/tmp/x`'],
      'meson install -C build': ['read build', 'change packages/install'],
      'meson devenv -C build rm x': ['read build', 'run rm x', 'delete x'],
      'cmake -DCMAKE_C_COMPILER=/tmp/cc .': [
        'opaque another program for the build: `CMAKE_C_COMPILER=/tmp/cc`',
        'read /home/dev/project',
      ],
      'cmake --install build': 'change packages/install build',
    },
  },
  'bazel bazelisk buck buck2 pants please': {
    tier: 'execute',
    code: 'project',
    options: {
      '--output_base=DIR --output_user_root=DIR': 'write',
      '--bazelrc=FILE --override_repository=REPO': { '/dev/null': 'plain', '*': 'opaque code from elsewhere' },
      '--registry=URL --override_module=NAME': {
        'https://bcr.bazel.build*': 'plain',
        '*': 'opaque code from elsewhere',
      },
      '--script_path=FILE': 'write',
      '--run_under=COMMAND': { '//*': 'plain', '*': 'run' },
      '--remote_executor=URL --remote_cache=URL --bes_backend=URL': 'connect sends',
    },
    otherOptions: 'plain',
    operands: 'plain',
    examples: {
      'bazel test //...': [],
      'bazel build --registry=http://e.example //...': 'opaque code from elsewhere: `http://e.example`',
      "bazel test --run_under='rm x' //a": ['run rm x', 'delete x'],
      'bazel build --remote_cache=grpc://host //a': 'connect host sends',
    },
  },
  'gradle gradlew': {
    tier: 'execute',
    code: 'project',
    options: {
      ...jvm,
      '-p DIR --project-dir=DIR': 'cwd',
      '-x TASK --exclude-task=TASK --tests=PATTERN --args=TEXT': 'plain',
      // It publishes what the build has seen.
      '--scan': 'change code/upload',
      '--gradle-distribution-url=URL': { 'https://services.gradle.org/*': 'plain', '*': 'opaque code from elsewhere' },
    },
    otherOptions: 'plain',
    operands: {
      '*publishToMavenLocal': 'plain',
      '*publish*': 'change registry/publish',
      '*uploadArchives*': 'change registry/publish',
      '*deploy*': 'change registry/deploy',
      '*flywayClean *liquibaseDropAll *liquibaseRollback*': 'change database/drop',
      // Sources and findings go to a server.
      'sonar sonarqube *:sonar *:sonarqube': 'change code/upload',
      '*': 'plain',
    },
    examples: {
      'gradle test --info': [],
      'gradle flywayClean': 'change database/drop flywayClean',
      'gradle flywayInfo': [],
      'gradle build --scan': 'change code/upload',
      'gradle -g /tmp/x test': 'opaque what `gradle` may run or write elsewhere: `/tmp/x`',
      'gradle wrapper --gradle-version 8.5': [],
      'gradle wrapper --gradle-distribution-url http://e.example': 'opaque code from elsewhere: `http://e.example`',
      'gradle -Dorg.gradle.java.home=/tmp/x':
        'opaque what `gradle` may run or write elsewhere: `org.gradle.java.home=/tmp/x`',
      'gradle -PoutDir=/tmp/x run --args=/tmp/y': [],
      'gradle publish': 'change registry/publish publish',
      'gradle -I /tmp/x.gradle test': ['read /tmp/x.gradle', 'opaque code in `/tmp/x.gradle`'],
    },
  },
  'mvn mvnw mvnd': {
    tier: 'execute',
    code: 'project',
    env: { MAVEN_ARGS: 'more options' },
    options: {
      ...jvm,
      '-pl LIST --projects=LIST -rf NAME --resume-from=NAME -T N --threads=N': 'plain',
      '-l FILE --log-file=FILE': 'write',
    },
    otherOptions: 'plain',
    operands: {
      'deploy site-deploy deploy:* site:deploy site:stage-deploy release:* scm-publish:* nexus-staging:* jib:build':
        'change registry/publish',
      '*:maven-deploy-plugin:* *:maven-release-plugin:*': 'change registry/publish',
      'sonar:sonar *:sonar-maven-plugin:*': 'change code/upload',
      'flyway:info flyway:validate liquibase:status liquibase:validate liquibase:history liquibase:diff': 'plain',
      'flyway:clean liquibase:dropAll liquibase:rollback*': 'change database/drop',
      'flyway:* liquibase:*': 'change database/apply',
      'dependency:get': 'change packages/install',
      'dependency:purge*': 'change packages/remove',
      // A class of the project.
      'exec:java': 'plain',
      'exec:*': 'opaque a program that maven starts',
      'install:install-file': 'change packages/install',
      '*:exec-maven-plugin:*': 'opaque a program that maven starts',
      // Those that come with maven; another one's full name needs no word in the project's own files.
      'org.apache.maven.plugins:*:* org.codehaus.mojo:*:*': 'plain',
      '*:*:*': 'opaque a plugin that is fetched and run',
      '*': 'plain',
    },
    examples: {
      'mvn -v deploy': [],
      "MAVEN_ARGS='-q -f /tmp/x' mvn test": ['read /tmp/x', 'opaque code in `/tmp/x`'],
      'mvn -q -DskipTests package': [],
      'mvn test -Djvm=/tmp/x': 'opaque what `mvn` may run or write elsewhere: `jvm=/tmp/x`',
      'mvn dependency:copy -DoutputDirectory=target/lib': [],
      'mvn dependency:copy -DoutputDirectory=/srv/x':
        'opaque what `mvn` may run or write elsewhere: `outputDirectory=/srv/x`',
      'mvn deploy': 'change registry/publish deploy',
      'mvn sonar:sonar': 'change code/upload sonar:sonar',
      'mvn help:effective-settings -DshowPasswords=true': 'change secrets/read showPasswords=true',
      'mvn site-deploy': 'change registry/publish site-deploy',
      'mvn flyway:clean': 'change database/drop flyway:clean',
      'mvn -l a test': 'write a',
      'mvn a.b:c:1.0:d': 'opaque a plugin that is fetched and run: `a.b:c:1.0:d`',
      'mvn org.apache.maven.plugins:maven-dependency-plugin:3.6.0:tree': [],
      'mvn exec:java -Dexec.mainClass=com.example.Main': [],
      'mvn exec:java -Dexec.additionalClasspathElements=/tmp/x':
        'opaque another repository: `exec.additionalClasspathElements=/tmp/x`',
      'mvn exec:exec': 'opaque a program that maven starts: `exec:exec`',
      'mvn install -DrepoUrl=http://e.example': 'opaque another repository: `repoUrl=http://e.example`',
    },
  },
  'ant lein mill': {
    ...tasks,
    examples: { 'ant test': [], 'ant -logfile a': 'write a', 'lein deploy': 'change registry/publish deploy' },
  },
  'sbt clojure clj': bareSession({
    ...tasks,
    examples: {
      'sbt test': [],
      "sbt '!rm x'": 'opaque a command in an argument: `!rm x`',
      "sbt 'apply -cp /tmp/x evil.X'": 'opaque code in an argument: `apply -cp /tmp/x evil.X`',
      "sbt 'eval 1'": 'opaque code in an argument: `eval 1`',
      'clojure /tmp/x.clj': ['read /tmp/x.clj', 'opaque code in `/tmp/x.clj`'],
      'sbt publishSigned': 'change registry/publish publishSigned',
      sbt: 'opaque an interactive `sbt`',
      clojure: 'opaque an interactive `clojure`',
      'clojure -M --eval x': 'opaque code in an argument: `x`',
    },
  }),
  poe: {
    tier: 'execute',
    code: 'project',
    options: {
      '-C DIR --directory=DIR --root=DIR': 'cwd',
      '-e NAME --executor=NAME -X TEXT --executor-opt=TEXT': 'opaque another way to start tasks',
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
    examples: {
      'task --taskfile https://e.example/T.yml': 'opaque code from elsewhere: `https://e.example/T.yml`',
      'task -t /tmp/t.yml': ['read /tmp/t.yml', 'opaque code in `/tmp/t.yml`'],
      'task build': [],
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
    operands: namedTasks.operands ?? 'plain',
    examples: { 'mage -f build': [], 'mage -f -d /tmp/x build': 'opaque project code in `/tmp/x`' },
  },
  'just rake invoke inv doit earthly gulp grunt': {
    ...namedTasks,
    examples: {
      'just build': [],
      'just --set a /tmp/x build': [],
      'inv --search-root /tmp/x a': ['read /tmp/x', 'opaque code in `/tmp/x`'],
      'earthly +build': [],
      'earthly github.com/a/b+c': 'opaque code from elsewhere: `github.com/a/b+c`',
      'rake --trace-to=/tmp/x a': 'opaque what `rake` may run or write elsewhere: `--trace-to=/tmp/x`',
      'rake db:reset': 'change database/drop db:reset',
      'just -f /tmp/justfile x': ['read /tmp/justfile', 'opaque code in `/tmp/justfile`'],
      "rake -e 'system(1)'": 'opaque code in an argument: `system(1)`',
    },
  },
  // Behind `--` stands what runs there.
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
  'nx turbo lerna moon': byShell({
    tier: 'execute',
    code: 'project',
    options: {
      '--cwd=DIR': 'cwd',
      '--file=FILE --outputPath=DIR --outputFile=FILE --output-path=DIR --graph[=FILE] --profile[=FILE]': 'write',
      '--api=URL --team=NAME --token=TOKEN': 'opaque another cache',
      '--filter=NAME -t NAME --target=NAME --targets=NAME -p NAME --projects=NAME --concurrency=N --parallel=N --scope=NAME':
        'plain',
      // A kind of build; of a generator, a file.
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
      'turbo gen --config /tmp/x.ts': 'opaque what `turbo` may run or write elsewhere: `/tmp/x.ts`',
      'nx run-many -t build -p web': [],
      'lerna publish': 'change registry/publish publish',
      'lerna version --yes': 'connect … sends',
      'lerna --version': [],
      'lerna exec -- rm x': ['run rm x', 'delete x'],
      "lerna exec -- 'rm x'": ['run sh -c rm x', 'run rm x', 'delete x'],
    },
  }),
  'vite webpack webpack-cli rollup parcel next nuxt nuxi astro remix gatsby svelte-kit tsup tsdown rspack rsbuild storybook vuepress docusaurus react-scripts ng vue-cli-service expo metro electron-builder ionic cap':
    {
      tier: 'execute',
      code: 'project',
      options: {
        '-c FILE --config=FILE -r FILE --require=FILE --plugin=FILE --configPlugin=FILE': {
          '*/*': 'code',
          '*': 'plain',
        },
        '-p VALUE': {
          '*/*': 'code',
          'always onTag onTagOrDraft': 'change registry/publish',
          '*': 'plain',
        },
        // It is emptied first.
        '--outDir=DIR --outdir=DIR --output-path=DIR -o DIR --out-dir=DIR -d DIR': {
          '. ./ src src/* ./src* app app/* apps packages components pages tests test .git*': 'delete',
          '*': 'write',
        },
        '--host ADDRESS --hostname ADDRESS -H ADDRESS': {
          'localhost lan 127.* ::1': 'plain',
          '*': 'change network/network',
        },
        // Of tsup, and of rollup.
        '--onSuccess=COMMAND --on-success=COMMAND --watch.onStart=COMMAND --watch.onBundleStart=COMMAND --watch.onBundleEnd=COMMAND --watch.onEnd=COMMAND --watch.onError=COMMAND':
          'run',
        '--tunnel': 'change network/network',
        '--publish=WHEN': { never: 'plain', '*': 'change registry/publish' },
      },
      otherOptions: 'plain',
      commands: {
        'add install': adds,
        module: {
          tier: 'execute',
          commands: { add: adds, search: { tier: 'read', otherOptions: 'plain', operands: 'plain' } },
        },
      },
      operands: {
        deploy: 'change registry/deploy',
        submit: 'change registry/publish',
        publish: 'change registry/publish',
        update: 'change registry/deploy',
        '/*': 'code',
        '../*': 'code',
        '*': 'plain',
      },
      examples: {
        'vite build': [],
        'vite build --outDir dist': 'write dist',
        'vite build --emptyOutDir --outDir src': 'delete src',
        'vite --host 0.0.0.0': 'change network/network 0.0.0.0',
        'next dev -H 127.0.0.1': [],
        'vite build /tmp/x': ['read /tmp/x', 'opaque code in `/tmp/x`'],
        "tsup --onSuccess 'rm x'": ['run rm x', 'delete x'],
        "rollup -w --watch.onStart 'rm x' a.js": ['run rm x', 'delete x'],
        'rollup -c rollup.config.js -w': [],
        'expo start --tunnel': 'change network/network',
        'webpack -c /tmp/w.js': ['read /tmp/w.js', 'opaque code in `/tmp/w.js`'],
        'next dev': [],
        'next dev -p 3000': [],
        'nuxi module add a': 'change packages/install',
        'ng add @a/b': 'change packages/install',
        'electron-builder -p always': 'change registry/publish always',
      },
    },
  'tsc vue-tsc tsgo': {
    ...typescript,
    custom: runTypescript,
    examples: {
      'tsc --noEmit': [],
      'tsc -p tsconfig.json': [],
      'tsc @args.txt': 'read args.txt',
      'tsc -outDir a b.ts': 'write a',
      'tsc --OUTDIR a -d b.ts': 'write a',
    },
  },
  sass: {
    ...sass,
    custom: runSass,
    examples: {
      'sass a.scss': 'read a.scss',
      'sass -s compressed a.scss b.css': ['read a.scss', 'write b.css'],
      'sass --watch a:b c.scss:d.css': ['read a', 'write b', 'read c.scss', 'write d.css'],
    },
  },
  'esbuild swc babel less-css postcss tailwindcss terser uglifyjs': {
    tier: 'execute',
    code: 'project',
    options: {
      '--outfile=FILE --outdir=DIR --outDir=DIR --outFile=FILE --declarationDir=DIR --tsBuildInfoFile=FILE -o FILE --output=FILE -d DIR --out-dir=DIR --out-file=FILE --metafile=FILE':
        'write',
      '-p FILE --project=FILE --config=FILE -c FILE --config-file=FILE --plugins=LIST --presets=LIST --use=NAME --require=FILE':
        { '*/*': 'code', '*': 'plain' },
      '--servedir=DIR': ['read', 'recursive'],
      '--serve[=ADDRESS]': { '0.0.0.0* [::]*': 'change network/network', '*': 'plain' },
    },
    otherOptions: 'plain',
    // What they are given, they print or pack.
    operands: 'read',
    examples: {
      'esbuild --serve=0.0.0.0:80 --servedir=www': ['change network/network 0.0.0.0:80', 'read www'],
      'esbuild --serve=8000 --servedir=www': 'read www',
      'esbuild a.ts --bundle --outfile=/tmp/x.js': ['write /tmp/x.js', 'read a.ts'],
    },
  },
}

/** Its options are taken with one dash or two, in any case. */
function runTypescript(call: ProgramCall): void {
  const args = call.args.map(arg =>
    isKnown(arg) && arg.startsWith('-') ? arg.replace(/^--?/, '-').toLowerCase() : arg,
  )
  applyTable(typescript, { ...call, args })
  // `@FILE` holds more arguments, and what it takes for none it prints.
  for (const arg of call.args) if (/^@./.test(knownPrefix(arg))) call.touch('read', cutPrefix(arg, 1), '@FILE')
}

/** `IN`, `IN OUT` or pairs `IN:OUT`. */
function runSass(call: ProgramCall): void {
  applyTable(sass, call)
  const { operands } = sortArguments(call.args, compileProgram(sass))
  for (const [i, word] of operands.entries()) {
    const colon = knownPrefix(word).indexOf(':')
    if (colon < 0) call.touch(i === 1 && operands.length === 2 ? 'write' : 'read', word, 'operand')
    else {
      call.touch('read', knownPrefix(word).slice(0, colon), 'operand')
      call.touch('write', cutPrefix(word, colon + 1), 'operand')
    }
  }
}
