import type { ProgramCall } from '../engine/program-call.ts'
import { isInPackage } from '../shared/known-package.ts'

/**
 * Whether code only computes with a package. The project's own code runs its dependencies too; but a package can also be
 * told to run commands or to change other systems, so code with such words asks, and so do members with such names.
 */
export const onlyComputes = (uses: readonly string[], code: string): boolean =>
  uses.length === 0 ||
  (!uses.some(name => acts.test(name.slice(name.indexOf('.') + 1))) &&
    !acts.test(code) &&
    !reflects.test(code) &&
    !leadsOut.test(code))

/** Whether the package is in the virtual environment of one of the directories, or a manifest there names it. */
export const isPythonDependency = (name: string, directories: readonly string[], { frame }: ProgramCall): boolean =>
  directories.some(at => {
    const { facts } = frame.world
    const packages = environments.flatMap(environment =>
      (facts.names(`${at}/${environment}/lib`) ?? []).map(
        library => `${at}/${environment}/lib/${library}/site-packages/${name}`,
      ),
    )
    return (
      packages.some(path => facts.kind(path) === 'directory' || facts.kind(`${path}.py`) === 'file') ||
      manifests.some(manifest => names(facts.text(`${at}/${manifest}`) ?? '', name))
    )
  })

/** Whether the package is in `node_modules` of one of the directories, or the nearest manifest declares it. */
export function isNodeDependency(name: string, directories: readonly string[], { frame }: ProgramCall): boolean {
  const { facts } = frame.world
  if (directories.some(at => facts.kind(`${at}/node_modules/${name}`) === 'directory')) return true
  const manifest = directories.map(at => facts.text(`${at}/package.json`)).find(text => text !== null)
  return manifest !== undefined && manifest !== null && isInPackage(name, manifest)
}

const environments = ['.venv', 'venv']
const manifests = ['pyproject.toml', 'requirements.txt', 'requirements-dev.txt']

/** A line of requirements (`flask>=2`), or an entry of a list or table (`"flask[async]"`, `flask = "^2"`). */
const names = (manifest: string, name: string): boolean =>
  new RegExp(`^[ \\t"'\\[]*${name.replaceAll('_', '[-_.]')}[ \\t]*(["'\\[<>=!~;@,]|$)`, 'im').test(manifest)

/** Names of functions that run commands, change or send something. */
const acts =
  /(?<![a-z])(run|exec|spawn|popen|system|shell|command|delete|drop|remove|destroy|terminate|truncate|purge|wipe|flush|kill|send|post|put|patch|upload|publish|push|deploy|create|write|save|update|insert|start|stop|reboot|copy|move|rename|invoke|apply|install|grant|attach|connect|download)/i

/** Reaches functions without naming them. */
const reflects =
  /\b(getattr|eval|compile|globals|vars|importlib|__import__|__dict__|__class__|__subclasses__|Reflect|Function|constructor)\b/

/** An address of another machine. */
const leadsOut = /:\/\/(?!(localhost|127\.0\.0\.1|\[::1\])(?![\w.-]))|\d{1,3}(\.\d{1,3}){3}|@[\w-]+\.\w/
