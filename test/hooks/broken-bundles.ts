/** What may stand in the place of the hook's code; none of it decides anything. */
export const brokenBundles: readonly (readonly [what: string, source: string])[] = [
  ['the bundle does not parse', 'module.exports = {'],
  ['the bundle throws as it loads', 'throw new Error("x")'],
  ['the bundle has no answer to give', 'module.exports = {}'],
  ['the decision rejects', 'exports.openHook = () => async () => { throw new Error("x") }'],
  ['the decision is of no known shape', 'exports.openHook = () => async () => ({ exit: 0 })'],
  ['the decision never comes', 'exports.openHook = () => () => new Promise(() => {})'],
  ['something throws on the side', 'exports.openHook = () => () => new Promise(() => setTimeout(() => { throw 1 }))'],
  ['something rejects on the side', 'exports.openHook = () => () => new Promise(() => { Promise.reject(1) })'],
  ['the process ends in silence', 'exports.openHook = () => () => process.exit(0)'],
  ['the process is killed', 'exports.openHook = () => () => process.kill(process.pid, "SIGKILL")'],
  [
    'the process is told to end',
    'exports.openHook = () => () => new Promise(() => process.kill(process.pid, "SIGTERM"))',
  ],
  ['the process loops for ever', 'exports.openHook = () => () => { for (;;); }'],
  [
    'the process runs out of memory',
    'exports.openHook = () => () => { const a = []; for (;;) a.push(new Array(1e6).fill(a)) }',
  ],
]
