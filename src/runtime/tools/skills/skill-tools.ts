import * as v from 'valibot'
import type { Fault } from '../../../core/fault.ts'
import { type JsonObject, own, ownString } from '../../../core/json.ts'
import { isWithin } from '../../../core/path.ts'
import type { Running } from '../../../gate/run-call.ts'
import { ToolFailure } from '../../../gate/tool-failure.ts'
import type { SkillAction, Skills } from '../../../io/skills/skill-folders.ts'
import type { OneCommand } from '../exec/run-once.ts'
import { judgedPath } from '../files/judged-path.ts'
import { readLines, readRange } from '../files/read-tools.ts'
import { defineRuntimeTool, type RuntimeTool, type ToolOutput } from '../runtime-tool.ts'

/** Runs a command in the fence that the call was judged with; the exec tools have one. */
export type RunCommand = (command: OneCommand, running: Running) => Promise<ToolOutput>

export interface SkillToolOptions {
  readonly skills: Skills
  readonly runCommand: RunCommand
}

/** The tools that run a skill's actions and read its files. The gate needs the same `skills`. */
export const runtimeSkillTools = ({ skills, runCommand }: SkillToolOptions): readonly RuntimeTool[] => [
  skillExec(skills, runCommand),
  skillRefRead(skills),
]

const mention = v.pipe(v.string(), v.description('The skill: `lint`, `$lint` or `$[team].lint`.'))

function skillExec(skills: Skills, runCommand: RunCommand): RuntimeTool {
  const tool = defineRuntimeTool({
    name: 'skill_exec',
    description: 'Runs an action of a skill: a script in its `actions/`, as its `SKILL.md` says.',
    input: v.object({
      skill_mention: mention,
      action_id: v.pipe(v.string(), v.description('The name of the action in `SKILL.md`.')),
      timeout_ms: v.optional(v.pipe(v.number(), v.minValue(1, 'at least 1'))),
      env: v.optional(v.record(v.string(), v.string())),
      sandbox: v.optional(v.picklist(['inherit', 'none', 'restricted'])),
      justification: v.optional(v.string()),
    }),
    run: async ({ skill_mention, action_id, timeout_ms, env = {} }, running) => {
      const action = approvedAction(skills, { skill_mention, action_id }, running)
      const ms = Math.min(timeout_ms ?? Infinity, action.timeoutMs ?? Infinity)
      return runCommand(
        { argv: action.argv, env: { ...env, ...action.env }, ...(ms === Infinity ? {} : { timeoutMs: ms }) },
        running,
      )
    },
  })
  return { ...tool, check: input => tool.check(input) ?? unknownAction(skills, input) }
}

/** An action that does not exist must not ask anyone. */
function unknownAction(skills: Skills, input: JsonObject): Fault | null {
  const found = skills.action(ownString(input, 'skill_mention') ?? '', ownString(input, 'action_id') ?? '')
  return found.ok ? null : found.faults[0]
}

/** The action as it is now. INVARIANT: its scripts and its command are those that were approved. */
function approvedAction(
  skills: Skills,
  { skill_mention, action_id }: { readonly skill_mention: string; readonly action_id: string },
  { verdict }: Running,
): SkillAction {
  const found = skills.action(skill_mention, action_id)
  if (!found.ok) throw new ToolFailure('not_found', found.faults[0].message)
  if (own(verdict.request, 'action_sha256') === found.value.digest) return found.value
  throw new ToolFailure(
    'validation',
    `the scripts of \`${skill_mention}\` changed after the call was judged; call again`,
  )
}

const skillRefRead = (skills: Skills): RuntimeTool =>
  defineRuntimeTool({
    name: 'skill_ref_read',
    description: 'Reads a file of a skill, such as its `SKILL.md` or a reference.',
    input: v.object({
      skill_mention: mention,
      ref_path: v.pipe(v.string(), v.description("The file, relative to the skill's folder.")),
      ...readRange,
    }),
    otherKeys: { path: 'ref_path' },
    run: async ({ skill_mention, ref_path, ...range }, running) => {
      const folder = skills.skillDirectory(skill_mention)
      if (folder === null) throw new ToolFailure('not_found', `there is no skill \`${skill_mention.slice(0, 80)}\``)
      const use = { kind: 'read' as const, path: ref_path, cwd: folder }
      if (!isWithin(judgedPath(use, running), folder))
        throw new ToolFailure('validation', `\`${ref_path}\` is not in the folder of the skill`)
      return readLines(use, range, running)
    },
  })
