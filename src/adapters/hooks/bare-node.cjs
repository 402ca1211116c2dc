'use strict'
// Node's public modules bring along what a hook never uses: `node:v8` and `node:crypto` load all streams, and every start readies
// two loaders of modules. A snapshot that is made with `--expose-internals` takes what it needs from inside Node and leaves the
// rest, for a tenth of the time that a start takes. Without that option, or where a Node looks different inside, all comes through the public doors.

const inside = name => {
  try {
    return require(name)
  } catch {
    return null
  }
}

exports.startupSnapshot = inside('internal/v8/startup_snapshot')?.namespace ?? require('node:v8').startupSnapshot

const notCached = -1
const hashOfAbc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

/** `node:crypto` as far as the hook uses it. */
exports.crypto = bareCrypto() ?? require('node:crypto')

function bareCrypto() {
  const binding = inside('internal/test/binding')?.internalBinding('crypto')
  const hex = inside('internal/util')?.encodingsMap?.hex
  if (typeof binding?.oneShotDigest !== 'function' || hex === undefined) return null
  const cache = {}
  // Since 24 it insists on being told a length, too.
  const hash =
    Number.parseInt(process.versions.node, 10) < 24
      ? (algorithm, data) => binding.oneShotDigest(algorithm, notCached, cache, data, 'hex', hex)
      : (algorithm, data) => binding.oneShotDigest(algorithm, notCached, cache, data, 'hex', hex, undefined)
  return hash('sha256', 'abc') === hashOfAbc ? { hash } : null
}

/** A hook that starts from a snapshot is loaded already; Node need not get ready to load it. */
exports.leaveLoaders = () => {
  const loader = inside('internal/modules/cjs/loader')
  const utils = inside('internal/modules/esm/utils')
  const start = inside('internal/process/pre_execution')
  if (typeof loader?.initializeCJS !== 'function' || typeof utils?.initializeESM !== 'function') return
  loader.initializeCJS = () => {}
  loader.Module._initPaths = () => {}
  utils.initializeESM = () => {}
  // Once, so that it is compiled.
  start?.setupUserModules?.()
}
