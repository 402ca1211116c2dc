import * as v from 'valibot'
import { fail, ok, type Result } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import { isMissing } from '../files/is-missing.ts'
import { readRegular } from '../files/read-regular.ts'
import { writeAtomic } from '../files/write-atomic.ts'

/** A project file whose exact bytes a person has trusted. */
export interface Pin {
  readonly digest: string
  /** Stored so that its asks and denies still apply when the file changes or is deleted. */
  readonly source: string
  /** The digests of the files that it extends, by path; they are trusted together with it. */
  readonly bases: Readonly<Record<string, string>>
  readonly at: string
}

const pinSchema = v.strictObject({
  digest: v.string(),
  source: v.string(),
  bases: v.record(v.string(), v.string()),
  at: v.string(),
})
const storeSchema = v.strictObject({ version: v.literal(1), files: v.record(v.string(), pinSchema) })

/** All pins by path. A store that cannot be read is a fault and not an empty store, because trust must not disappear unnoticed. */
export function readTrust(path: string): Result<ReadonlyMap<string, Pin>> {
  let text: string
  try {
    if (isMissing(path)) return ok(new Map())
    const bytes = readRegular(path, { maxBytes: limits.trustBytes })
    if (bytes === null)
      return fail(
        'policy_untrusted',
        `the trust store \`${path}\` must be a regular file of at most ${limits.trustBytes} bytes`,
      )
    text = bytes.toString('utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ok(new Map())
    return fail('policy_untrusted', `the trust store \`${path}\` cannot be read`)
  }
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), storeSchema), text)
  if (!parsed.success)
    return fail('policy_untrusted', `the trust store \`${path}\` is damaged; remove it and trust your projects again`)
  return ok(new Map(Object.entries(parsed.output.files)))
}

/** Trusts a file's bytes, or forgets the file when `pin` is null. */
export function changeTrust(path: string, file: string, pin: Pin | null): Result<void> {
  const before = readTrust(path)
  if (!before.ok) return before
  const files = new Map(before.value)
  if (pin === null) files.delete(file)
  else files.set(file, pin)
  try {
    writeAtomic(path, `${JSON.stringify({ version: 1, files: Object.fromEntries(files) }, null, 2)}\n`)
    return ok(undefined)
  } catch (error) {
    return fail(
      'policy_untrusted',
      `the trust store \`${path}\` cannot be written: ${error instanceof Error ? error.message : 'unknown'}`,
    )
  }
}
