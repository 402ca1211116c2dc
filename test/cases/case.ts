import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { load } from 'js-yaml'
import * as v from 'valibot'
import { hookClients } from '../../src/adapters/hooks/clients.ts'
import { allowMeanings } from '../../src/core/allow-meaning.ts'
import { decisions } from '../../src/core/decision.ts'
import { risks } from '../../src/core/risk.ts'
import { runModes } from '../../src/core/switches/run-mode.ts'
import { tiers } from '../../src/core/tier.ts'
import { modes } from '../../src/policy/schema/document.ts'

/** All keys except `tool` are the tool's input. */
const callSchema = v.objectWithRest({ tool: v.string() }, v.unknown())

/** Files that exist: path to text, or `{ link: path }`. Relative paths are in the project. */
const filesSchema = v.record(v.string(), v.union([v.string(), v.strictObject({ link: v.string() })]))

const outcomes = ['approved', 'approved_for_session', 'denied', 'abort'] as const

/** An approver: a person who always gives the same answer, or rules as code. */
const approverSchema = v.union([
  v.strictObject({ person: v.picklist([...outcomes, 'silent', 'broken']) }),
  v.strictObject({
    rules: v.array(
      v.strictObject({
        id: v.string(),
        tool: v.string(),
        /** The rule's condition: the question's summary contains this text, or evaluating it throws. */
        says: v.optional(v.string()),
        throws: v.optional(v.literal(true)),
        decision: v.picklist(outcomes),
      }),
    ),
    default: v.optional(v.picklist([...outcomes, 'pass'])),
  }),
])

/** One reviewed decision. */
const caseSchema = v.strictObject({
  note: v.string(),
  /** In `cases/fooled`, the number of the input; the file is named after the system that it fooled. */
  number: v.optional(v.number()),
  call: callSchema,
  /** The base preset; `balanced` if left out. */
  preset: v.optional(v.string(), 'balanced'),
  /** Decisions of other base presets about the same call. */
  under: v.optional(v.record(v.string(), v.picklist(decisions)), {}),
  /** The user's policy file, as text. */
  policy: v.optional(v.string()),
  /** A configuration in another dialect, in the user's layer: a file below test/dialects/blocks, or its text. */
  config: v.optional(v.string()),
  /** The same as an untrusted project's file, in addition to the preset. */
  untrusted_config: v.optional(v.string()),
  /** Policy files in other layers. */
  organisation: v.optional(v.string()),
  project: v.optional(v.string()),
  untrusted_project: v.optional(v.string()),
  mode: v.optional(v.picklist(modes)),
  /** The mode that a person switched to, or that they stopped the session. */
  switched: v.optional(v.picklist([...runModes, 'stopped'])),
  cwd: v.optional(v.string()),
  workspace: v.optional(v.array(v.string())),
  agents: v.optional(v.array(v.string())),
  careful: v.optional(v.boolean(), false),
  automation: v.optional(v.boolean(), false),
  runner: v.optional(v.picklist(['sallyport', 'client']), 'client'),
  /** Sallyport runs the sub-agents itself, so that each of their calls passes this gate. */
  gates_agents: v.optional(v.literal(true)),
  files: v.optional(filesSchema, {}),
  ignored: v.optional(v.array(v.string()), []),
  /** The engine for `text` rules always throws. */
  broken_regex: v.optional(v.literal(true)),
  /** The caller can run a call inside a fence that works, as `check --fence` assumes. */
  fence: v.optional(v.literal(true)),
  /** Files that earlier contained calls wrote. */
  marks: v.optional(v.array(v.string())),
  /** A program and verb that failed in the fence before, because it could not write to this path. */
  failed: v.optional(v.strictObject({ program: v.string(), verb: v.string(), path: v.string() })),
  /** The client can run a replaced input. */
  replaces: v.optional(v.literal(true)),
  /** The client that asks, and the permission mode that it sends. */
  client: v.optional(v.strictObject({ name: v.picklist(Object.keys(hookClients)), mode: v.optional(v.string()) })),
  /** The approvers. If left out, an ask stays an ask. */
  approvers: v.optional(v.array(approverSchema)),
  /** Earlier calls to the same gate, and what was different then. */
  earlier: v.optional(
    v.array(
      v.strictObject({
        call: callSchema,
        session: v.optional(v.string()),
        cwd: v.optional(v.string()),
        agents: v.optional(v.array(v.string())),
        files: v.optional(filesSchema),
      }),
    ),
    [],
  ),
  want: v.strictObject({
    decision: v.picklist(decisions),
    tier: v.optional(v.picklist(tiers)),
    risk: v.optional(v.picklist(risks)),
    /** An expected effect as `kind target`, with paths as a person writes them; several as a list. */
    effect: v.optional(v.union([v.string(), v.array(v.string())])),
    no_effect: v.optional(v.string()),
    /** The layer, the rule and the code that decided. */
    layer: v.optional(v.string()),
    rule: v.optional(v.string()),
    code: v.optional(v.string()),
    watched: v.optional(v.picklist(decisions)),
    /** Whether the fence answered. */
    contained: v.optional(v.boolean()),
    /** What the allow tells the client: to skip its own checks, or not. */
    meaning: v.optional(v.picklist(allowMeanings)),
    because: v.optional(v.string()),
    /** The command that replaces the call; null if it is not replaced. */
    runs: v.optional(v.nullable(v.string())),
    /** The number of questions that a person was shown, including those of earlier calls. */
    asked: v.optional(v.number()),
    /** Text that the questions show, text that the journal contains, and text that neither contains. */
    shown: v.optional(v.string()),
    recorded: v.optional(v.string()),
    hidden: v.optional(v.string()),
  }),
})

export type CaseApprover = v.InferOutput<typeof approverSchema>
export type Case = Omit<v.InferOutput<typeof caseSchema>, 'under'>

const root = resolve(import.meta.dirname, '..', '..', 'cases')

/** Every reviewed case, by file. Throws if a file does not fit the schema. */
export function readCases(): readonly { readonly file: string; readonly cases: readonly Case[] }[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.yaml'))
    .sort()
    .map(file => {
      const parsed = v.safeParse(v.array(caseSchema), load(readFileSync(join(root, file), 'utf8')))
      if (!parsed.success) throw new Error(`cases/${relative('.', file)}: ${JSON.stringify(v.flatten(parsed.issues))}`)
      return { file, cases: parsed.output.flatMap(withBases) }
    })
}

/** The case, and a copy for each other base preset that it names. */
const withBases = ({ under, ...one }: v.InferOutput<typeof caseSchema>): readonly Case[] => [
  one,
  ...Object.entries(under).map(([preset, decision]) => ({
    ...one,
    preset,
    note: `${one.note} (${preset})`,
    want: { decision },
  })),
]
