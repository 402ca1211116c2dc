// Swaps a directory with a link to another one and back, as fast as it can. Arguments: the directory, the link's target, rounds.
import { existsSync, renameSync, rmSync, symlinkSync, unlinkSync } from 'node:fs'

const [, , directory, target, rounds] = process.argv
const aside = `${directory}.aside`
for (let round = 0; round < Number(rounds); round += 1) {
  try {
    renameSync(directory, aside)
    symlinkSync(target, directory)
    unlinkSync(directory)
    renameSync(aside, directory)
  } catch {
    // The other process created the directory anew while it was missing.
    while (existsSync(aside)) putBack()
  }
}
console.log(rounds)

function putBack() {
  try {
    rmSync(directory, { recursive: true, force: true })
    renameSync(aside, directory)
  } catch {
    // Created anew once more.
  }
}
