import { type HoledWord, wordText } from '../../core/word.ts'
import type { Frame } from '../frame/frame.ts'

/**
 * `$JAVA_HOME/bin/java`, `$(go env GOPATH)/bin/staticcheck`: the name of a program in a directory given by the user's own
 * environment or by a toolchain that reads it; null if the call itself changes that directory.
 */
export function programFromEnvironment(program: HoledWord, { scope, where, world }: Frame): string | null {
  const [, variable, name] = told.exec(wordText(program)) ?? []
  if (name === undefined || where.at !== 'local' || scope.functions.has('go')) return null
  const isChanged = [...scope.variables].some(
    ([key, value]) =>
      key === variable || /^(GO[A-Z]+|ANDROID_\w+)$/.test(key) || (key === 'HOME' && value !== world.place.home),
  )
  return isChanged ? null : name
}

/** Whether a program is spelled this way, which people recognise. */
export const namesProgramFromEnvironment = (text: string): boolean => told.test(text.replaceAll('"', ''))

const told =
  /^(?:\$\(go env GOPATH\)\/bin|\$\{?(JAVA_HOME|GOPATH|CARGO_HOME)\}?\/bin|\$\{?(?:ANDROID_HOME|ANDROID_SDK_ROOT)\}?\/(?:platform-tools|emulator))\/([\w.-]+)$/
