// Installs other versions of Node into .clients/nodes, for tests.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Installs packages into a folder of their own below .clients; false if that is not possible here. */
export function installPackages(folder, ...packages) {
  mkdirSync(folder, { recursive: true })
  const flags = ['--silent', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder]
  try {
    execFileSync('npm', ['install', ...flags, ...packages], { stdio: ['ignore', 'ignore', 'inherit'] })
    return true
  } catch {
    return false
  }
}

/** The path of this version of Node; null, with a message, if it cannot be installed. */
export function installNode(version) {
  const folder = join(root, '.clients/nodes', version)
  const name = `node-${process.platform}-${process.arch}`
  const node = join(folder, 'node_modules', name, 'bin/node')
  if (existsSync(node) || installPackages(folder, `${name}@${version}`)) return node
  console.error(`SKIPPED: Node ${version} cannot be installed here`)
  return null
}
