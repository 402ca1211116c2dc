import type { JsonObject } from '../core/json.ts'
import type { FileTrace } from '../policy/rules/trace.ts'
import type { EffectExplanation, Explanation } from './explanation.ts'
import { verdictJson } from './verdict-json.ts'

/** An explanation as JSON: the fields of the verdict, and every step. */
export const explanationJson = (explanation: Explanation): JsonObject => ({
  ...verdictJson(explanation.verdict),
  call:
    explanation.call === null
      ? null
      : {
          tool: explanation.call.tool,
          cwd: explanation.call.place.cwd,
          workspace: explanation.call.place.workspace,
        },
  text: explanation.text,
  mode: explanation.mode,
  risk_factors: explanation.factors,
  tree: explanation.tree.map(({ index, depth, via }) => ({ effect: index, depth, via })),
  trace: explanation.byEffect.toSorted((a, b) => (a.effect ?? -1) - (b.effect ?? -1)).map(traceJson),
  advice: explanation.advice,
})

const traceJson = ({ effect, decision, files }: EffectExplanation): JsonObject => ({
  effect,
  decision,
  files: files.map(fileJson),
})

const fileJson = (file: FileTrace): JsonObject => ({
  layer: file.layer,
  file: file.file,
  trusted: file.trusted,
  silent: file.silent,
  spoke:
    file.spoke === null
      ? null
      : {
          rule: file.spoke.rule.id,
          line: file.spoke.rule.line,
          decision: file.spoke.decision,
          errored: file.spoke.errored,
        },
  misses: file.misses.map(({ rule, then, why }) => ({ rule: rule.id, line: rule.line, then, why })),
  below: file.below,
  unrelated: file.unrelated,
})
