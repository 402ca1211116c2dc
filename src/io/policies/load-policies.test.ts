import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Decision } from '../../core/decision.ts'
import { sha256 } from '../../core/digest.ts'
import { noFacts } from '../../core/facts.ts'
import { judge } from '../../gate/judge.ts'
import { ownPaths } from '../paths.ts'
import { findPlace } from '../place.ts'
import { changeTrust } from '../stores/trust-store.ts'
import { loadPolicies } from './load-policies.ts'

let home = ''
let project = ''
const env = () => ({ HOME: home, PATH: '' })

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sallyport-load-'))
  project = join(home, 'project')
  mkdirSync(project)
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const write = (name: string, text: string): void => writeFileSync(join(project, name), `version: 1\n${text}`)

function trust(source: string, bases: Readonly<Record<string, string>> = {}): void {
  const text = `version: 1\n${source}`
  const changed = changeTrust(ownPaths(env()).trust, join(project, 'sallyport.yaml'), {
    digest: sha256(text),
    source: text,
    bases,
    at: '2026-01-01T00:00:00Z',
  })
  if (!changed.ok) throw new Error(changed.faults[0].message)
}

/** The decision about a command, or the fault code if the policies cannot be loaded. */
async function decide(command: string): Promise<Decision | string> {
  const place = findPlace({ cwd: project, workspace: [project], env: env() })
  const policies = await loadPolicies({ place, env: env() })
  if (!policies.ok) return policies.faults[0].code
  const call = { tool: 'Bash', input: { command }, place, id: null }
  return judge(call, { policies: policies.value, facts: noFacts, runKey: new Uint8Array(32), tools: {} }).verdict
    .decision
}

const allowsPush = 'rules: [{ when: { run: git push }, then: allow }]'
const deniesLs = 'rules: [{ when: { run: ls }, then: deny }]'

describe('a repository inside another', () => {
  const nested = (): void => {
    mkdirSync(join(project, '.git'))
    write('sallyport.yaml', deniesLs)
    project = join(project, 'packages/a')
    mkdirSync(join(project, '.git'), { recursive: true })
  }

  test('keeps the denies of the outer one', async () => {
    nested()
    expect(await decide('ls')).toBe('deny')
  })

  test('may add its own policy file', async () => {
    nested()
    write('sallyport.yaml', 'rules: [{ when: { run: pwd }, then: deny }]')
    expect([await decide('ls'), await decide('pwd')]).toEqual(['deny', 'deny'])
  })

  test('ignores a policy file above it in a directory that is not a repository', async () => {
    write('sallyport.yaml', deniesLs)
    project = join(project, 'a')
    mkdirSync(join(project, '.git'), { recursive: true })
    expect(await decide('ls')).toBe('allow')
  })
})

describe("a project's policy file", () => {
  test('untrusted, its allows are ignored', async () => {
    write('sallyport.yaml', allowsPush)
    expect(await decide('git push')).toBe('ask')
  })

  test('untrusted, its denies count', async () => {
    write('sallyport.yaml', deniesLs)
    expect(await decide('ls')).toBe('deny')
  })

  test('trusted, its allows count', async () => {
    write('sallyport.yaml', allowsPush)
    trust(allowsPush)
    expect(await decide('git push')).toBe('allow')
  })

  test('changed by one byte, it is untrusted again', async () => {
    write('sallyport.yaml', `${allowsPush} `)
    trust(allowsPush)
    expect(await decide('git push')).toBe('ask')
  })

  test('changed, its last trusted denies stay', async () => {
    write('sallyport.yaml', allowsPush)
    trust(deniesLs)
    expect(await decide('ls')).toBe('deny')
  })

  test('vanished, its last trusted denies stay', async () => {
    trust(deniesLs)
    expect(await decide('ls')).toBe('deny')
  })

  test('forgotten, its last trusted denies are gone', async () => {
    trust(deniesLs)
    changeTrust(ownPaths(env()).trust, join(project, 'sallyport.yaml'), null)
    expect(await decide('ls')).toBe('allow')
  })

  test('malformed, everything is denied until it is fixed', async () => {
    write('sallyport.yaml', 'rules: 7')
    expect(await decide('ls')).toBe('policy_invalid')
  })

  test('with a rule that fails its own example, everything is denied', async () => {
    write('sallyport.yaml', 'rules: [{ when: { run: ls }, then: deny, match: [cat x] }]')
    expect(await decide('ls')).toBe('policy_invalid')
  })

  test('with an alternative that it denies itself, everything is denied', async () => {
    write('sallyport.yaml', 'rules: [{ when: { run: ls }, then: deny, instead: ls -l }]')
    expect(await decide('ls')).toBe('policy_invalid')
  })
})

describe("a project's program table", () => {
  const teaches = 'programs: { acme: { tier: read, commands: { push: { does: change deploy/push } } } }'
  const deniesPush = `${teaches}\nrules: [{ when: { change: deploy/push }, then: deny }]`

  test('untrusted, it is ignored', async () => {
    write('sallyport.yaml', teaches)
    expect(await decide('acme')).toBe('ask')
  })

  test('trusted, it makes a program known', async () => {
    write('sallyport.yaml', teaches)
    trust(teaches)
    expect(await decide('acme')).toBe('allow')
  })

  test('changed, it no longer makes a program known, but its effects are still denied', async () => {
    write('sallyport.yaml', `${teaches} `)
    trust(deniesPush)
    expect([await decide('acme'), await decide('acme push')]).toEqual(['ask', 'deny'])
  })

  test('vanished, its effects are still denied', async () => {
    trust(deniesPush)
    expect([await decide('acme'), await decide('acme push')]).toEqual(['ask', 'deny'])
  })

  test('with an example that fails, everything is denied', async () => {
    write('sallyport.yaml', 'programs: { acme: { tier: read, examples: { acme x: read x } } }')
    expect(await decide('ls')).toBe('policy_invalid')
  })

  test('decides the same from the cache', async () => {
    write('sallyport.yaml', deniesPush)
    trust(deniesPush)
    expect([await decide('acme push'), await decide('acme push'), await decide('acme')]).toEqual([
      'deny',
      'deny',
      'allow',
    ])
  })
})

describe('a file that the project extends', () => {
  const extending = 'extends: ./team.yaml'
  const team = 'extends: balanced\nrules: [{ when: { run: git push }, then: allow }]'

  test('is trusted together with the project', async () => {
    write('team.yaml', team)
    write('sallyport.yaml', extending)
    trust(extending, { [join(project, 'team.yaml')]: sha256(`version: 1\n${team}`) })
    expect(await decide('git push')).toBe('allow')
  })

  test('adds its program tables, and a change of it changes the digest of the policies', async () => {
    const teaches = (tier: string) => `extends: balanced\nprograms: { acme: { tier: ${tier} } }`
    const digests: string[] = []
    const decisions: string[] = []
    for (const tier of ['read', 'execute']) {
      write('team.yaml', teaches(tier))
      write('sallyport.yaml', extending)
      trust(extending, { [join(project, 'team.yaml')]: sha256(`version: 1\n${teaches(tier)}`) })
      decisions.push(await decide('acme'))
      const place = findPlace({ cwd: project, workspace: [project], env: env() })
      const loaded = await loadPolicies({ place, env: env() })
      digests.push(loaded.ok ? loaded.value.digest : '')
    }
    expect(decisions).toEqual(['allow', 'ask'])
    expect(new Set(digests).size).toBe(2)
  })

  test('takes effect when a file that it extends in turn changes', async () => {
    const decisions: string[] = []
    for (const then of ['ask', 'deny']) {
      const root = `rules: [{ when: { run: ls }, then: ${then} }]`
      write('root.yaml', root)
      write('team.yaml', 'extends: ./root.yaml')
      write('sallyport.yaml', extending)
      trust(extending, {
        [join(project, 'team.yaml')]: sha256('version: 1\nextends: ./root.yaml'),
        [join(project, 'root.yaml')]: sha256(`version: 1\n${root}`),
      })
      decisions.push(await decide('ls'))
    }
    expect(decisions).toEqual(['ask', 'deny'])
  })

  test('changed after the project was trusted, it blocks everything', async () => {
    write('team.yaml', `${team}\nmode: auto`)
    write('sallyport.yaml', extending)
    trust(extending, { [join(project, 'team.yaml')]: sha256(`version: 1\n${team}`) })
    expect(await decide('ls')).toBe('policy_untrusted')
  })

  test('named by an untrusted project, it is not read', async () => {
    write('team.yaml', 'mode: auto')
    write('sallyport.yaml', extending)
    expect(await decide('git push')).toBe('ask')
  })
})

describe('the trust store', () => {
  test('damaged, everything is denied', async () => {
    const { trust: path, state } = ownPaths(env())
    mkdirSync(state, { recursive: true })
    writeFileSync(path, '{')
    expect(await decide('ls')).toBe('policy_untrusted')
  })
})

describe('a policy file in another dialect', () => {
  const text = 'safety: { mode: allow, allowlist: [make], denylist: [ls] }\n'
  const file = () => join(project, 'sallyport.yaml')

  test('untrusted, only its denies and asks count', async () => {
    writeFileSync(file(), text)
    expect(await decide('ls')).toBe('deny')
    expect(await decide('some-unknown-program')).toBe('ask')
  })

  test("trusted, it decides together with its dialect's base", async () => {
    writeFileSync(file(), text)
    const pin = { digest: sha256(text), source: text, bases: {}, at: '2026-01-01T00:00:00Z' }
    expect(changeTrust(ownPaths(env()).trust, file(), pin).ok).toBe(true)
    expect(await decide('ls')).toBe('deny')
    expect(await decide('some-unknown-program')).toBe('allow')
  })

  test('mixed with another dialect, it is invalid', async () => {
    writeFileSync(file(), `version: 1\n${text}`)
    expect(await decide('ls')).toBe('policy_invalid')
  })
})

describe('the environment variables of other systems', () => {
  const approvals = async (more: Readonly<Record<string, string>>) => {
    const place = findPlace({ cwd: project, workspace: [project], env: env() })
    const policies = await loadPolicies({ place, env: { ...env(), ...more } })
    return policies.ok ? policies.value.approvals.timeoutMs : policies.faults[0].code
  }

  test('R69: set an approval timeout longer or shorter than five minutes', async () => {
    expect(await approvals({})).toBe(300_000)
    expect(await approvals({ LEASHD_APPROVAL_TIMEOUT_SECONDS: '600' })).toBe(600_000)
    expect(await approvals({ LEASHD_APPROVAL_TIMEOUT_SECONDS: '20' })).toBe(20_000)
  })

  test('do not lengthen a shorter timeout in a policy', async () => {
    write('sallyport.yaml', 'approvals: { timeout: 40s }')
    trust('approvals: { timeout: 40s }')
    expect(await approvals({ LEASHD_APPROVAL_TIMEOUT_SECONDS: '600' })).toBe(40_000)
  })

  test('with an invalid value are an error', async () => {
    expect(await approvals({ LEASHD_APPROVAL_TIMEOUT_SECONDS: 'soon' })).toBe('config_error')
  })
})
