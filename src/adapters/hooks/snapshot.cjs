'use strict'
// `node --snapshot-blob FILE --build-snapshot snapshot.cjs` saves a loaded hook: Node starts from the file with the bundle
// already evaluated and the code for typical calls compiled. The build puts `makeHook` before this text; each call of it
// creates the bundle's exports anew.
const { crypto, leaveLoaders, startupSnapshot } = require('./bare-node.cjs')
const { calls, practise } = require('./everyday.cjs')
const { buildOf, bundleIn, launch, loadBundle, rehearse, requireFrom } = require('./launch.cjs')

const dist = __dirname.slice(0, -'/hook'.length)
/** The bundle that the snapshot was built from. An update of the installation replaces that file. */
const builtFrom = buildOf(dist)

const make = () => {
  const module = { exports: {} }
  const requireHere = requireFrom(dist, module)
  makeHook(module, module.exports, name => (name === 'node:crypto' ? crypto : requireHere(name)), bundleIn(dist))
  return module.exports
}

// INVARIANT: only the hook that practises learns anything about this machine, and it is thrown away. The hook in the snapshot
// has seen no real call, no environment, and no file outside the installation. Both use the same functions, so code compiled for
// one is compiled for the other.
const kept = make()
kept.prepareHook(calls)
practise(make().answerHook)
rehearse()
leaveLoaders()
// Not needed again, so the snapshot does not keep its code.
makeHook = null
let isKept = false

const isFresh = () => buildOf(dist) === builtFrom

const load = () => (isFresh() ? kept : loadBundle(dist))

const main = () => {
  if (!isKept) return
  const [, word = ''] = process.argv
  if (word === 'fresh') process.exit(isFresh() ? 0 : 1)
  launch(word, load, { inShell: true, dist })
}

// Both run once without effect so that they are compiled.
main()
load()
isKept = true
startupSnapshot.setDeserializeMainFunction(main)
