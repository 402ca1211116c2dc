import type { Faults } from '../../core/fault.ts'
import { faultText } from '../../core/fault.ts'
import { visible } from '../../core/wording/visible.ts'
import { exitCodes } from './exit-codes.ts'

/** Reports wrong usage. Each of these functions prints and returns the exit code. */
export function usageError(message: string): number {
  process.stderr.write(`sallyport: ${visible(message)}\n`)
  return exitCodes.usage
}

/** Prints the result of a command that succeeded. */
export function print(text: string): number {
  process.stdout.write(text)
  return exitCodes.allow
}

/** Prints the result as JSON on one line. */
export const printJson = (value: unknown): number => printJsonLines([value])

/** Prints one JSON value per line. */
export const printJsonLines = (values: readonly unknown[]): number =>
  print(values.map(value => `${JSON.stringify(value)}\n`).join(''))

/** Reports that a command did not do what it was asked to do. */
export function failed(message: string): number {
  process.stderr.write(`sallyport: ${visible(message)}\n`)
  return exitCodes.deny
}

/** The same for several faults. */
export function failedWith(faults: Faults): number {
  process.stderr.write(faults.map(fault => `sallyport: ${visible(faultText(fault))}\n`).join(''))
  return exitCodes.deny
}

/** Reports a policy that cannot be used: the gate denies everything until it is fixed. */
export function refusedPolicy(faults: Faults): number {
  const lines = faults.map(fault => `  ${visible(faultText(fault))}\n`).join('')
  process.stderr.write(`sallyport: the policy is not usable, so everything is denied; fix this first:\n${lines}`)
  return exitCodes.deny
}
