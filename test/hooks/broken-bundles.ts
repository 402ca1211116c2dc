/** What may stand in the place of the hook's code; none of it decides anything. */
export const brokenBundles: readonly (readonly [what: string, source: string])[] = [
  ['the bundle does not parse', 'module.exports = {'],
  ['the bundle throws as it loads', 'throw new Error("x")'],
  ['the bundle has no answer to give', 'module.exports = {}'],
  ['the decision rejects', 'exports.answerHook = async () => { throw new Error("x") }'],
  ['the decision is of no known shape', 'exports.answerHook = async () => ({ exit: 0 })'],
  ['the decision never comes', 'exports.answerHook = () => new Promise(() => {})'],
  ['something throws on the side', 'exports.answerHook = () => new Promise(() => setTimeout(() => { throw 1 }))'],
  ['something rejects on the side', 'exports.answerHook = () => new Promise(() => { Promise.reject(1) })'],
  ['the process ends in silence', 'exports.answerHook = () => process.exit(0)'],
  ['the process is killed', 'exports.answerHook = () => process.kill(process.pid, "SIGKILL")'],
  ['the process is told to end', 'exports.answerHook = () => new Promise(() => process.kill(process.pid, "SIGTERM"))'],
  ['the process loops for ever', 'exports.answerHook = () => { for (;;); }'],
  [
    'the process runs out of memory',
    'exports.answerHook = () => { const a = []; for (;;) a.push(new Array(1e6).fill(a)) }',
  ],
]
