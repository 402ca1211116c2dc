import * as v from 'valibot'

const text = v.pipe(v.string(), v.minLength(1))
const absolute = v.pipe(v.string(), v.regex(/^\/(?:[^/]+\/)*[^/]+$/, 'an absolute path'))

const callSchema = v.strictObject({
  id: v.optional(text),
  command: text,
  /** Paths as the command sees them. They do not have to exist on this machine. */
  workspace: v.optional(absolute, '/home/dev/project'),
  home: v.optional(absolute, '/home/dev'),
  cwd: v.optional(absolute),
  /** Contents by path: relative to the workspace, `~/…`, or absolute below workspace, home or `/tmp`. `#!` makes it executable. */
  files: v.optional(v.record(text, v.string()), {}),
  /** Shell text that runs before, outside the fence: `git init -q`. */
  prepare: v.optional(v.string(), ''),
  /** Shell text that runs after the call, outside the fence, and must see the same: `make -q`. */
  later: v.optional(text),
  env: v.optional(v.record(text, v.string()), {}),
  /** Services of the machine on the loopback: what each answers, by port. */
  serves: v.optional(v.record(v.pipe(v.string(), v.regex(/^\d{1,5}$/)), v.string()), {}),
  /** Why the fence makes a difference to this call, if it should. */
  differs: v.optional(text),
})

/** One call to run inside the fence and outside of it. */
export type ComparedCall = Readonly<v.InferOutput<typeof callSchema>> & { readonly id: string; readonly cwd: string }

/** Reads calls from JSON lines. Throws with the number of the line that is wrong. */
export const readCalls = (lines: string): readonly ComparedCall[] =>
  lines.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), callSchema), line)
    if (!parsed.success) throw new Error(`line ${index + 1}: ${v.summarize(parsed.issues)}`)
    const call = parsed.output
    return [{ ...call, id: call.id ?? `${index + 1}`, cwd: call.cwd ?? call.workspace }]
  })
