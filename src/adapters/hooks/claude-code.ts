import { ok, type Result } from '../../core/fault.ts'
import { type JsonObject, ownString } from '../../core/json.ts'
import type { Verdict } from '../../core/verdict.ts'
import type { Environment, HookAnswer, HookClient, HookEvent } from './client.ts'
import { replacedInput, say, silent } from './client.ts'
import { deniedReplacementText, reasonText, replacementText } from './reason-text.ts'
import { claudeEvent, claudeFields, sentCall } from './request-fields.ts'

/** Claude Code 2.1: `PreToolUse` decides, `PermissionRequest` answers its prompt, `PostToolUse` carries the result. */
export const claudeCode: HookClient = {
  read: (sent, env) => claudeEvent(sent, name => readCall(sent, name, env)),

  answer: (event, verdict) => {
    const { name, canAsk } = event
    if (name === 'PermissionRequest') return answerPrompt(name, verdict)
    const updatedInput = replacedInput(verdict, event)
    const additionalContext = replacementText(verdict)
    const replaced =
      updatedInput === null ? {} : { updatedInput, ...(additionalContext === '' ? {} : { additionalContext }) }
    // Without a decision, the client's own checks go on, with the replaced input if there is one.
    if (verdict.meaning === 'no-objection' && event.fenced === undefined)
      return updatedInput === null ? silent : say({ hookSpecificOutput: { hookEventName: name, ...replaced } })
    const permissionDecision = verdict.decision === 'ask' && !canAsk ? 'deny' : verdict.decision
    const permissionDecisionReason = reasonText(verdict)
    return say({
      hookSpecificOutput: { hookEventName: name, permissionDecision, permissionDecisionReason, ...replaced },
    })
  },

  // Its own `deny` and `ask` rules hold in these modes even if the hook approves. `auto`, `plan` and `dontAsk` are stricter by choice,
  // and in `bypassPermissions` there is no prompt to skip.
  approvesIn: ['default', 'acceptEdits'],

  amend: ({ name }, { output, note }) =>
    say({
      hookSpecificOutput: {
        hookEventName: name,
        ...(output === undefined ? {} : { updatedToolOutput: output }),
        ...(note === undefined ? {} : { additionalContext: note }),
      },
    }),

  perRunVariables: ['CLAUDE_PID', 'CLAUDE_CODE_MESSAGING_SOCKET', 'CLAUDE_CODE_MESSAGING_TOKEN'],
}

/** Answers the client's own prompt. A prompt that goes on shows the original input, so a call that a rule replaces is denied. */
function answerPrompt(hookEventName: string, verdict: Verdict): HookAnswer {
  const updatedInput = replacedInput(verdict)
  const isLeft = verdict.decision === 'ask' || verdict.meaning === 'no-objection'
  if (isLeft && updatedInput === null) return silent
  const message = isLeft ? deniedReplacementText(verdict) : reasonText(verdict)
  const decision =
    verdict.meaning === 'approve'
      ? { behavior: 'allow', ...(updatedInput === null ? {} : { updatedInput }) }
      : { behavior: 'deny', message }
  return say({ hookSpecificOutput: { hookEventName, decision } })
}

function readCall(sent: JsonObject, name: string, env: Environment): Result<HookEvent> {
  const call = sentCall(sent, claudeFields)
  if (!call.ok) return call
  const project = env['CLAUDE_PROJECT_DIR']
  const workspace = project === undefined || project === '' ? {} : { workspace: [project] }
  const mode = ownString(sent, 'permission_mode')
  return ok({
    kind: 'call',
    name,
    call: { ...call.value, ...workspace },
    canAsk: canAsk(mode, env),
    canReplace: true,
    ...(mode === undefined ? {} : { mode }),
    ...(isContained(name, mode, env)
      ? { contain: { keepsDirectory: true, hasChecks: mode !== 'bypassPermissions' } }
      : {}),
  })
}

/** In the other modes a person wants more questions. In the client's own sandbox no second one can start. */
const isContained = (name: string, mode: string | undefined, env: Environment): boolean =>
  name === 'PreToolUse' &&
  ['default', 'acceptEdits', 'bypassPermissions'].includes(mode ?? '') &&
  env['SANDBOX_RUNTIME'] !== '1'

/** With `-p` no person sees a prompt, and Claude Code treats an ask as a deny. */
const canAsk = (mode: string | undefined, env: Environment): boolean =>
  mode !== 'dontAsk' && env['CLAUDE_CODE_ENTRYPOINT'] !== 'sdk-cli'
