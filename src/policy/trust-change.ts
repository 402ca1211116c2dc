import { canonicalJson, type Json } from '../core/json.ts'
import type { PolicyDocument, Rule } from './schema/document.ts'

/** The effect of trusting a file: the calls that it allows beyond the preset, and its settings. */
export interface TrustChange {
  readonly document: PolicyDocument
  /** The files that it extends: their allow rules count too, and they are pinned with it. */
  readonly between: readonly PolicyDocument[]
  /** The allow rules that the preset does not have. */
  readonly allows: readonly NewAllow[]
  /** The allow rules of the version that was trusted before which are gone now. */
  readonly gone: readonly NewAllow[]
  /** The ways in which its settings loosen the gate. */
  readonly loosens: readonly string[]
}

/** An allow rule that trusting a file brings. */
export interface NewAllow {
  readonly rule: Rule
  readonly file: string
  /** Not in the version that was trusted before. */
  readonly isNew: boolean
}

export function trustChange(given: {
  readonly document: PolicyDocument
  readonly between: readonly PolicyDocument[]
  readonly preset: PolicyDocument | null
  /** The version that was trusted before; null if there is none. */
  readonly before: PolicyDocument | null
  readonly loosens: readonly string[]
}): TrustChange {
  const { document, between, preset, before, loosens } = given
  const known = allowsOf(preset === null ? [] : [preset])
  const trusted = allowsOf(before === null ? [] : [before])
  const current = allowsOf([document, ...between])
  return {
    document,
    between,
    allows: [...current].flatMap(([key, allow]) =>
      known.has(key) ? [] : [{ ...allow, isNew: before !== null && allow.file === document.file && !trusted.has(key) }],
    ),
    gone: [...trusted].flatMap(([key, allow]) => (known.has(key) || current.has(key) ? [] : [allow])),
    loosens,
  }
}

const allowsOf = (documents: readonly PolicyDocument[]): ReadonlyMap<string, NewAllow> =>
  new Map(
    documents.flatMap(({ rules, file }) =>
      rules.flatMap(rule =>
        rule.then === 'allow' ? [[canonicalJson(rule.when as Json), { rule, file, isNew: false }] as const] : [],
      ),
    ),
  )
