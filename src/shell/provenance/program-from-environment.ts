import { type HoledWord, wordText } from '../../core/word.ts'
import type { Frame } from '../frame/frame.ts'

/**
 * `$JAVA_HOME/bin/java`, `$(go env GOPATH)/bin/staticcheck`: the name of a program that lies where the person's own
 * environment, or the toolchain by it, says that programs are; null where the call itself has a hand in that.
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

/** Whether a name is written so; a person recognises it. */
export const namesProgramFromEnvironment = (text: string): boolean => told.test(text.replaceAll('"', ''))

const told =
  /^(?:\$\(go env GOPATH\)\/bin|\$\{?(JAVA_HOME|GOPATH|CARGO_HOME)\}?\/bin|\$\{?(?:ANDROID_HOME|ANDROID_SDK_ROOT)\}?\/(?:platform-tools|emulator))\/([\w.-]+)$/
