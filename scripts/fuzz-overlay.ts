import { resolve } from 'node:path'
import { newBase, overlayRound, removeBase, undoRound } from '../test/trial/fuzz-rounds.ts'
import { killRound, measureWindows } from '../test/trial/kill-rounds.ts'

/**
 * Runs random scripts in trials and compares each commit with a direct run; then random destructive scripts, each undone; then
 * kills trials at random moments. Prints how many rounds it ran; `npm run fuzz:overlay -- 100 20 20` runs fewer. Build first.
 */
const [overlays = 1_000, undos = 200, kills = 200, first = 1] = process.argv.slice(2).map(Number)
const base = newBase()
let faults = 0

function tell(what: string, seed: number, fault: string | null): void {
  if (fault === null) return
  faults += 1
  console.log(`${what} ${seed}: ${fault}\n`)
}

for (let seed = first; seed < first + overlays; seed += 1)
  tell('overlay', seed, await overlayRound(base, seed).catch(String))
console.log(`${overlays} scripts ran in trials, ${faults} faults`)
const before = faults
let [undone, announced] = [0, 0]
for (let seed = first; seed < first + undos; seed += 1) {
  const round = await undoRound(base, seed)
  tell('undo', seed, round.fault)
  undone += round.undone
  announced += round.announced
}
console.log(
  `${undos} sequences, ${undone} commits undone, ${announced} announced as not undoable, ${faults - before} faults`,
)
const beforeKills = faults
const cli = [process.execPath, resolve('dist/cli.js')]
const windows = kills === 0 ? new Map<string, number>() : await measureWindows(base, cli)
const ends = new Map<string, number>()
let halfWay = 0
for (let seed = first; seed < first + kills; seed += 1) {
  const round = await killRound(base, seed, cli, windows)
  tell('kill', seed, round.fault)
  if (round.found === 'half way') halfWay += 1
  const end = `${round.kind}: ${round.found} to ${round.left}`
  ends.set(end, (ends.get(end) ?? 0) + 1)
}
// Kills that all come too early or too late would prove nothing.
if (halfWay < kills / 10) tell('kill', first, `only ${halfWay} kills fell inside a commit or an undo`)
const found = [...ends]
  .sort()
  .map(([end, count]) => `\n  ${count} ${end}`)
  .join('')
console.log(`${kills} kills, ${halfWay} of them half way; ${faults - beforeKills} faults${found}`)
removeBase(base)
process.exitCode = faults === 0 ? 0 : 1
