import { isWithin, parentOf } from '../../../core/path.ts'
import { isKnown } from '../../../core/word.ts'
import type { ProgramCall } from '../engine/program-call.ts'

/**
 * Whether Python code only computes with a package that the project depends on. The project's own code runs such packages
 * too; but a package can also be told to run commands or to change other systems, so code with such words asks.
 */
export const computesWithPackage = (name: string, code: string, call: ProgramCall): boolean =>
  isDependency(name, call) && !acts.test(code) && !reflects.test(code) && !leadsOut.test(code)

/** Whether the package is in the project's virtual environment, or its manifest names it. */
function isDependency(name: string, { frame: { scope, where, world } }: ProgramCall): boolean {
  const { facts, place } = world
  if (!isKnown(scope.cwd) || where.at !== 'local') return false
  for (let at = scope.cwd; place.workspace.some(root => isWithin(at, root)); at = parentOf(at)) {
    for (const environment of environments) {
      const libraries = facts.names(`${at}/${environment}/lib`) ?? []
      const packages = libraries.map(library => `${at}/${environment}/lib/${library}/site-packages/${name}`)
      if (packages.some(path => facts.kind(path) === 'directory' || facts.kind(`${path}.py`) === 'file')) return true
    }
    if (manifests.some(manifest => names(facts.text(`${at}/${manifest}`) ?? '', name))) return true
  }
  return false
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
const reflects = /\b(getattr|eval|compile|globals|vars|importlib|__import__|__dict__|__class__|__subclasses__)\b/

/** An address of another machine. */
const leadsOut = /:\/\/(?!(localhost|127\.0\.0\.1|\[::1\])(?![\w.-]))|\d{1,3}(\.\d{1,3}){3}|@[\w-]+\.\w/
