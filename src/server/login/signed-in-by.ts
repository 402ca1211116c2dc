import type { IncomingMessage } from 'node:http'
import type { SignedIn } from './sign-in.ts'

const browsers = new WeakMap<IncomingMessage, SignedIn>()

/** Remembers which browser made a request, for as long as the request exists. */
export const markSignedIn = (request: IncomingMessage, browser: SignedIn): void => void browsers.set(request, browser)

export const signedInBy = (request: IncomingMessage): SignedIn | null => browsers.get(request) ?? null
