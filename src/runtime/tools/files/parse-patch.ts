import { fail, ok, type Result } from '../../../core/fault.ts'

/** One change of a patch in the envelope form: `*** Add File: x`. */
export type FileChange =
  | { readonly does: 'add'; readonly path: string; readonly text: string }
  | { readonly does: 'delete'; readonly path: string }
  | {
      readonly does: 'update'
      readonly path: string
      readonly moveTo: string | null
      readonly chunks: readonly PatchChunk[]
    }

/** Lines to replace, and where to look for them. */
export interface PatchChunk {
  /** Lines that come before it, from `@@ class X`; each is searched after the one before. */
  readonly after: readonly string[]
  readonly lines: readonly PatchLine[]
  /** Whether the old lines are the last ones of the file. */
  readonly atEnd: boolean
}

/** A line that stays, goes or comes. */
export interface PatchLine {
  readonly sign: ' ' | '-' | '+'
  readonly text: string
}

const header = /^\*\*\* (Add File|Update File|Delete File): (.+)$/

/** Reads a patch strictly: a line that has no meaning is a fault, so that a patch is never applied in part. */
export function parsePatch(patch: string): Result<readonly FileChange[]> {
  const lines = patch.replaceAll('\r\n', '\n').trim().split('\n')
  if (lines[0]?.trim() !== '*** Begin Patch')
    return fail('validation', 'a patch starts with the line `*** Begin Patch`; unified diffs are not read')
  if (lines.at(-1)?.trim() !== '*** End Patch') return fail('validation', 'a patch ends with the line `*** End Patch`')
  const body = lines.slice(1, -1)
  const changes: FileChange[] = []
  for (let at = 0; at < body.length; ) {
    if (body[at]?.trim() === '') {
      at += 1
      continue
    }
    const [, verb = '', named = ''] = header.exec(body[at] ?? '') ?? []
    const path = named.trim()
    if (verb === '' || path === '') return wrongLine(at, body)
    const end = body.findIndex((line, i) => i > at && header.test(line))
    const section = body.slice(at + 1, end === -1 ? body.length : end)
    const change = readSection(verb, path, section)
    if (!change.ok) return change
    changes.push(change.value)
    at += section.length + 1
  }
  if (changes.length === 0) return fail('validation', 'the patch changes no file')
  return ok(changes)
}

const wrongLine = (at: number, lines: readonly string[]): Result<never> =>
  fail('validation', `line ${at + 2} of the patch has no meaning here: \`${(lines[at] ?? '').slice(0, 80)}\``)

function readSection(verb: string, path: string, lines: readonly string[]): Result<FileChange> {
  switch (verb) {
    case 'Add File':
      return readAdded(path, lines)
    case 'Delete File':
      return lines.every(line => line.trim() === '')
        ? ok({ does: 'delete', path })
        : fail('validation', `a file that is deleted has no lines in the patch: \`${path}\``)
    default:
      return readUpdate(path, lines)
  }
}

function readAdded(path: string, lines: readonly string[]): Result<FileChange> {
  const content = withoutBlankEnd(lines)
  const wrong = content.find(line => !line.startsWith('+'))
  if (wrong !== undefined) return fail('validation', `each line of the new file \`${path}\` must start with \`+\``)
  return ok({ does: 'add', path, text: content.map(line => `${line.slice(1)}\n`).join('') })
}

function readUpdate(path: string, given: readonly string[]): Result<FileChange> {
  const moved = /^\*\*\* Move to: (.+)$/.exec(given[0] ?? '')
  const moveTo = moved?.[1]?.trim() ?? null
  const lines = withoutBlankEnd(moved === null ? given : given.slice(1))
  const chunks: PatchChunk[] = []
  for (let at = 0; at < lines.length; ) {
    const after: string[] = []
    while (lines[at]?.startsWith('@@') === true) {
      const place = (lines[at] ?? '').slice(2).trim()
      if (place !== '') after.push(place)
      at += 1
    }
    const chunk = readChunk(lines, at)
    if (!chunk.ok) return fail('validation', `in the change of \`${path}\`: ${chunk.faults[0].message}`)
    chunks.push({ ...chunk.value.chunk, after })
    at = chunk.value.next
  }
  if (chunks.length === 0 && moveTo === null) return fail('validation', `the patch does not change \`${path}\``)
  return ok({ does: 'update', path, moveTo, chunks })
}

function readChunk(lines: readonly string[], start: number): Result<{ chunk: PatchChunk; next: number }> {
  const read: PatchLine[] = []
  let at = start
  let atEnd = false
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (line.startsWith('@@')) break
    if (line.trim() === '*** End of File') {
      atEnd = true
      at += 1
      break
    }
    const sign = signs.find(one => line.startsWith(one)) ?? (line === '' ? ' ' : null)
    if (sign === null)
      return fail('validation', `a line must start with a blank, \`+\` or \`-\`: \`${line.slice(0, 80)}\``)
    read.push({ sign, text: line.slice(1) })
  }
  if (read.length === 0) return fail('validation', 'a change has no lines')
  return ok({ chunk: { after: [], lines: read, atEnd }, next: at })
}

const signs = [' ', '-', '+'] as const

function withoutBlankEnd(lines: readonly string[]): readonly string[] {
  let end = lines.length
  while (end > 0 && lines[end - 1] === '') end -= 1
  return lines.slice(0, end)
}
