import { assertNever } from '../core/assert-never.ts'
import type { Effect } from '../core/effect.ts'
import { fail, ok, type Result } from '../core/fault.ts'
import { isObject, type JsonObject, takeJson } from '../core/json.ts'
import { risks } from '../core/risk.ts'
import type { FenceWish } from '../fence/wish.ts'
import { analyseArgv } from '../shell/analyse.ts'
import type { Analysis } from '../shell/analysis.ts'
import { categoryOf } from './category.ts'
import type { Category, Description, Descriptor, ExtractedRisk } from './descriptor.ts'
import { opaque, spawn, touch } from './effects.ts'
import { commandAccount, commandWorld, toldKeys } from './families/command.ts'
import { scanWithoutNul } from './families/mcp.ts'
import type { InputScan } from './input-scan.ts'
import { sanitise } from './sanitise.ts'
import { type Setting, toDescription } from './tool.ts'
import { urlEffects } from './url-effects.ts'

/** Describes a call of a tool with its own descriptor (R181). The descriptor is foreign code, so its results are checked. */
export function describeCustom(input: JsonObject, descriptor: Descriptor, setting: Setting): Result<Description> {
  const answers = askDescriptor(input, descriptor, setting)
  if (!answers.ok) return answers
  const { category, risk, request, event } = answers.value
  const scanned = scanWithoutNul(input, setting)
  if (!scanned.ok) return scanned
  if (risk.argv.some(word => word.includes('\0')))
    return fail('nul_byte', `an argument of \`${setting.tool}\` contains a NUL byte`)
  const { effects, analysis, secrets, escalated, fence } = judged(category, {
    input,
    risk,
    scan: scanned.value,
    setting,
  })
  const shown = sanitise(request)
  const recorded = sanitise(event)
  const described = toDescription(
    {
      effects,
      isScanned: true,
      risk,
      request: shown.request,
      requestText: shown.requestText,
      secrets: [...shown.secrets, ...recorded.secrets, ...secrets],
      summary: risk.argv.join(' ') || risk.reason,
      escalated,
      fence,
      ...(analysis === null ? {} : { analysis }),
    },
    category,
    setting,
  )
  return described.ok ? ok({ ...described.value, event: recorded.request }) : described
}

interface Answers {
  readonly category: Category
  readonly risk: ExtractedRisk
  readonly request: JsonObject
  readonly event: JsonObject
}

function askDescriptor(input: JsonObject, descriptor: Descriptor, { tool, world }: Setting): Result<Answers> {
  try {
    const category = categoryOf(descriptor.category)
    if (category === null) return fail('config_error', `the descriptor of \`${tool}\` has an unknown category`)
    const risk = checkedRisk(descriptor.extractRisk(input, world))
    const request = takeJson(descriptor.sanitiseForApproval(input, world))
    const event = takeJson(descriptor.sanitiseForEvent(input, world))
    if (risk === null || !request.ok || !event.ok || !isObject(request.value) || !isObject(event.value))
      return fail('internal', `the descriptor of \`${tool}\` returned an invalid result`)
    return ok({ category, risk, request: request.value, event: event.value })
  } catch {
    return fail('internal', `the descriptor of \`${tool}\` failed`)
  }
}

function checkedRisk(value: unknown): ExtractedRisk | null {
  const taken = takeJson(value)
  if (!taken.ok || !isObject(taken.value)) return null
  const { argv, riskLevel, reason } = taken.value
  const level = risks.find(risk => risk === riskLevel)
  if (!Array.isArray(argv) || level === undefined || typeof reason !== 'string') return null
  const words = argv.filter(word => typeof word === 'string')
  return words.length === argv.length ? { argv: words, riskLevel: level, reason } : null
}

interface Subject {
  readonly input: JsonObject
  readonly risk: ExtractedRisk
  readonly scan: InputScan
  readonly setting: Setting
}

interface Judged {
  readonly effects: readonly Effect[]
  readonly analysis: Analysis | null
  readonly secrets: readonly string[]
  readonly escalated: boolean
  readonly fence: FenceWish
}

const plain = (effects: readonly Effect[]): Judged => ({
  effects,
  analysis: null,
  secrets: [],
  escalated: false,
  fence: 'inherit',
})

/** The effects of a call by its category; opaque if the input names nothing that can be judged. */
function judged(category: Category, { input, risk, scan, setting }: Subject): Judged {
  const { tool, tier, world } = setting
  const orOpaque = (effects: readonly Effect[], why: string) =>
    plain(effects.length === 0 ? [opaque(why, tier)] : effects)
  switch (category) {
    case 'shell_exec':
      return risk.argv.length === 0
        ? orOpaque([], `command of tool \`${tool}\``)
        : judgedCommand(input, risk.argv, setting)
    case 'file_read':
    case 'file_write': {
      const kind = category === 'file_read' ? 'read' : 'write'
      return orOpaque(
        scan.paths.map(({ key, text }) => touch({ kind, path: text, key }, world)),
        `files of tool \`${tool}\``,
      )
    }
    case 'network':
      return orOpaque(
        scan.urls.flatMap(({ key, text }) => urlEffects({ url: text, key, sends: 'receives' }, world) ?? []),
        `connections of tool \`${tool}\``,
      )
    case 'agent':
      return plain([spawn(tool.slice(0, 80), world)])
    case 'stdin':
      return plain([opaque('input to a running program')])
    case 'custom':
    case 'none':
      return plain([opaque(`tool \`${tool}\`, whose descriptor does not list its effects`, tier)])
    default:
      return assertNever(category)
  }
}

function judgedCommand(input: JsonObject, argv: readonly string[], setting: Setting): Judged {
  const world = commandWorld(input, setting.world)
  const analysis = analyseArgv(argv, world)
  const {
    effects,
    secrets,
    escalated = false,
    fence = 'inherit',
  } = commandAccount({ analysis, input, world, said: { argv }, told: toldKeys() })
  return { effects, analysis, secrets, escalated, fence }
}
