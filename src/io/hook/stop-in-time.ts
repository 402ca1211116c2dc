import { Script } from 'node:vm'
import { limits } from '../../core/limits.ts'

/**
 * Runs work that may block the event loop, and stops it when its time is up; null if it was stopped. A thread of Node itself
 * watches the time: no timer of a blocked event loop ever fires, and a worker would start a second JavaScript engine for every call.
 *
 * INVARIANT: only for a process that ends after this call, because the work is stopped in the middle of any statement.
 */
export function stopInTime<T>(work: () => T, ms: number = limits.judgeMs): T | null {
  Object.defineProperty(globalThis, slot, { value: work, configurable: true })
  try {
    return new Script(`globalThis[Symbol.for('${slotName}')]()`).runInThisContext({ timeout: ms })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return null
    throw error
  } finally {
    Reflect.deleteProperty(globalThis, slot)
  }
}

/** A script sees only global names, so the work is passed under one that no other code uses. */
const slotName = 'sallyport.work'
const slot = Symbol.for(slotName)
