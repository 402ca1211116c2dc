import { sha256 } from '../../core/digest.ts'
import { faultText } from '../../core/fault.ts'
import { visible } from '../../core/wording/visible.ts'
import { readPolicyText } from '../../io/files/read-policy-text.ts'
import { ownPaths } from '../../io/paths.ts'
import { type Pin, readTrust } from '../../io/stores/trust-store.ts'
import type { ParsedOptions } from '../terminal/options.ts'
import { failed, print, printJson } from '../terminal/outcome.ts'
import { stdoutPainter } from '../terminal/painter.ts'

/** Prints every trusted file, and whether it has changed since. */
export function listTrust(options: ParsedOptions): number {
  const pins = readTrust(ownPaths().trust)
  if (!pins.ok) return failed(faultText(pins.faults[0]))
  const rows = [...pins.value].map(([file, pin]) => ({
    file,
    digest: pin.digest,
    at: pin.at,
    state: stateOf(file, pin),
  }))
  if (options.flag('json')) return printJson({ files: rows })
  if (rows.length === 0) return print('no project is trusted\n')
  const paint = stdoutPainter()
  const colour = { unchanged: paint.allow, changed: paint.ask, missing: paint.deny, unreadable: paint.deny }
  return print(
    rows
      .map(({ file, digest, at, state }) => {
        const facts = paint.dim(`${digest.slice(0, 12)}  ${visible(at.slice(0, 10))}`)
        return `${colour[state](state.padEnd(10))}  ${facts}  ${visible(file)}\n`
      })
      .join(''),
  )
}

function stateOf(file: string, pin: Pin): 'unchanged' | 'changed' | 'missing' | 'unreadable' {
  const text = readPolicyText(file)
  if (!text.ok) return 'unreadable'
  if (text.value === null) return 'missing'
  return sha256(text.value) === pin.digest ? 'unchanged' : 'changed'
}
