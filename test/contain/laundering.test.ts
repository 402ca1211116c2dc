import { describe, expect, test } from 'vitest'
import { fail } from '../../src/core/fault.ts'
import { memoryFacts } from '../../src/testing.ts'
import { madeUpFence } from '../requirements/made-up-fence.ts'
import { bash, openGate, person, withPolicy } from '../requirements/open-gate.ts'
import { madeUpMemory } from './contain-fixture.ts'

const root = '/home/dev/project'

const files = {
  [`${root}/package.json`]: '{"scripts":{"test":"node test.js","build":"tsc"}}',
  [`${root}/.git/config`]: '[core]\n\tbare = false\n',
  [`${root}/tools/convert.sh`]: 'cat "$1"\n',
  '/srv/out/run.sh': 'echo hello\n',
  [`${root}/linked.sh`]: { link: '/srv/out/run.sh' },
  [`${root}/linked`]: { link: '/srv/out' },
  [`${root}/.git/hooks/pre-commit`]: '#!/bin/sh\nnpm test\n',
  [`${root}/Makefile`]: 'all:\n\tcc x.c\n',
  [`${root}/build.sh`]: '#!/bin/sh\necho built\n',
  [`${root}/notes.txt`]: 'echo hello\n',
  '/tmp/out.sh': '#!/bin/sh\necho hello\n',
}

/** A gate with a fence whose earlier contained run wrote these files. */
async function answerTo(command: string, marks: readonly string[]): Promise<'fence' | 'person' | 'allow' | 'deny'> {
  const { approver, asked } = person('approved')
  const policies = await withPolicy('rules: [{ when: { run: [npm test, make] }, then: allow }]')
  const { gate } = openGate({
    policies,
    fence: madeUpFence().fence,
    approvers: [approver],
    contained: madeUpMemory({ marks }).memory,
    facts: memoryFacts({ files }),
  })
  const { verdict } = await gate.run(bash(command), () => null)
  if (verdict.contained === true) return 'fence'
  return asked.length > 0 ? 'person' : verdict.decision === 'allow' ? 'allow' : 'deny'
}

const markOf = (wrote: string): string => (wrote.startsWith('/') ? wrote : wrote === '.' ? root : `${root}/${wrote}`)

/** Each row: how something that a contained run wrote could run later, and the file that it wrote. */
const ways: readonly (readonly [how: string, command: string, wrote: string])[] = [
  ['the script itself', './build.sh', 'build.sh'],
  ['the script, by a shell', 'bash build.sh', 'build.sh'],
  ['a text file, by a shell', 'bash notes.txt', 'notes.txt'],
  ['a text file, through a pipe', 'cat notes.txt | bash', 'notes.txt'],
  ['a text file, by substitution', 'bash -c "$(cat notes.txt)"', 'notes.txt'],
  ['a file that is loaded into the shell', 'source ./notes.txt', 'notes.txt'],
  ['a file that is loaded with a dot', '. ./notes.txt', 'notes.txt'],
  ['a package script, although a rule allows it', 'npm test', 'package.json'],
  ['a module that the tests load', 'npm test', 'src/lib.js'],
  ['an installed package', 'npm run build', 'node_modules/typescript/lib/tsc.js'],
  ['a program of an installed package', 'node_modules/.bin/vitest', 'node_modules/.bin/vitest'],
  ['the same through npx', 'npx eslint .', 'node_modules/eslint/lib/api.js'],
  ['a Makefile, although a rule allows it', 'make', 'Makefile'],
  ['a file that the Makefile includes', 'make all', 'rules.mk'],
  ['the settings of the tests', 'pytest', 'conftest.py'],
  ['a module in the directory', 'python3 -m tool', 'tool/__main__.py'],
  ['a module that hides one of Python', 'python3 -c "import json; print(1)"', 'json.py'],
  ['a module on a path that the call sets', 'PYTHONPATH=. python3 -c "print(1)"', 'sitecustomize.py'],
  ['a module that code in the call loads', 'node -e "require(\'./lib\')"', 'lib/index.js'],
  ['a file that node loads first', 'NODE_OPTIONS="--require ./x.js" node -e "1"', 'x.js'],
  ['a program on a path that the call sets', 'PATH=./bin:$PATH ls', 'bin/ls'],
  ['a library that the call preloads', 'LD_PRELOAD=./x.so ls', 'x.so'],
  ['a build script of Rust', 'cargo build', 'build.rs'],
  ['a test of Go', 'go test ./...', 'x_test.go'],
  ['settings of a linter', 'npx eslint src', 'eslint.config.js'],
  ['a hook of git that runs the tests', 'git commit -m x', 'test.js'],
  ['a hook of git, by another command', 'git checkout main', 'test.js'],
  ['a program for find', 'find . -name x -exec ./build.sh {} \\;', 'build.sh'],
  ['a program for xargs', 'ls | xargs ./build.sh', 'build.sh'],
  ['a program behind wrappers', 'env timeout 5 nice ./build.sh', 'build.sh'],
  ['a copy in the same call', 'cp notes.txt x.sh && bash x.sh', 'notes.txt'],
  ['a move in the same call', 'mv notes.txt x.sh && ./x.sh', 'notes.txt'],
  ['a copy of an earlier call', './x.sh', 'notes.txt'],
  ['a compiled source', 'cc x.c -o x && ./x', 'x.c'],
  ['a program of an earlier build', './x', 'x.c'],
  ['an archive that is unpacked', 'tar xf a.tar && ./a/run', 'a.tar'],
  ['a script for awk', 'awk -f prog.awk data', 'prog.awk'],
  ['a script for sed', 'sed -f prog.sed data', 'prog.sed'],
  ['a script in scratch space', 'bash /tmp/out.sh', '/tmp/out.sh'],
  ['a program in scratch space', '/tmp/out.sh', '/tmp/out.sh'],
  ['a directory that was written as a whole', 'npm test', '.'],
  ['a file in a directory that stands for many', './gen/run.sh', 'gen'],
  ['a background run', 'npm test &', 'src/lib.js'],
  ['an editor that obeys the project', 'vim -c q', '.vimrc'],
  ['a link to a marked file elsewhere', './linked.sh', '/srv/out/run.sh'],
  ['a link in the call to a directory elsewhere', 'sh linked/run.sh', '/srv/out/run.sh'],
  ['a service of the project', 'docker compose up', 'docker-compose.yml'],
]

describe('what a contained run wrote does not run without being contained again or asked', () => {
  test.each(ways)('%s', async (_how, command, wrote) => {
    expect(['fence', 'person']).toContain(await answerTo(command, [markOf(wrote)]))
  })

  test('there are at least 30 ways', () => expect(ways.length).toBeGreaterThanOrEqual(30))
})

describe('harmless neighbours run as before', () => {
  test.each([
    ['reading a marked file', 'cat notes.txt', 'notes.txt'],
    ['searching the project', 'grep -rn x src', 'src/lib.js'],
    ['the state of the repository', 'git status && git diff', 'src/lib.js'],
    ['listing files', 'ls -la', 'build.sh'],
    ['reading output in scratch space', 'cat /tmp/out.sh', '/tmp/out.sh'],
    ['listing files, while a contained call may write anything here', 'ls -la | head', '.'],
    ['project code, if only another project has marked files', 'npm test', '/home/dev/other/x.js'],
    ['project code, if only scratch space has a marked file', 'npm test', '/tmp/out.sh'],
  ])('%s', async (_what, command, wrote) => expect(await answerTo(command, [markOf(wrote)])).toBe('allow'))

  test('everything, once the files are accepted', async () => expect(await answerTo('npm test', [])).toBe('allow'))
})

describe('the copies that an allowed call makes are marked', () => {
  const scratch = '/tmp/out'
  const rows: readonly (readonly [how: string, command: string, marks: readonly string[]])[] = [
    ['a copy', 'cp /tmp/out/x.sh tools/x.sh', [`${root}/tools/x.sh`]],
    ['a move', 'mv /tmp/out/x.sh tools/x.sh', [`${root}/tools/x.sh`]],
    ['a link', 'ln -s /tmp/out/x.sh tools/x.sh', [`${root}/tools/x.sh`]],
    ['a redirection', 'cat /tmp/out/x.sh > y.sh', [`${root}/y.sh`]],
    ['an input', 'tee y.sh < /tmp/out/x.sh', [`${root}/y.sh`]],
    ['a substitution', 'echo "$(cat /tmp/out/x.sh)" > y.sh', [`${root}/y.sh`]],
    ['a whole directory', 'cp -r /tmp/out vendor', [`${root}/vendor`]],
    ['a directory above it', 'rsync -a /tmp/ copy', [`${root}/copy`]],
    ['an archive', 'tar xf /tmp/out/a.tar', [root]],
    ['a patch', 'git apply /tmp/out/c.patch', [root]],
    ['a mix', "sed -i 'r /tmp/out/x' a.sh", [`${root}/a.sh`]],
    ['only a read', 'cat /tmp/out/x.sh', []],
    ['a copy of something else', 'cp /tmp/other tools/x.sh', []],
    ['a delete beside a write', 'rm -rf /tmp/out && echo done > log', []],
    ['a write beside a harmless read', 'cat notes.txt > log', []],
  ]
  test.each(rows)('%s', async (_how, command, expected) => {
    const memory = madeUpMemory({ marks: [scratch] })
    const { gate } = openGate({ contained: memory.memory, facts: memoryFacts({ files }) })
    expect((await gate.check(bash(command))).decision).toBe('allow')
    expect(memory.marks().slice(1)).toEqual(expected)
  })

  test('a workspace with a marked file gets no more marks: all its code counts already', async () => {
    const memory = madeUpMemory({ marks: [`${root}/notes.txt`] })
    const { gate } = openGate({ contained: memory.memory, facts: memoryFacts({ files }) })
    await gate.check(bash('grep hello notes.txt > found.txt'))
    expect(memory.marks()).toEqual([`${root}/notes.txt`])
    await gate.check(bash('cp notes.txt /tmp/carried.sh'))
    expect(memory.marks()).toEqual([`${root}/notes.txt`, '/tmp/carried.sh'])
  })

  test('a call whose copies cannot be marked does not run', async () => {
    const memory = {
      ...madeUpMemory({ marks: [scratch] }).memory,
      mark: async () => fail('config_error', 'the disk is full'),
    }
    const { gate } = openGate({ contained: memory })
    expect(await gate.check(bash('cp /tmp/out/x.sh tools/x.sh'))).toMatchObject({ decision: 'deny' })
  })
})

describe('programs in the settings of git', () => {
  const rows: readonly (readonly [setting: string, command: string, answer: 'fence' | 'person' | 'allow'])[] = [
    ['[diff "doc"]\n\ttextconv = sh tools/convert.sh', 'git diff', 'person'],
    ['[diff]\n\texternal = ./tools/convert.sh', 'git log -p', 'person'],
    ['[core]\n\tfsmonitor = tools/convert.sh', 'git status', 'person'],
    ['[include]\n\tpath = ../tools/convert.sh', 'git status', 'person'],
    ['[filter "f"]\n\tclean = python3 tools/x.py', 'git add .', 'person'],
    ['[merge "m"]\n\tdriver = tools/convert.sh %A', 'git merge main', 'person'],
    ['[filter "lfs"]\n\tclean = git-lfs clean -- %f', 'git add .', 'allow'],
    ['[core]\n\tpager = delta', 'git diff', 'allow'],
    ['[credential]\n\thelper = /usr/bin/gh auth git-credential', 'git commit -m x', 'allow'],
    ['[filter "f"]\n\tclean = python3 tools/x.py', 'git diff', 'allow'],
    ['[remote "origin"]\n\turl = tools/convert.sh', 'git diff', 'allow'],
  ]
  test.each(rows)('%j: %s', async (setting, command, answer) => {
    const { approver, asked } = person('approved')
    const { [`${root}/.git/hooks/pre-commit`]: _hook, ...rest } = files
    const { gate } = openGate({
      approvers: [approver],
      contained: madeUpMemory({ marks: [`${root}/tools/x.py`] }).memory,
      facts: memoryFacts({ files: { ...rest, [`${root}/.git/config`]: `${setting}\n` } }),
    })
    const { verdict } = await gate.run(bash(command), () => null)
    expect(asked.length > 0 ? 'person' : verdict.decision).toBe(answer)
  })
})

test('a workspace that is a link, or a part of a repository, has the marks of the real one', async () => {
  const repository = {
    '/home/dev/link': { link: '/srv/repo/packages/a' },
    '/srv/repo/.git/config': '',
    '/srv/repo/packages/a/package.json': '{}',
    '/srv/repo/packages/b/x.js': '',
  }
  for (const mark of ['/srv/repo/packages/a/x.js', '/srv/repo/packages/b/x.js'])
    for (const workspace of ['/home/dev/link', '/srv/repo/packages/a']) {
      const { approver, asked } = person('approved')
      const { gate } = openGate({
        approvers: [approver],
        place: { cwd: workspace, workspace: [workspace] },
        contained: madeUpMemory({ marks: [mark] }).memory,
        facts: memoryFacts({ files: repository }),
      })
      await gate.run(bash('make'), () => null)
      expect(asked.length, `${workspace} with ${mark}`).toBe(1)
    }
})

test('an answer about marked files is not remembered: accepting the files ends the questions', async () => {
  const { approver, asked } = person('approved_for_session')
  const { gate } = openGate({ approvers: [approver], contained: madeUpMemory({ marks: [`${root}/x.js`] }).memory })
  await gate.run(bash('npm test'), () => null)
  expect(asked[0]?.offers).toEqual([])
})

test('the journal has what was remembered, as facts', async () => {
  const { gate, journal } = openGate({ contained: madeUpMemory({ marks: [`${root}/x.js`] }).memory })
  await gate.check(bash('npm test'))
  const requested = journal.events().find(event => event.type === 'tool_call_requested')
  expect(requested?.facts).toContainEqual(expect.objectContaining({ question: 'marked' }))
})
