import {
  CORE_SCHEMA,
  EVENT_ID,
  type Event,
  getScalarValue,
  NOT_RESOLVED,
  SCALAR_STYLE,
  type ScalarEvent,
  type ScalarTagDefinition,
} from 'js-yaml'
import { inBackticks } from '../schema/schema-words.ts'
import { type Flaw, maxFlaws, type YamlEntry, type YamlNode } from './yaml-node.ts'

/** Builds the tree from the parser's events, with a flaw for everything that a policy must not contain. The parser limits the depth. */
export function buildTree(events: readonly Event[], source: string): { root: YamlNode | null; flaws: readonly Flaw[] } {
  const reading: Reading = { events, source, next: 1, last: 0, flaws: [] }
  if (events.length === 0) {
    return { root: null, flaws: [{ at: 0, message: 'the file is empty; start it with `version: 1`' }] }
  }
  const root = readNode(reading)
  reading.next += 1
  const second = events[reading.next + 1]
  if (second !== undefined) {
    note(reading, placeOf(reading, second), 'a policy is one YAML document; remove everything after the second `---`')
  }
  return { root, flaws: reading.flaws }
}

interface Reading {
  readonly events: readonly Event[]
  readonly source: string
  /** The event to read next. */
  next: number
  /** The place of the last value or key: used for a value that is missing. */
  last: number
  readonly flaws: Flaw[]
}

function note(reading: Reading, at: number, message: string): void {
  if (reading.flaws.length <= maxFlaws) reading.flaws.push({ at, message })
}

function readNode(reading: Reading): YamlNode {
  const event = reading.events[reading.next]
  reading.next += 1
  if (event === undefined) return { kind: 'broken', at: reading.last }
  const at = placeOf(reading, event)
  reading.last = at
  refuseTag(reading, event, at)
  switch (event.type) {
    case EVENT_ID.SCALAR:
      return readScalar(reading, event, at)
    case EVENT_ID.SEQUENCE:
      return { kind: 'list', at, items: readItems(reading) }
    case EVENT_ID.MAPPING:
      return { kind: 'map', at, entries: readEntries(reading) }
    case EVENT_ID.ALIAS: {
      const alias = inBackticks(reading.source.slice(at, event.anchorEnd))
      note(reading, at, `alias ${alias} is not allowed; put a string that starts with \`*\` in quotes`)
      return { kind: 'broken', at }
    }
    case EVENT_ID.DOCUMENT:
    case EVENT_ID.POP:
      return { kind: 'broken', at }
  }
}

function readItems(reading: Reading): readonly YamlNode[] {
  const items: YamlNode[] = []
  while (!atEnd(reading)) items.push(readNode(reading))
  reading.next += 1
  return items
}

function readEntries(reading: Reading): ReadonlyMap<string, YamlEntry> {
  const entries = new Map<string, YamlEntry>()
  while (!atEnd(reading)) {
    const { key, keyAt } = readKey(reading, entries)
    reading.last = keyAt
    const value = readNode(reading)
    if (key !== null) entries.set(key, { keyAt, value })
  }
  reading.next += 1
  return entries
}

/** The key as written, or null if it is not allowed there. */
function readKey(reading: Reading, before: ReadonlyMap<string, YamlEntry>): { key: string | null; keyAt: number } {
  const event = reading.events[reading.next]
  if (event?.type !== EVENT_ID.SCALAR) {
    const node = readNode(reading)
    if (node.kind !== 'broken') note(reading, node.at, 'a key must be a string, not a list or a map')
    return { key: null, keyAt: node.at }
  }
  reading.next += 1
  const keyAt = placeOf(reading, event)
  refuseTag(reading, event, keyAt)
  const key = getScalarValue(reading.source, event)
  const refusal = refuseText(key) ?? refuseKey(key, event, before)
  if (refusal === null) return { key, keyAt }
  note(reading, keyAt, refusal)
  return { key: null, keyAt }
}

const atEnd = (reading: Reading): boolean => {
  const event = reading.events[reading.next]
  return event === undefined || event.type === EVENT_ID.POP
}

function refuseTag(reading: Reading, event: Event, at: number): void {
  if (!('tagStart' in event) || event.tagStart < 0) return
  const tag = inBackticks(reading.source.slice(event.tagStart, event.tagEnd))
  note(reading, at, `tag ${tag} is not allowed; put a string that starts with \`!\` in quotes`)
}

/** Why a key is not allowed in a policy; null if it is. */
function refuseKey(key: string, event: ScalarEvent, before: ReadonlyMap<string, YamlEntry>): string | null {
  if (before.has(key)) return `key ${inBackticks(key)} appears twice; remove one`
  if (key === '<<' && event.style === SCALAR_STYLE.PLAIN) {
    return 'merge key `<<` is not allowed; write the keys out'
  }
  // INVARIANT: a policy has no key that JavaScript objects inherit.
  if (key === 'prototype' || key in Object.prototype) return `key ${inBackticks(key)} is not allowed`
  return null
}

function readScalar(reading: Reading, event: ScalarEvent, at: number): YamlNode {
  const text = getScalarValue(reading.source, event)
  const refusal = refuseText(text)
  if (refusal !== null) {
    note(reading, at, refusal)
    return { kind: 'broken', at }
  }
  if (event.tagStart >= 0) return { kind: 'broken', at }
  const value = event.style === SCALAR_STYLE.PLAIN ? plainScalar(text) : text
  if (typeof value === 'number' && !isExact(value)) {
    note(reading, at, `number ${inBackticks(text)} cannot be represented exactly; put it in quotes`)
    return { kind: 'broken', at }
  }
  return { kind: 'scalar', at, value }
}

function refuseText(text: string): string | null {
  if (text.includes('\0')) return `string ${inBackticks(text)} contains a NUL byte; remove it`
  if (/\p{Surrogate}/u.test(text)) return `string ${inBackticks(text)} is not valid Unicode`
  return null
}

const isExact = (value: number): boolean =>
  Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))

const implicitTags = CORE_SCHEMA.tags.filter(
  (tag): tag is ScalarTagDefinition => tag.nodeKind === 'scalar' && tag.implicit,
)

/** The value of an unquoted scalar in YAML 1.2: null, a boolean, a number, or the string itself. */
function plainScalar(text: string): null | boolean | number | string {
  for (const tag of implicitTags) {
    const value = tag.resolve(text, false, tag.tagName)
    if (value === NOT_RESOLVED) continue
    if (value === null || typeof value === 'boolean' || typeof value === 'number') return value
  }
  return text
}

/** Where an event starts in the source, its quote, tag or anchor included. */
function placeOf(reading: Reading, event: Event): number {
  switch (event.type) {
    case EVENT_ID.SCALAR: {
      const quoted = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED
      // A block scalar starts after its indentation, a quoted one after its quote.
      const start = event.valueStart < 0 ? -1 : event.valueStart + Math.max(event.indent, 0) - (quoted ? 1 : 0)
      return firstPlace([event.tagStart, event.anchorStart - 1, start], reading.last)
    }
    case EVENT_ID.SEQUENCE:
    case EVENT_ID.MAPPING:
      return firstPlace([event.tagStart, event.anchorStart - 1, event.start], reading.last)
    case EVENT_ID.ALIAS:
      return event.anchorStart - 1
    case EVENT_ID.DOCUMENT:
    case EVENT_ID.POP:
      return reading.last
  }
}

const firstPlace = (places: readonly number[], otherwise: number): number => {
  const known = places.filter(place => place >= 0)
  return known.length === 0 ? otherwise : Math.min(...known)
}
