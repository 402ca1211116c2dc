import { wordText } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import type { Program, Programs } from '../engine/table.ts'

const jar: Program = {
  tier: 'write',
  options: {
    '-f FILE --file=FILE': 'write',
    '-C DIR': 'write',
    '-m FILE --manifest=FILE': 'read',
    '-e CLASS --main-class=CLASS --release=N': 'plain',
    '-c -u -x -i -d -v -0 -M --create --update --extract --verbose --no-manifest --no-compress': 'plain',
  },
  operands: 'write',
}

const listing: Program = { tier: 'read', otherOptions: 'plain', operands: 'read' }

/** JDK programs other than the compiler and the virtual machine. */
export const javaTools: Programs = {
  // Prints the location of Java on macOS.
  java_home: {
    tier: 'read',
    options: {
      '-v VERSION --version=VERSION -a NAME --arch=NAME -d NAME --datamodel=NAME': 'plain',
      '-F --failfast -V --verbose -X --xml -R --request --exec': 'plain',
    },
    operands: 'command',
    examples: { 'java_home -v 17': [], 'java_home --exec rm x': ['run rm x', 'delete x'] },
  },
  'jps jinfo jstat jstack jcmd': {
    tier: 'read',
    options: {
      '-flag NAME -f FILE': 'opaque a changed setting of a running program',
      '-F -J[OPTION]': 'opaque an option of the Java virtual machine',
    },
    otherOptions: 'plain',
    // `jcmd PID COMMAND`: some commands write files or change the running program.
    operands: {
      'GC.heap_dump': 'change process/read',
      'JVMTI.*': 'opaque code injected into a running program',
      'VM.set_flag': 'opaque a changed setting of a running program',
      'JFR.*': 'change process/read',
      'ManagementAgent.*': 'change network/network',
      '*': 'plain',
    },
    examples: {
      'jps -lv': [],
      'jstack 1234': [],
      'jcmd 1 JVMTI.agent_load /tmp/x.so': 'opaque code injected into a running program: `JVMTI.agent_load`',
    },
  },
  // The traditional flags have no dash: `jar tf app.jar`.
  jar: {
    ...jar,
    custom: call => {
      const [first] = call.args
      const isListing =
        first !== undefined && /^(-?[tvf]*t[tvf]*|--list|-t|--describe-module|-d)$/.test(wordText(first))
      if (isListing) return applyTable(listing, { ...call, args: call.args.slice(1) })
      const isOld = first !== undefined && /^[cuxi][vfme0M]*$/.test(wordText(first))
      applyTable(jar, isOld ? { ...call, args: call.args.slice(1) } : call)
    },
    examples: {
      'jar tf app.jar': 'read app.jar',
      'jar cf app.jar -C out .': ['write app.jar', 'write out', 'write /home/dev/project'],
      'jar xf app.jar': 'write app.jar',
    },
  },
  'javap jdeps jdeprscan jimage': {
    tier: 'read',
    options: {
      '-cp PATH -classpath PATH --class-path=PATH --module-path=PATH -m NAME --multi-release=N -e RE -p NAME': 'plain',
      '-dotoutput DIR --dot-output=DIR --generate-module-info=DIR': 'write',
      '-J[OPTION]': 'opaque an option of the Java virtual machine',
    },
    otherOptions: 'plain',
    operands: 'read',
    examples: { 'javap -c Foo.class': 'read Foo.class' },
  },
  keytool: {
    tier: 'execute',
    singleDash: true,
    options: {
      '-version -help -h': 'dry run',
      '-list -printcert -printcertreq -printcrl': 'dry run',
      '-keystore FILE -file FILE': 'read',
      '-alias NAME -storepass TEXT -keypass TEXT -storetype TYPE -v -rfc -sslserver HOST': 'plain',
    },
    otherOptions: 'plain',
    examples: { 'keytool -version': [], 'keytool -list -keystore ks.jks': 'read ks.jks' },
  },
  'jmap jhsdb': { tier: 'execute', does: ['change process/read'], otherOptions: 'plain', operands: 'plain' },
  jshell: { tier: 'execute', does: ['opaque an interactive session'], otherOptions: 'plain', operands: 'code' },
}
