import { visible } from '../../core/wording/visible.ts'
import { ruleSubject, settingWords } from '../../policy/rule-subject.ts'
import type { PolicyDocument } from '../../policy/schema/document.ts'
import type { NewAllow, TrustChange } from '../../policy/trust-change.ts'
import type { Painter } from '../terminal/painter.ts'
import { wrapText } from '../terminal/wrap-text.ts'

/** The change in words, for the person who confirms it. */
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
          paint.deny('This file would loosen the gate:'),
          ...loosens.flatMap(text => marked('!', loosenedText(text, document)).map(paint.deny)),
        ]),
    ...(allows.length === 0
      ? [
          loosens.length === 0
            ? 'It allows nothing beyond the base.'
            : 'None of its rules allows anything beyond the base.',
        ]
      : [
          paint.allow('It would allow without asking, beyond the base:'),
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

/** A loosening setting and its consequence. */
const loosenedText = (text: string, { file }: PolicyDocument): string => {
  const short = text.startsWith(`${file}: `) ? text.slice(file.length + 2) : text
  const [, meaning] = meanings.find(([setting]) => setting.test(short)) ?? []
  return meaning === undefined ? short : `${short}: ${meaning}`
}

const meanings: readonly (readonly [setting: RegExp, meaning: string])[] = [
  [/enabled: false$/, 'the base and the rules of this file no longer ask or deny'],
  [/approvals\.on_timeout: allow$/, 'calls that time out would run'],
  [/workspace: \S+$/, 'can be written as freely as the project itself'],
  [/(^|: )program \S+$/, 'this file defines its effects'],
]

/** Rules that ask or deny are in force without trust. A file with `enabled: false` switches them off once it is trusted. */
function tighteningLines({ rules, enabled, programs }: PolicyDocument): readonly string[] {
  const count = rules.filter(rule => rule.then !== 'allow').length
  if (count === 0) return []
  const taught = programs.length === 0 ? '' : ', except where they rely on programs that only this file describes'
  const when = enabled ? `in force even without trust${taught}` : 'in force without trust, switched off with it'
  return wrapText(`${count} ${count === 1 ? 'rule asks or denies' : 'rules ask or deny'}: ${when}.`, 78)
}

const marked = (mark: string, text: string): readonly string[] =>
  wrapText(visible(text), 74).map((line, i) => `  ${i === 0 ? mark : ' '} ${line}`)

const allowText = ({ rule, file }: NewAllow, document: PolicyDocument): string =>
  `${ruleSubject(rule)}  [${file === document.file ? '' : `${file}: `}${rule.id}, line ${rule.line}]`

/** A file that `extends` names counts as well, so it is pinned as well. */
const pinnedToo = (file: string, paint: Painter): readonly string[] =>
  wrapText(`${visible(file)} is part of this policy: its exact bytes are pinned too.`, 78).map(line => paint.dim(line))
