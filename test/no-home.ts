import type { Place } from '../src/core/call.ts'
import { madeUpPlace } from '../src/testing.ts'

/** The environment of a user without any files. Not even root can create a directory there, so tests leave none behind. */
export const noHome = { HOME: '/sys/no-home' }

/** A place whose policies are looked for in no directory of this machine: a real person here may be called `dev`. */
export const noWorkspace: Place = { ...madeUpPlace, workspace: [] }
