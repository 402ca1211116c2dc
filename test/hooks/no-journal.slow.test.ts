import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openCli } from '../cli/cli.ts'
import { callHook } from '../cli/hook.ts'

const rows: readonly (readonly [what: string, breaks: (journal: string) => void])[] = [
  [
    'the journal cannot be created',
    journal => {
      rmSync(journal, { recursive: true })
      writeFileSync(journal, '')
    },
  ],
  ['the journal is open to other users', journal => chmodSync(journal, 0o755)],
  ["the journal's first segment is missing", journal => rmSync(join(journal, segmentIn(journal)))],
]

const segmentIn = (journal: string): string => readdirSync(journal).find(name => name.endsWith('.jsonl')) ?? ''

describe.concurrent('without a usable journal, reads run and nothing else does', () => {
  test.each(rows)('%s', async (_what, breaks) => {
    const cli = await openCli()
    const journal = join(cli.home, '.local/state/sallyport/journal')
    try {
      mkdirSync(dirname(journal), { recursive: true, mode: 0o700 })
      await callHook(cli, { command: 'ls' })
      breaks(journal)
      const read = await callHook(cli, { command: 'git status' })
      const write = await callHook(cli, { command: 'touch x' })
      const ask = await callHook(cli, { command: 'git push', mode: 'default' })
      expect([read, write, ask].map(({ decision }) => decision)).toEqual(['allow', 'deny', 'deny'])
      expect(write.why).toContain('the journal cannot be written')
    } finally {
      cli.remove()
    }
  })
})
