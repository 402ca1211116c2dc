import { dangerOf, decidingEffects } from '../core/danger.ts'
import { type Effect, isTouch, type Run } from '../core/effect.ts'
import { effectText } from '../core/effect-text.ts'
import type { JsonObject } from '../core/json.ts'
import type { Replacement, Verdict } from '../core/verdict.ts'
import { sentence } from '../core/wording/sentence.ts'

/** A verdict as JSON, with the same fields in every command. */
export const verdictJson = (verdict: Verdict): JsonObject => ({
  decision: verdict.decision,
  tier: verdict.tier,
  risk: verdict.risk,
  danger: dangerOf(decidingEffects(verdict)),
  sentence: sentence(verdict),
  code: verdict.code,
  error_kind: verdict.errorKind,
  effects: verdict.effects.map(effectJson),
  reasons: verdict.reasons.map(({ layer, decision, code, because, effect, rule, instead }) => ({
    layer,
    decision,
    code,
    because,
    effect,
    rule: rule === null ? null : { id: rule.id, file: rule.file, line: rule.line },
    instead,
  })),
  advice: verdict.advice,
  key: verdict.key,
  watched: verdict.watched,
  ...(verdict.contained === true ? { contained: true } : {}),
  replacement: verdict.replacement === null ? null : replacementJson(verdict.replacement),
})

/** The command that runs instead, if the client lets a hook change the input. */
const replacementJson = ({ instead, decision, rule }: Replacement): JsonObject => ({
  instead,
  decision,
  rule: { id: rule.id, file: rule.file, line: rule.line },
})

/** The policy's table that describes the program; null if a built-in table does, or none. */
const tableJson = (table: Run['table']): JsonObject | null =>
  table === undefined ? null : { layer: table.layer, file: table.file, line: table.line }

const effectJson = (effect: Effect): JsonObject => ({
  kind: effect.kind,
  text: effectText(effect),
  tier: effect.tier,
  span: effect.span === null ? null : [effect.span.start, effect.span.end],
  chain: effect.chain,
  where: effect.where.at === 'local' ? 'local' : `${effect.where.at} ${effect.where.name}`,
  by: effect.by,
  ...(effect.kind === 'run' ? { code: effect.code, table: tableJson(effect.table) } : {}),
  ...(isTouch(effect) ? { zone: effect.zone, sensitive: effect.sensitive, recursive: effect.recursive } : {}),
})
