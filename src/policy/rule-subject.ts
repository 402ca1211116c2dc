import { noEffectInProject } from './lint.ts'
import type { PolicyDocument, Rule, TaughtProgram, When } from './schema/document.ts'

/** The calls that a rule is about, in words: `run npm test`, `write src/** (up to tier destructive)`. */
export function ruleSubject({ when, then }: Rule): string {
  const subjects = subjectsOf(when)
  const limits = limitsOf(when, then)
  const subject = subjects.length === 0 ? 'everything' : subjects.join(' or ')
  return limits.length === 0 ? subject : `${subject} (${limits.join(', ')})`
}

const list = (items: readonly (string | number | boolean)[]): string => items.join(', ')

function subjectsOf(when: When): readonly string[] {
  const named = (['run', 'read', 'write', 'delete', 'touch', 'connect', 'change', 'spawn', 'tool'] as const).flatMap(
    key => (when[key] === undefined ? [] : [`${key} ${list(when[key])}`]),
  )
  const kinds = when.effect === undefined ? [] : [`any ${when.effect.join(', ')}`]
  return [...named, ...(when.opaque === true ? ['code that cannot be analysed'] : []), ...kinds]
}

function limitsOf(when: When, then: Rule['then']): readonly string[] {
  const reach = then === 'allow' ? 'up to' : 'from'
  return [
    ...(when.in === undefined ? [] : [`in ${list(when.in)}`]),
    ...(when.sensitive === undefined ? [] : [when.sensitive ? 'only sensitive paths' : 'no sensitive paths']),
    ...(when.code === undefined ? [] : [`${list(when.code)} code`]),
    ...(when.where === undefined ? [] : [`where ${list(when.where)}`]),
    ...(when.sends === undefined ? [] : [when.sends ? 'sending data' : 'not sending data']),
    ...(when.input ?? []).map(([key, values]) => `input ${key} = ${list(values)}`),
    ...(when.text === undefined ? [] : [`text matches ${when.text}`]),
    ...(when.command === undefined ? [] : [`command matches ${list(when.command)}`]),
    ...(when.path === undefined ? [] : [`path matches ${list(when.path)}`]),
    ...(when.reach === undefined ? [] : [`reaching ${list(when.reach)} paths`]),
    ...(when.agent === undefined ? [] : [`agent ${list(when.agent)}`]),
    ...(when.tier === undefined ? [] : [`${reach} tier ${when.tier}`]),
    ...(when.risk === undefined ? [] : [`${reach} risk ${when.risk}`]),
    ...(when.automation === undefined ? [] : [when.automation ? 'in automation' : 'not in automation']),
    ...(when.careful === undefined ? [] : [when.careful ? 'in careful mode' : 'not in careful mode']),
    ...(when.escalated === undefined ? [] : [when.escalated ? 'with more rights' : 'without more rights']),
    ...(when.complex === undefined ? [] : [when.complex ? 'more than one simple command' : 'one simple command']),
    ...(when.mode === undefined ? [] : [`${reach} mode ${when.mode}`]),
  ]
}

/** The settings of a project's file that take effect only when it is trusted, in words. */
export function settingWords(document: PolicyDocument): readonly string[] {
  const { boundary, approvals } = document
  return [
    ...(document.enabled
      ? []
      : ['enabled: false — switches off the base and these rules; the floor and other files still apply']),
    ...(document.extends === null ? [] : [`extends: ${document.extends}`]),
    ...(document.mode === null
      ? []
      : [`mode: ${document.mode}${document.mode === 'watch' ? ` — ${noEffectInProject}` : ''}`]),
    ...(document.allow === 'approve' ? [`allow: approve — ${noEffectInProject}`] : []),
    ...(document.workspace === null ? [] : [`workspace: ${document.workspace.join(', ')}`]),
    ...(boundary === null
      ? []
      : [`boundary: read ${boundary.read}, write ${boundary.write}, foreign ${boundary.foreign}`]),
    ...(approvals === null ? [] : [`approvals: ask ${approvals.ask}, on timeout ${approvals.onTimeout}`]),
    ...document.programs.map(programWords),
    ...document.rules.flatMap(replacementWords),
    ...(document.fence === null ? [] : [`fence: ${JSON.stringify(document.fence)}`]),
  ]
}

/** The command that a rule runs instead of another. */
const replacementWords = ({ apply, when, instead, id, line }: Rule): readonly string[] =>
  apply ? [`runs \`${instead}\` instead of \`${list(when.run ?? [])}\`  [${id}, line ${line}]`] : []

/** The tiers that a table sets for a program that would be unknown without it. */
function programWords({ names, line, table }: TaughtProgram): string {
  const commands = Object.entries(table.commands ?? {}).map(([name, { tier = table.tier }]) => `${name} (${tier})`)
  const tiers = commands.length === 0 ? '' : `; subcommands: ${commands.join(', ')}`
  return `program ${names.join(', ')}: tier ${table.tier}${tiers}  [line ${line}]`
}
