import type { ObjectEntries } from 'valibot'
import type { World } from '../../core/call.ts'
import type { Decision } from '../../core/decision.ts'
import { type Effect, local } from '../../core/effect.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { own, ownString } from '../../core/json.ts'
import { limits } from '../../core/limits.ts'
import { floor } from '../../guard/floor.ts'
import { analyse, analyseArgv } from '../../shell/analyse.ts'
import type { Analysis } from '../../shell/analysis.ts'
import type { Typing } from '../descriptor.ts'
import { opaque } from '../effects.ts'
import { each, field, missing } from '../fields.ts'
import { fingerprint } from '../sanitise.ts'
import { type Account, defineTool, type Setting, type Tool } from '../tool.ts'
import type { ExecSession, HeldLine } from './exec-sessions.ts'
import { codeWords } from './typed-languages.ts'
import { emptyLine, type Typed, type TypedLine, typeOn } from './typed-line.ts'

interface InputTool {
  readonly session: readonly string[]
  readonly chars: string
  readonly fields: ObjectEntries
}

/** Tools that type into a running program. */
const inputTool = ({ session, chars, fields }: InputTool): Tool =>
  defineTool({
    family: 'write-stdin',
    category: 'stdin',
    tier: 'execute',
    fields: { ...fields, ...each(chars, field.content) },
    account: (input, setting) => {
      const id = session
        .map(key => own(input, key))
        .find(value => typeof value === 'number' || typeof value === 'string')
      if (id === undefined) return missing(session[0] ?? '', setting)
      return accountOf(ownString(input, chars) ?? '', id, setting)
    },
  })

function accountOf(chars: string, id: string | number, { world, ports }: Setting): Result<Account> {
  const session = ports.sessions?.find(world.place.session, String(id)) ?? null
  if (ports.sessions !== undefined && session === null)
    return fail('not_found', `there is no session ${String(id).slice(0, 80)}`)
  const isPoll = chars === ''
  const { bytes, sha256 } = fingerprint(chars)
  const shown = {
    request: { session_id: id, bytes, chars_sha256: sha256, is_poll: isPoll },
    secrets: [],
    summary: isPoll ? `session ${id}` : `${bytes} bytes to session ${id}`,
  }
  if (isPoll) return ok({ ...shown, ...polled(session) })
  const typed = session === null ? null : typeOn(session.line, chars, session.via)
  // Without a known session, the keys are judged as a whole line.
  const judged = forbidden(typed ?? { ended: [chars], script: chars, line: emptyLine }, world)
  if (!judged.ok) return judged
  return ok({
    ...shown,
    effects: [...judged.value, opaque(typing)],
    risk: { argv: [], riskLevel: 'medium', reason: typing },
    ...(session === null || typed === null ? {} : { typing: typingOn(session, typed.line) }),
  })
}

const typing = 'input to a running program'

/** A run that may type may read without asking; it may not read the output of another run's program. */
function polled(session: ExecSession | null): Pick<Account, 'effects' | 'risk' | 'tier' | 'typing'> {
  const isFree = session === null || session.approved !== null
  const reason = isFree ? 'reads the output of a running program' : "the output of another run's program"
  return {
    effects: isFree ? [] : [opaque(reason, 'read')],
    risk: { argv: [], riskLevel: 'low', reason },
    tier: 'read',
    ...(session === null ? {} : { typing: { ...session, hold: () => nothingHeld } }),
  }
}

/** Reading holds no line. */
const nothingHeld: HeldLine = { typed: () => {}, release: () => {}, lost: () => {} }

const typingOn = (session: ExecSession, next: TypedLine): Typing => ({ ...session, hold: () => session.hold(next) })

/**
 * The floor also applies to typed lines, each alone and all together, even if the session is approved. Lines that cannot
 * be judged are refused (R118).
 */
function forbidden({ ended, script, line }: Typed, world: World): Result<readonly Effect[]> {
  const lines = ended.flatMap(line => line ?? [])
  if (lines.length < ended.length) return fail('validation', unknowable)
  if (lines.length > limits.typedLines) return fail('limit_reached', tooMuch)
  const breaches = new Map<Decision, Effect>()
  for (const text of lines.length === 0 ? [] : new Set([...lines, script])) {
    for (const { effects, faults } of readings(text, line, world)) {
      if (faults.some(fault => fault.code === 'limit_reached')) return fail('limit_reached', tooMuch)
      for (const { decision } of floor({ effects, place: world.place, isFileTool: false }))
        breaches.set(decision, breach(decision))
    }
  }
  return ok([...breaches.values()])
}

/** A typed text read by a shell, and by each interpreter that the program may have started. */
const readings = (text: string, { speaks = [] }: TypedLine, world: World): readonly Analysis[] => [
  analyse(text, world),
  ...speaks.flatMap(language => {
    const words = codeWords(language, text)
    return words === null ? [] : [analyseArgv(words, world)]
  }),
]

const unknowable =
  'the line is not known: keys such as Tab, Escape and `!` change it, and a terminal truncates a long one; interrupt it, or start the command again'
const tooMuch = 'the input is too long to be judged at once; type less'

/** INVARIANT: effects are recorded and typed text is not (R119), so the effect has no part of the text: no path, no host name. */
const breach = (decision: Decision): Effect => ({
  kind: 'change',
  system: 'typed',
  action: 'forbidden',
  target: null,
  tier: 'destructive',
  where: decision === 'deny' ? local : { at: 'container', name: 'unnamed', mounts: false },
  span: null,
  chain: [],
  by: null,
})

export const writeStdin = inputTool({
  session: ['session_id'],
  chars: 'chars',
  fields: {
    ...each('session_id', field.session),
    ...each('yield_time_ms max_output_tokens columns rows', field.number),
  },
})

const writeBash = inputTool({
  session: ['shellId', 'sessionId'],
  chars: 'input',
  fields: { ...each('shellId sessionId', field.text), ...each('delay', field.number) },
})

export const writeStdinTools: Readonly<Record<string, Tool>> = { write_stdin: writeStdin, write_bash: writeBash }
