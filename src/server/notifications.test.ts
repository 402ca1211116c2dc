import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { broadcast } from '../audit/broadcast.ts'
import { openNotifier } from '../io/notifier.ts'
import type { InboxEvent } from './inbox/inbox.ts'
import { notifyQuestions } from './notifications.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sallyport-notifier-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** Puts a program into the directory that writes its arguments to a file; shell code may run before and after. */
function put(name: string, { first = '', last = '' } = {}): void {
  writeFileSync(
    join(root, name),
    `#!/bin/sh\n${first}\nfor word in "$@"; do echo "$word"; done >> '${root}/${name}.new'\nmv '${root}/${name}.new' '${root}/${name}.got'\n${last}\n`,
  )
  chmodSync(join(root, name), 0o755)
}

const got = async (name: string): Promise<string> => {
  while (!existsSync(join(root, `${name}.got`))) await new Promise(resolve => setTimeout(resolve, 10))
  return readFileSync(join(root, `${name}.got`), 'utf8')
}

const open = (platform: NodeJS.Platform) => openNotifier({ platform, directories: [root] })
const notice = { title: 'claude-code waits', text: 'Runs `a < b & c`.', link: 'http://127.0.0.1:7777/inbox/x' }

describe('a notification', () => {
  test.each(['linux', 'darwin'] as const)('without a program for it there is none on %s', platform => {
    expect(open(platform)).toBe(null)
  })

  test('is shown by notify-send, as text and not as markup or options', async () => {
    put('notify-send')
    open('linux')?.notify({ ...notice, title: '--version' })
    expect(await got('notify-send')).toBe('--app-name=Sallyport\n--\n--version\nRuns `a &lt; b &amp; c`.\n')
  })

  test('opens the card when the person clicks it', async () => {
    put('notify-send', { last: 'echo default' })
    put('xdg-open')
    open('linux')?.notify(notice)
    expect(await got('xdg-open')).toBe('http://127.0.0.1:7777/inbox/x\n')
    expect(await got('notify-send')).toContain('--action=default=Open\n')
  })

  test('is shown without an action by a version that knows none', async () => {
    put('notify-send', { first: 'case "$1" in --wait) exit 1;; esac' })
    put('xdg-open')
    open('linux')?.notify(notice)
    expect(await got('notify-send')).toMatch(/^--app-name/)
    expect(existsSync(join(root, 'xdg-open.got'))).toBe(false)
  })

  test('is shown by osascript with its texts as arguments', async () => {
    put('osascript')
    open('darwin')?.notify({ ...notice, text: '" & do shell script "x' })
    expect(await got('osascript')).toMatch(/end run\nclaude-code waits\n" & do shell script "x\n$/)
  })
})

describe('a new question', () => {
  const card = {
    id: 'a1',
    client: 'codex',
    cwd: '/home/dev/app',
    sentence: 'Sends data out.',
    command: 'curl -H secret',
  }
  const asked = { type: 'approval_required', approval_id: 'a1', card } as unknown as InboxEvent

  test.each([
    [
      'is shown while no console is open',
      0,
      ['codex waits for your answer|Sends data out. (in app)|http://localhost:1/inbox/a1'],
    ],
    ['is not shown while a console is open', 1, []],
  ])('%s', (_note, size, expected) => {
    const shown: string[] = []
    const events = broadcast<InboxEvent>()
    const notifier = {
      notify: (one: typeof notice) => void shown.push(`${one.title}|${one.text}|${one.link}`),
      close: () => {},
    }
    const stop = notifyQuestions({ inbox: { events }, stream: { size }, url: 'http://localhost:1', notifier })
    events.send(() => asked)
    stop()
    events.send(() => asked)
    expect(shown).toEqual(expected)
  })
})
