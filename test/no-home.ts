import type { Place } from '../src/core/call.ts'
import { madeUpPlace } from '../src/testing.ts'

/** The environment of a user without any files. `/dev/null` is no directory, so nothing can be created there, by root neither. */
export const noHome = { HOME: '/dev/null/no-home' }

/** A place whose policies are looked for in no directory of this machine: a real person here may be called `dev`. */
export const noWorkspace: Place = { ...madeUpPlace, workspace: [] }
