import { sha256 } from '../../core/digest.ts'
import { type Fault, fail, ok, type Result } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import { translateTree } from '../dialects/translate.ts'
import type { PolicyDocument } from '../schema/document.ts'
import { checkPolicy } from './read-check.ts'
import { toDocument } from './read-document.ts'
import { type LineColumn, lineFinder } from './yaml-lines.ts'
import { type Flaw, maxFlaws, plainValue, type YamlNode } from './yaml-node.ts'
import { parseYaml } from './yaml-parse.ts'

/**
 * Reads a policy file, in Sallyport's own format or in a dialect. Returns the document, or everything that is wrong with
 * it in the order of the file. Never throws. Import it lazily: it loads the YAML parser and the validator.
 *
 * @example
 * const result = readPolicy('version: 1\nmode: ask', 'sallyport.yaml')
 * if (!result.ok) for (const fault of result.faults) console.error(faultText(fault))
 */
export function readPolicy(source: string, file: string): Result<PolicyDocument> {
  const placeOf = lineFinder(source.slice(0, limits.policyBytes))
  const { root, flaws: yamlFlaws } = parseYaml(source)
  if (root === null) return refuse(yamlFlaws, file, placeOf)
  const own = translateTree(root)
  if (own.root === null) return refuse([...yamlFlaws, ...own.flaws], file, placeOf)
  const { policy, flaws } = checkPolicy(own.root, offset => placeOf(offset).line)
  if (policy === null || yamlFlaws.length > 0) return refuse([...yamlFlaws, ...flaws], file, placeOf)
  return ok(toDocument(policy, { file, digest: sha256(source), fence: fenceOf(own.root) }))
}

/** The `fence` setting: validated like the rest, but kept as written. */
const fenceOf = (root: YamlNode) => {
  const fence = root.kind === 'map' ? root.entries.get('fence') : undefined
  return fence === undefined ? null : plainValue(fence.value)
}

/** The flaws as faults with line and column, in the order of the file. */
export function refuse(flaws: readonly Flaw[], file: string, placeOf: (offset: number) => LineColumn): Result<never> {
  const sorted = flaws.toSorted((a, b) => a.at - b.at)
  const faults = sorted.slice(0, maxFlaws).map(({ at, message }): Fault => {
    return { code: 'policy_invalid', message, at: { file, ...placeOf(at) } }
  })
  const last = sorted[maxFlaws]
  if (last !== undefined) {
    const message = `more than ${maxFlaws} errors; fix the ones above first`
    faults.push({ code: 'policy_invalid', message, at: { file, ...placeOf(last.at) } })
  }
  const [first, ...rest] = faults
  return first === undefined
    ? fail('policy_invalid', 'the file cannot be read')
    : { ok: false, faults: [first, ...rest] }
}
