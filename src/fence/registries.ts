import { hostReadings } from '../core/address/host-readings.ts'
import { networksOf } from '../core/address/network.ts'
import type { ReachableHost } from './fence.ts'

/** A package manager: the files that show a project uses it, where it loads packages from, and how files name other places. */
interface Ecosystem {
  readonly tool: string
  readonly manifests: readonly string[]
  readonly registries: readonly string[]
  /** Where a file names a registry. The first group is its address. */
  readonly named: Readonly<Record<string, RegExp>>
}

const ecosystems: readonly Ecosystem[] = [
  {
    tool: 'npm',
    manifests: ['package.json', 'package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock'],
    registries: ['registry.npmjs.org', 'registry.yarnpkg.com'],
    named: {
      '.npmrc': /^\s*(?:@[^\s:=]+:)?registry\s*=\s*"?(https?:\/\/[^\s"]+)/gim,
      '.yarnrc.yml': /^\s*npmRegistryServer:\s*["']?(https?:\/\/[^\s"']+)/gm,
      'package-lock.json': /"resolved"\s*:\s*"(https?:\/\/[^"]+)"/g,
      'npm-shrinkwrap.json': /"resolved"\s*:\s*"(https?:\/\/[^"]+)"/g,
      'yarn.lock': /^\s*resolved\s+"(https?:\/\/[^"]+)"/gm,
      'pnpm-lock.yaml': /\btarball:\s*["']?(https?:\/\/[^\s"',}]+)/g,
    },
  },
  {
    tool: 'pip',
    manifests: [
      'requirements.txt',
      'requirements-dev.txt',
      'pyproject.toml',
      'Pipfile',
      'Pipfile.lock',
      'poetry.lock',
      'uv.lock',
      'setup.py',
    ],
    registries: ['pypi.org', 'files.pythonhosted.org'],
    named: {
      'requirements.txt': /^\s*(?:-i|--index-url|--extra-index-url)[\s=]+(https?:\/\/\S+)/gm,
      'requirements-dev.txt': /^\s*(?:-i|--index-url|--extra-index-url)[\s=]+(https?:\/\/\S+)/gm,
      'pyproject.toml':
        /^\[\[tool\.(?:poetry\.source|uv\.index|pdm\.source)\]\][^[]*?^\s*url\s*=\s*["'](https?:\/\/[^"']+)/gm,
      Pipfile: /^\[\[source\]\][^[]*?^\s*url\s*=\s*["'](https?:\/\/[^"']+)/gm,
      'uv.lock': /\b(?:registry|url)\s*=\s*"(https?:\/\/[^"]+)"/g,
    },
  },
  {
    tool: 'cargo',
    manifests: ['Cargo.toml', 'Cargo.lock'],
    registries: ['index.crates.io', 'static.crates.io', 'crates.io'],
    named: {
      'Cargo.lock': /^source\s*=\s*"(?:registry|sparse)\+(https?:\/\/[^"]+)"/gm,
      '.cargo/config.toml': /^\s*(?:registry|index)\s*=\s*"(?:(?:registry|sparse)\+)?(https?:\/\/[^"]+)"/gm,
    },
  },
  {
    tool: 'go',
    manifests: ['go.mod', 'go.sum'],
    registries: ['proxy.golang.org', 'sum.golang.org'],
    named: {},
  },
]

/** Every file that may name a registry. */
export const registryFiles: readonly string[] = [
  ...new Set(ecosystems.flatMap(({ manifests, named }) => [...manifests, ...Object.keys(named)])),
]

export interface Registries {
  /** The registries that the tools use by themselves. */
  readonly usual: readonly ReachableHost[]
  /** Hosts that the project's own files name. Code in the workspace can change these files. */
  readonly named: readonly ReachableHost[]
}

/**
 * The registries of a project, from the texts of its files by name. Only public hosts with a name count, and none that holds
 * repositories: pushing there is not loading a package.
 */
export function findRegistries(files: ReadonlyMap<string, string>): Registries {
  const used = ecosystems.filter(({ manifests }) => manifests.some(name => files.has(name)))
  const usual = used.flatMap(({ tool, manifests, registries }) => {
    const because = `a registry of ${tool}: ${manifests.find(name => files.has(name))} is here`
    return registries.map(host => ({ host, because }))
  })
  const named = used.flatMap(({ named }) =>
    Object.entries(named).flatMap(([name, pattern]) =>
      [...(files.get(name) ?? '').matchAll(pattern)].flatMap(([, address = '']) => {
        const host = publicHost(address)
        return host === null ? [] : [{ host, because: `${name} names it as a registry` }]
      }),
    ),
  )
  const isNew = ({ host }: ReachableHost, index: number, all: readonly ReachableHost[]): boolean =>
    all.findIndex(one => one.host === host) === index
  const isUnusual = ({ host }: ReachableHost): boolean => !usual.some(one => one.host === host)
  return { usual: usual.filter(isNew), named: named.filter(isUnusual).filter(isNew) }
}

/** The host of an address, with its port if it has an unusual one; null if it must not be opened because a file says so. */
function publicHost(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { hostname, port, host } = new URL(address)
  const isPublic =
    /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(hostname) && hostReadings(hostname).flatMap(networksOf).length === 0
  if (
    !isPublic ||
    /^[\d.]+$/.test(hostname) ||
    forges.some(forge => hostname === forge || hostname.endsWith(`.${forge}`))
  )
    return null
  return port === '' ? hostname : host
}

/** Hosts of repositories, and of what people upload. */
const forges = [
  'github.com',
  'githubusercontent.com',
  'gitlab.com',
  'bitbucket.org',
  'codeberg.org',
  'sr.ht',
  'localhost',
]
