#!/usr/bin/env node
// The installed `sallyport`. It runs the bundle beside it from a code cache, because compiling the bundle takes longer than most commands.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'

const filename = join(dirname(fileURLToPath(import.meta.url)), 'cli.cjs')
const cachedData = cacheOfThisNode()
const script = new Script(readFileSync(filename, 'latin1'), { filename, ...(cachedData ? { cachedData } : {}) })
const module = { exports: {} }
// A script from a code cache cannot import modules itself.
script.runInThisContext()(module, createRequire(import.meta.url), filename, name => import(name))
void module.exports.runCommandLine(process.argv.slice(2))

/** Without a cache of this version, Node compiles the bundle. */
function cacheOfThisNode() {
  try {
    return readFileSync(`${filename}.${process.version}-${process.arch}.cache`)
  } catch {
    return null
  }
}
