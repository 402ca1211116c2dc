'use strict'
// `node --snapshot-blob FILE --build-snapshot snapshot.cjs` keeps a hook that has been loaded already: Node starts from the
// file with the bundle evaluated and what everyday calls need compiled. `makeHook`, which the build puts before this text,
// makes the bundle's exports anew each time.
const { statSync } = require('node:fs')
const { crypto, leaveLoaders, startupSnapshot } = require('./bare-node.cjs')
const { calls, practise } = require('./everyday.cjs')
const { bundleIn, launch, loadBundle, rehearse, requireFrom } = require('./launch.cjs')

const dist = __dirname.slice(0, -'/hook'.length)
const builtFrom = identity()

const make = () => {
  const module = { exports: {} }
  const requireHere = requireFrom(dist, module)
  makeHook(module, module.exports, name => (name === 'node:crypto' ? crypto : requireHere(name)), bundleIn(dist))
  return module.exports
}

// INVARIANT: what was learned from the machine that it is built on goes away with the hook that practises; the one that is kept has
// seen no call, no environment, and no file but the installation's. Both are made from the same functions, so what is compiled
// for one is for the other.
const kept = make()
kept.prepareHook(calls)
practise(make().answerHook)
rehearse()
leaveLoaders()
// Code that ran once and for all need not be kept.
makeHook = null
let isKept = false

/** The file that the snapshot stands for: an update of the installation replaces it. */
function identity() {
  const { ino, size, ctimeMs } = statSync(bundleIn(dist))
  return `${ino} ${size} ${ctimeMs}`
}

const isFresh = () => identity() === builtFrom

const load = () => (isFresh() ? kept : loadBundle(dist))

const main = () => {
  if (!isKept) return
  const [, word = ''] = process.argv
  if (word === 'fresh') process.exit(isFresh() ? 0 : 1)
  launch(word, load, { inShell: true })
}

// Both run once without effect, so that they are compiled.
main()
load()
isKept = true
startupSnapshot.setDeserializeMainFunction(main)
