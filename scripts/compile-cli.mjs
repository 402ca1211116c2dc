// `node compile-cli.mjs BUNDLE CACHE` runs everyday commands with the bundle and writes V8's compiled code of it.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Script } from 'node:vm'

const everyday = [
  ['help'],
  ['version'],
  ['check', 'git status'],
  ['check', 'cd src && ls -la | head -5; npm test 2>&1 > out.txt'],
  ['check', '--json', 'git add -A && git commit -m "tidy up" && git push'],
  ['status'],
  // Where the fence does not work, this fails and less is compiled.
  ['run', '--yes', '--', 'true'],
]

const [filename, cache] = process.argv.slice(2)
const script = new Script(readFileSync(filename, 'latin1'), { filename })
const module = { exports: {} }
script.runInThisContext()(module, createRequire(filename), filename, name => import(name))
for (const args of everyday) await module.exports.runCommandLine(args)
writeFileSync(cache, script.createCachedData())
process.exit()
