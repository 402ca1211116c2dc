import { describe, expect, test } from 'vitest'
import { findRegistries } from './registries.ts'

const hosts = (files: Readonly<Record<string, string>>) => {
  const { usual, named } = findRegistries(new Map(Object.entries(files)))
  return { usual: usual.map(({ host }) => host), named: named.map(({ host }) => host) }
}
const npm = ['registry.npmjs.org', 'registry.yarnpkg.com']
const pip = ['pypi.org', 'files.pythonhosted.org']
const cargo = ['index.crates.io', 'static.crates.io', 'crates.io']

describe('the registries of a project', () => {
  test.each<
    readonly [what: string, files: Readonly<Record<string, string>>, usual: readonly string[], named: readonly string[]]
  >([
    ['no manifest, no registry', { 'README.md': 'https://registry.npmjs.org' }, [], []],
    ['a package.json', { 'package.json': '{}' }, npm, []],
    [
      'a registry in .npmrc',
      { 'package.json': '{}', '.npmrc': 'registry=https://npm.corp.example/\n' },
      npm,
      ['npm.corp.example'],
    ],
    [
      'a registry for a scope',
      { 'package.json': '{}', '.npmrc': '@acme:registry = https://npm.acme.example:8443/x' },
      npm,
      ['npm.acme.example:8443'],
    ],
    ['settings without a project', { '.npmrc': 'registry=https://npm.corp.example/' }, [], []],
    [
      'a lock file',
      {
        'package-lock.json':
          '{ "resolved": "https://npm.corp.example/a.tgz", "x": { "resolved": "https://registry.npmjs.org/b.tgz" } }',
      },
      npm,
      ['npm.corp.example'],
    ],
    [
      'a lock file of yarn',
      { 'yarn.lock': 'a@1:\n  resolved "https://npm.corp.example/a.tgz#1"\n' },
      npm,
      ['npm.corp.example'],
    ],
    [
      'a lock file of pnpm',
      { 'pnpm-lock.yaml': 'resolution: {tarball: https://npm.corp.example/a.tgz}' },
      npm,
      ['npm.corp.example'],
    ],
    [
      'yarn settings',
      { 'yarn.lock': '', '.yarnrc.yml': 'npmRegistryServer: "https://npm.corp.example"' },
      npm,
      ['npm.corp.example'],
    ],
    [
      'requirements',
      {
        'requirements.txt':
          '--index-url https://pip.corp.example/simple\n--extra-index-url=https://more.corp.example\nx==1\n',
      },
      pip,
      ['pip.corp.example', 'more.corp.example'],
    ],
    [
      'sources of poetry',
      {
        'pyproject.toml':
          '[[tool.poetry.source]]\nname = "x"\nurl = "https://pip.corp.example/simple"\n[project]\nurl = "https://homepage.example"\n',
      },
      pip,
      ['pip.corp.example'],
    ],
    [
      'an index of uv',
      { 'pyproject.toml': '[[tool.uv.index]]\nurl = "https://pip.corp.example/simple"\n' },
      pip,
      ['pip.corp.example'],
    ],
    [
      'a lock file of cargo',
      {
        'Cargo.lock':
          'source = "registry+https://github.com/rust-lang/crates.io-index"\nsource = "sparse+https://crates.corp.example/"\n',
      },
      cargo,
      ['crates.corp.example'],
    ],
    [
      'settings of cargo',
      { 'Cargo.toml': '', '.cargo/config.toml': '[source.x]\nregistry = "sparse+https://crates.corp.example/"\n' },
      cargo,
      ['crates.corp.example'],
    ],
    ['a module of go', { 'go.mod': 'module x' }, ['proxy.golang.org', 'sum.golang.org'], []],
    ['several at once', { 'go.mod': '', 'Cargo.toml': '' }, [...cargo, 'proxy.golang.org', 'sum.golang.org'], []],
  ])('%s', (_what, files, usual, named) => expect(hosts(files)).toEqual({ usual, named }))

  test.each([
    'git+https://github.com/acme/x.git#1',
    'git+ssh://git@github.com/acme/x.git',
    'https://codeload.github.com/acme/x/tar.gz/1',
    'https://raw.githubusercontent.com/acme/x/main/a.tgz',
    'https://gitlab.com/acme/x.tgz',
    'http://localhost:4873/a.tgz',
    'http://127.0.0.1/a.tgz',
    'http://2130706433/a.tgz',
    'http://0x7f.1/a.tgz',
    'http://[::1]/a.tgz',
    'http://169.254.169.254/latest',
    'http://10.0.0.1:8080/a.tgz',
    'https://8.8.8.8/a.tgz',
    'http://intranet/a.tgz',
    'file:../x',
    'https://*.example.com/a.tgz',
  ])('a file cannot open a repository, an address or this network: %s', address =>
    expect(hosts({ 'package-lock.json': `{ "resolved": "${address}" }` }).named).toEqual([]),
  )

  test('each host says which file names it', () =>
    expect(
      findRegistries(
        new Map([
          ['package.json', '{}'],
          ['.npmrc', 'registry=https://npm.corp.example/'],
        ]),
      ),
    ).toMatchObject({
      usual: [{ because: 'a registry of npm: package.json is here' }, {}],
      named: [{ host: 'npm.corp.example', because: '.npmrc names it as a registry' }],
    }))
})
