import type { Programs } from '../engine/table.ts'
import { changes, prints, printsFiles } from './version-control.ts'

/** Version control systems that few projects still use: reading is allowed, most other commands ask first. */
export const olderVersionControl: Programs = {
  p4: {
    tier: 'execute',
    options: {
      // `rsh:COMMAND` starts a server program.
      '-p PORT': { '*rsh:*': 'opaque an address that names a program', '*': 'plain' },
      '-x FILE': 'opaque arguments from elsewhere',
      '-c CLIENT -u USER -d DIR -H HOST -P PASSWORD': 'plain',
    },
    env: {
      'P4DIFF P4MERGE P4EDITOR P4PAGER': 'run',
      P4PORT: { '*rsh:*': 'opaque an address that names a program', '*': 'plain' },
      'P4CONFIG P4ENVIRO': 'opaque other settings for p4',
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
    env: { 'CVS_RSH CVS_SERVER CVSEDITOR': 'run', CVSROOT: 'opaque another repository' },
    commands: { 'status log version': prints, 'diff annotate': printsFiles, 'add edit': changes('stage') },
    examples: {
      'cvs log': [],
      'cvs -d ":ext;CVS_RSH=./x:h/r" log': 'opaque an address that may name a program: `:ext;CVS_RSH=./x:h/r`',
      "CVS_RSH='rm x' cvs log": ['run rm x', 'delete x'],
    },
  },
  bzr: {
    tier: 'execute',
    env: { 'BZR_EDITOR BZR_SSH': 'run', 'BZR_HOME BZR_PLUGIN_PATH': 'opaque other settings for bzr' },
    commands: {
      'status info log ls version help': prints,
      'diff cat annotate blame': printsFiles,
      add: changes('stage'),
    },
    examples: { 'bzr status': [], 'bzr diff --using ./x': 'opaque a program for it: `./x`', 'bzr cat x': 'read x' },
  },
  fossil: {
    tier: 'execute',
    options: { '-R FILE': 'read', '--tk --browser --by': 'opaque a program for it' },
    env: { FOSSIL_HOME: 'opaque other settings for fossil' },
    commands: {
      'status info changes timeline finfo ls version help describe': prints,
      'cat annotate blame': printsFiles,
      diff: { ...printsFiles, options: { ...printsFiles.options, '-b': 'opaque a program for it' } },
      'add edit': changes('stage'),
    },
    examples: {
      'fossil diff -b': 'opaque a program for it',
      'fossil diff --by': 'opaque a program for it',
      'fossil status': [],
      'fossil diff --command ./x': 'opaque a program for it: `./x`',
      'fossil diff --tk': 'opaque a program for it',
    },
  },
}
