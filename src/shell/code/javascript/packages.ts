/** Packages, and modules of Node itself, that only compute: every call into them is plain. */
export const harmless: ReadonlySet<string> = new Set(
  [
    'assert async_hooks buffer console constants crypto diagnostics_channel domain events perf_hooks punycode querystring readline',
    'stream string_decoder timers trace_events tty url util zlib sys',
    'lodash lodash-es underscore ramda rxjs immutable immer moment moment-timezone dayjs date-fns luxon uuid nanoid chalk kleur picocolors colors',
    'ansi-colors strip-ansi ansi-regex string-width wrap-ansi cli-table3 ora debug ms semver minimatch micromatch picomatch yargs yargs-parser',
    'commander minimist meow inquirer prompts yaml js-yaml toml @iarna/toml smol-toml ini json5 jsonc-parser ajv zod joi yup valibot superstruct',
    'io-ts typescript acorn acorn-walk esprima escodegen estraverse espree recast @babel/parser @babel/traverse @babel/types @babel/generator',
    'magic-string source-map prettier marked markdown-it remark rehype unified gray-matter turndown cheerio jsdom htmlparser2 parse5 xml2js',
    'fast-xml-parser csv-parse csv-stringify papaparse iconv-lite mime mime-types qs query-string validator bcryptjs jsonwebtoken bn.js',
    'big.js bignumber.js decimal.js mathjs classnames clsx react react-dom vue preact svelte three d3 chart.js sharp pngjs jimp handlebars',
    'mustache he entities slugify change-case camelcase deepmerge fast-deep-equal diff jsdiff object-hash lru-cache p-limit p-map p-queue',
    'async bluebird q events-extra tslib core-js regenerator-runtime reflect-metadata esbuild-wasm acorn-jsx pino winston consola',
  ]
    .join(' ')
    .split(' '),
)
