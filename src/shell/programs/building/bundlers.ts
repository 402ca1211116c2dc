import { isKnown, knownPrefix } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import { cutPrefix, sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program, Programs, Subcommand } from '../engine/table.ts'

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

const adds: Subcommand = {
  tier: 'execute',
  does: ['change packages/install'],
  otherOptions: 'plain',
  operands: 'plain',
}

/** Tools that build scripts, styles and sites from a project's sources. */
export const bundlers: Programs = {
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
        // The directory is emptied first.
        '--outDir=DIR --outdir=DIR --output-path=DIR -o DIR --out-dir=DIR -d DIR': {
          '. ./ src src/* ./src* app app/* apps packages components pages tests test .git*': 'delete',
          '*': 'write',
        },
        '--host ADDRESS --hostname ADDRESS -H ADDRESS': {
          'localhost lan 127.* ::1': 'plain',
          '*': 'change network/network',
        },
        // Options of tsup and rollup.
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
    // They print or bundle their operands.
    operands: 'read',
    examples: {
      'esbuild --serve=0.0.0.0:80 --servedir=www': ['change network/network 0.0.0.0:80', 'read www'],
      'esbuild --serve=8000 --servedir=www': 'read www',
      'esbuild a.ts --bundle --outfile=/tmp/x.js': ['write /tmp/x.js', 'read a.ts'],
    },
  },
}

/** Accepts options with one dash or two, in upper or lower case. */
function runTypescript(call: ProgramCall): void {
  const args = call.args.map(arg =>
    isKnown(arg) && arg.startsWith('-') ? arg.replace(/^--?/, '-').toLowerCase() : arg,
  )
  applyTable(typescript, { ...call, args })
  // `@FILE` contains more arguments; invalid ones are printed.
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
