import { isKnown, type Word, wordText } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import { type Sorted, sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program } from '../engine/table.ts'
import { copyOperands } from '../network/remote-copy.ts'

const copies = { commands: ['cp'], remote: /^[^/.][^:]*:/, inside: (name: string) => ({ at: 'pod', name }) as const }

/** Applies a kubectl-like table; a command that it starts runs in a pod, and secrets get special treatment. */
export function runKubectl(table: Program, call: ProgramCall): void {
  const sorted = sortArguments(call.args, compileProgram(table))
  const start: ProgramCall['start'] = (words, _link, options) => startInPod(words, sorted, { ...call, options })
  applyTable(table, { ...call, start }, sorted)
  copyOperands(call, sorted, copies)
  const [command] = sorted.path
  const resource = sorted.operands[0]
  if (command === 'get' && resource !== undefined && isSecret(resource) && printsData(sorted))
    call.change('secrets/read', resource)
  if ((command === 'exec' || command === 'rsh') && sorted.operands.length < 2) call.amend({ tier: 'execute' })
}

/** `POD -c NAME -- COMMAND`: options may come between pod and command. */
function startInPod(
  words: readonly Word[],
  sorted: Sorted,
  call: ProgramCall & { readonly options: Parameters<ProgramCall['start']>[2] },
): void {
  const name = wordText(sorted.operands[0] ?? '')
  const dashes = words.indexOf('--')
  if (wordText(words[0] ?? '').startsWith('-') && dashes < 0) return call.opaque('a command in an unnamed pod')
  const command = wordText(words[0] ?? '').startsWith('-') ? words.slice(dashes + 1) : words
  call.start(command, `${call.name} ${sorted.path.join(' ')}`, {
    ...call.options,
    where: { at: 'pod', name },
    cwd: '/',
  })
}

/** `secret`, `secrets/db`, `configmap,secret`; an unknown resource may be one. */
const isSecret = (resource: Word): boolean =>
  !isKnown(resource) || resource.split(',').some(one => /^secrets?(\.[\w.]*)?(\/|$)/i.test(one))

/** Tables only show a secret's name and age; any other format shows its data. */
function printsData(sorted: Sorted): boolean {
  const formats = sorted.options.flatMap(({ spelling, value }) =>
    spelling === '-o' || spelling === '--output' ? [value] : spelling === '--template' ? [null] : [],
  )
  const mayAddOptions = sorted.operands
    .slice(1)
    .some(word => !isKnown(word) && word.parts.some(part => typeof part !== 'string' && part.yields === 'words'))
  return mayAddOptions || formats.some(format => format !== 'wide' && format !== 'name')
}
