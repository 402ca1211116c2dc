import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import type { JsonObject } from '../../core/json.ts'
import { issueFlaws } from '../read/read-issue.ts'
import { countValues, type Flaw, plainValue, type YamlNode } from '../read/yaml-node.ts'

/** Another system's policy format. A file in it is translated when it is read; only Sallyport's own rules decide. */
export interface Dialect {
  readonly name: string
  /** The keys that identify it: `safety`, `safety.allowlist`, `rules[].action`. */
  readonly keys: ReadonlySet<string>
  /** Several files make one configuration: a later file overrides an earlier one (R214). */
  readonly translate: (roots: readonly YamlNode[]) => Translated
}

export interface Translated {
  /** Null if there are flaws. */
  readonly translation: Translation | null
  readonly flaws: readonly Flaw[]
}

/** The same policy in Sallyport's own format. */
export interface Translation {
  /** Every key of the file but `version` and `rules`. */
  readonly settings: JsonObject
  readonly rules: readonly TranslatedRule[]
  /** Where the translation leaves something out, or is stricter than the original. */
  readonly notes: readonly string[]
}

export interface TranslatedRule {
  readonly id: string
  readonly when: JsonObject
  readonly then: 'allow' | 'ask' | 'deny'
  readonly because?: string
  /** For people who read the translation. */
  readonly comment?: string
  /** The keys of the entry that it was translated from. */
  readonly from: SourceKeys
}

export type SourceKeys = readonly (string | number)[]

interface Spec<S extends GenericSchema, C> {
  readonly name: string
  readonly keys: readonly string[]
  readonly schema: S
  /** The configuration in the file, from all the places where it can be written. */
  readonly config: (file: InferOutput<S>) => C
  /** Merges two configurations; the second overrides the first. */
  readonly merge: (before: C, after: C) => C
  readonly translate: (config: C) => Translation
}

const maxValues = 10_000

export function defineDialect<const S extends GenericSchema, C>(spec: Spec<S, C>): Dialect {
  return {
    name: spec.name,
    keys: new Set(spec.keys),
    translate: roots => {
      const flaws: Flaw[] = []
      const configs: C[] = []
      for (const root of roots) {
        // Every value can have a flaw: for a huge file only the first is reported, so that it cannot exhaust the memory.
        const parsed = safeParse(spec.schema, plainValue(root), { abortEarly: countValues(root) > maxValues })
        if (parsed.success) configs.push(spec.config(parsed.output))
        else for (const flaw of issueFlaws(parsed.issues, root, [])) flaws.push(flaw)
      }
      if (flaws.length > 0 || configs.length === 0) return { translation: null, flaws }
      return { translation: spec.translate(configs.reduce(spec.merge)), flaws: [] }
    },
  }
}

/** Maps are merged key by key; everything else, lists too, is replaced (R214). */
export function overlay<T extends object>(before: T, after: T): T {
  const merged = new Map<string, unknown>(Object.entries(before))
  for (const [key, value] of Object.entries(after)) {
    const old = merged.get(key)
    merged.set(key, isMap(old) && isMap(value) ? overlay(old, value) : value)
  }
  return Object.fromEntries(merged) as T
}

const isMap = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)
