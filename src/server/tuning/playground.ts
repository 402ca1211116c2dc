import { resolve } from 'node:path'
import type { Hono } from 'hono'
import * as v from 'valibot'
import type { ReasonLine } from '../../audit/timeline-row.ts'
import { dangerOf, decidingEffects } from '../../core/danger.ts'
import { stricter } from '../../core/decision.ts'
import { effectText } from '../../core/effect-text.ts'
import type { JsonObject } from '../../core/json.ts'
import { baseName, type PathPlace } from '../../core/path.ts'
import type { Reason } from '../../core/verdict.ts'
import { sentence } from '../../core/wording/sentence.ts'
import { shorten } from '../../core/wording/shorten.ts'
import { type EffectExplanation, type Explanation, explain } from '../../explain/explanation.ts'
import { openDecider } from '../../io/policies/decider.ts'
import { listPresets } from '../../io/policies/load-policies.ts'
import type { FileTrace } from '../../policy/rules/trace.ts'
import { toolNames } from '../../tools/catalog.ts'
import { checkedBody, faultReply, textFaults } from './answers.ts'
import type { TuningContext } from './context.ts'
import { knownProjects } from './projects.ts'
import type { Played, PlayedEffect, PlayedFile, PlayedMark, PlaygroundSetting, TextFault } from './shapes.ts'

/** Judges calls that a person types. Runs and records nothing; reads facts about files, but never writes. */
export function addPlayground(app: Hono, context: TuningContext): void {
  app.get('/api/playground', async c => {
    const decider = await openDecider({ cwd: context.cwd })
    return c.json({
      cwd: context.cwd,
      projects: await knownProjects(context),
      presets: listPresets(),
      preset: decider.ok ? presetName(decider.value.policies.base.document.file) : 'balanced',
      tools: toolNames,
    } satisfies PlaygroundSetting)
  })

  app.post('/api/playground', async c => {
    const body = await checkedBody(c, bodySchema, maxBytes)
    if (!body.ok) return faultReply(c, body.faults[0])
    const { command, tool, input, cwd = context.cwd, preset, policy } = body.value
    if ((command === undefined) === (tool === undefined))
      return faultReply(c, { code: 'validation', message: 'give either `command`, or `tool` with `input`' })
    const draft = resolve(cwd, draftName)
    const decider = await openDecider({
      cwd,
      ...(preset === undefined ? {} : { preset }),
      ...(policy === undefined ? {} : { policy: draft, drafts: new Map([[draft, policy]]) }),
    })
    if (!decider.ok) return c.json(unplayed(textFaults(decider.faults)))
    const call: JsonObject =
      command === undefined ? { tool: tool ?? '', input: input ?? {} } : { tool: 'Bash', input: { command } }
    return c.json(played(explain(await decider.value.decide(call)), decider.value.place))
  })
}

const maxBytes = 262_144
const draftName = 'your edited policy'

const bodySchema = v.strictObject({
  command: v.optional(v.pipe(v.string(), v.maxLength(20_000))),
  tool: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(256))),
  input: v.optional(v.custom<JsonObject>(isPlainObject, 'must be an object')),
  cwd: v.optional(v.pipe(v.string(), v.startsWith('/', 'must be an absolute path'), v.maxLength(4_096))),
  preset: v.optional(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]*$/, 'must be the name of a preset'))),
  policy: v.optional(v.pipe(v.string(), v.maxLength(200_000))),
})

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export const presetName = (file: string): string => baseName(file).replace(/\.yaml$/, '')

/** The answer where the policies cannot be loaded: as everywhere, that is a deny. */
const unplayed = (policyFaults: readonly TextFault[]): Played => ({
  decision: 'deny',
  sentence: 'The policy has faults, so every call is denied.',
  danger: 'low',
  tier: 'read',
  watched: null,
  text: null,
  marks: [],
  effects: [],
  reasons: [],
  advice: [],
  policyFaults,
})

/** An explanation as the playground shows it. Pure. */
export function played(explanation: Explanation, place: PathPlace): Played {
  const { verdict, text, tree } = explanation
  const byIndex = new Map(explanation.byEffect.map(one => [one.effect, one]))
  const effects = tree.slice(0, maxEffects).flatMap(({ index, depth, via }): readonly PlayedEffect[] => {
    const effect = verdict.effects[index]
    if (effect === undefined) return []
    const explained = byIndex.get(index)
    return [
      {
        text: shorten(effectText(effect), place),
        kind: effect.kind,
        tier: effect.tier,
        decision: explained?.decision ?? verdict.decision,
        depth,
        via,
        reasons: (explained?.reasons ?? []).map(reason => reasonLine(reason, place)),
        files: filesOf(explained, place),
      },
    ]
  })
  return {
    decision: verdict.decision,
    sentence: shorten(sentence(verdict), place),
    danger: dangerOf(decidingEffects(verdict)),
    tier: verdict.tier,
    watched: verdict.watched,
    text,
    marks: text === null ? [] : marksOf(explanation, text),
    effects,
    reasons: verdict.reasons.map(reason => reasonLine(reason, place)),
    advice: explanation.advice.map(line => shorten(line, place)),
    policyFaults: [],
  }
}

const maxEffects = 200
const maxMisses = 12

/** The parts of the text that cause effects; effects with the same part share a mark. */
function marksOf({ verdict, tree, byEffect }: Explanation, text: string): readonly PlayedMark[] {
  const decisions = new Map(byEffect.map(one => [one.effect, one.decision]))
  const marks = new Map<string, PlayedMark>()
  for (const [position, { index }] of tree.slice(0, maxEffects).entries()) {
    const span = verdict.effects[index]?.span ?? null
    if (span === null || span.end > text.length || span.start >= span.end) continue
    const key = `${span.start} ${span.end}`
    const before = marks.get(key)
    const decision = decisions.get(index) ?? verdict.decision
    marks.set(key, {
      start: span.start,
      end: span.end,
      decision: before === undefined ? decision : stricter(before.decision, decision),
      effects: [...(before?.effects ?? []), position],
    })
  }
  return [...marks.values()].sort((a, b) => a.start - b.start || b.end - a.end)
}

const reasonLine = ({ decision, layer, because, rule }: Reason, place: PathPlace): ReasonLine => ({
  decision,
  layer,
  text: shorten(because, place),
  rule: rule === null ? null : { id: rule.id, file: shortFile(rule.file, place), line: rule.line },
})

const filesOf = (explained: EffectExplanation | undefined, place: PathPlace): readonly PlayedFile[] =>
  (explained?.files ?? []).map(file => fileLine(file, place))

function fileLine(file: FileTrace, place: PathPlace): PlayedFile {
  const misses = file.misses.slice(0, maxMisses)
  return {
    layer: file.layer,
    file: shortFile(file.file, place),
    isTrusted: file.trusted,
    spoke:
      file.spoke === null
        ? null
        : { rule: file.spoke.rule.id, line: file.spoke.rule.line, decision: file.spoke.decision },
    silent: file.silent,
    misses: misses.map(({ rule, why }) => ({ rule: rule.id, line: rule.line, why })),
    others: file.below + file.unrelated + (file.misses.length - misses.length),
  }
}

/** A preset by its name, other files by their path. */
export const shortFile = (file: string, place: PathPlace): string =>
  shorten(file, place).replace(/^.*\/presets\/([a-z-]+)\.yaml$/, 'preset $1')
