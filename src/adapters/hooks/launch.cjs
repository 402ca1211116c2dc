'use strict'
// The entry of a hook: `node hook.cjs CLIENT` with the client's JSON on stdin. A client takes a hook that crashes, hangs or
// stammers for consent, so whatever goes wrong here ends in a reason on stderr and exit 2. Kept tiny: it guards the rest.
const fs = require('node:fs')
const { isUtf8 } = require('node:buffer')

/** Below every client's own: when theirs fires first, the call runs. */
const deadlineMs = 20_000
const maxBytes = 32 * 1024 * 1024

let ended = false

function end(code, descriptor, text) {
  if (ended) return
  ended = true
  // Unlike `exit` it calls no listeners, and those that there are have nothing more to say.
  process.reallyExit(isWritten(descriptor, text) ? code : 2)
}

/**
 * For a hook in which something has gone wrong. Every other way out first waits for what is still under way: for a disk that hangs, or a
 * client that sends nothing. The shell around it makes a block of this; where there is none, waiting is all that is left.
 */
function giveUp(why, inShell) {
  if (!inShell) return refuse(why)
  if (ended) return
  ended = true
  isWritten(2, blocked(why))
  process.kill(process.pid, 'SIGKILL')
}

/** An answer that did not arrive whole is no answer. */
function isWritten(descriptor, text) {
  try {
    if (descriptor === 1 && isNowhere()) throw new Error('nobody reads it')
    writeAll(descriptor, text)
    return true
  } catch {
    try {
      writeAll(2, 'sallyport: the answer could not be written, so the call is blocked\n')
    } catch {}
    return false
  }
}

/** Node puts `/dev/null` in the place of a stdout that is closed. */
const isNowhere = () => fs.fstatSync(1).rdev !== 0 && fs.fstatSync(1).rdev === fs.statSync('/dev/null').rdev

const blocked = why => `sallyport: ${why}, so the call is blocked\n`

const refuse = why => end(2, 2, blocked(why))

function writeAll(descriptor, text) {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) {
    try {
      at += fs.writeSync(descriptor, bytes, at)
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error
    }
  }
}

const why = error => (error instanceof Error ? error.message : 'it failed').replace(/\s+/g, ' ').slice(0, 300)

/** Reads what the client sends, to its end or as far as it is whole. */
function readAll(then) {
  const chunks = []
  let size = 0
  const chunk = Buffer.allocUnsafe(65_536)
  const next = () =>
    fs.read(0, chunk, 0, chunk.length, null, (error, count) => {
      if (error?.code === 'EAGAIN') return setTimeout(next, 5)
      if (error?.code === 'EOF' || count === 0) return then(Buffer.concat(chunks))
      if (error) return refuse(`the call could not be read (${error.code})`)
      size += count
      if (size > maxBytes) return refuse(`the client sent more than ${maxBytes} bytes`)
      chunks.push(Buffer.from(chunk.subarray(0, count)))
      if (chunks.length === 1 && isWhole(chunks[0])) return then(chunks[0])
      next()
    })
  next()
}

/** No beginning of a JSON object is one: if it parses, the client need not be waited for. */
function isWhole(bytes) {
  if (bytes[0] !== brace) return false
  try {
    JSON.parse(bytes.toString('utf8'))
    return true
  } catch {
    return false
  }
}

const brace = 0x7b

/** Runs the bundle of the installation in `dist` from its compiled form, if that was made by this very Node; else it is compiled now. */
function loadBundle(dist) {
  const file = bundleIn(dist)
  let cachedData
  try {
    cachedData = fs.readFileSync(`${dist}/hook/bundle.${process.version}-${process.arch}.cache`)
  } catch {}
  const module = { exports: {} }
  const { script, exports } = runFile(file, module, requireFrom(dist, module), cachedData)
  return { ...exports, compiled: () => script.createCachedData() }
}

const bundleIn = dist => `${dist}/hook/bundle.cjs`

/** Node's own modules, the rarely used parts of the hook, which lie beside the bundle, and the bundle's modules for those. */
const requireFrom = (dist, bundle) => {
  const parts = new Map()
  const requireHere = name => {
    if (name.startsWith('shared:')) return bundle.exports.shared(name.slice('shared:'.length))
    if (!name.startsWith('./')) return require(name)
    const part = parts.get(name) ?? runFile(`${dist}/${name.slice(2)}`, { exports: {} }, requireHere).exports
    parts.set(name, part)
    return part
  }
  return requireHere
}

function runFile(file, module, requireHere, cachedData) {
  const source = fs.readFileSync(file, 'latin1')
  const script = new (require('node:vm').Script)(`(function(module,exports,require,__filename){${source}\n})`, {
    filename: file,
    ...(cachedData === undefined ? {} : { cachedData }),
  })
  script.runInThisContext()(module, module.exports, requireHere, file)
  return { script, exports: module.exports }
}

/** Everything that could end this process another way ends it in a block. Where a shell stands around it, the shell sees to signals. */
function guard(events, inShell) {
  events.on('exit', () => {
    if (ended) return
    refuse('it ended without an answer')
  })
  events.on('uncaughtException', error => giveUp(`it failed (${why(error)})`, inShell))
  events.on('unhandledRejection', error => giveUp(`it failed (${why(error)})`, inShell))
  for (const signal of inShell ? [] : signals) events.on(signal, () => refuse(`it was stopped by ${signal}`))
  return setTimeout(() => giveUp('it took too long to decide', inShell), deadlineMs)
}

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGPIPE', 'SIGXCPU']

/** Answers one call with what `load` gives. Ends the process itself, one way or the other. */
function launch(client, load = () => loadBundle(__dirname), { events = process, inShell = false } = {}) {
  const deadline = guard(events, inShell)
  readAll(bytes => decide(bytes, answer))
  // While that is read, in a thread of its own. A copy, since every look at the original asks the system.
  const answer = load().openHook(client, { ...process.env })
  return deadline
}

function decide(bytes, answer) {
  if (!isUtf8(bytes)) return refuse('the client sent something that is not UTF-8')
  answer(bytes.toString('utf8')).then(
    answer => (answer.exit === 0 ? end(0, 1, answer.stdout) : end(2, 2, answer.stderr)),
    error => refuse(`it failed (${why(error)})`),
  )
}

/** Does what `launch` does, and neither guards nor ends anything: so that it is compiled. */
function rehearse() {
  ended = true
  const load = () => ({ openHook: () => async () => ({ exit: 0, stdout: '' }) })
  clearTimeout(launch('', load, { events: { on() {} }, inShell: true }))
  decide(Buffer.from('{}'), load().openHook())
  isWhole(Buffer.from('{}'))
  isWritten(1, '')
  setImmediate(() => {
    ended = false
  })
}

exports.rehearse = rehearse
exports.bundleIn = bundleIn
exports.requireFrom = requireFrom
exports.loadBundle = loadBundle
exports.launch = launch

// Only the line that `install` writes starts it this way, and that line is for a shell.
if (require.main === module) launch(process.argv[2] ?? '', undefined, { inShell: true })
