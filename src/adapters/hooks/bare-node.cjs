'use strict'
// Node's public modules load code that a hook never uses: `node:v8` and `node:crypto` load all streams, and every start prepares
// two module loaders. A snapshot that is built with `--expose-internals` takes only what it needs from Node's internals, which
// saves a tenth of the start time. Without that option, or where Node's internals look different, this file uses the public modules.

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

/** The part of `node:crypto` that the hook uses. */
exports.crypto = bareCrypto() ?? require('node:crypto')

function bareCrypto() {
  const binding = inside('internal/test/binding')?.internalBinding('crypto')
  const hex = inside('internal/util')?.encodingsMap?.hex
  if (typeof binding?.oneShotDigest !== 'function' || hex === undefined) return null
  const cache = {}
  // Since Node 24 it also requires a length argument.
  const hash =
    Number.parseInt(process.versions.node, 10) < 24
      ? (algorithm, data) => binding.oneShotDigest(algorithm, notCached, cache, data, 'hex', hex)
      : (algorithm, data) => binding.oneShotDigest(algorithm, notCached, cache, data, 'hex', hex, undefined)
  return hash('sha256', 'abc') === hashOfAbc ? { hash } : null
}

/** A hook that starts from a snapshot is already loaded, so Node need not prepare its module loaders. */
exports.leaveLoaders = () => {
  const loader = inside('internal/modules/cjs/loader')
  const utils = inside('internal/modules/esm/utils')
  const start = inside('internal/process/pre_execution')
  if (typeof loader?.initializeCJS !== 'function' || typeof utils?.initializeESM !== 'function') return
  loader.initializeCJS = () => {}
  loader.Module._initPaths = () => {}
  utils.initializeESM = () => {}
  // Runs once so that it is compiled.
  start?.setupUserModules?.()
}
