import { assertNever } from '../../core/assert-never.ts'
import type { FenceLimits } from '../profile.ts'

/** One thing that the fence kept a command from doing. `hint`: only the command's own output names it. */
export type FenceDenial = { readonly hint?: true } & Denied

type Denied =
  /** `writable`: where the command may write instead. */
  | { readonly kind: 'write'; readonly path: string; readonly because: string; readonly writable: readonly string[] }
  | { readonly kind: 'hidden'; readonly path: string; readonly because: string }
  | { readonly kind: 'network'; readonly host: string; readonly port: number | null; readonly because: string }
  | { readonly kind: 'limit'; readonly limit: keyof FenceLimits; readonly at: number }
  | { readonly kind: 'variable'; readonly name: string }
  /** Something that the system call filter refuses, such as tracing a process. */
  | { readonly kind: 'action'; readonly what: string }

/** A denial as one sentence for a person or a model. */
export function denialText(denial: FenceDenial): string {
  switch (denial.kind) {
    case 'write':
      return `the fence blocked writing to ${denial.path} (${denial.because}; writable: ${denial.writable.join(', ')})`
    case 'hidden':
      return `the fence hides ${denial.path} (${denial.because})`
    case 'network':
      return `the fence blocked network access to ${denial.host}${denial.port === null ? '' : `:${denial.port}`} (${denial.because})`
    case 'limit':
      return limitTexts[denial.limit](denial.at)
    case 'variable':
      return `the variable ${denial.name} is not passed on to a command in the fence`
    case 'action':
      return `the fence does not allow ${denial.what}`
    default:
      return assertNever(denial)
  }
}

const limitTexts: Readonly<Record<keyof FenceLimits, (at: number) => string>> = {
  memory: at => `the fence stopped it at ${at} bytes of memory`,
  cpus: at => `the fence stopped it at ${at} processors`,
  processes: at => `the fence stopped it at ${at} processes`,
  seconds: at => `the fence stopped it after ${at} seconds`,
  fileSize: at => `the fence stopped it at a file of ${at} bytes`,
  output: at => `the fence stopped it after ${at} bytes of output`,
}
