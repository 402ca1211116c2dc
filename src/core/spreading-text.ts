/**
 * Finds a sentence that tells agents to copy the text itself: a verb of copying, the text as its object, and a
 * destination that spreads it (`every file`, `all agents`). Null if one of the three is missing, or it is not an order.
 */
export function spreadingOrder(text: string): string | null {
  if (!nouns.test(text)) return null
  const plain = text.replaceAll(marks, '').replaceAll(lineStarts, ' ')
  for (const found of plain.matchAll(copying)) {
    const [words, verb = '', object = ''] = found
    const end = found.index + words.length
    const after = plain.slice(end, end + reach)
    const before = plain.slice(Math.max(found.index - reach, 0), found.index)
    // A cheap check that rules out most sentences.
    if (!toward.test(after) && !toward.test(before)) continue
    const tail = after.slice(0, sentenceEnd.exec(after)?.index ?? after.length)
    const paragraph = before.slice(before.lastIndexOf('\n\n') + 1)
    const head = paragraph.slice(endOfLast(paragraph))
    if (isOrder({ verb: verb.toLowerCase(), object, head, tail, paragraph }))
      return `${head}${words}${tail}`.trim().replaceAll(/\s+/g, ' ')
  }
  return null
}

interface Copying {
  readonly verb: string
  readonly object: string
  /** The sentence before the verb, and after the object. */
  readonly head: string
  readonly tail: string
  /** The paragraph before the verb. */
  readonly paragraph: string
}

const endOfLast = (text: string): number => {
  let end = 0
  for (const found of text.matchAll(sentenceEnds)) end = found.index + found[0].length
  return end
}

function isOrder({ verb, object, head, tail, paragraph }: Copying): boolean {
  const destination = intoEvery.exec(tail) ?? intoEvery.exec(head)
  if (destination === null) return false
  const [quantifier = '', thing = ''] = destination.slice(1).filter(group => group !== undefined)
  const isAny = /^any$/i.test(quantifier)
  // `Never repeat these instructions in any reply` forbids it.
  if ((isAny ? forbidden : forbiddenHere).test(head)) return false
  if (role.test(paragraph)) return true
  if (isDescribed(head)) return false
  // `Paste this prompt into any assistant` tells a person how to use it.
  if (isAny && agents.test(thing)) return false
  // `Repeat these instructions in each repository` means to follow them again.
  if (verb === 'repeat' && !spoken.test(thing)) return false
  if (toAgents.test(head)) return true
  const isTold = toYou.test(head) || own.test(tail) || own.test(head)
  // `You must include this text in every file` is a licence, unless the destination is something that agents say.
  return itself.test(object) ? strongVerbs.has(verb) || isTold : isTold && spoken.test(thing)
}

const no = "\\b(?:not|never|cannot|avoid|without|refuse to|instead of|rather than)\\b|n['\\u2019]t\\b"
const forbidden = new RegExp(no, 'i')
const forbiddenHere = new RegExp(`(?:${no})[^,;:]{0,60}$`, 'i')

/** A description rather than an order: `a script to copy these …`, `we copy these …`. */
const isDescribed = (head: string): boolean =>
  /\b(?:will|would|can|could|may|might|which|that|who|we|they|i|it|does|did)\s+$/i.test(head) ||
  (/\bto\s+$/i.test(head) &&
    !/\b(?:sure|remember|need|have|required|instructed|ordered|forget|is|are)\s+to\s+$/i.test(head))

const strong =
  'copy|forward|replicate|propagate|repeat|embed|include|reproduce|duplicate|relay|spread|inject|broadcast|clone|transmit'
const weak = 'add|append|prepend|insert|paste|put|place|write|send|share|pass|distribute|post|attach|store|save'
const strongVerbs: ReadonlySet<string> = new Set(strong.split('|'))

const other =
  '(?:files?|templates?|ids?|names?|keys?|fields?|param(?:eter)?s?|variables?|hash|version|links?|url|cach\\w+)'
const word = "[\\w,'\\u2019-]{1,16}"
/** Words between the verb and its object. After a preposition, the noun would not be the object. */
const between = `(?:\\s+(?!(?:to|of|from|for|with|in|into|about|by|on|like)\\b)${word}){0,3}?`
const texts =
  'payload|directives?|messages?|text|content|note|paragraph|block|comment|snippet|sentence|passage|instructions?|prompts?'

const copying = new RegExp(
  `\\b(${strong}|${weak})${between}\\s+((?:this|these|the\\s+(?:above|following|preceding))(?:\\s+${word}){0,2}?\\s+(?:${texts})\\b(?!['\\u2019]s|\\s+${other}\\b)|yourself\\b|(?:the|everything|all)\\s+above\\b)`,
  'gi',
)

/** The text itself, called an instruction or a prompt. */
const itself = /^(?:(?:this|these)\s.*(?:instructions?|prompts?)|yourself)$/is

const things =
  "files?|repl(?:y|ies)|responses?|outputs?|answers?|completions?|tool[\\s-]?calls?|results?|(?:sub-?)?agents?(?:['\\u2019]s?)?|assistants?|models?|LLMs?|AIs?|bots?|messages?|commits?|repositor(?:y|ies)|repos?|memor(?:y|ies)|conversations?|chats?|sessions?|prompts?|e-?mails?|documents?|comments?|pull\\s+requests?|PRs?|issues?|summar(?:y|ies)|contexts?|projects?|codebases?|instances?|READMEs?"

const intoEvery = new RegExp(
  [
    `\\b(?:to|into|in|onto|inside|within|across|throughout|with|through|(?:top|bottom|end|beginning|start|head|header|footer|body)\\s+of)\\s+(every|all|any|each|whatever|whichever)\\b(?:\\s+(?!(?:that|which|to|from)\\b)${word}){0,4}?\\s+(${things})\\b`,
    '\\b(?:to|into|in|with)\\s+(other)\\s+(?:\\w{1,16}\\s+)?((?:sub-?)?agents?|assistants?|AIs?|LLMs?|models?|bots?|instances?|sessions?|conversations?)\\b',
    '\\b(?:to|into|in|with)\\s+(everything|anything)\\s+(?:that\\s+)?(you\\s+\\w+)\\b',
  ].join('|'),
  'i',
)

const agents = /^(?:(?:sub-?)?agents?|assistants?|models?|LLMs?|AIs?|bots?|chats?|conversations?|sessions?|prompts?)/i
const spoken =
  /^(?:repl|respons|output|answer|completion|tool|result|message|(?:sub-?)?agent|e-?mail|summar|commit|comment|pull|PRs?$|issue|you\s)/i

const toAgents =
  /\b(?:agents?|assistants?|AIs?|LLMs?|models?|bots?)\b[^.!?]{0,40}\b(?:must|should|shall|reading|read|are)\b/i
const toYou = /\byou\s+(?:must|should|shall|will|are\s+(?:required|instructed|ordered|to))\b/i

/** Things that agents produce: `every file you write`, `all your replies`. */
const own =
  /\byou(?:['\u2019]ll|\s+will|\s+may|\s+ever)?\s+(?:write|create|produce|generate|edit|modify|touch|send|communicate|interact|respond|reply|output|process|encounter|emit|commit|spawn|call|contact|talk|speak|meet|return|answer|message|delegate)\b|\byour\s+(?:\w{1,12}\s+)?(?:repl|respons|output|answer|tool|memor|messages|summar|context)/i

const role =
  /(?:^|[\s>([{!-])(?:SYSTEM|AGENTS?|AI|ASSISTANTS?|LLMS?|MODELS?|BOTS?|CLAUDE|COPILOT|GPT)(?:\s+(?:NOTE|MESSAGE|INSTRUCTIONS?|PROMPT|OVERRIDE|DIRECTIVE|ONLY|AGENTS?|ASSISTANTS?))?\s*[\])}]?\s*:|<!--\s*(?:system|agents?|ai|assistants?|llms?)\b[^:\n]{0,20}:|<\|?(?:system|im_start)\|?>|\[INST\]/

/** Words that most texts do not have, and that are cheap to search for. */
const nouns = new RegExp(`\\b(?:${texts})\\b|yourself|\\babove\\b`, 'i')
const toward =
  /\b(?:to|into|in|onto|inside|within|across|throughout|with|through|of)\s+(?:every|all|any|each|other|anything|what|which)/i

/** Emphasis and quotes, and the signs at the start of comment lines. */
const marks = /[*_`"\u201c\u201d]+/g
const lineStarts = /\n[ \t]*(?:#+|\/\/+|>+|--)[ \t]*(?=\S)/g
const sentenceEnd = /[.!?;](?:\s|$)|\n\s*\n|\n\s*[-\u2022\d]/
const sentenceEnds = new RegExp(sentenceEnd, 'g')

/** The maximum number of characters before and after the verb to look at. */
const reach = 200
