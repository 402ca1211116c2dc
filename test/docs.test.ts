import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inboxKeys } from '../console/src/pages/inbox/keys.ts'
import { hookClients } from '../src/adapters/hooks/clients.ts'
import { clientSettings } from '../src/adapters/install/clients.ts'
import { readChecked } from '../src/policy/read/read-checked.ts'
import { programFamilies } from '../src/shell/programs/families.ts'
import type { Case } from './cases/case.ts'
import { judgeCase } from './cases/judge-case.ts'

const root = resolve(import.meta.dirname, '..')
const pages = [root, join(root, 'docs')].flatMap(folder =>
  readdirSync(folder)
    .filter(name => name.endsWith('.md'))
    .map(name => ({ name, folder, text: readFileSync(join(folder, name), 'utf8') })),
)

describe('every Markdown page', () => {
  test('there are several to check', () => expect(pages.length).toBeGreaterThanOrEqual(8))

  test.each(pages)('$name links only to files that exist', ({ folder, text }) => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, link = '']) => link)
    expect(links.filter(link => !existsSync(resolve(folder, link)))).toEqual([])
  })

  test.each(pages)('$name names only source and test files that exist', ({ text }) => {
    const paths = [...text.matchAll(/`((?:src|test|cases|presets|scripts)\/[\w./-]+)`/g)].map(([, path = '']) => path)
    expect(paths.filter(path => !existsSync(join(root, path)) && !planned.has(path))).toEqual([])
  })

  test('only README.md says how many programs Sallyport knows, and the number is right', () => {
    const names = new Set(Object.values(programFamilies).flatMap(family => Object.keys(family).join(' ').split(' ')))
    const said = pages.flatMap(({ name, text }) =>
      [...text.matchAll(/over ([\d,]+)\s+programs/g)].map(([, number = '']) => ({ name, number })),
    )
    const rounded = Math.floor(names.size / 100) * 100
    expect(said).toEqual([{ name: 'README.md', number: rounded.toLocaleString('en') }])
  })
})

/** Folders that ARCHITECTURE.md announces. */
const planned = new Set(['src/server/'])

describe('docs/hooks.md', () => {
  const page = readFileSync(join(root, 'docs', 'hooks.md'), 'utf8')
  const rows = new Map(
    [...page.matchAll(/^\| ([^|]+?) \| ([^|]+?) \|/gm)].map(([, client = '', cell = '']) => [client, cell]),
  )

  test.each(Object.entries(hookClients))(
    'the table says in which modes an allow approves: %s',
    (name, { approvesIn }) => {
      const cell = rows.get(clientSettings[name]?.title ?? '') ?? ''
      const modes = [...cell.matchAll(/`(\w+)`/g)].map(([, mode]) => mode)
      if (approvesIn === null) expect(cell).toBe('never')
      else if (approvesIn.length === 0) expect(cell).toBe('no mode')
      else expect(modes).toEqual(approvesIn)
    },
  )
})

describe('docs/programs.md', () => {
  const page = readFileSync(join(root, 'docs', 'programs.md'), 'utf8')
  const blocks = (language: string): readonly string[] =>
    [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) => text)
  const [policy = ''] = blocks('yaml')
  const checks = blocks('console').flatMap(text => [...text.matchAll(/^\$ sallyport check '(.*)'\n(\w+)/gm)])

  test('the example policy loads, and the tests inside it pass', async () => {
    expect(await readChecked(policy, 'docs/programs.md')).toMatchObject({
      ok: true,
      value: { programs: { length: 3 } },
    })
  })

  test.each(checks.map(([, command = '', answer = '']) => ({ command, answer })))(
    'under the example policy, $command gets $answer',
    async ({ command, answer }) => {
      const given: Case = {
        note: command,
        call: { tool: 'Bash', command },
        preset: 'balanced',
        policy,
        careful: false,
        automation: false,
        runner: 'client',
        files: {},
        ignored: [],
        earlier: [],
        want: { decision: 'allow' },
      }
      expect((await judgeCase(given)).verdict.decision.toUpperCase()).toBe(answer)
    },
  )

  test('the page shows at least eight commands', () => {
    expect(checks.length).toBeGreaterThanOrEqual(8)
  })
})

describe('docs/console.md', () => {
  test('lists the keys of the inbox', () => {
    const page = readFileSync(join(root, 'docs', 'console.md'), 'utf8')
    const rows = [...page.matchAll(/^\| `(.)` \| (.+) \|$/gm)].map(([, key, text]) => ({ key, text }))
    expect(rows).toEqual(inboxKeys.map(({ key, text }) => ({ key, text })))
  })
})
