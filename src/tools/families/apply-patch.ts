import { fail, ok } from '../../core/fault.ts'
import { ownString } from '../../core/json.ts'
import { limits } from '../../core/limits.ts'
import { patchPaths } from '../../core/patch/patch-paths.ts'
import { addedText } from '../../core/patch/patch-text.ts'
import { opaque, spreadBy } from '../effects.ts'
import { each, field, missing } from '../fields.ts'
import { fingerprint, sanitise } from '../sanitise.ts'
import { defineTool, type Tool } from '../tool.ts'
import { commandWorld, isEscalated } from './command.ts'
import { fileAccount, resolved } from './file-account.ts'

const patchKeys = ['input', 'patch', 'command', 'patchText', 'diff']

/** The tool that applies a patch: it writes or deletes the files that the patch names. */
export const applyPatch: Tool = defineTool({
  family: 'apply-patch',
  category: 'file_write',
  tier: 'write',
  fields: {
    ...each(patchKeys.join(' '), field.content),
    ...each('cwd workdir', field.optionalPath),
    ...each('sandbox_permissions justification description', field.note),
  },
  account: (input, setting) => {
    // The tool may read any of these keys, so all of them count.
    const patch = patchKeys
      .map(key => ownString(input, key) ?? '')
      .filter(text => text !== '')
      .join('\n')
    if (patch === '') return missing(patchKeys[0] ?? '', setting)
    const files = patchPaths(patch)
    if (files.length > limits.effects) return fail('limit_reached', `the patch names more than ${limits.effects} files`)
    if (files.some(({ path }) => path.includes('\0')))
      return fail('nul_byte', `a path in the patch of \`${setting.tool}\` contains a NUL byte`)
    if (files.some(({ path }) => path.length > limits.pathChars))
      return fail('validation', `a path in the patch of \`${setting.tool}\` is longer than any file system allows`)
    const world = commandWorld(input, setting.world)
    const account = fileAccount({ paths: files.map(file => ({ ...file, key: 'patch' })), said: {}, world })
    const { bytes, sha256 } = fingerprint(patch)
    const file_paths = files.map(({ path }) => resolved(path, world))
    return ok({
      ...account,
      effects:
        files.length === 0
          ? [opaque('a patch that names no file')]
          : [
              ...account.effects,
              ...spreadBy(
                [addedText(patch)],
                files.map(({ path }) => ['patch', path] as const),
              ),
            ],
      ...sanitise({ file_paths, bytes, content_sha256: sha256 }),
      escalated: isEscalated(input),
    })
  },
})

export const applyPatchTools: Readonly<Record<string, Tool>> = { 'apply_patch patch ApplyPatch': applyPatch }
