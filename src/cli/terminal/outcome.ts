import type { Faults } from '../../core/fault.ts'
import { faultText } from '../../core/fault.ts'
import { exitCodes } from './exit-codes.ts'
import { visible } from './visible.ts'

/** How a command ends: what it prints, and the exit code that says the same to a script. */

/** It was called the wrong way. */
export function usageError(message: string): number {
  process.stderr.write(`sallyport: ${visible(message)}\n`)
  return exitCodes.usage
}

/** It did what it was asked for. */
export function print(text: string): number {
  process.stdout.write(text)
  return exitCodes.allow
}

/** The same as data, on one line. */
export const printJson = (value: unknown): number => printJsonLines([value])

/** One value a line. */
export const printJsonLines = (values: readonly unknown[]): number =>
  print(values.map(value => `${JSON.stringify(value)}\n`).join(''))

/** It could not, or would not. */
export function failed(message: string): number {
  process.stderr.write(`sallyport: ${visible(message)}\n`)
  return exitCodes.deny
}

/** It could not use a file that it was given. */
export function failedWith(faults: Faults): number {
  process.stderr.write(faults.map(fault => `sallyport: ${visible(faultText(fault))}\n`).join(''))
  return exitCodes.deny
}

/** A policy that cannot be used decides nothing: everything is denied until it is mended. */
export function refusedPolicy(faults: Faults): number {
  const lines = faults.map(fault => `  ${visible(faultText(fault))}\n`).join('')
  process.stderr.write(`sallyport: the policy cannot be used, so everything is denied\n${lines}`)
  return exitCodes.deny
}
