import { canonicalJson, type Json } from '../core/json.ts'
import type { PolicyDocument, Rule } from '../policy/document.ts'
import type { Painter } from './painter.ts'
import { ruleWords, settingWords } from './rule-words.ts'
import { visible } from './visible.ts'
import { wrapText } from './wrap-text.ts'

/** What trusting a file changes: what it allows beyond the preset, and what it sets. */
export interface TrustChange {
  readonly document: PolicyDocument
  /** The files that it extends: their allows count too, and they are pinned with it. */
  readonly between: readonly PolicyDocument[]
  /** The allows that the preset does not have already. */
  readonly allows: readonly Allow[]
  /** The allows that were in force when the file was trusted before and are gone now. */
  readonly gone: readonly Allow[]
}

interface Allow {
  readonly rule: Rule
  readonly file: string
  /** Not in what was trusted before. */
  readonly isNew: boolean
}

export function trustChange(given: {
  readonly document: PolicyDocument
  readonly between: readonly PolicyDocument[]
  readonly preset: PolicyDocument | null
  /** What was trusted before; null if nothing was. */
  readonly before: PolicyDocument | null
}): TrustChange {
  const { document, between, preset, before } = given
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
  }
}

const allowsOf = (documents: readonly PolicyDocument[]): ReadonlyMap<string, Allow> =>
  new Map(
    documents.flatMap(({ rules, file }) =>
      rules.flatMap(rule =>
        rule.then === 'allow' ? [[canonicalJson(rule.when as Json), { rule, file, isNew: false }] as const] : [],
      ),
    ),
  )

/** The change in words, before a person says yes. */
export function trustText(change: TrustChange, paint: Painter): string {
  const { document, between, allows, gone } = change
  const tightening = document.rules.filter(rule => rule.then !== 'allow').length
  const settings = [document, ...between].flatMap(one =>
    settingWords(one).map(text => (one === document ? text : `${text}  [${one.file}]`)),
  )
  const lines = [
    paint.bold(visible(document.file)),
    paint.dim(`sha256 ${document.digest}`),
    '',
    ...(allows.length === 0
      ? ['It allows nothing beyond the base.']
      : [
          paint.allow('It would allow unasked, beyond the base:'),
          ...allows.flatMap(allow => marked(allow.isNew ? '+' : '·', allowText(allow, document))),
        ]),
    ...(gone.length === 0
      ? []
      : ['No longer allowed:', ...gone.flatMap(allow => marked('-', allowText(allow, document)))]),
    ...(settings.length === 0 ? [] : ['It would set:', ...settings.flatMap(text => marked('·', text))]),
    ...between.flatMap(({ file }) => pinnedToo(file, paint)),
    paint.dim(
      `${tightening} ${tightening === 1 ? 'rule asks or denies' : 'rules ask or deny'}; that holds without trust too.`,
    ),
  ]
  return `${lines.join('\n')}\n`
}

const marked = (mark: string, text: string): readonly string[] =>
  wrapText(visible(text), 74).map((line, i) => `  ${i === 0 ? mark : ' '} ${line}`)

const allowText = ({ rule, file }: Allow, document: PolicyDocument): string =>
  `${ruleWords(rule)}  [${file === document.file ? '' : `${file}: `}${rule.id}, line ${rule.line}]`

/** What `extends` names counts as well, so it is pinned as well. */
const pinnedToo = (file: string, paint: Painter): readonly string[] =>
  wrapText(`${visible(file)} is part of it: its exact bytes are pinned too.`, 78).map(line => paint.dim(line))
