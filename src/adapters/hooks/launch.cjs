'use strict'
// The hook's entry point: `node hook.cjs CLIENT` with the client's JSON on stdin. Clients treat a hook that crashes, hangs or
// answers incompletely as consent, so every failure here ends with a reason on stderr and exit 2. Kept tiny, because it guards the rest.
const fs = require('node:fs')
const { isUtf8 } = require('node:buffer')

/** Shorter than every client's own timeout: when the client's fires first, the call runs. */
const deadlineMs = 20_000
/** Beyond the time that a question waits for a person: the server still has to record the outcome. */
const recordMs = 5_000
const maxBytes = 32 * 1024 * 1024

let ended = false

function end(code, descriptor, text) {
  if (ended) return
  ended = true
  // Unlike `exit`, it calls no listeners; none of them has anything left to do.
  process.reallyExit(isWritten(descriptor, text) ? code : 2)
}

/**
 * Ends a hook in which something went wrong. Every other exit first waits for pending operations, such as a hanging disk or a
 * client that sends nothing. The shell around the hook turns the kill into a block; without a shell, the hook can only wait.
 */
function giveUp(why, inShell) {
  if (!inShell) return refuse(why)
  if (ended) return
  ended = true
  isWritten(2, blocked(why))
  process.kill(process.pid, 'SIGKILL')
}

/** Whether the whole answer was written. A partial answer counts as none. */
function isWritten(descriptor, text) {
  try {
    if (descriptor === 1 && isNowhere()) throw new Error('stdout is closed')
    writeAll(descriptor, text)
    return true
  } catch {
    try {
      writeAll(2, 'sallyport: the answer could not be written, so the call is blocked\n')
    } catch {}
    return false
  }
}

/** Node replaces a closed stdout with `/dev/null`. */
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

const why = error => (error instanceof Error ? error.message : 'unknown error').replace(/\s+/g, ' ').slice(0, 300)

/** Reads the request until its end, or until it is complete. */
function readAll(then) {
  const chunks = []
  let size = 0
  const chunk = Buffer.allocUnsafe(65_536)
  const next = () =>
    fs.read(0, chunk, 0, chunk.length, null, (error, count) => {
      if (error?.code === 'EAGAIN') return setTimeout(next, 5)
      if (error?.code === 'EOF' || count === 0) return then(Buffer.concat(chunks))
      if (error) return refuse(`the request could not be read (${error.code})`)
      size += count
      if (size > maxBytes) return refuse(`the client sent more than ${maxBytes} bytes`)
      chunks.push(Buffer.from(chunk.subarray(0, count)))
      if (chunks.length === 1 && isWhole(chunks[0])) return then(chunks[0])
      next()
    })
  next()
}

/** No prefix of a JSON object is itself valid JSON: if the text parses, it is complete, and the hook need not wait for end of file. */
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

/** Runs the bundle in `dist` from its code cache, if this same Node version made that cache; otherwise compiles it now. */
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

/** Resolves Node's own modules, the rarely used parts of the hook (files beside the bundle), and the bundle's modules that those parts share. */
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

/** Turns every other way in which this process could end into a block. Inside a shell, the shell handles signals. */
function guard(events, inShell) {
  events.on('exit', () => {
    if (ended) return
    refuse('the hook ended without an answer')
  })
  events.on('uncaughtException', error => giveUp(`the hook failed (${why(error)})`, inShell))
  events.on('unhandledRejection', error => giveUp(`the hook failed (${why(error)})`, inShell))
  for (const signal of inShell ? [] : signals) events.on(signal, () => refuse(`the hook was stopped by ${signal}`))
  return setTimeout(() => giveUp('the hook took too long to decide', inShell), deadlineMs)
}

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGPIPE', 'SIGXCPU']

/** Answers one request with the bundle that `load` returns, or with the server's answer, then ends the process. */
function launch(
  client,
  load = () => loadBundle(__dirname),
  { events = process, inShell = false, dist = __dirname } = {},
) {
  const deadline = guard(events, inShell)
  // The environment is copied, because every access to `process.env` is a system lookup.
  const { SALLYPORT_WAIT: seconds, ...env } = process.env
  const path = serverSocket(env)
  if (path !== null) {
    const hook = { client, env, dist, waitMs: 1_000 * (Number(seconds) || 0) }
    readAll(bytes => askServer(bytes, { path, hook, load, deadline, inShell }))
    return deadline
  }
  readAll(bytes => decide(bytes, answer))
  // Another thread reads the request meanwhile.
  const answer = load().openHook(client, env)
  return deadline
}

/** The socket of this user's server; null if there is none. */
function serverSocket(env) {
  const path = socketPath(env)
  if (path === null) return null
  try {
    const found = fs.lstatSync(path, { throwIfNoEntry: false })
    return found?.isSocket() && found.uid === process.getuid() ? path : null
  } catch {
    return null
  }
}

/** Where `ownPaths` says, without loading it. */
const socketPath = ({ HOME, XDG_STATE_HOME }) =>
  HOME === undefined ? null : `${XDG_STATE_HOME ?? `${HOME}/.local/state`}/sallyport/server.sock`

/** A server that does not take the request changes nothing: the hook answers itself. After that, a lost server is a block. */
function askServer(bytes, { path, hook, load, deadline, inShell }) {
  if (!isUtf8(bytes)) return refuse('the request is not valid UTF-8')
  const { client, env, dist } = hook
  let timer = deadline
  const ask = runFile(`${dist}/hook/ask-server.cjs`, { exports: {} }, require).exports
  ask({
    path,
    request: { ...hook, cwd: process.cwd(), build: buildOf(dist), sent: bytes.toString('utf8') },
    onCold: () => decide(bytes, load().openHook(client, env)),
    onWait: ms => {
      clearTimeout(timer)
      timer = setTimeout(() => giveUp('no one answered in time', inShell), ms + recordMs)
    },
    onAnswer: finish,
    onLost: () => refuse('the server ended before it answered'),
  })
}

/** Identifies the code that decides. A server with other code does not answer for this hook. */
function buildOf(dist) {
  const { ino, size, ctimeMs } = fs.statSync(bundleIn(dist))
  return `${ino} ${size} ${ctimeMs}`
}

function decide(bytes, answer) {
  if (!isUtf8(bytes)) return refuse('the request is not valid UTF-8')
  answer(bytes.toString('utf8')).then(finish, error => refuse(`the hook failed (${why(error)})`))
}

const finish = answer => (answer.exit === 0 ? end(0, 1, answer.stdout) : end(2, 2, answer.stderr))

/** Runs the code of `launch` without guarding or ending the process, so that it is compiled. */
function rehearse() {
  ended = true
  const load = () => ({ openHook: () => async () => ({ exit: 0, stdout: '' }) })
  clearTimeout(launch('', load, { events: { on() {} }, inShell: true }))
  decide(Buffer.from('{}'), load().openHook())
  serverSocket({ HOME: '/nonexistent' })
  isWhole(Buffer.from('{}'))
  isWritten(1, '')
  setImmediate(() => {
    ended = false
  })
}

exports.rehearse = rehearse
exports.bundleIn = bundleIn
exports.buildOf = buildOf
exports.socketPath = socketPath
exports.requireFrom = requireFrom
exports.loadBundle = loadBundle
exports.launch = launch

// Only the command line that `install` writes starts the hook this way, and a shell runs that line.
if (require.main === module) launch(process.argv[2] ?? '', undefined, { inShell: true })
