import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { load } from 'js-yaml'
import * as v from 'valibot'
import { decisions } from '../../src/core/decision.ts'
import { risks } from '../../src/core/risk.ts'
import { tiers } from '../../src/core/tier.ts'
import { modes } from '../../src/policy/document.ts'

/** One decision that someone has looked at. Keys of `call` beside `tool` are the tool's input. */
const caseSchema = v.strictObject({
  note: v.string(),
  call: v.objectWithRest({ tool: v.string() }, v.unknown()),
  /** The base, `balanced` if left out. */
  preset: v.optional(v.string(), 'balanced'),
  /** A policy file of the user's, as text. */
  policy: v.optional(v.string()),
  /** A configuration in another dialect, in the user's layer: a file below test/dialects/blocks, or its text. */
  config: v.optional(v.string()),
  /** The same in a project that nobody trusts, beside the preset. */
  untrusted_config: v.optional(v.string()),
  /** More files, each in a layer of its own. */
  organisation: v.optional(v.string()),
  project: v.optional(v.string()),
  untrusted_project: v.optional(v.string()),
  mode: v.optional(v.picklist(modes)),
  cwd: v.optional(v.string()),
  workspace: v.optional(v.array(v.string())),
  agents: v.optional(v.array(v.string())),
  careful: v.optional(v.boolean(), false),
  automation: v.optional(v.boolean(), false),
  runner: v.optional(v.picklist(['sallyport', 'client']), 'client'),
  /** Files that exist: path to text, or `{ link: path }`. Relative paths lie in the project. */
  files: v.optional(v.record(v.string(), v.union([v.string(), v.strictObject({ link: v.string() })])), {}),
  ignored: v.optional(v.array(v.string()), []),
  want: v.strictObject({
    decision: v.picklist(decisions),
    tier: v.optional(v.picklist(tiers)),
    risk: v.optional(v.picklist(risks)),
    /** An effect that must be there, as `kind target`, with paths as a person writes them; several as a list. */
    effect: v.optional(v.union([v.string(), v.array(v.string())])),
    no_effect: v.optional(v.string()),
    /** The layer, the rule and the code that decided. */
    layer: v.optional(v.string()),
    rule: v.optional(v.string()),
    code: v.optional(v.string()),
    watched: v.optional(v.picklist(decisions)),
    because: v.optional(v.string()),
  }),
})

export type Case = v.InferOutput<typeof caseSchema>

const root = resolve(import.meta.dirname, '..', '..', 'cases')

/** Every reviewed case, by file. A file that does not fit the form fails the run. */
export function readCases(): readonly { readonly file: string; readonly cases: readonly Case[] }[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.yaml'))
    .sort()
    .map(file => {
      const parsed = v.safeParse(v.array(caseSchema), load(readFileSync(join(root, file), 'utf8')))
      if (!parsed.success) throw new Error(`cases/${relative('.', file)}: ${JSON.stringify(v.flatten(parsed.issues))}`)
      return { file, cases: parsed.output }
    })
}
