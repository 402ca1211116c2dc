import { fail, ok, type Result } from '../../core/fault.ts'
import { refuse } from '../read/read.ts'
import { lineFinder } from '../read/yaml-lines.ts'
import type { YamlNode } from '../read/yaml-node.ts'
import { parseYaml } from '../read/yaml-parse.ts'
import type { Dialect, Translation } from './dialect.ts'
import { printPolicy } from './print.ts'
import { recognise } from './recognise.ts'

export interface Source {
  readonly file: string
  readonly text: string
}

export interface Imported {
  readonly dialect: string
  readonly translation: Translation
  /** A commented policy file that gives the same decisions. */
  readonly text: string
}

/** Translates files of one dialect into one policy in Sallyport's own format; later files override earlier ones. */
export function importPolicy(sources: readonly Source[]): Result<Imported> {
  const read: { readonly dialect: Dialect; readonly root: YamlNode }[] = []
  for (const source of sources) {
    const one = readSource(source)
    if (!one.ok) return one
    read.push(one.value)
  }
  const [first, ...rest] = read
  if (first === undefined) return fail('validation', 'name a file to import')
  const { dialect } = first
  const other = rest.find(one => one.dialect !== dialect)
  if (other !== undefined) {
    return fail(
      'policy_invalid',
      `the files use two dialects, ${dialect.name} and ${other.dialect.name}; import each one separately`,
    )
  }
  const { translation } = dialect.translate(read.map(one => one.root))
  if (translation === null) return fail('policy_invalid', 'the files cannot be translated together')
  const files = sources.map(source => source.file)
  return ok({ dialect: dialect.name, translation, text: printPolicy(translation, { dialect: dialect.name, files }) })
}

function readSource({ file, text }: Source): Result<{ dialect: Dialect; root: YamlNode }> {
  const placeOf = lineFinder(text)
  const { root, flaws: yamlFlaws } = parseYaml(text)
  if (root === null || yamlFlaws.length > 0) return refuse(yamlFlaws, file, placeOf)
  const { dialect, flaw } = recognise(root)
  if (flaw !== null) return refuse([flaw], file, placeOf)
  if (dialect === null) return fail('policy_invalid', `\`${file}\` is not in a dialect that can be imported`)
  const { flaws } = dialect.translate([root])
  return flaws.length > 0 ? refuse(flaws, file, placeOf) : ok({ dialect, root })
}
