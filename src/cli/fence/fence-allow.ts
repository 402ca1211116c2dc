import { realpathSync } from 'node:fs'
import type { Grant } from '../../approvals/grants/grant.ts'
import { alsoText, shapeText } from '../../approvals/grants/grant-text.ts'
import type { Place } from '../../core/call.ts'
import { fail, faultText, ok, type Result } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import { expandHome, isWithin, resolvePath, shortPath } from '../../core/path.ts'
import { visible } from '../../core/wording/visible.ts'
import type { AllowanceKind, FenceAllowance } from '../../fence/profile.ts'
import { unwritableReason } from '../../fence/protected-path.ts'
import { systemClock } from '../../io/clock.ts'
import { personName, recordSetting } from '../../io/journal/record-setting.ts'
import { ownPaths } from '../../io/paths.ts'
import { findPlace } from '../../io/place.ts'
import { loadPolicies } from '../../io/policies/load-policies.ts'
import { randomId } from '../../io/random.ts'
import { openGrants } from '../../io/stores/grant-store.ts'
import { defineCommand } from '../define-command.ts'
import { hasTerminal, isConfirmed } from '../terminal/confirm.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import { failed, print, refusedPolicy, usageError } from '../terminal/outcome.ts'
import { stdoutPainter } from '../terminal/painter.ts'

export const fenceAllowCommand = defineCommand({
  help: `usage: sallyport fence allow PATH|HOST|NAME [--program PROGRAM] [--yes]

Lets commands that run in the fence, in this project, also

  PATH    write below this path: /srv/data, ~/.cache/tool or ./out. It must exist; secrets, settings
          that run code and Sallyport's own files are refused
  HOST    reach this host: example.com, *.example.com or localhost:8080
  NAME    get this environment variable: DATABASE_URL

It asks you first and is recorded. It ends after 90 days, or with \`sallyport grants revoke\`;
\`sallyport grants list\` lists it.

  --program PROGRAM   only for commands that run this program, besides it at most filters such as tail
  --yes               do not ask; for your own scripts, never for an agent

exit codes: 0 allowed, 2 not allowed, 64 usage
`,
  options: { program: { type: 'string' }, yes: { type: 'boolean' } },
  operands: { least: 1, most: 1, otherwise: 'name one path, host or variable' },
  async run(options) {
    const place = findPlace({ cwd: process.cwd(), runner: 'sallyport' })
    const wanted = readAllowance(options.operands[0] ?? '', place)
    if (!wanted.ok)
      return wanted.faults[0].code === 'validation'
        ? usageError(wanted.faults[0].message)
        : failed(faultText(wanted.faults[0]))
    const program = options.text('program') ?? null
    if (program !== null && !/^[\w./@+-]+$/.test(program))
      return usageError('`--program` must be the name or the path of a program')
    if (place.workspace.length === 0) return failed('this directory is not in a project; change to a project first')
    const policies = await loadPolicies({ place })
    if (!policies.ok) return refusedPolicy(policies.faults)
    if (policies.value.fence.pinned.includes(wanted.value.opens))
      return failed(`the policy of your organisation decides about ${plural[wanted.value.opens]}; ask its owner`)
    const paths = ownPaths()
    const at = systemClock.now().getTime()
    const grant: Grant = {
      id: randomId().replaceAll('-', '').slice(0, 8),
      shape: { does: 'fence', ...wanted.value, program },
      scope: 'always',
      session: null,
      workspace: place.workspace,
      agents: [],
      answers: [],
      by: personName(),
      at,
      until: at + limits.alwaysGrantMs,
    }
    const text = shapeText(grant.shape, { workspace: [], home: paths.home })
    if (options.flag('yes') || hasTerminal()) print(`${offer(grant, text)}\n`)
    const isYes = await isConfirmed(options, {
      question: 'Open the fence for this?',
      action: 'open the fence',
      declined: 'not opened; nothing has changed',
    })
    if (!isYes) return exitCodes.deny
    const recorded = await recordSetting('fence_allow', `${grant.id}: ${text}`)
    if (!recorded.ok) return failed(`not opened, because it cannot be recorded: ${faultText(recorded.faults[0])}`)
    const saved = await openGrants(paths, systemClock).save(grant)
    if (!saved.ok) return failed(faultText(saved.faults[0]))
    return print(
      `opened until ${new Date(grant.until).toISOString().slice(0, 10)}; \`sallyport grants revoke ${grant.id}\` closes it\n`,
    )
  },
})

const plural: Readonly<Record<AllowanceKind, string>> = { path: 'writable paths', host: 'hosts', variable: 'variables' }

function offer({ shape, workspace }: Grant, text: string): string {
  const paint = stdoutPainter()
  const where = workspace.map(root => shortPath(root, { workspace: [], home: ownPaths().home })).join(', ')
  return [
    paint.bold(`Commands in ${visible(where)} may then, without asking`),
    `  ${visible(text)}`,
    `  ${paint.dim(`that is: ${visible(alsoText(shape))}`)}`,
    '',
  ].join('\n')
}

/** A word with a slash, `.` or `~` in front is a path, one with a dot or a port is a host, any other is a variable. */
function readAllowance(text: string, place: Place): Result<FenceAllowance> {
  if (/^(?:[.~/]|[^:]*\/)/.test(text)) return readPath(text, place)
  if (/^(?:localhost|\*|\[[0-9a-f:.]+\]|[\w*-]+(?:\.[\w*-]+)+)(?::\d{1,5})?$|^[\w-]+:\d{1,5}$/i.test(text))
    return /^\*(?::\d+)?$/.test(text)
      ? fail('validation', '`*` is every host; name the hosts, or use `sallyport run --net full`')
      : ok({ opens: 'host', what: text })
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text)
    ? ok({ opens: 'variable', what: text })
    : fail('validation', `\`${text}\` must be a path, a host or a variable; write \`./${text}\` for a path`)
}

function readPath(text: string, place: Place): Result<FenceAllowance> {
  const path = resolvePath(place.cwd, expandHome(text, place.home))
  let real: string
  try {
    real = realpathSync.native(path)
  } catch {
    return fail('not_found', `\`${path}\` does not exist; create it first`)
  }
  const why = unwritableReason(path, place) ?? unwritableReason(real, place)
  if (why !== null) return fail('policy_denied', `\`${path}\` cannot be made writable: ${why}`)
  if (place.workspace.some(root => isWithin(real, root)))
    return fail('policy_denied', `\`${path}\` is in the project, which is writable already`)
  return ok({ opens: 'path', what: real })
}
