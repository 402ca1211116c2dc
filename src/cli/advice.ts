import { assertNever } from '../core/assert-never.ts'
import type { Effect, Touch } from '../core/effect.ts'
import { shortPath } from '../core/path.ts'
import type { Reason, Verdict } from '../core/verdict.ts'
import { isKnown, wordText } from '../core/word.ts'
import type { Ground } from './shorten.ts'

/** What a person can do about a verdict that is not an allow: the rules' own advice, then what kind of answer it is. */
export function advice(verdict: Verdict, ground: Ground): readonly string[] {
  if (verdict.decision === 'allow') return []
  const decisive = verdict.reasons.filter(reason => reason.decision === verdict.decision)
  const instead = decisive.flatMap(reason => reason.instead ?? [])
  const [first] = decisive
  return [...new Set([...instead, ...(first === undefined ? [] : general(first, verdict, ground))])]
}

function general(reason: Reason, verdict: Verdict, ground: Ground): readonly string[] {
  switch (reason.layer) {
    case 'floor':
      return ['no policy, mode or approval lifts the floor; if you need it, do it yourself outside the agent']
    case 'input':
      return ['mend the call: it never got as far as its effects']
    case 'journal':
      return ['run `sallyport audit verify`']
    case 'sandbox':
      return ['set up the fence that the policy asks for, or change `fence` in it']
    case 'organisation':
      return ["this is your organisation's policy; ask whoever keeps it"]
    case 'user':
    case 'project':
    case 'session':
      return reason.rule === null
        ? []
        : [`change rule \`${reason.rule.id}\`, or put an \`allow\` above it in the same file`]
    case 'boundary':
    case 'preset':
    case 'mode': {
      const effect = reason.effect === null ? undefined : verdict.effects[reason.effect]
      return effect === undefined
        ? []
        : ['to settle it for good, write a rule into sallyport.yaml:', ruleFor(effect, ground)]
    }
    case 'approval':
      return []
    default:
      return assertNever(reason.layer)
  }
}

/** A rule that would speak about this effect and little else; whether it allows is for a person to say. */
function ruleFor(effect: Effect, ground: Ground): string {
  const reach = effect.tier === 'destructive' ? ', tier: destructive' : ''
  return `- when: { ${keyFor(effect, ground)}${reach} }`
}

function keyFor(effect: Effect, ground: Ground): string {
  switch (effect.kind) {
    case 'run':
      return `run: ${yamlText([effect.program, ...effect.args.slice(0, 1)].filter(isKnown).filter(isPlain).join(' ') || '*')}`
    case 'read':
    case 'write':
    case 'delete':
      return pathKey(effect, ground)
    case 'connect':
      return `connect: ${yamlText(isKnown(effect.host) ? effect.host : '*')}`
    case 'change':
      return `change: ${effect.system}/${effect.action}`
    case 'spawn':
      return `spawn: ${yamlText(effect.agent)}`
    case 'opaque':
      return 'opaque: true'
    default:
      return assertNever(effect)
  }
}

/** A path by its name; one that only running would tell, by the ground that it lies on. */
function pathKey(effect: Touch, ground: Ground): string {
  const path = shortPath(wordText(effect.path), ground)
  const isCertain = isKnown(effect.path) && !/[{}*?]/.test(path)
  return isCertain ? `${effect.kind}: ${yamlText(path)}` : `effect: ${effect.kind}, in: ${effect.zone}`
}

const isPlain = (word: string): boolean => /^[\w./-]+$/.test(word)

const yamlText = (text: string): string => (/^[A-Za-z0-9./_][\w./ -]*$/.test(text) ? text : JSON.stringify(text))
