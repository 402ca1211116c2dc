import * as v from 'valibot'
import { limits } from '../../../core/limits.ts'
import { shortPath } from '../../../core/path.ts'
import { ToolFailure } from '../../../gate/tool-failure.ts'
import { readHeld } from '../../../io/files/held-file.ts'
import { defineRuntimeTool } from '../runtime-tool.ts'
import { withFiles } from './file-failure.ts'
import { judgedPath } from './judged-path.ts'

/** Shows an image file to the model. */
export const viewImage = defineRuntimeTool({
  name: 'view_image',
  description: 'Shows you an image file of the workspace: PNG, JPEG, GIF or WebP.',
  input: v.object({ path: v.string(), detail: v.optional(v.string()) }),
  run: ({ path }, running) =>
    withFiles(() => {
      const real = judgedPath({ kind: 'read', path }, running)
      const name = shortPath(real, running.call.place)
      const { bytes, size } = readHeld(real, limits.imageBytes)
      if (size > limits.imageBytes)
        throw new ToolFailure('validation', `\`${name}\` has ${size} bytes; an image may have ${limits.imageBytes}`)
      const mediaType = imageType(bytes)
      if (mediaType === null) throw new ToolFailure('validation', `\`${name}\` is not a PNG, JPEG, GIF or WebP image`)
      return {
        text: `\`${name}\` (${mediaType}, ${size} bytes)`,
        data: { path: real, media_type: mediaType, bytes: size },
        images: [{ mediaType, base64: bytes.toString('base64') }],
      }
    }),
})

/** The type by the first bytes: a name can say anything. */
export function imageType(bytes: Buffer): string | null {
  const ascii = bytes.subarray(0, 12).toString('latin1')
  if (ascii.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (ascii.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (/^GIF8[79]a/.test(ascii)) return 'image/gif'
  return ascii.startsWith('RIFF') && ascii.slice(8) === 'WEBP' ? 'image/webp' : null
}
