import { cpSync, existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attackers } from './attackers.ts'
import { type Host, openHost } from './host.ts'

/** A small project, and a script that builds and tests it. It must end in the same way inside the fence and without it. */
interface Project {
  /** The programs that it needs, in the directories of the system. */
  readonly needs: readonly string[]
  readonly files: Readonly<Record<string, string>>
  /** Packages of this repository that it gets a copy of: the fence and another user may not see the repository itself. */
  readonly packages?: readonly string[]
  readonly script: string
  /** A file that the script creates. */
  readonly makes: string
}

const projects: Readonly<Record<string, Project>> = {
  'npm install of a local tarball, npm test': {
    needs: ['npm'],
    files: {
      'lib/package.json': '{ "name": "lib", "version": "1.0.0", "main": "index.js" }',
      'lib/index.js': 'module.exports = 42',
      'app/package.json': '{ "name": "app", "version": "1.0.0", "scripts": { "test": "node test.js" } }',
      // The fence hides it, as it may hold a token; npm must start all the same.
      'app/.npmrc': 'save-exact=true\n',
      'app/test.js': 'require("node:assert").equal(require("lib"), 42)',
    },
    script:
      'cd lib && npm pack --silent && cd ../app && npm install --no-audit --no-fund ../lib/lib-1.0.0.tgz && npm test',
    makes: 'app/package-lock.json',
  },
  'node --test': {
    needs: ['node'],
    files: { 'a.test.js': 'require("node:test")("works", () => require("node:fs").writeFileSync("made", "1"))' },
    script: 'node --test',
    makes: 'made',
  },
  'a server and its client in one command': {
    needs: ['node'],
    files: {
      'server.js':
        'const s = require("node:http").createServer((_, r) => r.end("hello")).listen(0, "127.0.0.1", async () => { const t = await (await fetch(`http://127.0.0.1:${s.address().port}`)).text(); require("node:fs").writeFileSync("made", t); s.close() })',
    },
    script: 'node server.js',
    makes: 'made',
  },
  'python unittest with a temporary directory and processes': {
    needs: ['python3'],
    files: {
      'test_a.py':
        'import unittest, tempfile, multiprocessing\ndef twice(x): return 2 * x\nclass A(unittest.TestCase):\n    def test_a(self):\n        with tempfile.TemporaryDirectory() as d, open(d + "/x", "w") as f: f.write("x")\n        with multiprocessing.Pool(2) as p: self.assertEqual(p.map(twice, [1, 2]), [2, 4])\n        open("made", "w").close()\n',
    },
    script: 'python3 -m unittest -q',
    makes: 'made',
  },
  'pip install of a local package into a virtual environment': {
    needs: ['python3'],
    files: {
      'pkg/setup.py': 'from setuptools import setup\nsetup(name="pkg", version="1.0", py_modules=["pkg"])\n',
      'pkg/pkg.py': 'answer = 42\n',
    },
    script:
      "python3 -m venv --system-site-packages v && v/bin/pip install -q --no-index --no-build-isolation --no-deps ./pkg && v/bin/python -c \"import pkg; open('made', 'w').write(str(pkg.answer))\"",
    makes: 'made',
  },
  'make and gcc': {
    needs: ['make', 'gcc'],
    files: {
      'a.c': '#include <stdio.h>\nint main(void) { puts("a"); return 0; }\n',
      Makefile: 'a: a.c\n\tgcc -o a a.c\n\t./a\n',
    },
    script: 'make -j2',
    makes: 'a',
  },
  cmake: {
    needs: ['cmake', 'make', 'gcc'],
    files: {
      'CMakeLists.txt': 'cmake_minimum_required(VERSION 3.5)\nproject(a C)\nadd_executable(a a.c)\n',
      'a.c': 'int main(void) { return 0; }\n',
    },
    script: 'cmake -S . -B b > /dev/null && cmake --build b && b/a',
    makes: 'b/a',
  },
  'git: add, commit, stash, branch, merge, clone': {
    needs: ['git'],
    files: { 'a.txt': 'a\n' },
    script:
      'git init -q r && cd r && cp ../a.txt . && git add . && git commit -qm a && git checkout -q -b b && echo b >> a.txt && git stash -q && git stash pop -q && git commit -qam b && git checkout -q main && git merge -q b && git clone -q . ../c && git gc -q',
    makes: 'c/a.txt',
  },
  'the TypeScript compiler of this repository': {
    needs: ['node'],
    files: { 'a.ts': 'export const a: number = 1\n' },
    packages: ['typescript', '@typescript'],
    script: 'node node_modules/typescript/bin/tsc --strict --outDir o a.ts',
    makes: 'o/a.js',
  },
  go: {
    needs: ['go'],
    files: { 'go.mod': 'module a\n', 'a.go': 'package main\nfunc main() {}\n' },
    script: 'go build -o a . && ./a',
    makes: 'a',
  },
  cargo: {
    needs: ['cargo'],
    files: { 'Cargo.toml': '[package]\nname = "a"\nversion = "1.0.0"\n', 'src/main.rs': 'fn main() {}\n' },
    script: 'cargo run -q --offline',
    makes: 'Cargo.lock',
  },
  pnpm: {
    needs: ['pnpm'],
    files: { 'package.json': '{ "name": "a", "scripts": { "test": "node -e 0" } }' },
    script: 'pnpm install --offline && pnpm test',
    makes: 'pnpm-lock.yaml',
  },
}

const modules = resolve(import.meta.dirname, '../../node_modules')

const directories = ['/usr/local/bin', '/usr/bin', '/bin']
const missingOf = ({ needs }: Project): readonly string[] =>
  needs.filter(name => !directories.some(directory => existsSync(`${directory}/${name}`)))

for (const attacker of attackers()) {
  describe(`real builds inside the fence, as ${attacker.name}`, () => {
    let host: Host
    beforeAll(async () => {
      if (attacker.missing === null) host = await openHost(attacker)
    })
    afterAll(() => host?.stop())

    for (const [name, project] of Object.entries(projects)) {
      const missing = attacker.missing ?? (missingOf(project).length === 0 ? null : `${missingOf(project)} is missing`)
      test.skipIf(missing !== null)(`${name}${missing === null ? '' : `: skipped, ${missing}`}`, async () => {
        const folder = `project/${name.replace(/\W+/g, '-')}`
        for (const [path, text] of Object.entries(project.files)) host.write(`${folder}/${path}`, text)
        for (const one of project.packages ?? [])
          cpSync(`${modules}/${one}`, `${host.base}/${folder}/node_modules/${one}`, { recursive: true })
        host.write(`${folder}/build.sh`, `set -e\ncd "$(dirname "$0")"\n${project.script}\n`)
        const ended = await host.shell(
          `$SALLYPORT run --yes --profile balanced -- bash ${host.base}/${folder}/build.sh`,
        )
        const { code } = ended
        // The sandbox says so if a socket of another program disappeared while it was set up, and Sallyport tries again.
        const text = ended.text.replace(/^bwrap: .*\n/gm, '')
        expect(code, text).toBe(0)
        expect(text).not.toMatch(/a protected name|EACCES|EROFS|[Pp]ermission denied|Read-only/)
        expect(host.exists(`${folder}/${project.makes}`), text).toBe(true)
      })
    }
  })
}
