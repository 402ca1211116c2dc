import type { Programs } from '../engine/table.ts'
import { changes, prints, printsFiles } from './version-control.ts'

/** Version control systems that few projects still use: reading is allowed, most other commands ask first. */
export const olderVersionControl: Programs = {
  p4: {
    tier: 'execute',
    options: {
      // `rsh:COMMAND` starts a server program.
      '-p PORT': { '*rsh:*': 'opaque an address that names a program', '*': 'plain' },
      '-x FILE': 'opaque arguments read from a file',
      '-c CLIENT -u USER -d DIR -H HOST -P PASSWORD': 'plain',
    },
    env: {
      P4PORT: { '*rsh:*': 'opaque an address that names a program', '*': 'plain' },
      'P4CONFIG P4ENVIRO': 'opaque a custom configuration for p4',
    },
    commands: {
      'info status changes opened describe filelog have where changelists users clients help': prints,
      'diff annotate print': printsFiles,
      'add edit': changes('stage'),
    },
    examples: {
      'p4 info': [],
      'p4 -p rsh:./x info': 'opaque an address that names a program: `rsh:./x`',
      'p4 -p perforce:1666 info': [],
      'p4 print x': 'read x',
      "P4DIFF='rm x' p4 diff": ['run rm x', 'delete x'],
    },
  },
  cvs: {
    tier: 'execute',
    options: {
      // `:ext;CVS_RSH=COMMAND:…`, `:fork:…`
      '-d ROOT': { ':*': 'opaque an address that may name a program', '*': 'plain' },
      '-e EDITOR': 'run',
    },
    env: { CVSROOT: 'opaque another repository' },
    commands: { 'status log version': prints, 'diff annotate': printsFiles, 'add edit': changes('stage') },
    examples: {
      'cvs log': [],
      'cvs -d ":ext;CVS_RSH=./x:h/r" log': 'opaque an address that may name a program: `:ext;CVS_RSH=./x:h/r`',
      "CVS_RSH='rm x' cvs log": ['run rm x', 'delete x'],
    },
  },
  bzr: {
    tier: 'execute',
    env: { 'BZR_HOME BZR_PLUGIN_PATH': 'opaque a custom configuration for bzr' },
    commands: {
      'status info log ls version help': prints,
      'diff cat annotate blame': printsFiles,
      add: changes('stage'),
    },
    examples: {
      'bzr status': [],
      'bzr diff --using ./x': 'opaque an external program to run: `./x`',
      'bzr cat x': 'read x',
    },
  },
  fossil: {
    tier: 'execute',
    options: { '-R FILE': 'read', '--tk --browser --by': 'opaque an external program to run' },
    env: { FOSSIL_HOME: 'opaque a custom configuration for fossil' },
    commands: {
      'status info changes timeline finfo ls version help describe': prints,
      'cat annotate blame': printsFiles,
      diff: { ...printsFiles, options: { ...printsFiles.options, '-b': 'opaque an external program to run' } },
      'add edit': changes('stage'),
    },
    examples: {
      'fossil diff -b': 'opaque an external program to run',
      'fossil diff --by': 'opaque an external program to run',
      'fossil status': [],
      'fossil diff --command ./x': 'opaque an external program to run: `./x`',
      'fossil diff --tk': 'opaque an external program to run',
    },
  },
}
