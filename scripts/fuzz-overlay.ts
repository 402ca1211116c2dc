import { resolve } from 'node:path'
import { newBase, overlayRound, removeBase, undoRound } from '../test/trial/fuzz-rounds.ts'
import { killRound } from '../test/trial/kill-rounds.ts'

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
const ends = new Map<string, number>()
for (let seed = first; seed < first + kills; seed += 1) {
  const round = await killRound(base, seed, [process.execPath, resolve('dist/cli.js')])
  tell('kill', seed, round.fault)
  const end = `${round.left} (${round.during})`
  ends.set(end, (ends.get(end) ?? 0) + 1)
}
// A program that does not start would look like one that was killed early.
const isTried = kills < 10 || [...ends.keys()].some(end => end.startsWith('all changed'))
if (!isTried) tell('kill', first, 'no trial was ever committed')
const found = [...ends].map(([end, count]) => `${count} ${end}`).join(', ')
console.log(`${kills} trials killed: ${found}; ${faults - beforeKills} faults`)
removeBase(base)
process.exitCode = faults === 0 ? 0 : 1
