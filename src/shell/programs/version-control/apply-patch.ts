import { limits } from '../../../core/limits.ts'
import { patchPaths } from '../../../core/patch/patch-paths.ts'
import { isKnown, type Word } from '../../../core/word.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Programs } from '../engine/table.ts'

/** Codex patches as a command: the text names the files, relative to the working directory. */
export const applyPatch: Programs = {
  'apply_patch applypatch': {
    tier: 'write',
    custom: call => {
      const text = patchOf(call)
      const files = text !== null && isKnown(text) && envelope.test(text) ? patchPaths(text) : []
      if (files.length === 0) return call.opaque('a patch that does not name a file')
      if (files.some(({ path }) => path.length > limits.pathChars))
        return call.opaque('a patch with a path too long for any file system')
      for (const { kind, path } of files) call.touch(kind, path, 'patch')
    },
    examples: {
      "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: src/a.ts\n@@\n-x\n+y\n*** End Patch\nEOF": [
        'write src/a.ts',
      ],
      "apply_patch '*** Begin Patch\n*** Delete File: /srv/a\n*** End Patch'": 'delete /srv/a',
      apply_patch: 'opaque a patch that does not name a file',
    },
  },
}

const envelope = /^\s*\*\*\* Begin Patch\s*$/m

function patchOf({ args, frame: { stdin } }: ProgramCall): Word | null {
  const [text, ...others] = args
  if (others.length > 0) return null
  return text ?? (stdin.from === 'text' ? stdin.text : null)
}
