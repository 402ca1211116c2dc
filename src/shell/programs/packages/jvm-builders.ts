import type { Options, Program, Programs } from '../engine/table.ts'
import { bareSession } from '../shared/bare-session.ts'

const jvm: Options = {
  '-v --version': 'prints',
  '-D DEFINITION --system-prop=DEFINITION -P NAME --activate-profiles=NAME --project-prop=NAME': {
    '*maven.ext.class.path* *altDeploymentRepository* *repoUrl* *remoteRepositories* exec.*lasspath* exec.*Dependenc*':
      'opaque another repository',
    '*-javaagent:* *-agentpath:* *-agentlib:* *-Xbootclasspath*': 'opaque code loaded into java',
    'showPasswords=true showPasswords': 'change secrets/read',
    'org.gradle.java.home=* maven.home=* maven.multiModuleProjectDirectory=* jvm=* *.executable=* *utputDirectory=* *.toolchain*=*':
      'may name code',
    'distributionUrl=https://repo.maven.apache.org/* distributionUrl=https://services.gradle.org/*': 'plain',
    'distributionUrl=*': 'opaque code from outside the project',
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
    // `apply -cp x Class` runs a class, `update-in` changes the project's declarations.
    'eval?* set?* apply?* update-in *;?eval?* *;?set?* *;?apply?* *;eval?* *;set?* *;apply?*':
      'opaque code in an argument',
    '!* *;!* *;?!*': 'opaque a command in an argument',
    '/* ../* */../*': 'code',
    '*': 'plain',
  },
}

/** Build tools for Java and related languages: they run the project's own build files. */
export const jvmBuilders: Programs = {
  'gradle gradlew': {
    tier: 'execute',
    code: 'project',
    options: {
      ...jvm,
      '-p DIR --project-dir=DIR': 'cwd',
      '-x TASK --exclude-task=TASK --tests=PATTERN --args=TEXT': 'plain',
      // It publishes information about the build.
      '--scan': 'change code/upload',
      '--gradle-distribution-url=URL': {
        'https://services.gradle.org/*': 'plain',
        '*': 'opaque code from outside the project',
      },
    },
    otherOptions: 'plain',
    operands: {
      '*publishToMavenLocal': 'plain',
      '*publish*': 'change registry/publish',
      '*uploadArchives*': 'change registry/publish',
      '*deploy*': 'change registry/deploy',
      '*flywayClean *liquibaseDropAll *liquibaseRollback*': 'change database/drop',
      // Sends sources and findings to a server.
      'sonar sonarqube *:sonar *:sonarqube': 'change code/upload',
      '*': 'plain',
    },
    examples: {
      'gradle test --info': [],
      'gradle flywayClean': 'change database/drop flywayClean',
      'gradle flywayInfo': [],
      'gradle build --scan': 'change code/upload',
      'gradle -g /tmp/x test': 'opaque `gradle` may run or write a file outside the project: `/tmp/x`',
      'gradle wrapper --gradle-version 8.5': [],
      'gradle wrapper --gradle-distribution-url http://e.example':
        'opaque code from outside the project: `http://e.example`',
      'gradle -Dorg.gradle.java.home=/tmp/x':
        'opaque `gradle` may run or write a file outside the project: `org.gradle.java.home=/tmp/x`',
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
      // Runs a class of the project.
      'exec:java': 'plain',
      'exec:*': 'opaque a program that maven starts',
      'install:install-file': 'change packages/install',
      '*:exec-maven-plugin:*': 'opaque a program that maven starts',
      // Maven's own plugins; any other full name runs a plugin that the project's files need not mention.
      'org.apache.maven.plugins:*:* org.codehaus.mojo:*:*': 'plain',
      '*:*:*': 'opaque a plugin that is downloaded and run',
      '*': 'plain',
    },
    examples: {
      'mvn -v deploy': [],
      "MAVEN_ARGS='-q -f /tmp/x' mvn test": [
        'opaque `MAVEN_ARGS` in the environment runs code: `-q -f /tmp/x`',
        'read /tmp/x',
        'opaque code in `/tmp/x`',
      ],
      'mvn -q -DskipTests package': [],
      'mvn test -Djvm=/tmp/x': 'opaque `mvn` may run or write a file outside the project: `jvm=/tmp/x`',
      'mvn dependency:copy -DoutputDirectory=target/lib': [],
      'mvn dependency:copy -DoutputDirectory=/srv/x':
        'opaque `mvn` may run or write a file outside the project: `outputDirectory=/srv/x`',
      'mvn deploy': 'change registry/publish deploy',
      'mvn sonar:sonar': 'change code/upload sonar:sonar',
      'mvn help:effective-settings -DshowPasswords=true': 'change secrets/read showPasswords=true',
      'mvn site-deploy': 'change registry/publish site-deploy',
      'mvn flyway:clean': 'change database/drop flyway:clean',
      'mvn -l a test': 'write a',
      'mvn a.b:c:1.0:d': 'opaque a plugin that is downloaded and run: `a.b:c:1.0:d`',
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
      sbt: 'opaque an interactive `sbt` session',
      clojure: 'opaque an interactive `clojure` session',
      'clojure -M --eval x': 'opaque code in an argument: `x`',
    },
  }),
}
