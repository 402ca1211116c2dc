/** Bundles that fail in every way we know; none of them decides anything. */
export const brokenBundles: readonly (readonly [what: string, source: string])[] = [
  ['the bundle does not parse', 'module.exports = {'],
  ['the bundle throws as it loads', 'throw new Error("x")'],
  ['the bundle exports nothing', 'module.exports = {}'],
  ['the decision rejects', 'exports.openHook = () => async () => { throw new Error("x") }'],
  ['the decision has an unknown shape', 'exports.openHook = () => async () => ({ exit: 0 })'],
  ['the decision never comes', 'exports.openHook = () => () => new Promise(() => {})'],
  ['a timer throws', 'exports.openHook = () => () => new Promise(() => setTimeout(() => { throw 1 }))'],
  ['an unhandled promise rejects', 'exports.openHook = () => () => new Promise(() => { Promise.reject(1) })'],
  ['the process exits 0 without an answer', 'exports.openHook = () => () => process.exit(0)'],
  ['the process is killed', 'exports.openHook = () => () => process.kill(process.pid, "SIGKILL")'],
  [
    'the process gets SIGTERM',
    'exports.openHook = () => () => new Promise(() => process.kill(process.pid, "SIGTERM"))',
  ],
  ['the process loops forever', 'exports.openHook = () => () => { for (;;); }'],
  [
    'the process runs out of memory',
    'exports.openHook = () => () => { const a = []; for (;;) a.push(new Array(1e6).fill(a)) }',
  ],
]
