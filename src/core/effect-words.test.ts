import { describe, expect, test } from 'vitest'
import { analyse } from '../shell/analyse.ts'
import { madeUpPlace } from '../testing.ts'
import { effectWords } from './effect-words.ts'
import { noFacts } from './facts.ts'

const world = { place: madeUpPlace, facts: noFacts, sensitive: [] }

describe('what a command would do, in words', () => {
  test.each([
    ['git push', ['`git push` changes something', '`git push` sends data to a host that is not named']],
    ['curl -d @a https://x.example', ['`curl -d @a https://x.example` sends data to `x.example`']],
    ['rm -rf src', ['`rm -rf src` deletes `/home/dev/project/src`']],
    ['echo x > a', ['it writes `/home/dev/project/a`']],
    ['frobnicate --now', ['nobody knows what `frobnicate --now` does']],
    ['npm install left-pad', ['`npm install left-pad` makes the change `packages/install left-pad`']],
    ['claude -p hello', ['it starts another agent, `claude`']],
    ['eval "$(cat x)"', ['what it does cannot be known beforehand: ']],
    ['ssh box reboot', [' on box']],
  ])('%s', (command, wanted) => {
    const { effects } = analyse(command, world)
    const said = effects.map(effect => effectWords(effect, effects)).join('\n')
    for (const words of wanted) expect(said).toContain(words)
  })
})
