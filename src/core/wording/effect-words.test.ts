import { describe, expect, test } from 'vitest'
import { analyse } from '../../shell/analyse.ts'
import { madeUpPlace } from '../../testing.ts'
import { noFacts } from '../facts.ts'
import { effectWords, worstWords } from './effect-words.ts'

const world = { place: madeUpPlace, facts: noFacts, sensitive: [] }

describe('effects of a command in words', () => {
  test.each([
    ['git push', ['runs `git push`', 'sends data to the configured remote']],
    ['git push -f', ['overwrites history on the remote']],
    ['ls; git push -f', ['`git push -f` overwrites history on the remote']],
    ['curl -d @a https://x.example', ['sends data to `x.example`']],
    ['curl -d @a $URL', ['sends data to `$URL`, a host that is only known at run time']],
    ['docker push x', ['sends data to a server that the command does not name']],
    ['rm -rf src', ['deletes `/home/dev/project/src`']],
    ['echo x > a', ['writes `/home/dev/project/a`']],
    ['npm install left-pad', ['installs `left-pad`, which may run its own code']],
    ['echo $GITHUB_TOKEN', ['reveals the secret in `$GITHUB_TOKEN`']],
    ['claude -p hello', ['starts another agent, `claude`']],
    ['eval "$(cat x)"', ['Sallyport cannot tell what this does: ']],
    ['ssh box reboot', ['`reboot` shuts down or restarts the machine on box']],
  ])('%s', (command, wanted) => {
    const { effects } = analyse(command, world)
    expect(effects.map(effect => effectWords(effect, effects)).join('\n')).toSatisfy((text: string) =>
      wanted.every(words => text.split('\n').some(line => line.startsWith(words))),
    )
  })
})

describe('the worst that a program can do in words', () => {
  test.each([
    ['frobnicate --now', '`frobnicate` is not a program Sallyport knows'],
    ['./build.sh', '`./build.sh` runs code of this project'],
    ['ls -la', '`ls -la` only reads'],
    ['git push', '`git push` makes changes'],
    ['sudo ls', "`sudo ls` acts beyond this project's files"],
  ])('%s', (command, words) => {
    const { effects } = analyse(command, world)
    expect(effects.map(effect => worstWords(effect, effects))).toContain(words)
  })
})
