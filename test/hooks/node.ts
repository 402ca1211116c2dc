import { execFileSync } from 'node:child_process'

/** The Node that starts the hooks: the one that runs the tests, unless `npm run test:nodes` sets another. */
export const node = process.env['SALLYPORT_NODE'] ?? process.execPath

export const nodeVersion = execFileSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim()
export const nodeMajor = Number.parseInt(nodeVersion, 10)
