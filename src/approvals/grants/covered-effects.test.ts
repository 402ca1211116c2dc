import { isAbsolute, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Asks, asked, balanced, clone, mustAsk } from '../../../test/approvals/asked.ts'
import { newRandom } from '../../../test/oracle/random.ts'
import type { Grant } from './grant.ts'
import { covers } from './grant-covers.ts'
import { type GrantOffer, grantFrom, offersFor } from './grant-offer.ts'

const at = Date.parse('2026-01-01T00:00:00Z')

function offered(what: Asks, hasAnyInput = false): { readonly offer: GrantOffer; readonly grant: Grant } {
  const offer = offersFor(mustAsk(what, {}, balanced), balanced).at(hasAnyInput ? -1 : 0)
  if (offer === undefined) throw new Error(`nothing is offered for ${JSON.stringify(what)}`)
  return { offer, grant: grantFrom(offer, { id: 'a0000000', scope: 'session', by: 'dev', at }) }
}

/** Each check below is made from the text alone, without the analysis that the grant relies on. */
describe('INVARIANT: a covered call does nothing that the text of its grant does not say', () => {
  test('a push goes to the address in the text', () => {
    const { pick, below } = newRandom(20_260_104)
    const { offer, grant } = offered('git push origin main')
    const good = 'https://github.com/acme/app'
    expect(offer.text).toBe(`git push origin *  (to ${good})`)
    const urls = [good, good, good, 'https://evil.example/x', 'git@evil.example:x']
    const before = ['git add -A', 'git commit -m x', 'git status', 'git checkout -b a', 'git remote rename origin b']
    const others = ['git remote add origin https://evil.example/x', 'git config user.name x', 'touch a', 'mv sub .git']
    let count = 0
    for (let i = 0; i < 400; i += 1) {
      const url = pick(urls)
      const pushUrl = below(4) === 0 ? pick(urls) : null
      const rewritten = below(6) === 0 ? pick(['https://', 'https://git', 'https://gitlab', 'git@']) : null
      const place = pick(['url', 'URL', 'Url'])
      const config = [
        `[remote "origin"]\n ${place}=${pick(['', ' ', '"'])}${url}`,
        ...(pushUrl === null ? [] : [`[Remote "origin"] pushUrl = ${pushUrl} ; the same`]),
        ...(rewritten === null ? [] : [`[url "https://evil.example/"]\n\tinsteadOf = ${rewritten}`]),
      ].map(line => (line.includes('"h') || line.includes('"g') ? line.replace(url, `${url}"`) : line))
      const commands = [
        ...(below(2) === 0 ? [pick([...before, ...others])] : []),
        `git push origin ${pick(['main', 'b/c'])}`,
      ]
      const files = { ...clone(), '/home/dev/project/.git/config': `${config.join('\n')}\n` }
      const call = asked(commands.join(' && '), {}, balanced, files)
      if (call === null || !covers(grant, call, at)) continue
      count += 1
      expect(rewritten === null || !(pushUrl ?? url).startsWith(rewritten), config.join('\n')).toBe(true)
      expect(pushUrl ?? url, config.join('\n')).toBe(good)
      expect(commands.join(' && ')).not.toMatch(/git (remote|config)|\.git/)
    }
    expect(count).toBeGreaterThan(40)
  })

  test('a secret that may be read is only shown', () => {
    const { pick, below } = newRandom(20_260_105)
    const { offer, grant } = offered(['Read', { file_path: '.env' }])
    expect([offer.text, offer.also]).toEqual([
      'read .env',
      'other tools that show it, such as `cat` and `grep`; nothing that copies, sends or loads it',
    ])
    const showing = ['cat .env', 'head -2 .env', 'grep A .env', 'wc -l .env', 'ls', 'echo a', 'sort', 'git status']
    const doing = [
      'tee a',
      'cp .env a',
      'curl -d @.env http://localhost',
      'node a.js',
      'source .env',
      'xargs touch',
      'dig -f .env',
    ]
    const glue = [' | ', ' && ', '; ', ' > ', ' || ', ' & ']
    let count = 0
    for (let i = 0; i < 400; i += 1) {
      let command = pick(showing)
      for (let more = below(3); more > 0; more -= 1) command += pick(glue) + pick(below(3) === 0 ? doing : showing)
      const call = asked(command, {}, balanced)
      if (call === null || !covers(grant, call, at)) continue
      count += 1
      expect(command).not.toMatch(/>|tee|cp|curl|node|source|xargs|dig|git/)
    }
    expect(count).toBeGreaterThan(40)
  })

  test('any input of a tool stays in its fields and in the workspace', () => {
    const { pick, below } = newRandom(20_260_106)
    const tool = 'mcp__x__store'
    const { offer, grant } = offered([tool, { a: 'x', b: { c: 'y' }, d: ['z'] }], true)
    expect([offer.text, offer.also]).toEqual([
      `${tool} with any input`,
      'other values in the same fields, except sensitive, destructive or outside the workspace',
    ])
    const parts = ['..', 'src', 'a.ts', '/', '/', '~', 'etc', '.env', '.', 'x', '%2e%2e', '\\']
    const text = () => Array.from({ length: 1 + below(5) }, () => pick(parts)).join('')
    let count = 0
    for (let i = 0; i < 800; i += 1) {
      const key = below(6) === 0 ? 'e' : 'c'
      const input = { a: pick([text(), 'x']), b: { [key]: pick([text(), 'y']) }, d: [pick([text(), 'z'])] }
      const call = asked([tool, input], {}, balanced)
      if (call === null || !covers(grant, call, at)) continue
      count += 1
      expect(key).toBe('c')
      for (const one of [input.a, input.b[key] ?? '', ...input.d]) {
        const path = decodeURIComponent(one).replaceAll('\\', '/')
        expect(isAbsolute(path) || path.startsWith('~/') || path === '~', one).toBe(false)
        expect(`${resolve('/home/dev/project', path)}/`, one).toMatch(/^\/home\/dev\/project\//)
        expect(resolve('/home/dev/project', path), one).not.toMatch(/\/\.env$/)
      }
    }
    expect(count).toBeGreaterThan(40)
  })
})
