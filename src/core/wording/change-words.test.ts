import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { changeTiers } from '../change-tier.ts'
import { changeWords, hasChangeWords } from './change-words.ts'

describe('a change in words', () => {
  test.each([
    ['git/overwrite-remote', null, 'overwrites history on the remote'],
    ['git/discard', null, 'discards uncommitted changes'],
    ['git/discard', 'src/a.ts', 'discards uncommitted changes in `src/a.ts`'],
    ['registry/publish', null, 'publishes a package'],
    ['secrets/read', '$AWS_SECRET_ACCESS_KEY', 'reveals the secret in `$AWS_SECRET_ACCESS_KEY`'],
    ['packages/install', 'left-pad', 'installs `left-pad`, which may run its own code'],
    ['kubernetes/delete', 'deploy/x', 'deletes the Kubernetes object `deploy/x`'],
    ['database/drop', 'DROP TABLE\n  users', 'drops database tables or whole databases: `DROP TABLE users`'],
    ['acme/deploy', null, 'deploys with `acme`'],
    ['acme/frobnicate', null, 'makes the change `acme/frobnicate`'],
    ['acme/frobnicate', 'x', 'makes the change `acme/frobnicate`: `x`'],
  ])('%s with target %s', (change, target, words) => {
    const [system = '', action = ''] = change.split('/')
    expect(changeWords({ system, action, target })).toBe(words)
  })
})

/** Every `change SYSTEM/ACTION` that a table, an example or code in `src` names. */
function changesInSource(): ReadonlySet<string> {
  const root = join(import.meta.dirname, '..', '..')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  const named = /['"`]change ([a-z-]+\/[a-z-]+)|[cC]hange\(\s*'([a-z-]+\/[a-z-]+)'/g
  return new Set(
    files
      .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap(file => [...readFileSync(join(root, file), 'utf8').matchAll(named)])
      .map(([, table, code]) => table ?? code ?? ''),
  )
}

test('every change that Sallyport names has a phrase', () => {
  const changes = [...changesInSource()].map(change => change.split('/'))
  expect(changes.length).toBeGreaterThan(180)
  expect(changes.filter(([system = '', action = '']) => !hasChangeWords(system, action))).toEqual([])
})

test('every action with a tier has a phrase for systems that a policy invents', () => {
  expect(Object.keys(changeTiers).filter(action => !hasChangeWords('acme', action))).toEqual([])
})
