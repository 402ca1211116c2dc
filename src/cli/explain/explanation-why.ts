import { type Effect, isTouch, type Run } from '../../core/effect.ts'
import { effectText } from '../../core/effect-text.ts'
import type { Reason } from '../../core/verdict.ts'
import { shorten } from '../../core/wording/shorten.ts'
import { visible } from '../../core/wording/visible.ts'
import type { EffectExplanation, Explanation } from '../../explain/explanation.ts'
import type { FileTrace, Miss } from '../../policy/rules/trace.ts'
import { cutText, wrapText } from '../terminal/wrap-text.ts'
import type { Drawing } from './drawing.ts'

/** The reasons for the decision about each effect. Effects with the same reasons share a paragraph, strictest first. */
export function whyLines(explanation: Explanation, drawing: Drawing): readonly string[] {
  const numbers = new Map(explanation.tree.map((row, position) => [row.index, position + 1]))
  const groups = groupByReasons(explanation.byEffect)
  const shown = drawing.all ? groups : groups.slice(0, maxGroups)
  const left = groups.length - shown.length
  const paragraphs = [
    ...(explanation.aboutCall.length === 0
      ? []
      : [explanation.aboutCall.flatMap(reason => reasonLines(reason, [], drawing))]),
    ...shown.map(group => paragraph({ group, explanation, numbers }, drawing)),
    ...(left > 0 ? [[drawing.paint.dim(`  and ${left} more; \`--all\` shows them`)]] : []),
  ]
  const body = paragraphs.length === 0 ? refusedLines(explanation, drawing) : paragraphs.map(lines => lines.join('\n'))
  return body.length === 0 ? [] : [drawing.paint.bold('Why'), body.join('\n\n')]
}

const maxGroups = 8

/** For a call that was denied before it was analysed. */
const refusedLines = ({ verdict }: Explanation, drawing: Drawing): readonly string[] =>
  verdict.reasons.flatMap(reason => reasonLines(reason, [], drawing))

function groupByReasons(effects: readonly EffectExplanation[]): readonly (readonly EffectExplanation[])[] {
  const groups = new Map<string, EffectExplanation[]>()
  for (const one of effects) {
    const key = JSON.stringify(
      one.reasons.map(({ layer, decision, rule, because }) => [layer, decision, rule ?? because]),
    )
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()]
}

interface ParagraphOf {
  readonly group: readonly EffectExplanation[]
  readonly explanation: Explanation
  readonly numbers: ReadonlyMap<number, number>
}

function paragraph({ group, explanation, numbers }: ParagraphOf, drawing: Drawing): readonly string[] {
  const [first] = group
  if (first === undefined) return []
  const head = group.map(one => headOf(one, explanation, numbers, drawing))
  const silent = first.files.filter(file => !first.reasons.some(reason => isFrom(reason, file)))
  const isAllowed = first.decision === 'allow' && !drawing.all
  return [
    ...head.slice(0, maxHeads),
    ...(head.length > maxHeads ? [drawing.paint.dim(`      and ${head.length - maxHeads} like them`)] : []),
    ...first.reasons.flatMap(reason => reasonLines(reason, isAllowed ? [] : first.files, drawing)),
    ...(isAllowed ? [] : silent.flatMap(file => silentLines(file, drawing))),
  ]
}

const maxHeads = 4

function headOf(
  one: EffectExplanation,
  { verdict, call }: Explanation,
  numbers: ReadonlyMap<number, number>,
  { paint, place, width }: Drawing,
): string {
  const effect = one.effect === null ? undefined : verdict.effects[one.effect]
  if (effect === undefined) return `      ${visible(call?.tool ?? 'the call')}`
  const number = String(numbers.get(one.effect ?? -1) ?? '').padStart(4)
  const facts = factsOf(effect, place)
  const words = cutText(visible(shorten(effectText(effect), place)), Math.max(width - 8 - facts.length, 20))
  return `${paint.dim(number)}  ${words}${paint.dim(visible(facts))}`
}

/** Facts from the analysis that the effect's text does not show. */
function factsOf(effect: Effect, place: Drawing['place']): string {
  const facts = isTouch(effect)
    ? [
        `in ${effect.zone}`,
        ...(effect.recursive ? ['and all below'] : []),
        ...(effect.sensitive === null ? [] : [effect.sensitive]),
      ]
    : effect.kind === 'run'
      ? [`${effect.code} code`, ...tableFacts(effect, place)]
      : []
  return facts.length === 0 ? '' : `  (${facts.join(', ')})`
}

/** The policy's table that describes the program. */
const tableFacts = ({ table }: Run, place: Drawing['place']): readonly string[] =>
  table === undefined ? [] : [`${table.layer} table ${shortFile(table.file, place)}:${table.line}`]

const isFrom = (reason: Reason, file: FileTrace): boolean =>
  file.spoke !== null &&
  reason.rule !== null &&
  reason.layer === file.layer &&
  reason.rule.file === file.file &&
  reason.rule.line === file.spoke.rule.line

const indent = ' '.repeat(13)

/** One reason: its decision, the rule with file and line, the rule's own words, and the rules that did not match. */
function reasonLines(reason: Reason, files: readonly FileTrace[], drawing: Drawing): readonly string[] {
  const { paint, place, width } = drawing
  const file = files.find(one => isFrom(reason, one))
  const answer = `      ${paint[reason.decision](reason.decision.toUpperCase().padEnd(5))}  `
  if (reason.rule === null) {
    const because = visible(shorten(reason.because, place))
    const layer = because.startsWith(reason.layer) ? '' : `${reason.layer}: `
    const [first = '', ...rest] = wrapText(`${layer}${because}`, width - indent.length - 1)
    return [`${answer}${first}`, ...rest.map(line => `${indent}${line}`)]
  }
  const where = `${shortFile(reason.rule.file, place)}:${reason.rule.line}`
  const because = file?.spoke?.rule.because ?? null
  return [
    `${answer}${reason.layer} rule ${paint.bold(visible(reason.rule.id))}  ${paint.dim(visible(where))}`,
    ...(because === null ? [] : wrapText(visible(because), width - indent.length - 1).map(line => `${indent}${line}`)),
    ...(file?.spoke?.errored === true ? [`${indent}the rule failed, so it counts as matched`] : []),
    ...(file === undefined ? [] : missLines(file, drawing)),
  ]
}

function silentLines(file: FileTrace, drawing: Drawing): readonly string[] {
  const name = visible(shortFile(file.file, drawing.place))
  const why =
    file.silent === 'off'
      ? 'is switched off (`enabled: false`)'
      : file.silent === 'replaced'
        ? 'is skipped: the allow rule above overrides it'
        : file.misses.length + file.unrelated === 0
          ? 'has no rules'
          : 'has no rule that matches'
  return [drawing.paint.dim(`      ${file.layer} ${name} ${why}`), ...missLines(file, drawing)]
}

/** The rules that did not match, grouped by the reason. */
function missLines(file: FileTrace, { paint, width, all }: Drawing): readonly string[] {
  const reasons = new Map<string, Miss[]>()
  for (const miss of file.misses) reasons.set(miss.why, [...(reasons.get(miss.why) ?? []), miss])
  const lines = [...reasons].flatMap(([why, misses]) => {
    const names = misses.map(miss => visible(miss.rule.id))
    const shown = all ? names : names.slice(0, maxNames)
    const more = names.length > shown.length ? `, ${names.length - shown.length} more` : ''
    return twoColumns(`✗ ${why}`, `${shown.join(', ')}${more}`, width - indent.length - 1)
  })
  const uncounted = file.silent === null && file.unrelated > 0 ? [`and ${file.unrelated} rules about other things`] : []
  return [...lines, ...uncounted].map(line => paint.dim(`${indent}${line}`))
}

function twoColumns(left: string, right: string, width: number): readonly string[] {
  const lines = wrapText(right, width - leftWidth)
  if (left.length >= leftWidth) return [left, ...lines.map(line => ' '.repeat(leftWidth) + line)]
  return lines.map((line, i) => (i === 0 ? left : '').padEnd(leftWidth) + line)
}

const leftWidth = 28
const maxNames = 6

/** A preset by its name, other files by their path. */
const shortFile = (file: string, place: Drawing['place']): string =>
  shorten(file, place).replace(/^.*\/presets\/([a-z-]+\.yaml)$/, 'presets/$1')
