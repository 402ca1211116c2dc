import * as v from 'valibot'
import { limits } from '../../../core/limits.ts'
import { expandHome, resolvePath, shortPath } from '../../../core/path.ts'
import type { Running } from '../../../gate/run-call.ts'
import { ToolFailure } from '../../../gate/tool-failure.ts'
import { type PreparedChange, prepareDelete, prepareWrite, readHeld } from '../../../io/files/held-file.ts'
import { isMissing } from '../../../io/files/is-missing.ts'
import { defineRuntimeTool } from '../runtime-tool.ts'
import { applyChunks } from './apply-chunks.ts'
import { withFiles } from './file-failure.ts'
import { judgedPath } from './judged-path.ts'
import { type FileChange, parsePatch } from './parse-patch.ts'
import { plainStyle, textBytes } from './text-file.ts'
import { readForChange } from './write-tools.ts'

/** Changes several files with one patch: all of them, or none. */
export const applyPatchTool = defineRuntimeTool({
  name: 'apply_patch',
  description: `Adds, changes, moves and deletes files with one patch: all of them, or none.
*** Begin Patch
*** Add File: new.txt
+every line of a new file starts with a plus
*** Update File: src/app.ts
*** Move to: src/main.ts
@@ function start() {
 a line that stays
-a line that goes
+a line that comes
*** Delete File: old.txt
*** End Patch`,
  input: v.object({
    input: v.pipe(v.string(), v.description('The whole patch, from `*** Begin Patch` to `*** End Patch`.')),
    cwd: v.optional(v.pipe(v.string(), v.description('The directory that the paths start from.'))),
    sandbox_permissions: v.optional(v.string()),
    justification: v.optional(v.string()),
    description: v.optional(v.string()),
  }),
  otherKeys: { patch: 'input', command: 'input', patchText: 'input', diff: 'input', workdir: 'cwd' },
  run: ({ input, cwd }, running) =>
    withFiles(() => {
      const parsed = parsePatch(input)
      if (!parsed.ok) throw new ToolFailure('validation', parsed.faults[0].message)
      const { place } = running.call
      const base = cwd === undefined ? place.cwd : resolvePath(place.cwd, expandHome(cwd, place.home))
      const steps = parsed.value.flatMap(change => stepsOf(change, base, running))
      refuseTwice(steps)
      applyAll(steps)
      const told = steps.map(({ did, path }) => `${did} ${shortPath(path, place)}`)
      return { text: told.join('\n'), data: { changes: told } }
    }),
})

/** One file to write or delete. */
interface Step {
  readonly did: 'added' | 'changed' | 'deleted'
  readonly path: string
  readonly prepare: () => PreparedChange
}

function stepsOf(change: FileChange, cwd: string, running: Running): readonly Step[] {
  const at = (kind: 'write' | 'delete', path: string) => judgedPath({ kind, path, cwd }, running)
  switch (change.does) {
    case 'add': {
      const path = at('write', change.path)
      if (!isMissing(path)) throw new ToolFailure('validation', `\`${change.path}\` exists already; update it instead`)
      return [write('added', path, textBytes(change.text, plainStyle))]
    }
    case 'delete':
      return [deleted(at('delete', change.path))]
    case 'update': {
      // A file that moves is judged as deleted, and its new name as written.
      const from = at(change.moveTo === null ? 'write' : 'delete', change.path)
      const file = readForChange(from, change.path)
      const text = applyChunks(file.text, change.chunks, change.path)
      if (!text.ok) throw new ToolFailure('validation', text.faults[0].message)
      const bytes = textBytes(text.value, file.style)
      if (change.moveTo === null) return [write('changed', from, bytes)]
      const to = at('write', change.moveTo)
      if (to === from) return [write('changed', from, bytes)]
      if (!isMissing(to)) throw new ToolFailure('validation', `\`${change.moveTo}\` exists already`)
      return [write('added', to, bytes, file.mode), deleted(from)]
    }
  }
}

const write = (did: Step['did'], path: string, bytes: Uint8Array, mode?: number): Step => ({
  did,
  path,
  prepare: () =>
    prepareWrite(path, bytes, { createDirectories: did === 'added', ...(mode === undefined ? {} : { mode }) }),
})

const deleted = (path: string): Step => ({ did: 'deleted', path, prepare: () => prepareDelete(path) })

function refuseTwice(steps: readonly Step[]): void {
  const seen = new Set<string>()
  for (const { path } of steps) {
    if (seen.has(path)) throw new ToolFailure('validation', `the patch changes \`${path}\` twice`)
    seen.add(path)
  }
}

/** Prepares every change before it makes the first. If one fails after all, those before it are undone. */
function applyAll(steps: readonly Step[]): void {
  const prepared: PreparedChange[] = []
  const undo: (() => void)[] = []
  try {
    for (const step of steps) prepared.push(step.prepare())
    for (const [i, step] of steps.entries()) {
      const back = undoOf(step)
      prepared[i]?.commit()
      undo.push(back)
    }
  } catch (error) {
    for (const change of prepared) change.discard()
    for (const back of undo.reverse()) back()
    throw error
  }
}

function undoOf({ did, path }: Step): () => void {
  if (did === 'added') return () => prepareDelete(path).commit()
  const { bytes, size, mode } = readHeld(path, limits.fileBytes)
  if (size > limits.fileBytes) throw new ToolFailure('validation', `\`${path}\` is too large for a patch`)
  return () => prepareWrite(path, bytes, { mode }).commit()
}
