import { expect, test } from 'vitest'
import { openGate, withPolicy } from '../../test/requirements/open-gate.ts'
import { verdictText } from './verdict-text.ts'

const policies = await withPolicy('rules: [{ when: { run: make deploy }, then: deny, instead: ask the release team }]')
const { gate } = openGate({ policies })

test.each([
  ['ls', /^Allowed\.$/],
  ['git push --force', /^Needs approval: overwrites history on the remote; also sends data out\.$/],
  ['rm -rf /', /^Denied: .*`\/`.*[^.]\.$/],
  ['make deploy', /^Denied: .+; instead: ask the release team\.$/],
])('%s', (command, want) => {
  const text = verdictText(gate.judge({ tool: 'Bash', input: { command } }))
  expect(text).toMatch(want)
  expect(text).not.toContain('\n')
})

test('a denied question says why it was asked, and that it was denied', async () => {
  const { gate: answered } = openGate({
    approvers: [{ name: 'person', channel: 'human', request: async () => ({ decision: 'denied', by: 'dev' }) }],
  })
  const text = verdictText(await answered.check({ tool: 'Bash', input: { command: 'git push --force' } }))
  expect(text).toBe('Denied: overwrites history on the remote; also sends data out; a person denied it (dev).')
})
