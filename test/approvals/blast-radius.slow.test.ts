import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, lstatSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { measuresOf } from '../../src/approvals/blast-radius/measures.ts'
import type { Figure } from '../../src/approvals/blast-radius/radius-words.ts'
import { nowhere, type Place } from '../../src/core/call.ts'
import { createGate } from '../../src/gate/gate.ts'
import { askGitWithin } from '../../src/io/blast-radius/ask-git.ts'
import { measureFiles } from '../../src/io/blast-radius/git-figures.ts'
import { survey } from '../../src/io/blast-radius/survey.ts'
import { fileFacts } from '../../src/io/files/file-facts.ts'
import { fakeClock, memoryJournal } from '../../src/testing.ts'
import { withPreset } from '../requirements/open-gate.ts'

const cautious = await withPreset('cautious')
const made: string[] = []
afterAll(() => {
  for (const path of made) rmSync(path, { recursive: true, force: true })
})

const environment = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'dev',
  GIT_AUTHOR_EMAIL: 'dev@x.example',
  GIT_COMMITTER_NAME: 'dev',
  GIT_COMMITTER_EMAIL: 'dev@x.example',
}

const sh = (cwd: string, script: string): string =>
  execFileSync('/bin/bash', ['-euc', script], {
    cwd,
    encoding: 'utf8',
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** A repository `work` with two commits and a remote beside it, then `script` on top. */
function repository(script: string): string {
  const root = mkdtempSync(join(tmpdir(), 'radius-'))
  made.push(root)
  sh(
    root,
    `git init -q --bare -b main remote; git init -q -b main work; cd work; git remote add origin ../remote
     mkdir src; echo a > src/a; echo b > src/b; echo x > top; git add .; git commit -qm one
     echo aa > src/a; git commit -qam two; git push -q origin main 2>/dev/null; ${script}`,
  )
  return root
}

function verdictOn(command: string, cwd: string) {
  const place: Place = { ...nowhere, cwd, workspace: [cwd], home: '/home/nobody-here' }
  const gate = createGate({
    policies: cautious,
    place,
    ports: {
      facts: fileFacts,
      journal: memoryJournal({ at: '2026-01-01T00:00:00.000Z', journal: 'test' }),
      approvers: [],
      clock: fakeClock(),
      newId: () => 'id',
      runKey: new Uint8Array(32),
    },
  })
  return { verdict: gate.judge({ tool: 'Bash', input: { command } }), place }
}

async function figuresOf(command: string, cwd: string): Promise<readonly Figure[]> {
  const { verdict, place } = verdictOn(command, cwd)
  const { signal } = new AbortController()
  const git = askGitWithin(signal, place.workspace)
  const found = await Promise.all(
    measuresOf(verdict).map(measure => (measure.kind === 'target' ? null : measureFiles(measure, git, signal))),
  )
  return found.flatMap(figure => figure ?? [])
}

/** The content of every file, without git's own. */
function contents(root: string, below = ''): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const name of readdirSync(join(root, below))) {
    const path = join(below, name)
    if (name === '.git') continue
    const facts = lstatSync(join(root, path))
    if (facts.isSymbolicLink()) found.set(path, `link ${readlinkSync(join(root, path))}`)
    else if (facts.isDirectory()) for (const [inner, hash] of contents(root, path)) found.set(inner, hash)
    else
      found.set(
        path,
        createHash('sha256')
          .update(readFileSync(join(root, path)))
          .digest('hex'),
      )
  }
  return found
}

const reachable = (cwd: string): number =>
  Number(sh(cwd, 'git rev-list --count --branches --tags --remotes HEAD').trim())

interface Loss {
  /** Files that are gone or have other content after the command. */
  readonly changed: number
  readonly bytes: number
  /** Of these, the ones that the last commit does not bring back. */
  readonly unrecoverable: number
  readonly commits: number
  readonly remoteCommits: number
  readonly stashes: number
}

/** Runs the command in a copy and looks at what is gone. */
function lossOf(command: string, root: string): Loss {
  const copy = mkdtempSync(join(tmpdir(), 'radius-copy-'))
  made.push(copy)
  cpSync(root, copy, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
  const work = join(copy, 'work')
  const remote = join(copy, 'remote')
  const state = () => ({
    files: contents(work),
    commits: reachable(work),
    remote: Number(sh(remote, 'git rev-list --count --all').trim()),
    stashes: sh(work, 'git stash list').split('\n').length - 1,
  })
  const before = state()
  const sizes = new Map([...before.files.keys()].map(path => [path, lstatSync(join(work, path)).size]))
  sh(work, `${command} >/dev/null 2>&1`)
  const after = state()
  const changed = [...before.files].filter(([path, hash]) => after.files.get(path) !== hash).map(([path]) => path)
  const last = sh(work, 'git rev-parse HEAD').trim()
  sh(work, `git checkout -q ${last} -- . 2>/dev/null || true`)
  const restored = contents(work)
  return {
    changed: changed.length,
    bytes: changed.reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0),
    unrecoverable: changed.filter(path => restored.get(path) !== before.files.get(path)).length,
    commits: before.commits - after.commits,
    remoteCommits:
      new Set(sh(join(root, 'remote'), 'git rev-list --all').split('\n')).size -
      [...sh(join(root, 'remote'), 'git rev-list --all').split('\n')].filter(id =>
        sh(remote, 'git rev-list --all').includes(id),
      ).length,
    stashes: before.stashes - after.stashes,
  }
}

const deletes: readonly (readonly [says: string, set: string, command: string])[] = [
  ['committed files only', '', 'rm -rf src'],
  ['an untracked file among them', 'echo n > src/new', 'rm -rf src'],
  ['an uncommitted change among them', 'echo changed > src/b', 'rm -rf src'],
  ['a staged file that was never committed', 'echo n > src/new; git add src/new', 'rm -rf src'],
  ['a file whose time changed and whose content did not', 'touch -d yesterday src/b', 'rm -rf src'],
  [
    'an ignored database',
    'echo "*.db" > .gitignore; git add .gitignore; git commit -qm ignore; head -c 5000 /dev/zero > src/app.db',
    'rm -rf src',
  ],
  ['a single untracked file', 'echo n > notes', 'rm notes'],
  ['a link, which is not followed', 'mkdir big; head -c 9000 /dev/zero > big/file; ln -s big link', 'rm -rf link'],
  ['names with blanks and line ends', "mkdir 'a b'; echo 1 > 'a b/c d'; echo 2 > $'a b/e\\nf'", "rm -rf 'a b'"],
]

describe('files that a delete loses: the figures equal what a run in a copy lost', () => {
  test.each(deletes)('%s', async (_says, set, command) => {
    const root = repository(set)
    const [figure] = await figuresOf(command, join(root, 'work'))
    const loss = lossOf(command, root)
    expect(figure).toMatchObject({ kind: 'files', files: loss.changed, bytes: loss.bytes, atLeast: false })
    if (figure?.kind !== 'files' || figure.share === null) throw new Error('no share')
    expect(figure.share.untracked + figure.share.uncommitted).toBe(loss.unrecoverable)
  })
})

const discards: readonly (readonly [says: string, set: string, command: string])[] = [
  [
    'a reset discards changes in the index and in the working tree',
    'echo 1 > src/a; echo 2 > top; git add top',
    'git reset --hard',
  ],
  ['a reset of a clean tree discards nothing', '', 'git reset --hard'],
  ['a checkout of one file', 'echo 1 > src/a; echo 2 > top', 'git checkout -- top'],
  ['a restore of a directory', 'echo 1 > src/a; echo 2 > src/b; echo 3 > top', 'git restore src'],
]

describe('uncommitted changes that are discarded', () => {
  test.each(discards)('%s', async (_says, set, command) => {
    const root = repository(set)
    const [figure] = await figuresOf(command, join(root, 'work'))
    expect(figure).toEqual({ kind: 'uncommitted', files: lossOf(command, root).changed, atLeast: false })
  })
})

const cleans: readonly (readonly [says: string, command: string])[] = [
  ['untracked files only', 'git clean -f'],
  ['untracked directories too', 'git clean -fd'],
  ['ignored files too', 'git clean -fdx'],
  ['ignored files only', 'git clean -fdX'],
]

describe('untracked files that a clean deletes', () => {
  test.each(cleans)('%s', async (_says, command) => {
    const root = repository(
      'echo "*.log" > .gitignore; git add .gitignore; git commit -qm ignore; echo 1 > new; echo 2 > src/new; mkdir fresh; echo 3 > fresh/file; echo 4 > a.log; echo 5 > fresh/b.log',
    )
    const [figure] = await figuresOf(command, join(root, 'work'))
    const loss = lossOf(command, root)
    expect(figure).toEqual({ kind: 'untracked', files: loss.changed, bytes: loss.bytes, atLeast: false })
  })
})

const commitRows: readonly (readonly [says: string, set: string, command: string, lost: 'reset' | 'branches'])[] = [
  [
    'unpushed commits that a reset drops',
    'for i in 1 2 3; do echo $i > n; git add n; git commit -qm $i; done',
    'git reset --hard HEAD~2',
    'reset',
  ],
  ['commits that the remote has are not lost', '', 'git reset --hard HEAD~1', 'reset'],
  [
    'commits that another branch has are not lost',
    'echo n > n; git add n; git commit -qm n; git branch keep',
    'git reset --hard HEAD~1',
    'reset',
  ],
  [
    'an unmerged branch',
    'git checkout -qb work2; for i in 1 2; do echo $i > n; git add n; git commit -qm $i; done; git checkout -q main',
    'git branch -D work2',
    'branches',
  ],
  ['a merged branch loses nothing', 'git branch merged', 'git branch -D merged', 'branches'],
]

describe('commits that are lost', () => {
  test.each(commitRows)('%s', async (_says, set, command, lost) => {
    const root = repository(set)
    const figures = await figuresOf(command, join(root, 'work'))
    expect(figures).toContainEqual({ kind: 'commits', lost, count: lossOf(command, root).commits })
  })

  test('a forced push that drops two commits of the remote', async () => {
    const root = repository(
      'for i in 1 2; do echo $i > n; git add n; git commit -qm $i; done; git push -q origin main 2>/dev/null; git reset -q --hard HEAD~2',
    )
    const [figure] = await figuresOf('git push -f origin main', join(root, 'work'))
    const loss = lossOf('git push -f origin main', root)
    expect(loss.remoteCommits).toBe(2)
    expect(figure).toEqual({ kind: 'commits', lost: 'push', count: loss.remoteCommits })
  })

  test.each(['git stash drop', 'git stash clear'])('%s', async command => {
    const root = repository('echo 1 > top; git stash -q; echo 2 > top; git stash -q')
    const [figure] = await figuresOf(command, join(root, 'work'))
    expect(figure).toEqual({ kind: 'stashes', count: lossOf(command, root).stashes })
  })
})

describe('looking at a repository runs nothing of it', () => {
  test('hooks, filters, a file system monitor and lazy fetches of a hostile repository do not run', async () => {
    const root = repository(
      `echo '* filter=evil diff=evil' > .gitattributes; git add .; git commit -qm a
       for hook in post-index-change reference-transaction fsmonitor-watchman; do printf '#!/bin/sh\\ntouch ../ran-hook\\n' > .git/hooks/$hook; chmod +x .git/hooks/$hook; done
       git config core.fsmonitor 'touch ../ran-monitor; true'; git config filter.evil.clean 'touch ../ran-filter; cat'
       echo 'src/b filter=e=v' >> .gitattributes; git config 'filter.e=v.clean' 'touch ../ran-filter; cat'; git config filter.evil.smudge 'touch ../ran-filter; cat'; git config diff.evil.textconv 'touch ../ran-textconv; cat'
       git config diff.external 'touch ../ran-diff; true'; git config core.pager 'touch ../ran-pager; cat'
       git config extensions.partialClone origin; git config remote.origin.promisor true; git config remote.origin.url 'ext::sh -c touch% ../ran-fetch'
       echo changed > src/a; touch -d yesterday src/b`,
    )
    for (const command of [
      'rm -rf src',
      'git reset --hard HEAD~1',
      'git checkout -- .',
      'git clean -fdx',
      'git push -f',
      'git branch -D main',
      'git stash clear',
    ])
      await figuresOf(command, join(root, 'work'))
    expect(readdirSync(root).sort()).toEqual(['remote', 'work'])
  })
})

describe('the lines of the prompt', () => {
  test('a survey that has no time says so instead of showing wrong figures', async () => {
    const root = repository('echo n > src/new')
    const { verdict, place } = verdictOn('git reset --hard', join(root, 'work'))
    const lines = await survey(measuresOf(verdict), place, {}, 0)
    expect(lines.join()).toMatch(/not measured|at least/)
  })

  test('a database and a cluster that look like production are marked', async () => {
    const cwd = join(repository(''), 'work')
    const lines = async (command: string, env: NodeJS.ProcessEnv = {}) => {
      const { verdict, place } = verdictOn(command, cwd)
      return survey(measuresOf(verdict), place, env, 5_000)
    }
    expect(await lines('psql -h db.prod.x.example -c "drop table a"')).toEqual([
      'database host: db.prod.x.example  ← looks like PRODUCTION',
    ])
    expect(await lines('kubectl --context staging delete ns a')).toEqual(['Kubernetes context: staging'])
    expect(await lines('aws s3 rb s3://a', { AWS_PROFILE: 'live' })).toEqual([
      'AWS profile: live  ← looks like PRODUCTION',
    ])
    expect(await lines('terraform destroy')).toEqual(['Terraform workspace: default'])
    expect(await lines('psql postgres://dev:secret@db.x.example/a -c "drop table a"')).toEqual([
      'database host: db.x.example',
    ])
  })
})
