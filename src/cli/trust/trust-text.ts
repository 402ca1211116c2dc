import { canonicalJson, type Json } from '../../core/json.ts'
import type { PolicyDocument, Rule } from '../../policy/schema/document.ts'
import type { Painter } from '../terminal/painter.ts'
import { visible } from '../terminal/visible.ts'
import { wrapText } from '../terminal/wrap-text.ts'
import { ruleWords, settingWords } from './rule-words.ts'

/** What trusting a file changes: what it allows beyond the preset, and what it sets. */
export interface TrustChange {
  readonly document: PolicyDocument
  /** The files that it extends: their allows count too, and they are pinned with it. */
  readonly between: readonly PolicyDocument[]
  /** The allows that the preset does not have already. */
  readonly allows: readonly Allow[]
  /** The allows that were in force when the file was trusted before and are gone now. */
  readonly gone: readonly Allow[]
  /** What its settings let through that is stopped without it. */
  readonly loosens: readonly string[]
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
  const { document, between, allows, gone, loosens } = change
  const settings = [document, ...between].flatMap(one =>
    settingWords(one).map(text => (one === document ? text : `${text}  [${one.file}]`)),
  )
  const lines = [
    paint.bold(visible(document.file)),
    paint.dim(`sha256 ${document.digest}`),
    '',
    ...(loosens.length === 0
      ? []
      : [
          paint.deny('It would loosen what holds without it:'),
          ...loosens.flatMap(text => marked('!', loosenedText(text, document)).map(paint.deny)),
        ]),
    ...(allows.length === 0
      ? [loosens.length === 0 ? 'It allows nothing beyond the base.' : 'No rule of it allows anything beyond the base.']
      : [
          paint.allow('It would allow unasked, beyond the base:'),
          ...allows.flatMap(allow => marked(allow.isNew ? '+' : '·', allowText(allow, document))),
        ]),
    ...(gone.length === 0
      ? []
      : ['No longer allowed:', ...gone.flatMap(allow => marked('-', allowText(allow, document)))]),
    ...(settings.length === 0 ? [] : ['It would set:', ...settings.flatMap(text => marked('·', text))]),
    ...between.flatMap(({ file }) => pinnedToo(file, paint)),
    ...tighteningLines(document).map(paint.dim),
  ]
  return `${lines.join('\n')}\n`
}

/** What a setting means to whoever is about to say yes. */
const loosenedText = (text: string, { file }: PolicyDocument): string => {
  const short = text.startsWith(`${file}: `) ? text.slice(file.length + 2) : text
  const [, meaning] = meanings.find(([setting]) => setting.test(short)) ?? []
  return meaning === undefined ? short : `${short}: ${meaning}`
}

const meanings: readonly (readonly [setting: RegExp, meaning: string])[] = [
  [/enabled: false$/, 'nothing of the base asks or denies any more, nor does any rule of this file'],
  [/approvals\.on_timeout: allow$/, 'what nobody answers in time would run'],
  [/workspace: \S+$/, 'written as freely as the project itself'],
  [/(^|: )program \S+$/, 'this file says what it does'],
]

/** What holds anyway; with a yes, rules of a file that switches itself off no longer do. */
function tighteningLines({ rules, enabled, programs }: PolicyDocument): readonly string[] {
  const count = rules.filter(rule => rule.then !== 'allow').length
  if (count === 0) return []
  const taught = programs.length === 0 ? '' : ', but for what only its own programs tell'
  const holds = enabled ? `that holds without trust too${taught}` : 'that holds without trust, and no longer with it'
  return wrapText(`${count} ${count === 1 ? 'rule asks or denies' : 'rules ask or deny'}; ${holds}.`, 78)
}

const marked = (mark: string, text: string): readonly string[] =>
  wrapText(visible(text), 74).map((line, i) => `  ${i === 0 ? mark : ' '} ${line}`)

const allowText = ({ rule, file }: Allow, document: PolicyDocument): string =>
  `${ruleWords(rule)}  [${file === document.file ? '' : `${file}: `}${rule.id}, line ${rule.line}]`

/** What `extends` names counts as well, so it is pinned as well. */
const pinnedToo = (file: string, paint: Painter): readonly string[] =>
  wrapText(`${visible(file)} is part of it: its exact bytes are pinned too.`, 78).map(line => paint.dim(line))
